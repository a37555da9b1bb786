//! The reader equals kubectl's YAML library on seeded random and mutated texts: verdict, words of the error, resulting JSON, and what the
//! stream reader makes of the text.

use std::{
    fs,
    io::Read as _,
    path::Path,
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use flate2::read::GzDecoder;
use omnia::yaml::{Document, Format, JsonForm, Text, read, read_bytes, to_json};
use serde_json::Value;

use super::{
    corpus,
    random::{self, Random},
    server::run,
    tools,
};

/// Texts for one run of the program that uses the library.
const BATCH: usize = 5000;

#[derive(Debug, PartialEq, Eq)]
struct Answer {
    /// JSON of the text as one document, or the error.
    one: Result<String, String>,
    /// JSON of the documents of the stream, and the error that ended it.
    docs: Vec<String>,
    end: Option<String>,
}

impl Answer {
    fn ours(bytes: &[u8]) -> Self {
        let one = read_bytes(bytes).map(|document| to_json(&document.root, JsonForm::Converted)).map_err(|error| error.message);
        let text = Text::new(bytes.to_vec()).unwrap();
        let stream = read(&text);
        let json = |document: &Document<'_>| match document.format {
            Format::Json => text.slice(document.span).to_owned(),
            Format::Yaml => to_json(&document.root, JsonForm::Converted),
        };
        Self { one, docs: stream.documents.iter().map(json).collect(), end: stream.error.map(|error| error.message) }
    }

    fn of_the_library(line: &str) -> Self {
        let answer: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| answer[name].as_str().unwrap().to_owned();
        let one = if text("error").is_empty() { Ok(unescaped(&text("json"))) } else { Err(text("error")) };
        let docs = answer["docs"].as_array().unwrap().iter().map(|json| unescaped(json.as_str().unwrap())).collect();
        Self { one, docs, end: Some(text("streamError")).filter(|error| !error.is_empty()) }
    }
}

/// Go escapes the bytes of a string that are no UTF-8 as `\ufffd`, but writes a U+FFFD that was there as it is: the same string.
fn unescaped(json: &str) -> String {
    let mut out = String::new();
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = if rest[at..].starts_with("\\ufffd") { 6 } else { 2 };
        out.push_str(if escape == 6 { "\u{fffd}" } else { &rest[at..at + 2] });
        rest = &rest[at + escape..];
    }
    out + rest
}

/// Texts to begin with: whole manifests, and the small texts of the vectors.
fn beginnings() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> =
        corpus::files().iter().map(|file| file.bytes.clone()).filter(|bytes| bytes.len() < 800).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/vectors/yaml-texts.jsonl.gz");
    let mut lines = String::new();
    GzDecoder::new(fs::File::open(path).unwrap()).read_to_string(&mut lines).unwrap();
    for line in lines.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        texts.extend(vector["text"].as_str().filter(|text| text.len() < 400).map(|text| text.as_bytes().to_vec()));
    }
    texts
}

/// Pieces that mean something in YAML, or nearly.
const PIECES: [&str; 78] = [
    " ",
    "  ",
    "\n",
    "\n\n",
    "\n  ",
    "\n    ",
    "\t",
    "\r\n",
    "\r",
    ":",
    ": ",
    ":\n",
    "- ",
    "-",
    "? ",
    "?",
    ",",
    ", ",
    "[",
    "]",
    "{",
    "}",
    "#",
    " #",
    " # c\n",
    "&a ",
    "*a",
    "&a",
    "*b ",
    "!",
    "!!str ",
    "!!int ",
    "!x ",
    "!<tag:yaml.org,2002:str> ",
    "|",
    "|-\n",
    ">\n",
    ">+2\n",
    "|2\n",
    "'",
    "''",
    "\"",
    "\\",
    "\\x41",
    "\\u00e9",
    "\\\n",
    "%YAML 1.1\n",
    "%",
    "@",
    "`",
    "---",
    "\n---\n",
    "--- ",
    "...\n",
    "<<: ",
    "<<: *a\n",
    "~",
    "null",
    "yes",
    "No",
    "on",
    "0x1F",
    "0o7",
    "017",
    "1_000",
    "1e3",
    ".5",
    "-.inf",
    ".NaN",
    "1:30",
    "2001-01-01",
    "a",
    "b: c",
    "\u{e9}",
    "\u{feff}",
    "\u{2028}",
    "\u{0}",
    "key",
];

fn text(beginnings: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    if random.percent(15) {
        let count = 1 + random.below(14);
        return (0..count).flat_map(|_| random.pick(&PIECES).unwrap().bytes()).collect();
    }
    let mut text = random.pick(beginnings).unwrap().clone();
    for _ in 0..=random.below(3) {
        change(&mut text, beginnings, random);
    }
    text
}

fn change(text: &mut Vec<u8>, beginnings: &[Vec<u8>], random: &mut Random) {
    let at = random.below(text.len() + 1);
    let end = (at + 1 + random.below(6)).min(text.len());
    match random.below(10) {
        0 | 1 => drop(text.splice(at..at, random.pick(&PIECES).unwrap().bytes())),
        2 => drop(text.splice(at..end, random.pick(&PIECES).unwrap().bytes())),
        3 => drop(text.drain(at..end)),
        4 => text.truncate(at),
        5 => lines(text, random, |lines, at, _| lines.insert(at, lines[at].clone())),
        6 => lines(text, random, |lines, at, _| drop(lines.remove(at))),
        7 => lines(text, random, |lines, at, random| {
            if random.percent(50) {
                lines[at].insert(0, b' ');
            } else if lines[at].first() == Some(&b' ') {
                lines[at].remove(0);
            }
        }),
        8 => {
            let other = random.pick(beginnings).unwrap();
            let from = random.below(other.len() + 1);
            let to = (from + random.below(60)).min(other.len());
            drop(text.splice(at..at, other[from..to].iter().copied()));
        }
        _ => {
            if let Some(byte) = text.get_mut(at) {
                *byte = random.below(256) as u8;
            }
        }
    }
}

fn lines(text: &mut Vec<u8>, random: &mut Random, change: impl FnOnce(&mut Vec<Vec<u8>>, usize, &mut Random)) {
    let mut lines: Vec<Vec<u8>> = text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    if !lines.is_empty() {
        let at = random.below(lines.len());
        change(&mut lines, at, random);
        *text = lines.concat();
    }
}

/// What the library answers to each of `texts`.
fn library(reader: &Path, texts: &[Vec<u8>]) -> Vec<Answer> {
    let mut input = Vec::new();
    for text in texts {
        input.extend((text.len() as u32).to_le_bytes());
        input.extend(text);
    }
    let output = run(&mut Command::new(reader), &input);
    assert!(output.status.success(), "yaml-read: {}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<Answer> = String::from_utf8(output.stdout).unwrap().lines().map(Answer::of_the_library).collect();
    assert_eq!(answers.len(), texts.len());
    answers
}

/// Whether the library gives the answer `ours` too when it is asked often: which of two keys wins that become the same string
/// (`1` and `1.0`) is random there.
fn is_one_of_several(reader: &Path, text: &[u8], ours: &Answer) -> bool {
    let answers = library(reader, &vec![text.to_vec(); 200]);
    let parts = |part: fn(&Answer) -> &dyn std::fmt::Debug| {
        answers.iter().any(|answer| format!("{:?}", part(answer)) == format!("{:?}", part(ours)))
    };
    parts(|answer| &answer.one) && parts(|answer| &answer.docs) && parts(|answer| &answer.end)
}

fn batch(reader: &Path, seed: u64, cases: std::ops::Range<usize>, beginnings: &[Vec<u8>]) -> Vec<String> {
    let texts: Vec<Vec<u8>> = cases.clone().map(|case| text(beginnings, &mut Random::new(seed, case))).collect();
    let answers = library(reader, &texts);
    let mut differences = Vec::new();
    for ((case, text), library) in cases.zip(&texts).zip(answers) {
        let ours = Answer::ours(text);
        if library != ours && !is_one_of_several(reader, text, &ours) {
            let text = String::from_utf8_lossy(text);
            differences.push(format!("seed {seed} case {case} {text:?}\n  library {library:?}\n  ours    {ours:?}"));
        }
    }
    differences
}

#[test]
fn texts_are_read_as_the_library_reads_them() {
    let Some(reader) = tools::reader("texts_are_read_as_the_library_reads_them") else { return };
    let (seed, count) = (random::seed(), random::cases(100_000));
    let beginnings = beginnings();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut differences = Vec::new();
        loop {
            let from = next.fetch_add(BATCH, Ordering::Relaxed);
            if from >= count {
                return differences;
            }
            differences.extend(batch(reader, seed, from..(from + BATCH).min(count), &beginnings));
        }
    };
    let mut differences: Vec<String> = thread::scope(|scope| {
        let threads = [(); 2].map(|()| thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).unwrap());
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    println!("{count} texts read");
    let found = differences.len();
    differences.truncate(40);
    assert!(found == 0, "{found} differences, the first of them:\n{}", differences.join("\n"));
}
