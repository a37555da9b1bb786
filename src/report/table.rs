//! Columns as kubectl aligns them, without lines; cells wrap where a row would be too long.

use super::field::wrap;
use comfy_table::{Cell, ColumnConstraint, ContentArrangement, Row, Table, Width, presets};

/// The columns of text where no terminal tells.
pub const WIDTH: usize = 80;

/// The blanks between two columns, and those where words would have to be broken otherwise.
const GAPS: [usize; 2] = [3, 2];

/// No column is made narrower: a table that needs more columns than fit stays too wide.
const NARROWEST: usize = 4;

/// Lays rows out in `width` columns, all of them behind `indent` blanks.
pub fn table(rows: &[Vec<String>], indent: usize, width: usize) -> String {
    table_rows(rows, indent, width).concat()
}

/// The same, a text for each row.
pub fn table_rows(rows: &[Vec<String>], indent: usize, width: usize) -> Vec<String> {
    let layout = Layout::new(rows, width.saturating_sub(indent));
    rows.iter().map(|row| layout.row(row, indent)).collect()
}

/// Lays rows out whose last cell is a sentence: in a column where no row gets longer than `width`, else below the other cells.
pub fn told(rows: &[Vec<String>], width: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| wide(cell)).max().unwrap_or(0);
    let whole = (0..columns).map(widest).sum::<usize>() + GAPS[0] * columns.saturating_sub(1);
    if whole <= width {
        return table(rows, 0, width);
    }
    let split = |row: &Vec<String>| row.split_last().map(|(last, others)| (others.to_vec(), last.clone())).unwrap_or_default();
    let (heads, texts): (Vec<Vec<String>>, Vec<String>) = rows.iter().map(split).unzip();
    let mut out = String::new();
    for (head, text) in table_rows(&heads, 0, width).into_iter().zip(texts) {
        out.push_str(&head);
        wrap(&text, 4, width, &mut out);
    }
    out
}

struct Layout {
    widths: Vec<usize>,
    gap: usize,
}

impl Layout {
    fn new(rows: &[Vec<String>], room: usize) -> Self {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let most = |length: &dyn Fn(&str) -> usize| -> Vec<usize> {
            let of = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| length(cell)).max();
            (0..columns).map(|column| of(column).unwrap_or(0).max(1)).collect()
        };
        let whole = most(&|cell| cell.lines().map(wide).max().unwrap_or(0));
        let words = most(&|cell| cell.split_whitespace().map(wide).max().unwrap_or(0));
        for gap in GAPS {
            let gaps = gap * columns.saturating_sub(1);
            if words.iter().sum::<usize>() + gaps <= room {
                return Self { widths: narrowed(whole.clone(), &words, room - gaps), gap };
            }
        }
        let gap = GAPS[1];
        let room = room.saturating_sub(gap * columns.saturating_sub(1));
        let least: Vec<usize> = words.iter().map(|word| (*word).min(NARROWEST)).collect();
        Self { widths: narrowed(halved(words, &whole, room), &least, room), gap }
    }

    fn row(&self, row: &[String], indent: usize) -> String {
        let row = row.iter().zip(&self.widths).map(|(cell, width)| parted(cell, *width));
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        table.add_row(Row::from(row.map(Cell::new).collect::<Vec<_>>()));
        for (index, (column, width)) in table.column_iter_mut().zip(&self.widths).enumerate() {
            let left = if index > 0 { self.gap } else { indent };
            let width = u16::try_from(width + left).unwrap_or(u16::MAX);
            column
                .set_padding((u16::try_from(left).unwrap_or(0), 0))
                .set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
        }
        table.trim_fmt() + "\n"
    }
}

/// The cell with blanks in words that are too wide, behind the last dot, slash, dash or comma of each part.
fn parted(cell: &str, width: usize) -> String {
    cell.split('\n').map(|line| parted_line(line, width)).collect::<Vec<_>>().join("\n")
}

fn parted_line(line: &str, width: usize) -> String {
    let is_joint = |c: char| ".,/-".contains(c);
    let mut parts = Vec::new();
    for word in line.split(' ') {
        let mut rest = word;
        while wide(rest) > width {
            let end = rest.char_indices().nth(width).map_or(rest.len(), |(end, _)| end);
            // Without a joint it is broken where the line ends.
            let Some(joint) = rest[..end].rfind(is_joint).filter(|at| *at > 0) else { break };
            parts.push(&rest[..=joint]);
            rest = &rest[joint + 1..];
        }
        parts.push(rest);
    }
    parts.join(" ")
}

fn wide(text: &str) -> usize {
    text.chars().count()
}

/// Breaks words in as few columns as will do: those of texts twice, then names, which stand alone in a cell, once.
fn halved(mut widths: Vec<usize>, whole: &[usize], room: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..widths.len()).collect();
    order.sort_by_key(|column| (widths[*column] == whole[*column], std::cmp::Reverse((widths[*column], *column))));
    for column in order {
        let over = widths.iter().sum::<usize>().saturating_sub(room);
        let parts = if widths[column] < whole[column] { 3 } else { 2 };
        let least = widths[column].div_ceil(parts).max(NARROWEST).min(widths[column]);
        widths[column] = widths[column].saturating_sub(over).max(least);
    }
    widths
}

/// Takes from the widest column that may be narrower, until the sum fits.
fn narrowed(mut widths: Vec<usize>, least: &[usize], room: usize) -> Vec<usize> {
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter_mut().zip(least).filter(|(width, least)| **width > **least).max_by_key(|(width, _)| **width);
        match widest {
            Some((width, _)) => *width -= 1,
            None => break,
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    }

    #[test]
    fn what_fits_stays_on_one_line() {
        let rows = rows(&[&["NAME", "WHY"], &["a", "it is so"], &["longer", ""]]);
        assert_eq!(table(&rows, 2, 80), "  NAME     WHY\n  a        it is so\n  longer\n");
    }

    #[test]
    fn the_widest_cells_wrap_between_words() {
        let rows = rows(&[&["NAME", "WHY"], &["support-2-1-0", "there is no version of this pack"], &["b", "-"]]);
        let expected = "\
NAME            WHY
support-2-1-0   there is no
                version of this
                pack
b               -
";
        assert_eq!(table(&rows, 0, 32), expected);
        assert_eq!(table_rows(&rows, 0, 32)[2], "b               -\n");
    }

    #[test]
    fn words_are_broken_where_nothing_else_helps() {
        let names = rows(&[&["abcdefghij", "klm"]]);
        assert_eq!(table(&names, 0, 11), "abcdef  klm\nghij\n", "in as few columns as will do");
        let rows = rows(&[&["abcdefghij", "klmnopqrst"]]);
        assert_eq!(table(&rows, 0, 14), "abcdefg  klmno\nhij      pqrst\n");
        assert_eq!(table(&rows, 0, 1), "abcd  klmn\nefgh  opqr\nij    st\n", "no column gets narrower");
    }

    #[test]
    fn long_words_are_broken_at_their_joints() {
        let rows = rows(&[&["bot", "no-key (spec.runtime.extraEnv.valueFrom)"]]);
        assert_eq!(table(&rows, 0, 25), "bot  no-key\n     (spec.runtime.\n     extraEnv.valueFrom)\n");
    }

    #[test]
    fn sentences_go_below_where_they_do_not_fit() {
        let rows = rows(&[&["TIME", "MESSAGE"], &["noon", "it has happened again"]]);
        assert_eq!(told(&rows, 30), "TIME   MESSAGE\nnoon   it has happened again\n");
        assert_eq!(told(&rows, 20), "TIME\n    MESSAGE\nnoon\n    it has happened\n    again\n");
    }

    #[test]
    fn nothing_is_lost_at_any_width() {
        let rows = rows(&[&["STEP", "WHAT IT DOES"], &["12", "promotion: stable is replaced pod by pod, ümläut"], &["", "x"]]);
        let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>();
        let sorted = |mut letters: Vec<char>| {
            letters.sort_unstable();
            letters
        };
        let all = sorted(letters(&rows.concat().concat()));
        for width in 12..100 {
            let text = table(&rows, 0, width);
            assert_eq!(sorted(letters(&text)), all, "{width}");
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}: {text}");
        }
    }
}
