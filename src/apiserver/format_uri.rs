//! The format `uri`: what Go's `url.ParseRequestURI` accepts.

use std::net::Ipv6Addr;

/// An absolute URI or an absolute path.
pub(super) fn is_request_uri(text: &str) -> bool {
    if text.is_empty() || text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return false;
    }
    if text == "*" {
        return true;
    }
    let Some((scheme, rest)) = split_scheme(text) else { return false };
    let path = rest.split('?').next().unwrap_or("");
    if !path.starts_with('/') {
        // An opaque URI (`mailto:a@b`).
        return !scheme.is_empty();
    }
    let path = match path.strip_prefix("//").filter(|_| !scheme.is_empty()) {
        Some(after) => {
            let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
            if !is_authority(authority) {
                return false;
            }
            path
        }
        None => path,
    };
    escapes_are_whole(path)
}

/// The scheme, maybe empty, and what follows; none for a colon without a scheme.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if index > 0 => {}
            b':' if index == 0 => return None,
            b':' => return Some((&text[..index], &text[index + 1..])),
            _ => break,
        }
    }
    Some(("", text))
}

fn is_authority(authority: &str) -> bool {
    let (user, host) = match authority.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, authority),
    };
    is_host(host) && user.is_none_or(is_user)
}

fn is_user(user: &str) -> bool {
    user.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte))
        && user.splitn(2, ':').all(escapes_are_whole)
}

fn is_host(host: &str) -> bool {
    match host.rfind('[') {
        Some(0) => {
            let Some(close) = host.rfind(']') else { return false };
            is_optional_port(&host[close + 1..]) && is_bracketed(&host[1..close])
        }
        Some(_) => false,
        None => {
            let port = host.rfind(':').map_or("", |colon| &host[colon..]);
            is_optional_port(port) && is_host_text(host, false)
        }
    }
}

/// Between brackets stands an IPv6 address, with a zone behind `%25`.
fn is_bracketed(host: &str) -> bool {
    let (address, zone) = match host.find("%25") {
        Some(at) => (&host[..at], &host[at..]),
        None => (host, ""),
    };
    if !is_host_text(address, false) || !is_host_text(zone, true) || zone == "%25" {
        return false;
    }
    // Escapes of other bytes than `%` are no part of an address.
    address.parse::<Ipv6Addr>().is_ok()
}

fn is_optional_port(port: &str) -> bool {
    port.is_empty() || port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether the bytes may stand in a host, or in a zone: escapes only for what is not ASCII (and `%25`), in a zone also for what may stand
/// there without one and for a blank.
fn is_host_text(text: &str, zone: bool) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if *byte == b'%' {
            let Some(escape) = unescape(bytes, at) else { return false };
            let percent = escape == b'%';
            let allowed = if zone { percent || escape == b' ' || is_host_byte(escape) } else { percent || escape >= 0x80 };
            if !allowed {
                return false;
            }
            at += 3;
            continue;
        }
        if *byte < 0x80 && !is_host_byte(*byte) {
            return false;
        }
        at += 1;
    }
    true
}

fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~!$&'()*+,;=:[]<>\"".contains(&byte)
}

fn escapes_are_whole(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().all(|(at, byte)| *byte != b'%' || unescape(bytes, at).is_some())
}

/// The byte that the escape at `at` stands for.
fn unescape(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |offset: usize| char::from(*bytes.get(at + offset)?).to_digit(16);
    u8::try_from(digit(1)? * 16 + digit(2)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_uris_and_paths() {
        for good in [
            "http://foo.bar/#com",
            "mailto:someone@example.com",
            "/abs/path",
            "//host/path",
            "http://user:p%40ss@h:80/x?y=%zz",
            "http://[fe80::1%25en0]:80/",
            "http://a:b:1/",
            "http://h/\u{e9}",
            "http://h:/",
            "*",
            "x:",
            "/a b",
            "http://%e4/",
        ] {
            assert!(is_request_uri(good), "{good}");
        }
        for bad in [
            "",
            "not a uri",
            "foo.com",
            "./x",
            ":x",
            "1http://x",
            "http://h/%zz",
            "http://h:x/",
            "http://a b/",
            "http://[::1/",
            "http://[1.2.3.4]/",
            "http://%41/",
            "http://u^@h/",
            "/a\nb",
            "http://x[::1]/",
        ] {
            assert!(!is_request_uri(bad), "{bad}");
        }
    }
}
