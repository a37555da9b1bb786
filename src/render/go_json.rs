//! JSON as the operator writes it into variables and ConfigMaps.

use serde_json::Value;

/// JSON as Go writes it: what could end a script or a line in HTML is escaped.
pub(super) fn go_json(value: &Value) -> String {
    let mut out = String::new();
    for c in value.to_string().chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_is_escaped_as_go_does() {
        let url = json!("http://x/?a=1&b=<2>\u{2028}\u{2029}é");
        assert_eq!(go_json(&url), r#""http://x/?a=1\u0026b=\u003c2\u003e\u2028\u2029é""#);
    }
}
