//! Parsing RE2 as Go's `regexp/syntax` does, and writing it in the syntax of the `regex` crate.
//!
//! Only the question whether a text matches is kept: groups capture nothing, and lazy repetition is written as greedy.

use std::fmt::{self, Write as _};

use super::class::{self, Class};

/// How deep Go lets an expression nest.
pub(super) const MAX_HEIGHT: u32 = 1000;

/// How often Go lets something be repeated, all nested counts multiplied.
const MAX_REPEAT: u32 = 1000;

/// How many instructions Go lets a program have: 128 MiB at 40 bytes each.
const MAX_SIZE: u64 = (128 << 20) / 40;

/// What Go says against a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    code: &'static str,
    expression: String,
}

impl Fault {
    pub(super) fn new(code: &'static str, expression: &str) -> Self {
        Self { code, expression: expression.to_owned() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}: `{}`", self.code, self.expression)
    }
}

pub(super) type Parsed<T> = Result<T, Fault>;

/// `pattern` in the syntax of the `regex` crate, or Go's error text.
pub(super) fn translate(pattern: &str) -> Result<String, String> {
    Parser::new(pattern).run().map_err(|fault| fault.to_string())
}

/// The flags that `(?imsU)` sets; `U` changes nothing about whether a text matches.
#[derive(Debug, Clone, Copy, Default)]
struct Flags {
    fold: bool,
    multi_line: bool,
    dot_all: bool,
}

/// What Go's limits count of an expression.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    /// Instructions.
    size: u64,
    /// Nesting.
    height: u32,
    /// The highest product of nested repeat counts.
    repeats: u32,
    /// Expressions that are joined.
    parts: u32,
}

impl Cost {
    const ONE: Self = Self { size: 1, height: 1, repeats: 1, parts: 1 };

    fn join(&mut self, other: Self) {
        self.size = self.size.saturating_add(other.size);
        self.height = self.height.max(other.height);
        self.repeats = self.repeats.max(other.repeats);
        self.parts += 1;
    }

    /// The parts as one expression; several need a node that holds them.
    fn joined(self) -> Self {
        match self.parts {
            0 => Self::ONE,
            1 => self,
            _ => Self { height: self.height.saturating_add(1), parts: 1, ..self },
        }
    }
}

/// The last expression of a sequence: what a repetition applies to.
#[derive(Debug, Clone, Copy)]
struct Atom {
    start: usize,
    cost: Cost,
    /// It ends with a repetition, so another one needs a group around it.
    repeated: bool,
}

/// What stands between two parentheses.
#[derive(Debug, Clone, Default)]
struct Level {
    /// Where it begins in the output.
    start: usize,
    captures: bool,
    /// The flags behind its closing parenthesis.
    outer: Flags,
    last: Option<Atom>,
    sequence: Cost,
    alternatives: Cost,
}

impl Level {
    fn end_sequence(&mut self) {
        if let Some(atom) = self.last.take() {
            self.sequence.join(atom.cost);
        }
        let sequence = std::mem::take(&mut self.sequence);
        self.alternatives.join(sequence.joined());
    }
}

struct Parser<'p> {
    pattern: &'p str,
    rest: &'p str,
    out: String,
    flags: Flags,
    /// The open groups; the first is the whole pattern.
    outer: Vec<Level>,
    level: Level,
}

impl<'p> Parser<'p> {
    fn new(pattern: &'p str) -> Self {
        Self {
            pattern,
            rest: pattern,
            out: String::with_capacity(pattern.len() + 16),
            flags: Flags::default(),
            outer: Vec::new(),
            level: Level::default(),
        }
    }

    fn run(mut self) -> Parsed<String> {
        // The text from the last repetition on, when nothing has followed it.
        let mut last_repeat = None;
        while let Some(first) = self.rest.chars().next() {
            let before = self.rest;
            let mut repeat = None;
            match first {
                '(' if before.as_bytes().get(1) == Some(&b'?') => self.group_flags()?,
                '(' => {
                    self.skip(1);
                    self.open(true);
                }
                ')' => {
                    self.skip(1);
                    self.close()?;
                }
                '|' => {
                    self.skip(1);
                    self.level.end_sequence();
                    self.out.push('|');
                }
                '^' => self.assertion(1, if self.flags.multi_line { "(?m:^)" } else { r"(?:\A)" }),
                '$' => self.assertion(1, if self.flags.multi_line { "(?m:$)" } else { r"(?:\z)" }),
                '.' => self.assertion(1, if self.flags.dot_all { "(?s:.)" } else { r"[^\n]" }),
                '[' => {
                    let (class, rest) = class::bracketed(before)?;
                    self.rest = rest;
                    self.class(&class);
                }
                '*' | '+' | '?' => {
                    self.skip(1);
                    let (min, max) = match first {
                        '*' => (0, None),
                        '+' => (1, None),
                        _ => (0, Some(1)),
                    };
                    self.repeat(before, last_repeat, Repeat { counted: false, min, max })?;
                    repeat = Some(before);
                }
                '{' => match counts(before) {
                    Some((count, rest)) => {
                        self.rest = rest;
                        let count = count.ok_or_else(|| self.fault_up_to_here("invalid repeat count", before))?;
                        self.repeat(before, last_repeat, count)?;
                        repeat = Some(before);
                    }
                    None => {
                        self.skip(1);
                        self.literal(u32::from('{'));
                    }
                },
                '\\' => self.escape()?,
                other => {
                    self.skip(other.len_utf8());
                    self.literal(u32::from(other));
                }
            }
            last_repeat = repeat;
        }
        self.level.end_sequence();
        if !self.outer.is_empty() {
            return Err(Fault::new("missing closing )", self.pattern));
        }
        self.check(self.level.alternatives.joined())?;
        Ok(self.out)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    /// A fault that shows the text from `start` to where parsing stands.
    fn fault_up_to_here(&self, code: &'static str, start: &str) -> Fault {
        Fault::new(code, &start[..start.len() - self.rest.len()])
    }

    fn push(&mut self, start: usize, cost: Cost) {
        if let Some(before) = self.level.last.replace(Atom { start, cost, repeated: false }) {
            self.level.sequence.join(before.cost);
        }
    }

    fn assertion(&mut self, bytes: usize, text: &str) {
        self.skip(bytes);
        let start = self.out.len();
        self.out.push_str(text);
        self.push(start, Cost::ONE);
    }

    fn literal(&mut self, code: u32) {
        let start = self.out.len();
        class::push_literal(&mut self.out, code, self.flags.fold);
        self.push(start, Cost::ONE);
    }

    fn class(&mut self, class: &Class) {
        let start = self.out.len();
        class.push_to(&mut self.out, self.flags.fold);
        self.push(start, Cost::ONE);
    }

    fn escape(&mut self) -> Parsed<()> {
        let before = self.rest;
        match before.as_bytes().get(1) {
            Some(b'A') => self.assertion(2, r"(?:\A)"),
            Some(b'z') => self.assertion(2, r"(?:\z)"),
            Some(b'b') => self.assertion(2, r"(?:(?-u:\b))"),
            Some(b'B') => self.assertion(2, r"(?:(?-u:\B))"),
            Some(b'C') => return Err(Fault::new("invalid escape sequence", r"\C")),
            Some(b'Q') => {
                let text = &before[2..];
                let (quoted, rest) = text.split_once(r"\E").unwrap_or((text, ""));
                self.rest = rest;
                for letter in quoted.chars() {
                    self.literal(u32::from(letter));
                }
            }
            _ => {
                if let Some((class, rest)) = class::escaped_class(before)? {
                    self.rest = rest;
                    self.class(&class);
                } else {
                    let (code, rest) = class::escaped_character(before)?;
                    self.rest = rest;
                    self.literal(code);
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, captures: bool) {
        let level = Level { start: self.out.len(), captures, outer: self.flags, ..Level::default() };
        self.outer.push(std::mem::replace(&mut self.level, level));
    }

    fn close(&mut self) -> Parsed<()> {
        let Some(outer) = self.outer.pop() else { return Err(Fault::new("unexpected )", self.pattern)) };
        let parts = self.level.sequence.parts;
        let single = self.level.last.filter(|_| parts == 0 && self.level.alternatives.parts == 0);
        self.level.end_sequence();
        let group = std::mem::replace(&mut self.level, outer);
        self.flags = group.outer;
        let mut cost = group.alternatives.joined();
        if group.captures {
            cost.size = cost.size.saturating_add(2);
            cost.height = cost.height.saturating_add(1);
            self.check(cost)?;
        }
        if single.is_none() {
            self.out.insert_str(group.start, "(?:");
            self.out.push(')');
        }
        self.push(group.start, cost);
        if let Some(atom) = &mut self.level.last {
            atom.repeated = single.is_some_and(|atom| atom.repeated);
        }
        Ok(())
    }

    /// `(?P<name>`, `(?<name>`, `(?flags)` and `(?flags:`.
    fn group_flags(&mut self) -> Parsed<()> {
        let before = self.rest;
        let bytes = before.as_bytes();
        let name_at = match (bytes.get(2), bytes.get(3)) {
            (Some(b'P'), Some(b'<')) if bytes.len() > 4 => Some(4),
            (Some(b'<'), Some(_)) => Some(3),
            _ => None,
        };
        if let Some(at) = name_at {
            let fault = |expression| Err(Fault::new("invalid named capture", expression));
            let Some(end) = before.find('>') else { return fault(before) };
            let name = before.get(at..end).unwrap_or_default();
            if name.is_empty() || !name.chars().all(|letter| letter == '_' || letter.is_ascii_alphanumeric()) {
                return fault(&before[..=end]);
            }
            self.skip(end + 1);
            self.open(true);
            return Ok(());
        }
        self.skip(2);
        let mut flags = self.flags;
        let (mut value, mut negated, mut seen) = (true, false, false);
        while let Some(letter) = self.rest.chars().next() {
            self.skip(letter.len_utf8());
            match letter {
                'i' => flags.fold = value,
                'm' => flags.multi_line = value,
                's' => flags.dot_all = value,
                'U' => {}
                '-' if !negated => {
                    (value, negated, seen) = (false, true, false);
                    continue;
                }
                ':' | ')' if !negated || seen => {
                    if letter == ':' {
                        self.open(false);
                    }
                    self.flags = flags;
                    return Ok(());
                }
                _ => break,
            }
            seen = true;
        }
        Err(self.fault_up_to_here("invalid or unsupported Perl syntax", before))
    }

    /// Repeats the last expression; `before` is the text from the operator on, which is skipped already.
    fn repeat(&mut self, before: &'p str, last_repeat: Option<&'p str>, count: Repeat) -> Parsed<()> {
        if self.rest.starts_with('?') {
            self.skip(1);
        }
        if let Some(last) = last_repeat {
            return Err(self.fault_up_to_here("invalid nested repetition operator", last));
        }
        let Some(atom) = self.level.last else {
            return Err(self.fault_up_to_here("missing argument to repetition operator", before));
        };
        let cost = count.cost(atom.cost);
        self.check(cost)?;
        if count.counted && (count.min >= 2 || count.max.is_some_and(|max| max >= 2)) && cost.repeats > MAX_REPEAT {
            return Err(self.fault_up_to_here("invalid repeat count", before));
        }
        if atom.repeated {
            self.out.insert_str(atom.start, "(?:");
            self.out.push(')');
        }
        count.push_to(&mut self.out);
        self.level.last = Some(Atom { start: atom.start, cost, repeated: true });
        Ok(())
    }

    fn check(&self, cost: Cost) -> Parsed<()> {
        if cost.size > MAX_SIZE {
            return Err(Fault::new("expression too large", self.pattern));
        }
        if cost.height > MAX_HEIGHT {
            return Err(Fault::new("expression nests too deeply", self.pattern));
        }
        Ok(())
    }
}

/// How often an expression is repeated.
#[derive(Debug, Clone, Copy)]
struct Repeat {
    /// `{m,n}`, not `*`, `+` or `?`.
    counted: bool,
    min: u32,
    max: Option<u32>,
}

impl Repeat {
    fn cost(self, of: Cost) -> Cost {
        let size = match (self.counted, self.min, self.max) {
            (false, 0, None) => of.size.saturating_add(2),
            (false, ..) => of.size.saturating_add(1),
            (true, 0, None) => of.size.saturating_add(2),
            (true, min, None) => of.size.saturating_mul(min.into()).saturating_add(1),
            (true, min, Some(max)) => of.size.saturating_mul(max.into()).saturating_add(max.saturating_sub(min).into()),
        };
        let repeats = match (self.counted, self.max.unwrap_or(self.min)) {
            (false, _) => of.repeats,
            (true, 0) if self.max.is_some() => 1,
            (true, 0) => of.repeats,
            (true, times) => of.repeats.saturating_mul(times),
        };
        Cost { size: size.max(1), height: of.height.saturating_add(1), repeats, parts: 1 }
    }

    fn push_to(self, out: &mut String) {
        let _ = match (self.counted, self.min, self.max) {
            (false, 0, None) => out.write_char('*'),
            (false, _, None) => out.write_char('+'),
            (false, ..) => out.write_char('?'),
            (true, min, None) => write!(out, "{{{min},}}"),
            (true, min, Some(max)) => write!(out, "{{{min},{max}}}"),
        };
    }
}

/// The counts of `{m}`, `{m,}` or `{m,n}` at the beginning of `text`, and the text behind them. Without counts the brace stands for
/// itself; counts that are too high or in the wrong order are no [`Repeat`].
fn counts(text: &str) -> Option<(Option<Repeat>, &str)> {
    let (min, rest) = count(&text[1..])?;
    let (max, rest) = match rest.strip_prefix(',') {
        None => (Some(min), rest),
        Some(rest) if rest.starts_with('}') => (None, rest),
        Some(rest) => {
            let (max, rest) = count(rest)?;
            (Some(max), rest)
        }
    };
    let rest = rest.strip_prefix('}')?;
    let valid = min <= MAX_REPEAT && max.is_none_or(|max| (min..=MAX_REPEAT).contains(&max));
    Some((valid.then_some(Repeat { counted: true, min, max }), rest))
}

/// A decimal number without leading zeros; one that is too high becomes the highest.
fn count(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || (digits > 1 && text.starts_with('0')) {
        return None;
    }
    Some((text[..digits].parse().unwrap_or(u32::MAX), &text[digits..]))
}
