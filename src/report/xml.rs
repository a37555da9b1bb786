//! Text as XML holds it.

use std::fmt::Write as _;

/// The head of every XML document.
pub(super) const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// `text` as the value of an attribute or the content of an element; what no XML document may hold becomes U+FFFD.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Readers turn a bare one in an attribute into a blank.
            '\n' | '\r' | '\t' => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_leaves_its_place() {
        assert_eq!(escaped("a<b & \"c\">\n\u{1b}é"), "a&lt;b &amp; &quot;c&quot;&gt;&#10;\u{fffd}é");
    }
}
