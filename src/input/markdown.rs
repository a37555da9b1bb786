//! YAML in the fenced blocks of Markdown pages.

/// Whether a file of this name is a page.
pub fn is_page(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| ["md", "markdown", "mdx"].contains(&extension.as_str()))
}

/// A fenced block of YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The page up to the end of the block with everything before it blanked, so that places in it are places in the page.
    pub text: String,
    /// Something is left out, which an ellipsis stands for; it is blanked, too.
    pub has_ellipsis: bool,
}

/// The fenced blocks of YAML in a page for whose content `is_wanted` holds. Blocks that are not closed go to the end of the page.
pub fn blocks(page: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<(Fence<'_>, usize)> = None;
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        let start = at;
        at += line.len();
        match open {
            None => open = Fence::opening(line).map(|fence| (fence, at)),
            Some((fence, from)) if fence.is_closed_by(line) => {
                found.extend((fence.is_yaml && is_wanted(&page[from..start])).then(|| block(page, from, start)));
                open = None;
            }
            Some(_) => {}
        }
    }
    if let Some((fence, from)) = open {
        found.extend((fence.is_yaml && is_wanted(&page[from..])).then(|| block(page, from, page.len())));
    }
    found
}

/// What opens a block: three or more backticks or tildes, and the language.
#[derive(Debug, Clone, Copy)]
struct Fence<'p> {
    marks: &'p str,
    is_yaml: bool,
}

impl<'p> Fence<'p> {
    fn opening(line: &'p str) -> Option<Self> {
        let line = line.trim();
        let mark = line.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
        let info = line.trim_start_matches(mark);
        let marks = &line[..line.len() - info.len()];
        if marks.len() < 3 || (mark == '`' && info.contains('`')) {
            return None;
        }
        let language = info.trim_start().split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        Some(Self { marks, is_yaml: ["yaml", "yml"].iter().any(|known| language.eq_ignore_ascii_case(known)) })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim();
        line.len() >= self.marks.len() && line.starts_with(self.marks) && line.chars().all(|c| self.marks.starts_with(c))
    }
}

fn block(page: &str, from: usize, to: usize) -> Block {
    let mut text = blank(&page[..from]);
    let mut has_ellipsis = false;
    for line in page[from..to].split_inclusive('\n') {
        let written = line.trim();
        if let Some(kept) = before_ellipsis(line) {
            has_ellipsis = true;
            text.push_str(kept);
            text.push_str(&blank(&line[kept.len()..]));
        } else if written == "---" {
            // A block in a list is indented, its separators with it.
            text.push_str(written);
            text.push_str(&blank(&line[written.len()..]));
        } else {
            text.push_str(line);
        }
    }
    Block { text, has_ellipsis }
}

/// What stands on a line before an ellipsis: in place of a line, of a list item or of a value. None when there is none.
fn before_ellipsis(line: &str) -> Option<&str> {
    let written = line.trim_end();
    let bare = ["...", "…", "[...]", "{...}", "[…]", "{…}"].iter().find_map(|word| written.strip_suffix(word));
    if let Some(before) = bare {
        // A comment that is nothing but an ellipsis stands for what is left out, as the ellipsis itself does.
        let before = before.trim_end().strip_suffix('#').unwrap_or(before);
        let trimmed = before.trim();
        let is_comment = trimmed.starts_with('#');
        return match trimmed {
            "" => Some(before),
            "-" => Some(&before[..before.len() - before.trim_start().len()]),
            _ if is_comment => Some(&before[..before.find('#')?]),
            _ if trimmed.ends_with(':') => Some(before),
            _ => None,
        };
    }
    let comment = written.trim_start().strip_prefix('#')?.trim_start();
    let begins = comment.starts_with("...") || comment.starts_with('…');
    begins.then(|| &line[..line.len() - line.trim_start().len()])
}

/// As many bytes, with the line breaks where they were.
fn blank(text: &str) -> String {
    text.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(page: &str) -> Vec<(String, bool)> {
        let all = blocks(page, |_| true);
        for block in &all {
            assert!(page.len() >= block.text.len());
            assert_eq!(block.text.lines().count(), page[..block.text.len()].lines().count());
        }
        all.into_iter().map(|block| (block.text.trim().to_owned(), block.has_ellipsis)).collect()
    }

    #[test]
    fn blocks_are_found() {
        let page = "# Ü\n```yaml\na: 1\n```\ntext\n~~~~ YML title=\"x\"\nb: 1\n~~~\nc: 1\n~~~~\n```sh\nd: 1\n```\n1. item\n   ```yaml\n   e: 1\n   ---\n   f: 1\n   ```\n";
        let expected = ["a: 1", "b: 1\n~~~\nc: 1", "e: 1\n---   \n   f: 1"];
        assert_eq!(found(page), expected.map(|text| (text.to_owned(), false)));
        assert_eq!(found("```yaml\nopen: 1"), [("open: 1".to_owned(), false)]);
        assert!(found("inline ```yaml``` code").is_empty());
    }

    #[test]
    fn places_are_those_of_the_page() {
        let page = "é\n```yaml\nkey: 1\n```\n";
        let all = blocks(page, |_| true);
        assert_eq!(all[0].text.find("key"), page.find("key"));
    }

    #[test]
    fn ellipses_are_blanked() {
        let page = "```yaml\na: 1\n...\nb:\n  - ...\nc: ...\nd: # ...\n# ... and so on\ne: \"...\"\nf: [1]\n```\n";
        assert!(found(page)[0].1);
        let text = &found(page)[0].0;
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        assert_eq!(lines, ["a: 1", "", "b:", "", "c:", "d:", "", "e: \"...\"", "f: [1]"]);
    }
}
