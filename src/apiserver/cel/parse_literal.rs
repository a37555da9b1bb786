//! Numbers and texts of CEL, from how they are written to their value.

use cel::common::ast::LiteralValue;

/// The value of an integer; `text` may have a sign.
pub(super) fn int(text: &str) -> Option<LiteralValue> {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(&format!("{sign}{hex}"), 16),
        None => format!("{sign}{digits}").parse(),
    };
    value.ok().map(|value| LiteralValue::Int(value.into()))
}

/// The value of an unsigned integer with its suffix.
pub(super) fn uint(text: &str) -> Option<LiteralValue> {
    let digits = text.trim_end_matches(['u', 'U']);
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    value.ok().map(|value| LiteralValue::UInt(value.into()))
}

/// The value of a number with a point or an exponent; none when it exceeds the range of doubles.
pub(super) fn double(text: &str) -> Option<LiteralValue> {
    text.parse::<f64>().ok().filter(|value| value.is_finite()).map(|value| LiteralValue::Double(value.into()))
}

/// The value of a text in its quotes.
pub(super) fn string(text: &str) -> Result<LiteralValue, &'static str> {
    let bytes = unescape(text, false)?;
    let text = String::from_utf8(bytes).map_err(|_| INVALID)?;
    Ok(LiteralValue::String(text.into()))
}

/// The value of bytes, `text` without the letter `b`.
pub(super) fn bytes(text: &str) -> Result<LiteralValue, &'static str> {
    Ok(LiteralValue::Bytes(unescape(text, true)?.into()))
}

const INVALID: &str = "unable to unescape string";

fn unescape(text: &str, is_bytes: bool) -> Result<Vec<u8>, &'static str> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let raw = text.starts_with(['r', 'R']);
    let quoted = &text[usize::from(raw)..];
    let quotes = if quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''")) { 3 } else { 1 };
    let body = quoted.get(quotes..quoted.len().saturating_sub(quotes)).ok_or(INVALID)?;
    if raw || !body.contains('\\') {
        return Ok(body.as_bytes().to_vec());
    }
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        let used = push_escape(&rest[at..], is_bytes, &mut out)?;
        rest = &rest[at + used..];
    }
    out.extend_from_slice(rest.as_bytes());
    Ok(out)
}

/// Appends what the escape sequence at the beginning of `text` stands for; gives its length.
fn push_escape(text: &str, is_bytes: bool, out: &mut Vec<u8>) -> Result<usize, &'static str> {
    let bytes = text.as_bytes();
    let plain = match bytes.get(1) {
        Some(b'a') => 7,
        Some(b'b') => 8,
        Some(b'f') => 12,
        Some(b'n') => b'\n',
        Some(b'r') => b'\r',
        Some(b't') => b'\t',
        Some(b'v') => 11,
        Some(other @ (b'\\' | b'\'' | b'"' | b'`' | b'?')) => *other,
        Some(b'x' | b'X') => return push_code(text, 2, 2, 16, is_bytes, out),
        Some(b'u') if !is_bytes => return push_code(text, 2, 4, 16, is_bytes, out),
        Some(b'U') if !is_bytes => return push_code(text, 2, 8, 16, is_bytes, out),
        Some(b'0'..=b'3') => return push_code(text, 1, 3, 8, is_bytes, out),
        _ => return Err(INVALID),
    };
    out.push(plain);
    Ok(2)
}

fn push_code(
    text: &str,
    start: usize,
    count: usize,
    radix: u32,
    is_bytes: bool,
    out: &mut Vec<u8>,
) -> Result<usize, &'static str> {
    let digits = text.get(start..start + count).ok_or(INVALID)?;
    let code = u32::from_str_radix(digits, radix).map_err(|_| INVALID)?;
    if is_bytes {
        out.push(u8::try_from(code).map_err(|_| INVALID)?);
    } else {
        let character = char::from_u32(code).ok_or("invalid unicode code point")?;
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    Ok(start + count)
}
