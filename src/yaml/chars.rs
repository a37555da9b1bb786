//! Bytes to characters, and the characters that YAML 1.1 tells apart.

use std::borrow::Cow;

/// Bytes that are decoded together; a fault in a piece is met before anything else in it.
const PIECE: usize = 512;

/// Text as far as it can be decoded.
pub(super) struct Decoded<'t> {
    /// The characters before the piece that holds the first fault, or all of them.
    pub text: Cow<'t, str>,
    /// The fault that is met when a character behind `text` is needed.
    pub fault: Option<DecodeFault>,
    /// Where in `text` each piece ends. Empty when that makes no difference: without a fault and without U+FEFF in the text.
    pub pieces: Vec<usize>,
}

/// A character that may not stand in a text, or bytes that are none.
#[derive(Debug, Clone, Copy)]
pub(super) struct DecodeFault {
    /// kubectl's words.
    pub message: &'static str,
    /// Offset and length of the character in the bytes that were given.
    pub at: (usize, usize),
}

const CONTROL: &str = "control characters are not allowed";

/// Finds the first forbidden character of text that is valid UTF-8.
pub(super) fn decode_str(text: &str) -> Decoded<'_> {
    let bytes = text.as_bytes();
    match forbidden(bytes) {
        None => Decoded { text: Cow::Borrowed(text), fault: None, pieces: pieces_if_marked(text) },
        Some((at, len)) => {
            let limit = piece_start(bytes, at);
            let fault = DecodeFault { message: CONTROL, at: (at, len) };
            faulty(Cow::Borrowed(text.get(..limit).unwrap_or("")), fault)
        }
    }
}

/// Decodes bytes by their encoding mark, UTF-8 without one.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    match bytes {
        [0xFF, 0xFE, ..] => decode_utf16(bytes, u16::from_le_bytes),
        [0xFE, 0xFF, ..] => decode_utf16(bytes, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => decode_str(text),
            Err(error) => decode_broken(bytes, error.valid_up_to()),
        },
    }
}

/// Offset and length of the first character that is refused everywhere.
fn forbidden(bytes: &[u8]) -> Option<(usize, usize)> {
    const WINDOW: usize = 64;
    let mut start = 0;
    for window in bytes.chunks(WINDOW) {
        // Branch-free over the window so that it becomes vector code; the exact look follows only for suspects.
        let suspect = window.iter().fold(false, |found, &byte| {
            found | ((byte < 0x20) & (byte != b'\n')) | (byte == 0x7F) | (byte == 0xC2) | (byte == 0xEF)
        });
        if suspect && let Some(hit) = (start..start + window.len()).find_map(|at| forbidden_at(bytes, at)) {
            return Some(hit);
        }
        start += window.len();
    }
    None
}

fn forbidden_at(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    match bytes[at] {
        b'\t' | b'\n' | b'\r' => None,
        0..=0x1F | 0x7F => Some((at, 1)),
        0xC2 => matches!(bytes.get(at + 1), Some(0x80..=0x84 | 0x86..=0x9F)).then_some((at, 2)),
        0xEF => (bytes.get(at + 1) == Some(&0xBF) && matches!(bytes.get(at + 2), Some(0xBE | 0xBF))).then_some((at, 3)),
        _ => None,
    }
}

/// Start of the piece in which the byte `at` is decoded. A character that the end of a piece cuts begins the next one.
fn piece_start(bytes: &[u8], at: usize) -> usize {
    let mut start = 0;
    loop {
        let end = piece_end(bytes, start);
        if end > at || end == start {
            return start;
        }
        start = end;
    }
}

fn piece_end(bytes: &[u8], start: usize) -> usize {
    let end = start + PIECE;
    if end >= bytes.len() {
        return bytes.len();
    }
    // The character that the end cuts is the first one whose bytes do not all lie before it, be they good or bad.
    let cut = |&at: &usize| bytes[at] & 0xC0 != 0x80 && at + width(bytes[at]) > end;
    (end.saturating_sub(3)..end).find(cut).unwrap_or(end)
}

const fn width(lead: u8) -> usize {
    match lead {
        0..=0xBF | 0xF8.. => 1,
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
    }
}

/// UTF-8 with a fault at `valid`.
fn decode_broken(bytes: &[u8], valid: usize) -> Decoded<'_> {
    if let Some((at, len)) = forbidden(&bytes[..valid]) {
        let limit = piece_start(bytes, at);
        return faulty(valid_prefix(bytes, limit), DecodeFault { message: CONTROL, at: (at, len) });
    }
    let (message, cut) = broken_at(&bytes[valid..]);
    // A sequence that the end of the text cuts is waited for, so it spoils no character before it.
    let limit = if cut { valid } else { piece_start(bytes, valid) };
    faulty(valid_prefix(bytes, limit), DecodeFault { message, at: (valid, 1) })
}

fn faulty(text: Cow<'_, str>, fault: DecodeFault) -> Decoded<'_> {
    let pieces = pieces(text.as_bytes());
    Decoded { text, fault: Some(fault), pieces }
}

/// The ends of the pieces of a text that holds U+FEFF behind its encoding mark.
fn pieces_if_marked(text: &str) -> Vec<usize> {
    let body = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if memchr::memmem::find(body.as_bytes(), b"\xEF\xBB\xBF").is_some() { pieces(text.as_bytes()) } else { Vec::new() }
}

fn pieces(bytes: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        at = piece_end(bytes, at);
        ends.push(at);
    }
    ends
}

fn valid_prefix(bytes: &[u8], limit: usize) -> Cow<'_, str> {
    match std::str::from_utf8(&bytes[..limit]) {
        Ok(text) => Cow::Borrowed(text),
        Err(error) => String::from_utf8_lossy(&bytes[..error.valid_up_to()]),
    }
}

/// What is wrong with the character at the start of `bytes`, and whether the text only ends too early.
fn broken_at(bytes: &[u8]) -> (&'static str, bool) {
    let lead = bytes[0];
    let width = width(lead);
    if width == 1 {
        return ("invalid leading UTF-8 octet", false);
    }
    if bytes.len() < width {
        return ("incomplete UTF-8 octet sequence", true);
    }
    let mut value = u32::from(lead) & (0x7F >> width);
    for &byte in &bytes[1..width] {
        if byte & 0xC0 != 0x80 {
            return ("invalid trailing UTF-8 octet", false);
        }
        value = value << 6 | u32::from(byte & 0x3F);
    }
    let least = [0, 0, 0x80, 0x800, 0x1_0000][width];
    if value < least { ("invalid length of a UTF-8 sequence", false) } else { ("invalid Unicode character", false) }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Decoded<'static> {
    let mut text = String::from('\u{FEFF}');
    // Length of `text` where the current piece began, and the offset of that piece.
    let (mut piece_text, mut piece) = (0, 0);
    let mut pieces = Vec::new();
    let mut at = 2;
    let fault = loop {
        let need = utf16_width(bytes, at, unit);
        if at + need > piece + PIECE {
            pieces.push(text.len());
            (piece_text, piece) = (text.len(), at);
        }
        match utf16_char(bytes, at, unit) {
            Ok(None) => break None,
            Ok(Some((char, len))) => {
                text.push(char);
                at += len;
            }
            Err((message, cut)) => {
                text.truncate(if cut { text.len() } else { piece_text });
                break Some(DecodeFault { message, at: (at, need.min(bytes.len() - at)) });
            }
        }
    };
    pieces.push(text.len());
    Decoded { text: Cow::Owned(text), fault, pieces }
}

fn utf16_width(bytes: &[u8], at: usize, unit: fn([u8; 2]) -> u16) -> usize {
    match bytes.get(at..at + 2) {
        Some(&[a, b]) if unit([a, b]) & 0xFC00 == 0xD800 => 4,
        _ => 2,
    }
}

type Utf16Fault = (&'static str, bool);

fn utf16_char(bytes: &[u8], at: usize, unit: fn([u8; 2]) -> u16) -> Result<Option<(char, usize)>, Utf16Fault> {
    let first = match bytes.get(at..) {
        None | Some([]) => return Ok(None),
        Some([_]) => return Err(("incomplete UTF-16 character", true)),
        Some([a, b, ..]) => unit([*a, *b]),
    };
    let (value, len) = match first & 0xFC00 {
        0xDC00 => return Err(("unexpected low surrogate area", false)),
        0xD800 => match bytes.get(at + 2..at + 4) {
            Some(&[a, b]) => match unit([a, b]) {
                low if low & 0xFC00 == 0xDC00 => (0x1_0000 + ((u32::from(first) & 0x3FF) << 10) + (u32::from(low) & 0x3FF), 4),
                _ => return Err(("expected low surrogate area", false)),
            },
            _ => return Err(("incomplete UTF-16 surrogate pair", true)),
        },
        _ => (u32::from(first), 2),
    };
    match char::from_u32(value) {
        Some(char) if is_allowed(char) => Ok(Some((char, len))),
        _ => Err((CONTROL, false)),
    }
}

fn is_allowed(char: char) -> bool {
    match char {
        '\t' | '\n' | '\r' | '\u{85}' => true,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}' => false,
        _ => true,
    }
}

/// What the scanner has to know of a byte.
pub(super) mod class {
    /// The byte can be passed over in a plain scalar.
    pub const TEXT: u8 = 0;
    /// Space or tab.
    pub const BLANK: u8 = 1;
    /// LF or CR.
    pub const BREAK: u8 = 2;
    /// First byte of a character that may be a break (U+0085, U+2028, U+2029).
    pub const MAYBE_BREAK: u8 = 3;
    /// `:`
    pub const COLON: u8 = 4;
    /// `,`, `?` and the brackets: they end a plain scalar in flow context.
    pub const FLOW: u8 = 5;

    /// The class of each byte.
    pub const OF: [u8; 256] = {
        let mut table = [TEXT; 256];
        table[b' ' as usize] = BLANK;
        table[b'\t' as usize] = BLANK;
        table[b'\n' as usize] = BREAK;
        table[b'\r' as usize] = BREAK;
        table[0xC2] = MAYBE_BREAK;
        table[0xE2] = MAYBE_BREAK;
        table[b':' as usize] = COLON;
        table[b',' as usize] = FLOW;
        table[b'?' as usize] = FLOW;
        table[b'[' as usize] = FLOW;
        table[b']' as usize] = FLOW;
        table[b'{' as usize] = FLOW;
        table[b'}' as usize] = FLOW;
        table
    };
}

/// Length in bytes of the line break at `at`, 0 when there is none. CR LF is one break.
pub(super) fn break_len(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b'\n') => 1,
        Some(b'\r') => 1 + usize::from(bytes.get(at + 1) == Some(&b'\n')),
        Some(0xC2) => 2 * usize::from(bytes.get(at + 1) == Some(&0x85)),
        Some(0xE2) => 3 * usize::from(bytes.get(at + 1) == Some(&0x80) && matches!(bytes.get(at + 2), Some(0xA8 | 0xA9))),
        _ => 0,
    }
}

/// Whether a blank, a break or the end of the text is at `at`.
pub(super) fn is_blank_break_or_end(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        None | Some(b' ' | b'\t' | b'\n' | b'\r') => true,
        Some(0xC2 | 0xE2) => break_len(bytes, at) > 0,
        _ => false,
    }
}

/// Offset of the first break at or behind `at`, or the end of the text.
pub(super) fn line_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match class::OF[usize::from(byte)] {
            class::BREAK => break,
            class::MAYBE_BREAK if break_len(bytes, at) > 0 => break,
            _ => at += 1,
        }
    }
    at
}

/// The same for text of which all characters are ASCII.
pub(super) fn line_end_in_ascii(bytes: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

/// Number of characters in bytes of valid UTF-8.
pub(super) fn count_chars(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// Whether the byte can stand in the name of an anchor, a tag handle or a directive.
pub(super) const fn is_name(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'-')
}
