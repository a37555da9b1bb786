//! Changing a text: replacements of spans, every other byte of the file left as it is.

use super::{Encoding, Text, tree::Span};

impl Text {
    /// The bytes of the file with spans replaced, in the order of the text and not overlapping: in its encoding, with its byte order mark
    /// and with what could not be decoded. Line feeds in replacements become the line breaks of the file.
    pub fn edited<'e>(&self, edits: impl IntoIterator<Item = (Span, &'e str)>) -> Vec<u8> {
        let break_before = |at: usize| self.as_str()[..at].ends_with('\r');
        let crlf = self.as_str().find('\n').is_some_and(break_before);
        let mut out = Out { encoding: self.encoding(), bytes: Vec::with_capacity(self.len() as usize + 64) };
        out.bytes.extend_from_slice(match self.encoding() {
            Encoding::Utf8 => &[],
            Encoding::Utf8Mark => &[0xef, 0xbb, 0xbf],
            Encoding::Utf16Le => &[0xff, 0xfe],
            Encoding::Utf16Be => &[0xfe, 0xff],
        });
        let mut at = 0;
        for (span, text) in edits {
            self.copy(Span::new(at, span.start), &mut out);
            if crlf {
                out.push(&text.replace('\n', "\r\n"))
            } else {
                out.push(text)
            }
            at = span.end;
        }
        self.copy(Span::new(at, self.len()), &mut out);
        out.bytes
    }

    /// Copies a part, with the bytes that U+FFFD stands for.
    fn copy(&self, span: Span, out: &mut Out) {
        let mut at = span.start;
        let first = self.replaced().partition_point(|replaced| replaced.span.start < span.start);
        for replaced in self.replaced()[first..].iter().take_while(|replaced| replaced.span.end <= span.end) {
            out.push(self.slice(Span::new(at, replaced.span.start)));
            out.bytes.extend_from_slice(replaced.bytes());
            at = replaced.span.end;
        }
        out.push(self.slice(Span::new(at, span.end)));
    }
}

struct Out {
    encoding: Encoding,
    bytes: Vec<u8>,
}

impl Out {
    fn push(&mut self, text: &str) {
        match self.encoding {
            Encoding::Utf8 | Encoding::Utf8Mark => self.bytes.extend_from_slice(text.as_bytes()),
            Encoding::Utf16Le => self.bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
            Encoding::Utf16Be => self.bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(bytes: &[u8], edits: &[(Span, &str)]) -> Vec<u8> {
        Text::new(bytes.to_vec()).unwrap().edited(edits.iter().copied())
    }

    #[test]
    fn no_edit_changes_no_byte() {
        let files: &[&[u8]] = &[
            b"",
            b"a: 1",
            b"a: \xff\xfe1\n\xc3",
            b"\xef\xbb\xbfa: \xc3\xa9\r\n",
            b"\xff\xfea\x00:\x00\n\x00\x00\xd8b\x00x",
            b"\xfe\xff\x00a\x00:\xd8\x3d\xde\x00",
        ];
        for file in files {
            assert_eq!(edited(file, &[]), *file, "{file:?}");
        }
    }

    #[test]
    fn replacements_take_the_encoding_and_the_line_breaks_of_the_file() {
        let span = Span::new(3, 4);
        assert_eq!(edited(b"a: 1\r\nb: \xff\r\n", &[(span, "\n  x")]), b"a: \r\n  x\r\nb: \xff\r\n");
        assert_eq!(edited(b"\xef\xbb\xbfa: 1\n", &[(span, "2\n")]), b"\xef\xbb\xbfa: 2\n\n");
        assert_eq!(edited(b"\xff\xfea\x00:\x00 \x001\x00", &[(span, "z")]), b"\xff\xfea\x00:\x00 \x00z\x00");
    }

    #[test]
    fn several_edits_keep_what_is_between() {
        let edits = [(Span::new(0, 1), "x"), (Span::new(2, 2), "!"), (Span::new(3, 5), "")];
        assert_eq!(edited(b"abcdef", &edits), b"xb!cf");
    }
}
