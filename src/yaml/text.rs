//! The text of a file: its bytes decoded as kubectl decodes them, and where its lines are.

use std::sync::OnceLock;

use super::lines::{Folded, Lines};
use super::tree::Span;

/// The decoded text of a file.
///
/// All spans of the product are byte ranges of [`Text::as_str`]. For a UTF-8 file without byte order mark these are the offsets in the
/// file, else see [`Text::file_offset`].
#[derive(Debug)]
pub struct Text {
    /// The text and, if its last line has no line break, one line feed more, so that a document can be borrowed to its end.
    content: String,
    /// Length of the text without that line feed.
    length: u32,
    encoding: Encoding,
    replaced: Vec<Replaced>,
    folded: OnceLock<Option<Folded>>,
    index: OnceLock<LineIndex>,
}

/// How the bytes of a file were decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8; what is not UTF-8 has become U+FFFD.
    Utf8,
    /// UTF-8 behind a byte order mark, which is dropped. kubectl repairs nothing here: its reader refuses what is not UTF-8.
    Utf8Mark,
    /// UTF-16, the less significant byte first, behind a byte order mark.
    Utf16Le,
    /// UTF-16, the more significant byte first, behind a byte order mark.
    Utf16Be,
}

/// A U+FFFD that stands for bytes that are no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replaced {
    /// Where it stands.
    pub span: Span,
    /// How many bytes of the file stand before it, the byte order mark not counted.
    byte_offset: u32,
    bytes: [u8; 3],
    count: u8,
}

impl Replaced {
    /// Appends U+FFFD to `content` in place of `bytes`, which are three at most.
    fn push(content: &mut String, byte_offset: usize, bytes: &[u8]) -> Self {
        // A text too long for a span is refused by the caller.
        let start = content.len() as u32;
        content.push(char::REPLACEMENT_CHARACTER);
        let mut replaced =
            Self { span: Span::new(start, start.wrapping_add(3)), byte_offset: byte_offset as u32, bytes: [0; 3], count: 0 };
        for (to, from) in replaced.bytes.iter_mut().zip(bytes) {
            *to = *from;
            replaced.count += 1;
        }
        replaced
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.count)]
    }
}

/// A file of 4 GiB or more, in which no span can be expressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the file is larger than 4 GiB")]
pub struct TooLarge;

/// A place as a person counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The line, from 1. Lines end at LF, CR LF and CR.
    pub line: u32,
    /// The column, from 1, in code points.
    pub column: u32,
}

/// The lines around a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Excerpt<'t> {
    /// The number of the first line, from 1.
    pub first_line: u32,
    /// Where the lines are, without the last line break.
    pub span: Span,
    /// The lines.
    pub text: &'t str,
}

impl Text {
    /// Decodes the bytes of a file: a byte order mark chooses UTF-8 or UTF-16 and is dropped.
    ///
    /// # Errors
    /// [`TooLarge`] when the text does not fit offsets of 32 bits.
    pub fn new(bytes: Vec<u8>) -> Result<Self, TooLarge> {
        let decoded = match bytes.as_slice() {
            [0xef, 0xbb, 0xbf, rest @ ..] => decode_utf8(rest.to_vec(), Encoding::Utf8Mark),
            [0xff, 0xfe, rest @ ..] => decode_utf16(rest, Encoding::Utf16Le),
            [0xfe, 0xff, rest @ ..] => decode_utf16(rest, Encoding::Utf16Be),
            _ => decode_utf8(bytes, Encoding::Utf8),
        };
        let (mut content, replaced, encoding) = decoded;
        // One byte less than `u32` holds, for the line feed.
        let length = u32::try_from(content.len()).ok().filter(|&length| length < u32::MAX).ok_or(TooLarge)?;
        if !content.is_empty() && !content.ends_with('\n') {
            content.push('\n');
        }
        Ok(Self { content, length, encoding, replaced, folded: OnceLock::new(), index: OnceLock::new() })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.content[..self.length as usize]
    }

    /// Length of the text in bytes.
    pub fn len(&self) -> u32 {
        self.length
    }

    /// Whether there is no text at all.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// How the bytes were decoded.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The places at which bytes that are no text were replaced by U+FFFD, in order.
    pub fn replaced(&self) -> &[Replaced] {
        &self.replaced
    }

    /// The offset in the file of the byte at `offset` of the text. None for UTF-16, whose characters have other lengths.
    pub fn file_offset(&self, offset: u32) -> Option<u64> {
        match self.encoding {
            Encoding::Utf8 => Some(self.byte_offset(offset).into()),
            Encoding::Utf8Mark => Some(u64::from(self.byte_offset(offset)) + 3),
            Encoding::Utf16Le | Encoding::Utf16Be => None,
        }
    }

    /// The offset of the byte at `offset` among the bytes before they were repaired, a byte order mark not counted. Only for UTF-8.
    pub(super) fn byte_offset(&self, offset: u32) -> u32 {
        let before = self.replaced.partition_point(|replaced| replaced.span.start < offset);
        match self.replaced[..before].last() {
            None => offset,
            Some(last) => last.byte_offset + u32::from(last.count) + offset.saturating_sub(last.span.end),
        }
    }

    /// The text at `span`. An offset beyond the end or within a character is moved back to the next place where a character begins.
    pub fn slice(&self, span: Span) -> &str {
        let end = self.floor_boundary(span.end);
        &self.content[self.floor_boundary(span.start).min(end)..end]
    }

    fn floor_boundary(&self, offset: u32) -> usize {
        let offset = offset.min(self.length) as usize;
        (0..=offset).rev().find(|&at| self.content.is_char_boundary(at)).unwrap_or(0)
    }

    /// Line and column of `offset`; of the end of the text when it lies beyond.
    ///
    /// Takes logarithmic time, after the first call has looked through the text; in a short text it looks at what is before the place.
    pub fn location(&self, offset: u32) -> Location {
        let offset = offset.min(self.length);
        if self.length <= SHORT
            && let Some(location) = location_in(&self.as_str().as_bytes()[..offset as usize])
        {
            return location;
        }
        let index = self.index();
        let line = index.line_at(offset);
        let start = index.starts[line];
        let column = index.count_chars(self.as_str(), offset) - index.count_chars(self.as_str(), start);
        Location { line: line as u32 + 1, column: column + 1 }
    }

    /// Number of lines. A line break at the end of the text opens one more, empty line.
    pub fn line_count(&self) -> u32 {
        self.index().starts.len() as u32
    }

    /// Where line `line` (from 1) is, without its line break; the end of the text for a line that does not exist.
    pub fn line_span(&self, line: u32) -> Span {
        let starts = &self.index().starts;
        let index = (line as usize).wrapping_sub(1);
        let Some(&start) = starts.get(index) else { return Span::new(self.length, self.length) };
        let end = starts.get(index + 1).copied().unwrap_or(self.length);
        let text = &self.as_str()[start as usize..end as usize];
        let text = text.strip_suffix('\n').unwrap_or(text);
        Span::new(start, start + text.strip_suffix('\r').unwrap_or(text).len() as u32)
    }

    /// The lines that `span` touches, and up to `context` lines before and after them.
    pub fn excerpt(&self, span: Span, context: u32) -> Excerpt<'_> {
        let first_line = self.location(span.start).line.saturating_sub(context).max(1);
        let last_line = self.location(span.end).line.saturating_add(context).min(self.line_count());
        let span = Span::new(self.line_span(first_line).start, self.line_span(last_line).end);
        Excerpt { first_line, span, text: self.slice(span) }
    }

    /// The text as kubectl cuts it into YAML documents.
    pub(super) fn lines(&self) -> Lines<'_> {
        let folded = self.folded.get_or_init(|| Folded::new(&self.content, self.length as usize));
        Lines::new(&self.content, self.length as usize, folded.as_ref())
    }

    fn index(&self) -> &LineIndex {
        self.index.get_or_init(|| LineIndex::new(self.as_str()))
    }
}

/// Length of a text in which a place is found faster than lines can be noted, in bytes.
const SHORT: u32 = 16 * 1024;

/// The place behind `before`, if lines end at LF only there.
fn location_in(before: &[u8]) -> Option<Location> {
    if memchr::memchr(b'\r', before).is_some() {
        return None;
    }
    let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let line = memchr::memchr_iter(b'\n', before).count() as u32 + 1;
    Some(Location { line, column: count_starts(&before[start..]) + 1 })
}

fn decode_utf8(bytes: Vec<u8>, encoding: Encoding) -> (String, Vec<Replaced>, Encoding) {
    let bytes = match String::from_utf8(bytes) {
        Ok(content) => return (content, Vec::new(), encoding),
        Err(error) => error.into_bytes(),
    };
    let mut content = String::with_capacity(bytes.len() + 16);
    let mut replaced = Vec::new();
    let mut read = 0;
    for chunk in bytes.utf8_chunks() {
        content.push_str(chunk.valid());
        read += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            replaced.push(Replaced::push(&mut content, read, chunk.invalid()));
            read += chunk.invalid().len();
        }
    }
    (content, replaced, encoding)
}

fn decode_utf16(bytes: &[u8], encoding: Encoding) -> (String, Vec<Replaced>, Encoding) {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let big = encoding == Encoding::Utf16Be;
    let from_bytes = |pair| if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
    let to_bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    let mut content = String::with_capacity(bytes.len() / 2);
    let mut replaced = Vec::new();
    let mut read = 0;
    for character in char::decode_utf16(pairs.iter().map(|&pair| from_bytes(pair))) {
        match character {
            Ok(character) => {
                content.push(character);
                read += 2 * character.len_utf16();
            }
            Err(error) => {
                replaced.push(Replaced::push(&mut content, read, &to_bytes(error.unpaired_surrogate())));
                read += 2;
            }
        }
    }
    if !odd.is_empty() {
        replaced.push(Replaced::push(&mut content, read, odd));
    }
    (content, replaced, encoding)
}

/// Where lines begin, and how many characters lie before certain places.
#[derive(Debug)]
struct LineIndex {
    /// The offset of the first byte of each line.
    starts: Vec<u32>,
    /// The number of characters before each multiple of [`STRIDE`]; empty when all characters are ASCII.
    chars: Vec<u32>,
}

/// Bytes between two counts of characters.
const STRIDE: usize = 512;

impl LineIndex {
    fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        if bytes.contains(&b'\r') {
            let ends_line = |at: usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
            starts.extend((0..bytes.len()).filter(|&at| ends_line(at)).map(|at| at as u32 + 1));
        } else {
            starts.extend(memchr::memchr_iter(b'\n', bytes).map(|at| at as u32 + 1));
        }
        let mut chars = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for block in bytes.chunks(STRIDE) {
                chars.push(count);
                count += count_starts(block);
            }
            chars.push(count);
        }
        Self { starts, chars }
    }

    /// The line, from 0, in which `offset` lies.
    fn line_at(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// Number of characters that begin before `offset`.
    fn count_chars(&self, text: &str, offset: u32) -> u32 {
        let offset = offset as usize;
        match self.chars.get(offset / STRIDE) {
            Some(before) => before + count_starts(&text.as_bytes()[offset / STRIDE * STRIDE..offset]),
            None => offset as u32,
        }
    }
}

/// Number of bytes that begin a character.
fn count_starts(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Text {
        Text::new(bytes.to_vec()).unwrap()
    }

    fn utf16(content: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        content.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn marks_choose_the_encoding_and_are_dropped() {
        let cases = [
            (b"a: \xc3\xa9".to_vec(), Encoding::Utf8, Some(3)),
            (b"\xef\xbb\xbfa: \xc3\xa9".to_vec(), Encoding::Utf8Mark, Some(6)),
            (utf16("\u{feff}a: é", u16::to_le_bytes), Encoding::Utf16Le, None),
            (utf16("\u{feff}a: é", u16::to_be_bytes), Encoding::Utf16Be, None),
        ];
        for (bytes, encoding, offset) in cases {
            let text = text(&bytes);
            assert_eq!((text.as_str(), text.encoding(), text.file_offset(3)), ("a: é", encoding, offset));
            assert_eq!(text.replaced(), []);
        }
    }

    #[test]
    fn a_second_mark_stays() {
        assert_eq!(text(b"\xef\xbb\xbf\xef\xbb\xbfa").as_str(), "\u{feff}a");
    }

    #[test]
    fn bytes_that_are_no_text_become_replacement_characters() {
        for bytes in [&b"a\xffb"[..], b"\xe2\x82", b"\xf0\x9f\x98x", b"\xed\xa0\x80", b"\xc0\xaf\xe2\x82\xe2\x82\xac"] {
            let text = text(bytes);
            assert_eq!(text.as_str(), String::from_utf8_lossy(bytes));
            let marks = text.as_str().match_indices('\u{fffd}');
            let spans: Vec<_> = marks.map(|(at, _)| Span::new(at as u32, at as u32 + 3)).collect();
            assert_eq!(text.replaced().iter().map(|replaced| replaced.span).collect::<Vec<_>>(), spans);
        }
        let cut = text(b"a\xffb");
        assert_eq!((cut.file_offset(1), cut.file_offset(4)), (Some(1), Some(2)));
    }

    #[test]
    fn the_bytes_that_were_replaced_are_kept() {
        let kept = |bytes: &[u8]| text(bytes).replaced().iter().map(|replaced| replaced.bytes().to_vec()).collect::<Vec<_>>();
        assert_eq!(kept(b"\xef\xbb\xbfa\xffb\xe2\x82c\xf0\x9f\x98"), [&b"\xff"[..], b"\xe2\x82", b"\xf0\x9f\x98"]);
        assert_eq!(kept(b"\xfe\xff\xdc\x01\0"), [&b"\xdc\x01"[..], b"\0"]);
        let text = text(b"\xef\xbb\xbfa\xffb\xe2\x82c");
        let offsets = ["a", "b", "c"].map(|letter| text.file_offset(text.as_str().find(letter).unwrap() as u32));
        assert_eq!(offsets, [Some(3), Some(5), Some(8)]);
    }

    #[test]
    fn broken_utf16_is_replaced() {
        assert_eq!(text(b"\xff\xfea\0\x00\xd8b\0c").as_str(), "a\u{fffd}b\u{fffd}");
        assert_eq!(text(b"\xfe\xff\xdc\x00\xd8\x3d\xde\x00").as_str(), "\u{fffd}😀");
    }

    #[test]
    fn locations_count_lines_and_characters() {
        let text = text("é1\r\nzwei\rdrei\n\n😀 x".as_bytes());
        let at = |needle: &str| {
            let Location { line, column } = text.location(text.as_str().find(needle).unwrap() as u32);
            (line, column)
        };
        assert_eq!([at("1"), at("zwei"), at("ei"), at("rei"), at("x")], [(1, 2), (2, 1), (2, 3), (3, 2), (5, 3)]);
        assert_eq!(text.location(text.len()), Location { line: 5, column: 4 });
        assert_eq!(text.location(u32::MAX), text.location(text.len()));
        assert_eq!(text.line_count(), 5);
        let lines: Vec<_> = (0..=6).map(|line| text.slice(text.line_span(line))).collect();
        assert_eq!(lines, ["", "é1", "zwei", "drei", "", "😀 x", ""]);
    }

    #[test]
    fn an_empty_text_has_one_line() {
        let text = text(b"");
        assert_eq!((text.location(0), text.line_count(), text.is_empty()), (Location { line: 1, column: 1 }, 1, true));
        assert_eq!(text.excerpt(Span::new(0, 0), 2), Excerpt { first_line: 1, span: Span::new(0, 0), text: "" });
    }

    #[test]
    fn an_excerpt_has_whole_lines() {
        let text = text(b"one\ntwo\nthree\nfour\nfive\n");
        let span = Span::new(9, 12);
        assert_eq!(text.excerpt(span, 0), Excerpt { first_line: 3, span: Span::new(8, 13), text: "three" });
        assert_eq!(text.excerpt(span, 1).text, "two\nthree\nfour");
        assert_eq!(
            text.excerpt(span, 9),
            Excerpt { first_line: 1, span: Span::new(0, 24), text: "one\ntwo\nthree\nfour\nfive\n" }
        );
    }

    #[test]
    fn a_slice_never_cuts_a_character() {
        let text = text("aéb".as_bytes());
        assert_eq!(text.slice(Span::new(0, 2)), "a");
        assert_eq!(text.slice(Span::new(2, 9)), "éb");
        assert_eq!(text.slice(Span::new(9, 2)), "");
    }
}
