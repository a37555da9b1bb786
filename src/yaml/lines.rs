//! A text as lines with lone LF, and its cut into YAML documents.

use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

/// A text whose line breaks are lone LF, and the way back to the text of the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines<'t> {
    /// The text. It ends with LF unless it is empty.
    pub text: &'t str,
    /// Length of the text without a LF that the file does not have.
    length: usize,
    /// Where in the text a LF stands that is a CR LF in the file.
    folds: &'t [u32],
}

impl<'t> Lines<'t> {
    /// `content` ends with LF or is empty; its first `length` bytes are the file's. `folded` is the same without CR LF.
    pub fn new(content: &'t str, length: usize, folded: Option<&'t Folded>) -> Self {
        match folded {
            Some(Folded { text, folds }) => Self { text, length: text.len() - (content.len() - length), folds },
            None => Self { text: content, length, folds: &[] },
        }
    }

    /// The offset in the text of the file of what stands at `offset` here. A place before the LF of a CR LF is before its CR.
    pub fn to_file(self, offset: u32) -> u32 {
        offset + self.folds.partition_point(|&at| at < offset) as u32
    }

    /// The offset here of what stands at `offset` in the text of the file.
    pub fn offset_of(self, offset: u32) -> u32 {
        // The n-th dropped CR stands n bytes further on in the file than its LF does here.
        offset - self.folds.iter().zip(0..).take_while(|&(at, nth)| at + nth < offset).count() as u32
    }

    /// Whether places here and in the file are the same.
    pub fn is_verbatim(self) -> bool {
        self.folds.is_empty()
    }

    /// The chunks from `offset` on, which is the start of a line or the end of a JSON value.
    pub fn chunks(self, offset: u32) -> Chunks<'t> {
        let start = offset as usize;
        let last_line = match self.length == self.text.len() {
            true => self.length..self.length,
            false => memrchr(b'\n', &self.text.as_bytes()[start..self.length]).map_or(start, |at| start + at + 1)..self.length,
        };
        let lost = is_lost(&self.text[last_line.clone()]).then_some(last_line);
        let end = lost.as_ref().map_or(self.text.len(), |line| line.start);
        Chunks { text: self.text, start, at: start, end, lost }
    }
}

/// A text whose CR LF have become LF.
#[derive(Debug)]
pub(super) struct Folded {
    text: String,
    folds: Vec<u32>,
}

impl Folded {
    /// Drops the CR of every CR LF among the first `length` bytes; `None` when there is none.
    pub fn new(content: &str, length: usize) -> Option<Self> {
        let mut breaks = memmem::find_iter(&content.as_bytes()[..length], b"\r\n").peekable();
        breaks.peek()?;
        let mut text = String::with_capacity(content.len());
        let mut folds = Vec::new();
        let mut copied = 0;
        for at in breaks {
            text.push_str(&content[copied..at]);
            folds.push(text.len() as u32);
            copied = at + 1;
        }
        text.push_str(&content[copied..]);
        Some(Self { text, folds })
    }
}

/// Size of the buffer through which kubectl reads lines.
const BUFFER: usize = 4096;

/// Whether kubectl drops the last line of a file, which has no line break: it takes the line in pieces of the size of its buffer, and
/// when the last piece is full it finds the end of the file instead of the end of the line.
fn is_lost(line: &str) -> bool {
    let mut rest = line.as_bytes();
    while rest.len() >= BUFFER {
        // A CR at the end of a piece is left to the next one; a LF might follow.
        rest = &rest[BUFFER - usize::from(rest[BUFFER - 1] == b'\r')..];
    }
    rest.is_empty() && !line.is_empty()
}

/// Cuts a text at lines that begin with `---`, as the stream reader of kubectl does.
#[derive(Debug)]
pub(super) struct Chunks<'t> {
    text: &'t str,
    /// Where the current chunk begins.
    start: usize,
    /// The next line to look at.
    at: usize,
    end: usize,
    lost: Option<Range<usize>>,
}

/// What the text is cut into.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// The lines of a document. A separator that stands before anything else is among them.
    Chunk(Range<usize>),
    /// A line that begins with `---` and goes on with something else than blanks or a comment.
    BadSeparator {
        /// The lines before it, which kubectl forgets.
        pending: Range<usize>,
        /// The line without its line break.
        line: Range<usize>,
        /// What follows the `---`, without white space around it.
        rest: &'t str,
    },
}

impl<'t> Chunks<'t> {
    /// The last line of the file, when kubectl loses it.
    pub fn lost_line(&self) -> Option<Range<usize>> {
        self.lost.clone()
    }

    /// The next line from here on that begins with `---`.
    fn next_separator(&self) -> Option<usize> {
        let rest = self.text.as_bytes().get(self.at..self.end)?;
        if rest.starts_with(b"---") {
            return Some(self.at);
        }
        memmem::find(rest, b"\n---").map(|at| self.at + at + 1)
    }

    /// Takes the chunk up to the next line, and begins another there.
    fn take(&mut self, next: usize) -> Range<usize> {
        let chunk = self.start..self.at;
        (self.start, self.at) = (next, next);
        chunk
    }
}

impl<'t> Iterator for Chunks<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        while let Some(start) = self.next_separator() {
            self.at = start;
            let length = memchr(b'\n', &self.text.as_bytes()[start..self.end]).unwrap_or(self.end - start);
            let line = start..start + length;
            let next = (line.end + 1).min(self.end);
            if let Some(rest) = self.text[line.clone()].strip_prefix("---") {
                let rest = rest.trim();
                if !rest.is_empty() && !rest.starts_with('#') {
                    return Some(Piece::BadSeparator { pending: self.take(next), line, rest });
                }
                if self.at > self.start {
                    return Some(Piece::Chunk(self.take(next)));
                }
            }
            self.at = next;
        }
        self.at = self.end;
        // A lost line is looked at for being a separator all the same.
        if let Some(line) = self.lost.take_if(|line| self.text[line.clone()].starts_with("---")) {
            let rest = self.text[line.clone()][3..].trim();
            if !rest.is_empty() && !rest.starts_with('#') {
                return Some(Piece::BadSeparator { pending: self.take(self.end), line, rest });
            }
        }
        (self.at > self.start).then(|| Piece::Chunk(self.take(self.end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chunks of `text`, or the rest of a bad separator in parentheses.
    fn cut(text: &str) -> Vec<String> {
        let content = if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") };
        let piece = |piece| match piece {
            Piece::Chunk(range) => content[range].to_owned(),
            Piece::BadSeparator { pending, line, rest } => {
                assert!(content[line].starts_with("---"));
                format!("{}({rest})", &content[pending])
            }
        };
        Lines::new(&content, text.len(), None).chunks(0).map(piece).collect()
    }

    #[test]
    fn separators_end_chunks() {
        assert_eq!(cut(""), [""; 0]);
        assert_eq!(cut("a"), ["a\n"]);
        assert_eq!(cut("a\n---\nb\n--- # c\nc"), ["a\n", "b\n", "c\n"]);
        assert_eq!(cut("a\n---#c\nb\n---\u{a0}\nc\n---\u{c}"), ["a\n", "b\n", "c\n"]);
        assert_eq!(cut("a\n ---\nb\n"), ["a\n ---\nb\n"]);
        assert_eq!(cut("\n---\na"), ["\n", "a\n"]);
    }

    #[test]
    fn a_separator_before_any_text_stays() {
        assert_eq!(cut("---\na\n---\n---\nb"), ["---\na\n", "---\nb\n"]);
        assert_eq!(cut("---\n---\n---"), ["---\n", "---\n"]);
        assert_eq!(cut("---#c\na"), ["---#c\na\n"]);
    }

    #[test]
    fn other_text_behind_the_dashes_is_a_fault() {
        assert_eq!(cut("a\n--- x y \nb\n"), ["a\n(x y)", "b\n"]);
        assert_eq!(cut("----\na"), ["(-)", "a\n"]);
        assert_eq!(cut("a\n---b: 2"), ["a\n(b: 2)"]);
        assert_eq!(cut("a\n---\rb: 2\n"), ["a\n(b: 2)"]);
    }

    #[test]
    fn a_last_line_of_full_buffers_is_lost() {
        let long = |length: usize| "x".repeat(length);
        let chunks = |text: &str| cut(text).concat().len();
        assert_eq!(chunks(&format!("a\n{}", long(4095))), 2 + 4096);
        assert_eq!(chunks(&format!("a\n{}", long(4096))), 2);
        assert_eq!(chunks(&format!("a\n{}\n", long(4096))), 2 + 4097);
        assert_eq!(chunks(&format!("a\n{}", long(4097))), 2 + 4098);
        assert_eq!(chunks(&long(8192)), 0);
        // The CR goes to the next piece, so that the last one is not full.
        assert_eq!(chunks(&format!("{}\r", long(4095))), 4097);
        assert_eq!(chunks(&format!("{}\r{}", long(4095), long(4095))), 0);
    }

    #[test]
    fn a_lost_separator_is_judged() {
        let dashes = |rest: &str| format!("---{rest:<4093}");
        assert_eq!(cut(&format!("a\n{}", dashes(""))), ["a\n"]);
        assert_eq!(cut(&dashes("#")), [""; 0]);
        assert_eq!(cut(&format!("a\n{}", dashes(" x"))), ["a\n(x)"]);
    }

    #[test]
    fn lines_are_folded_and_lead_back() {
        let content = "a\r\nb\rc\r\n\r\nd\r\n";
        let folded = Folded::new(content, content.len() - 1).unwrap();
        let lines = Lines::new(content, content.len() - 1, Some(&folded));
        assert_eq!(lines.text, "a\nb\rc\n\nd\r\n");
        for (here, there) in [(0, 0), (1, 1), (2, 3), (5, 6), (6, 8), (7, 10), (8, 11), (9, 12)] {
            assert_eq!(lines.to_file(here), there, "from {here}");
            assert_eq!(lines.offset_of(there), here, "from {there}");
        }
        assert!(Folded::new("a\nb\r\n", 4).is_none());
    }
}
