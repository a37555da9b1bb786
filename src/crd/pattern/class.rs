//! Character classes and escapes of RE2.

use std::fmt::Write as _;

use super::syntax::{Fault, Parsed};

const BAD_RANGE: &str = "invalid character class range";
const BAD_ESCAPE: &str = "invalid escape sequence";

/// A set of characters.
#[derive(Debug, Default)]
pub(super) struct Class {
    negated: bool,
    items: Vec<Item>,
}

#[derive(Debug)]
enum Item {
    /// Code points from the first to the last.
    Range(u32, u32),
    /// ASCII ranges in the syntax of the `regex` crate.
    Ascii { negated: bool, ranges: &'static str },
    /// A Unicode property in the syntax of the `regex` crate, without `\p`.
    Unicode { negated: bool, property: String },
    /// Everything, or nothing.
    All { negated: bool },
}

impl Class {
    pub(super) fn push_to(&self, out: &mut String, fold: bool) {
        out.push_str(if fold { "(?i:[" } else { "[" });
        if self.negated {
            out.push('^');
        }
        let empty = out.len();
        for item in &self.items {
            item.push_to(out);
        }
        if out.len() == empty {
            out.push_str(NOTHING);
        }
        out.push_str(if fold { "])" } else { "]" });
    }
}

/// A class that no character is in (surrogates alone, which no text has).
const NOTHING: &str = r"[^\x{0}-\x{10FFFF}]";

impl Item {
    fn push_to(&self, out: &mut String) {
        match self {
            Self::Range(first, last) => {
                // No text has a surrogate, and the `regex` crate does not know them.
                let below = (*first, (*last).min(0xD7FF));
                let above = ((*first).max(0xE000), *last);
                for (first, last) in [below, above] {
                    if first <= last {
                        push_code(out, first);
                        if first < last {
                            out.push('-');
                            push_code(out, last);
                        }
                    }
                }
            }
            Self::Ascii { negated: false, ranges } => out.push_str(ranges),
            Self::Ascii { negated: true, ranges } => {
                let _ = write!(out, "[^{ranges}]");
            }
            Self::Unicode { negated, property } => {
                let _ = write!(out, r"\{}{{{property}}}", if *negated { 'P' } else { 'p' });
            }
            Self::All { negated: false } => out.push_str(r"\x{0}-\x{10FFFF}"),
            Self::All { negated: true } => out.push_str(NOTHING),
        }
    }
}

fn push_code(out: &mut String, code: u32) {
    match char::from_u32(code) {
        Some(letter) if letter.is_ascii_alphanumeric() || !letter.is_ascii() => out.push(letter),
        _ => {
            let _ = write!(out, r"\x{{{code:x}}}");
        }
    }
}

/// Writes the character `code` as an expression of its own.
pub(super) fn push_literal(out: &mut String, code: u32, fold: bool) {
    let Some(letter) = char::from_u32(code) else {
        out.push_str(NOTHING);
        return;
    };
    let fold = fold && (letter.is_ascii_alphabetic() || !letter.is_ascii());
    if fold {
        out.push_str("(?i:");
    }
    push_code(out, code);
    if fold {
        out.push(')');
    }
}

/// The class in brackets at the beginning of `text`, and the text behind it.
pub(super) fn bracketed(text: &str) -> Parsed<(Class, &str)> {
    let mut class = Class::default();
    let mut rest = &text[1..];
    if let Some(behind) = rest.strip_prefix('^') {
        class.negated = true;
        rest = behind;
    }
    let mut first = true;
    while first || !rest.starts_with(']') {
        first = false;
        if let Some((item, behind)) = posix_class(rest)? {
            class.items.push(item);
            rest = behind;
            continue;
        }
        if let Some((escaped, behind)) = escaped_class(rest)? {
            class.items.extend(escaped.items);
            rest = behind;
            continue;
        }
        let start = rest;
        let (low, behind) = member(rest, text)?;
        rest = behind;
        let mut high = low;
        if rest.len() >= 2 && rest.starts_with('-') && !rest[1..].starts_with(']') {
            let (last, behind) = member(&rest[1..], text)?;
            rest = behind;
            high = last;
            if high < low {
                return Err(Fault::new(BAD_RANGE, &start[..start.len() - rest.len()]));
            }
        }
        class.items.push(Item::Range(low, high));
    }
    Ok((class, &rest[1..]))
}

/// One character of a class; `class` is the text from the opening bracket on.
fn member<'p>(text: &'p str, class: &str) -> Parsed<(u32, &'p str)> {
    match text.chars().next() {
        None => Err(Fault::new("missing closing ]", class)),
        Some('\\') => escaped_character(text),
        Some(letter) => Ok((u32::from(letter), &text[letter.len_utf8()..])),
    }
}

/// `[:alpha:]` at the beginning of `text`.
fn posix_class(text: &str) -> Parsed<Option<(Item, &str)>> {
    let Some(inner) = text.strip_prefix("[:") else { return Ok(None) };
    let Some(end) = inner.find(":]") else { return Ok(None) };
    let (name, rest) = (&inner[..end], &inner[end + 2..]);
    let (negated, plain) = name.strip_prefix('^').map_or((false, name), |plain| (true, plain));
    let ranges = match plain {
        "alnum" => "0-9A-Za-z",
        "alpha" => "A-Za-z",
        "ascii" => r"\x00-\x7F",
        "blank" => r"\t\x20",
        "cntrl" => r"\x00-\x1F\x7F",
        "digit" => "0-9",
        "graph" => r"\x21-\x7E",
        "lower" => "a-z",
        "print" => r"\x20-\x7E",
        "punct" => r"\x21-\x2F\x3A-\x40\x5B-\x60\x7B-\x7E",
        "space" => r"\t\n\x0B\f\r\x20",
        "upper" => "A-Z",
        "word" => "0-9A-Za-z_",
        "xdigit" => "0-9A-Fa-f",
        _ => return Err(Fault::new(BAD_RANGE, &text[..text.len() - rest.len()])),
    };
    Ok(Some((Item::Ascii { negated, ranges }, rest)))
}

/// `\d` and its like, `\pL`, `\p{Greek}` at the beginning of `text`, as a class of its own.
pub(super) fn escaped_class(text: &str) -> Parsed<Option<(Class, &str)>> {
    let Some(letter) = text.strip_prefix('\\').and_then(|text| text.bytes().next()) else { return Ok(None) };
    let (negated, ranges) = match letter {
        b'd' => (false, "0-9"),
        b'D' => (true, "0-9"),
        b's' => (false, r"\t\n\f\r\x20"),
        b'S' => (true, r"\t\n\f\r\x20"),
        b'w' => (false, "0-9A-Za-z_"),
        b'W' => (true, "0-9A-Za-z_"),
        b'p' | b'P' => {
            let (item, rest) = unicode_class(text, letter == b'P')?;
            return Ok(Some((Class { negated: false, items: vec![item] }, rest)));
        }
        _ => return Ok(None),
    };
    Ok(Some((Class { negated: false, items: vec![Item::Ascii { negated, ranges }] }, &text[2..])))
}

fn unicode_class(text: &str, mut negated: bool) -> Parsed<(Item, &str)> {
    let inner = &text[2..];
    let (name, rest) = match inner.chars().next() {
        Some('{') => match inner.find('}') {
            Some(end) => (&inner[1..end], &inner[end + 1..]),
            None => return Err(Fault::new(BAD_RANGE, text)),
        },
        // Go reads one character and finds none at the end of the pattern: the name is empty.
        letter => inner.split_at(letter.map_or(0, char::len_utf8)),
    };
    let bad = || Fault::new(BAD_RANGE, &text[..text.len() - rest.len()]);
    let plain = match name.strip_prefix('^') {
        Some(plain) => {
            negated = !negated;
            plain
        }
        None => name,
    };
    Ok((unicode_item(&canonical(plain), negated).ok_or_else(bad)?, rest))
}

/// A name as Go 1.25 looks it up: a capital, then small letters, without separators.
fn canonical(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for letter in name.chars().filter(|letter| !matches!(letter, '_' | '-' | ' ')) {
        out.push(if out.is_empty() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() });
    }
    out
}

fn unicode_item(name: &str, negated: bool) -> Option<Item> {
    let category = |short: &str| Item::Unicode { negated, property: format!("gc={short}") };
    Some(match name {
        "Any" => Item::All { negated },
        "Assigned" => Item::Unicode { negated: !negated, property: "gc=Cn".to_owned() },
        "Ascii" => Item::Ascii { negated, ranges: r"\x00-\x7F" },
        // No text has a surrogate.
        "Cs" | "Surrogate" => Item::All { negated: !negated },
        "Lc" | "Casedletter" => category("LC"),
        _ if CATEGORIES.contains(&name) => category(name),
        _ if SCRIPTS.contains(&name) => Item::Unicode { negated, property: format!("sc={name}") },
        _ => category(CATEGORY_ALIASES.iter().find(|(alias, _)| *alias == name)?.1),
    })
}

/// The character that an escape at the beginning of `text` stands for.
pub(super) fn escaped_character(text: &str) -> Parsed<(u32, &str)> {
    let mut letters = text[1..].chars();
    let Some(letter) = letters.next() else { return Err(Fault::new("trailing backslash at end of expression", "")) };
    let mut rest = letters.as_str();
    let bad = |rest: &str| Err(Fault::new(BAD_ESCAPE, &text[..text.len() - rest.len()]));
    let octal =
        |text: &str| text.bytes().next().filter(|digit| matches!(digit, b'0'..=b'7')).map(|digit| u32::from(digit - b'0'));
    let code = match letter {
        '1'..='7' if octal(rest).is_none() => return bad(rest),
        '0'..='7' => {
            let mut code = u32::from(letter) - u32::from('0');
            for _ in 0..2 {
                let Some(digit) = octal(rest) else { break };
                code = code * 8 + digit;
                rest = &rest[1..];
            }
            code
        }
        'x' => return hexadecimal(text, rest),
        'a' => 0x07,
        'f' => 0x0C,
        'n' => 0x0A,
        'r' => 0x0D,
        't' => 0x09,
        'v' => 0x0B,
        _ if letter.is_ascii() && !letter.is_ascii_alphanumeric() => u32::from(letter),
        _ => return bad(rest),
    };
    Ok((code, rest))
}

/// `\x7F` or `\x{10FFFF}`: `text` begins with the backslash, `rest` behind the `x`.
fn hexadecimal<'p>(text: &'p str, rest: &'p str) -> Parsed<(u32, &'p str)> {
    let bad = |rest: &str| Err(Fault::new(BAD_ESCAPE, &text[..text.len() - rest.len()]));
    let mut letters = rest.chars();
    let Some(first) = letters.next() else { return bad("") };
    if first != '{' {
        let second = letters.next();
        return match (first.to_digit(16), second.and_then(|letter| letter.to_digit(16)), second) {
            (Some(high), Some(low), _) => Ok((high * 16 + low, letters.as_str())),
            _ => bad(letters.as_str()),
        };
    }
    let (mut code, mut digits) = (0_u32, 0);
    loop {
        match letters.next() {
            Some('}') if digits > 0 => return Ok((code, letters.as_str())),
            Some(letter) => match letter.to_digit(16) {
                Some(digit) if code * 16 + digit <= 0x0010_FFFF => code = code * 16 + digit,
                _ => return bad(letters.as_str()),
            },
            None => return bad(""),
        }
        digits += 1;
    }
}

const CATEGORIES: &[&str] = &[
    "C", "Cc", "Cf", "Cn", "Co", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc",
    "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs",
];

const CATEGORY_ALIASES: &[(&str, &str)] = &[
    ("Closepunctuation", "Pe"),
    ("Combiningmark", "M"),
    ("Connectorpunctuation", "Pc"),
    ("Control", "Cc"),
    ("Currencysymbol", "Sc"),
    ("Dashpunctuation", "Pd"),
    ("Decimalnumber", "Nd"),
    ("Enclosingmark", "Me"),
    ("Finalpunctuation", "Pf"),
    ("Format", "Cf"),
    ("Initialpunctuation", "Pi"),
    ("Letter", "L"),
    ("Letternumber", "Nl"),
    ("Lineseparator", "Zl"),
    ("Lowercaseletter", "Ll"),
    ("Mark", "M"),
    ("Mathsymbol", "Sm"),
    ("Modifierletter", "Lm"),
    ("Modifiersymbol", "Sk"),
    ("Nonspacingmark", "Mn"),
    ("Number", "N"),
    ("Openpunctuation", "Ps"),
    ("Other", "C"),
    ("Otherletter", "Lo"),
    ("Othernumber", "No"),
    ("Otherpunctuation", "Po"),
    ("Othersymbol", "So"),
    ("Paragraphseparator", "Zp"),
    ("Privateuse", "Co"),
    ("Punctuation", "P"),
    ("Separator", "Z"),
    ("Spaceseparator", "Zs"),
    ("Spacingmark", "Mc"),
    ("Symbol", "S"),
    ("Titlecaseletter", "Lt"),
    ("Unassigned", "Cn"),
    ("Uppercaseletter", "Lu"),
    ("Cntrl", "Cc"),
    ("Digit", "Nd"),
    ("Punct", "P"),
];

/// The scripts of one word. Go 1.25, which the API server 1.35 is built with, no longer finds those of several.
const SCRIPTS: &[&str] = &[
    "Adlam",
    "Ahom",
    "Arabic",
    "Armenian",
    "Avestan",
    "Balinese",
    "Bamum",
    "Batak",
    "Bengali",
    "Bhaiksuki",
    "Bopomofo",
    "Brahmi",
    "Braille",
    "Buginese",
    "Buhid",
    "Carian",
    "Chakma",
    "Cham",
    "Cherokee",
    "Chorasmian",
    "Common",
    "Coptic",
    "Cuneiform",
    "Cypriot",
    "Cyrillic",
    "Deseret",
    "Devanagari",
    "Dogra",
    "Duployan",
    "Elbasan",
    "Elymaic",
    "Ethiopic",
    "Georgian",
    "Glagolitic",
    "Gothic",
    "Grantha",
    "Greek",
    "Gujarati",
    "Gurmukhi",
    "Han",
    "Hangul",
    "Hanunoo",
    "Hatran",
    "Hebrew",
    "Hiragana",
    "Inherited",
    "Javanese",
    "Kaithi",
    "Kannada",
    "Katakana",
    "Kawi",
    "Kharoshthi",
    "Khmer",
    "Khojki",
    "Khudawadi",
    "Lao",
    "Latin",
    "Lepcha",
    "Limbu",
    "Lisu",
    "Lycian",
    "Lydian",
    "Mahajani",
    "Makasar",
    "Malayalam",
    "Mandaic",
    "Manichaean",
    "Marchen",
    "Medefaidrin",
    "Miao",
    "Modi",
    "Mongolian",
    "Mro",
    "Multani",
    "Myanmar",
    "Nabataean",
    "Nandinagari",
    "Newa",
    "Nko",
    "Nushu",
    "Ogham",
    "Oriya",
    "Osage",
    "Osmanya",
    "Palmyrene",
    "Phoenician",
    "Rejang",
    "Runic",
    "Samaritan",
    "Saurashtra",
    "Sharada",
    "Shavian",
    "Siddham",
    "Sinhala",
    "Sogdian",
    "Soyombo",
    "Sundanese",
    "Syriac",
    "Tagalog",
    "Tagbanwa",
    "Takri",
    "Tamil",
    "Tangsa",
    "Tangut",
    "Telugu",
    "Thaana",
    "Thai",
    "Tibetan",
    "Tifinagh",
    "Tirhuta",
    "Toto",
    "Ugaritic",
    "Vai",
    "Vithkuqi",
    "Wancho",
    "Yezidi",
    "Yi",
];
