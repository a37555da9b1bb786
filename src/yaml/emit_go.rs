//! Writing JSON values as YAML text exactly as Go's library behind `sigs.k8s.io/yaml` lays it out.
//!
//! Keys are sorted, lists in mappings are not indented, long lines are folded behind 80 columns, and numbers have been doubles on their
//! way. Where equal values are enough, [`super::to_yaml`] is the better choice: it keeps the order of keys.

use serde_json::Value;

use super::{
    chars::break_len,
    emit_go_keys::in_natural_order,
    emit_go_text::{Look, Style, escape, style},
    go,
};

/// Lines longer than this are folded at their next blank.
const WIDTH: usize = 80;

/// How deep each level stands.
const INDENT: usize = 2;

/// A key longer than this is written behind a question mark.
const LONGEST_SIMPLE_KEY: usize = 128;

/// `value` as a YAML document.
///
/// Recursive: needs a stack for the depth of the value.
pub fn to_go_yaml(value: &Value) -> String {
    let mut writer = Writer { whitespace: true, indention: true, ..Writer::default() };
    writer.node(value, None, false);
    writer.break_to(0);
    writer.out
}

/// The text so far, and where it stands.
#[derive(Default)]
struct Writer {
    out: String,
    /// Characters of the current line.
    column: usize,
    /// The last character was a blank, or the line is new.
    whitespace: bool,
    /// Nothing but blanks and indicators of collections is on the line.
    indention: bool,
}

impl Writer {
    /// `indent` is that of the collection around, none at the root; `in_mapping` tells whether this is the value of a key.
    fn node(&mut self, value: &Value, indent: Option<usize>, in_mapping: bool) {
        let deeper = indent.map_or(0, |indent| indent + INDENT);
        match value {
            Value::Null => self.plain("null", deeper, false),
            Value::Bool(value) => self.plain(if *value { "true" } else { "false" }, deeper, false),
            Value::Number(number) => self.plain(&number_text(number.as_f64().unwrap_or_default()), deeper, false),
            Value::String(text) => self.text(text, if indent.is_none() { INDENT } else { deeper }, false),
            Value::Array(items) if items.is_empty() => self.empty("[", "]"),
            Value::Object(members) if members.is_empty() => self.empty("{", "}"),
            Value::Array(items) => {
                let own = if in_mapping && !self.indention { indent.unwrap_or(0) } else { deeper };
                for item in items {
                    self.break_to(own);
                    self.indicator("-", true, true);
                    self.node(item, Some(own), false);
                }
            }
            Value::Object(members) => {
                for key in in_natural_order(members.keys()) {
                    self.member(key, &members[key], deeper);
                }
            }
        }
    }

    fn member(&mut self, key: &str, value: &Value, indent: usize) {
        self.break_to(indent);
        let look = Look::of(key);
        if look.has_breaks || key.len() > LONGEST_SIMPLE_KEY {
            self.indicator("?", true, true);
            self.text(key, indent + INDENT, false);
            self.break_to(indent);
            self.indicator(":", true, true);
        } else {
            self.text(key, indent + INDENT, true);
            self.indicator(":", false, false);
        }
        self.node(value, Some(indent), true);
    }

    fn empty(&mut self, open: &str, close: &str) {
        self.indicator(open, true, false);
        self.whitespace = true;
        self.indicator(close, false, false);
    }

    fn text(&mut self, text: &str, indent: usize, is_key: bool) {
        match style(text, Look::of(text), is_key) {
            Style::Plain => self.plain(text, indent, !is_key),
            Style::SingleQuoted => self.single_quoted(text, indent, !is_key),
            Style::DoubleQuoted => self.double_quoted(text, indent, !is_key),
            Style::Literal => self.literal(text, indent),
        }
    }

    fn put(&mut self, char: char) {
        self.out.push(char);
        self.column += 1;
    }

    /// A break of the text itself, which ends the line.
    fn put_break(&mut self, char: char) {
        self.out.push(char);
        self.column = 0;
    }

    fn indicator(&mut self, text: &str, needs_whitespace: bool, is_indention: bool) {
        if needs_whitespace && !self.whitespace {
            self.put(' ');
        }
        text.chars().for_each(|char| self.put(char));
        self.whitespace = false;
        self.indention &= is_indention;
    }

    /// A new line where the current one is in use, and blanks up to `indent`.
    fn break_to(&mut self, indent: usize) {
        if !self.indention || self.column > indent || (self.column == indent && !self.whitespace) {
            self.put_break('\n');
        }
        while self.column < indent {
            self.put(' ');
        }
        self.whitespace = true;
        self.indention = true;
    }

    fn ended(&mut self) {
        self.whitespace = false;
        self.indention = false;
    }

    fn plain(&mut self, text: &str, indent: usize, folds: bool) {
        if !self.whitespace {
            self.put(' ');
        }
        let mut after_blank = false;
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            let is_blank = char == ' ';
            if is_blank && folds && !after_blank && self.column > WIDTH && chars.peek() != Some(&' ') {
                self.break_to(indent);
            } else {
                self.put(char);
                self.indention &= is_blank;
            }
            after_blank = is_blank;
        }
        self.ended();
    }

    fn single_quoted(&mut self, text: &str, indent: usize, folds: bool) {
        self.indicator("'", true, false);
        let (mut after_blank, mut after_break) = (false, false);
        let mut chars = text.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            if char == ' ' {
                if folds && !after_blank && self.column > WIDTH && at > 0 && next.is_some_and(|next| next != ' ') {
                    self.break_to(indent);
                } else {
                    self.put(char);
                }
                after_blank = true;
            } else if break_len(text.as_bytes(), at) > 0 {
                if !after_break && char == '\n' {
                    self.put_break('\n');
                }
                self.put_break(char);
                self.indention = true;
                after_break = true;
            } else {
                if after_break {
                    self.break_to(indent);
                }
                if char == '\'' {
                    self.put(char);
                }
                self.put(char);
                self.indention = false;
                (after_blank, after_break) = (false, false);
            }
        }
        self.indicator("'", false, false);
        self.ended();
    }

    fn double_quoted(&mut self, text: &str, indent: usize, folds: bool) {
        self.indicator("\"", true, false);
        let mut after_blank = false;
        let mut chars = text.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            if let Some(escaped) = escape(char) {
                escaped.chars().for_each(|char| self.put(char));
                after_blank = false;
            } else if char == ' ' {
                if folds && !after_blank && self.column > WIDTH && at > 0 && next.is_some() {
                    self.break_to(indent);
                    if next == Some(' ') {
                        self.put('\\');
                    }
                } else {
                    self.put(char);
                }
                after_blank = true;
            } else {
                self.put(char);
                after_blank = false;
            }
        }
        self.indicator("\"", false, false);
        self.ended();
    }

    fn literal(&mut self, text: &str, indent: usize) {
        self.indicator("|", true, false);
        let bytes = text.as_bytes();
        if text.starts_with(' ') || break_len(bytes, 0) > 0 {
            self.indicator(&INDENT.to_string(), false, false);
        }
        let ends =
            |text: &str| text.char_indices().next_back().filter(|(at, _)| break_len(text.as_bytes(), *at) > 0).map(|(at, _)| at);
        match ends(text) {
            None => self.indicator("-", false, false),
            Some(last) if last == 0 || ends(&text[..last]).is_some() => self.indicator("+", false, false),
            Some(_) => {}
        }
        self.put_break('\n');
        self.indention = true;
        self.whitespace = true;
        let mut after_break = true;
        for (at, char) in text.char_indices() {
            if break_len(bytes, at) > 0 {
                self.put_break(char);
                self.indention = true;
                after_break = true;
            } else {
                if after_break {
                    self.break_to(indent);
                }
                self.put(char);
                self.indention = false;
                after_break = false;
            }
        }
    }
}

/// A number that has been a double: digits as long as 64 bits hold them, else Go's shortest form.
fn number_text(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = value.to_string();
    let fits = digits.parse::<i64>().is_ok() || digits.parse::<u64>().is_ok();
    if fits { digits } else { go::float64(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_laid_out_as_by_go() {
        let wordy = "word ".repeat(20);
        for (value, expected) in [
            (json!({"handlers": []}), "handlers: []\n"),
            (json!({"b": [{"z": 1, "a": [[1, []], {}]}], "a": null}), "a: null\nb:\n- a:\n  - - 1\n    - []\n  - {}\n  z: 1\n"),
            (
                json!({"a": {"b": "x\ny\n", "c": " x\ny", "d": "\n\n", "e": "x\n\n"}}),
                "a:\n  b: |\n    x\n    y\n  c: |2-\n     x\n    y\n  d: |2+\n\n\n  e: |+\n    x\n\n",
            ),
            (
                json!({"a": wordy.trim_end()}),
                "a: word word word word word word word word word word word word word word word word\n  word word word word\n",
            ),
            (
                json!({"a": format!("{wordy}'")}),
                "a: word word word word word word word word word word word word word word word word\n  word word word word '\n",
            ),
            (
                json!({"a": format!("'{wordy}")}),
                "a: '''word word word word word word word word word word word word word word word word\n  word word word word '\n",
            ),
            (
                json!({"a": format!("\t{wordy}  x")}),
                "a: \"\\tword word word word word word word word word word word word word word word word\n  word word word word   x\"\n",
            ),
            (json!({"x".repeat(129): 1}), &format!("? {}\n: 1\n", "x".repeat(129))),
            (json!({"a\nb": {"c": 1}}), "? |-\n  a\n  b\n: c: 1\n"),
            (json!("text"), "text\n"),
        ] {
            assert_eq!(to_go_yaml(&value), expected, "{value}");
        }
    }

    /// What Go made of random values: one JSON object a line with `in` and `out`.
    const RECORDED: &str = include_str!("../../testdata/vectors/go-yaml.jsonl");

    #[test]
    fn random_values_are_laid_out_as_by_go() {
        for line in RECORDED.lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            assert_eq!(to_go_yaml(&case["in"]), case["out"].as_str().unwrap(), "{}", case["in"]);
        }
    }

    #[test]
    fn numbers_have_been_doubles() {
        for (value, expected) in [
            (1.0, "1"),
            (-0.0, "0"),
            (1e15, "1000000000000000"),
            (12_345_678_901_234_567_890.0, "12345678901234567000"),
            (1e20, "1e+20"),
            (1e21, "1e+21"),
            (1_234_567.5, "1.2345675e+06"),
            (0.0001, "0.0001"),
            (1e-5, "1e-05"),
            (-2.5, "-2.5"),
            (-9_223_372_036_854_775_808.0, "-9.223372036854776e+18"),
        ] {
            assert_eq!(number_text(value), expected);
        }
    }
}
