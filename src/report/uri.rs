//! Paths as URIs.

/// The path as a URI: relative to the working directory, or absolute with its scheme.
pub(super) fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let encoded = encoded(&path);
    if is_absolute(&path) { format!("file://{}{encoded}", if path.starts_with('/') { "" } else { "/" }) } else { encoded }
}

/// Whether the path, with `/` between its parts, needs no directory to start from.
pub(super) fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || (cfg!(windows) && path.as_bytes().get(1) == Some(&b':'))
}

fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn what_is_special_is_encoded() {
        assert_eq!(uri("a b/ü:1%.yaml"), "a%20b/%C3%BC%3A1%25.yaml");
        assert_eq!(uri("/srv/a.yaml"), "file:///srv/a.yaml");
    }
}
