//! The reader of one text against what kubectl's library answered.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use flate2::read::GzDecoder;
use omnia::yaml::{JsonForm, read_bytes, read_document, to_json};
use serde_json::Value;
use std::io::{BufRead, BufReader};

/// Runs a test on as much stack as the program gives the reader; the nesting of some vectors needs it.
fn on_big_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(test).unwrap();
    thread.join().unwrap();
}

/// What the reader answers: JSON text or the words of the error.
fn answer(bytes: &[u8]) -> Result<String, String> {
    let from_bytes =
        read_bytes(bytes).map(|document| to_json(&document.root, JsonForm::Converted)).map_err(|error| error.message);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let from_text =
            read_document(text).map(|document| to_json(&document.root, JsonForm::Converted)).map_err(|error| error.message);
        assert_eq!(from_bytes, from_text, "bytes and text differ on {text:?}");
    }
    from_bytes
}

/// JSON as a tree of text, with the digits of numbers as they are.
fn parsed(json: &str) -> Option<Value> {
    // Numbers become strings of their own kind, so that `1` and `1.0` differ.
    let mut marked = String::new();
    let mut in_string = false;
    let mut in_number = false;
    let mut escaped = false;
    for char in json.chars() {
        if !in_string && !in_number && (char == '-' || char.is_ascii_digit()) {
            marked.push_str("\"\\u0000");
            in_number = true;
        } else if in_number && !matches!(char, '-' | '+' | '.' | 'e' | 'E' | '0'..='9') {
            marked.push('"');
            in_number = false;
        }
        in_string = match char {
            '"' if !escaped => !in_string,
            _ => in_string,
        };
        escaped = in_string && char == '\\' && !escaped;
        marked.push(char);
    }
    if in_number {
        marked.push('"');
    }
    serde_json::from_str(&marked).ok()
}

fn text_of(vector: &Value) -> Vec<u8> {
    if let Some(text) = vector["text"].as_str() {
        text.as_bytes().to_vec()
    } else if let Some(base64) = vector["base64"].as_str() {
        from_base64(base64)
    } else {
        let repeat = &vector["repeat"];
        let part = |name: &str| repeat[name].as_str().unwrap().to_owned();
        let times = repeat["times"].as_u64().unwrap() as usize;
        format!("{}{}{}", part("prefix"), part("unit").repeat(times), part("suffix")).into_bytes()
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    let digit =
        |byte| b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".iter().position(|&digit| digit == byte);
    let (mut bits, mut count, mut out) = (0_u32, 0, Vec::new());
    for byte in text.bytes().filter_map(digit) {
        bits = bits << 6 | byte as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

/// Whether the answer is the expected one.
fn agrees(expected: &Value, answer: &Result<String, String>) -> bool {
    match (answer, &expected["json"], &expected["error"]) {
        (Ok(json), Value::String(wanted), _) => json == wanted || (parsed(json) == parsed(wanted) && parsed(json).is_some()),
        (Ok(json), Value::Object(digest), _) => {
            json.len() as u64 == digest["bytes"].as_u64().unwrap()
                && sha256(json.as_bytes()) == digest["sha256"].as_str().unwrap()
        }
        (Err(message), _, Value::String(wanted)) => message == wanted,
        _ => false,
    }
}

#[test]
fn texts_are_read_as_the_library_reads_them() {
    on_big_stack(|| {
        let file = std::fs::File::open("testdata/vectors/yaml-texts.jsonl.gz").unwrap();
        let mut failures = Vec::new();
        let mut count = 0;
        for line in BufReader::new(GzDecoder::new(file)).lines() {
            let vector: Value = serde_json::from_str(&line.unwrap()).unwrap();
            let text = text_of(&vector);
            let answer = answer(&text);
            let fits = match vector["answers"].as_array() {
                Some(answers) => answers.iter().any(|expected| agrees(expected, &answer)),
                None => agrees(&vector, &answer),
            };
            count += 1;
            if !fits {
                let show: String = String::from_utf8_lossy(&text).chars().take(300).collect();
                let answer: String = format!("{answer:?}").chars().take(300).collect();
                let wanted = vector.get("error").or(vector.get("json")).or(vector.get("answers")).map(Value::to_string);
                let wanted: String = wanted.unwrap_or_default().chars().take(300).collect();
                failures.push(format!("{} {show:?}\n    is     {answer}\n    wanted {wanted}", vector["id"]));
            }
        }
        assert_eq!(count, 4000);
        assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), failures.join("\n"));
    });
}

#[test]
fn scalars_are_resolved_as_the_library_resolves_them() {
    let file = std::fs::read_to_string("testdata/vectors/yaml-scalars.tsv").unwrap();
    let mut failures = Vec::new();
    let mut count = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (scalar, wanted) = line.split_once('\t').unwrap();
        // The answers were observed with a line break at the end.
        let text = format!("a: {}\n", unescape(scalar));
        let answer = answer(text.as_bytes()).unwrap_or_else(|message| format!("ERR {message}"));
        count += 1;
        let equal = if wanted.starts_with("ERR ") { answer == wanted } else { parsed(&answer) == parsed(wanted) };
        if !equal {
            failures.push(format!("{text:?} is {answer}, wanted {wanted}"));
        }
    }
    assert_eq!(count, 123);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The backslash escapes of a Go string.
fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        out.push(match char {
            '\\' => match chars.next().unwrap() {
                'n' => '\n',
                't' => '\t',
                other => other,
            },
            other => other,
        });
    }
    out
}

/// SHA-256 in hexadecimal, for the values that the vectors give only as a digest.
fn sha256(message: &[u8]) -> String {
    let primes: Vec<u64> = (2_u64..312).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0)).collect();
    let fraction = |root: f64| ((root - root.floor()) * 4_294_967_296.0) as u32;
    let rounds: Vec<u32> = primes.iter().take(64).map(|&n| fraction((n as f64).cbrt())).collect();
    let mut state: Vec<u32> = primes.iter().take(8).map(|&n| fraction((n as f64).sqrt())).collect();
    let mut data = message.to_vec();
    data.push(0x80);
    while data.len() % 64 != 56 {
        data.push(0);
    }
    data.extend(((message.len() as u64) * 8).to_be_bytes());
    for block in data.chunks_exact(64) {
        let mut words: Vec<u32> = block.chunks_exact(4).map(|bytes| u32::from_be_bytes(bytes.try_into().unwrap())).collect();
        for at in 16..64 {
            let (a, b) = (words[at - 15], words[at - 2]);
            let a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            words.push(words[at - 16].wrapping_add(a).wrapping_add(words[at - 7]).wrapping_add(b));
        }
        let mut v = state.clone();
        for at in 0..64 {
            let mix = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let first = v[7].wrapping_add(mix).wrapping_add(choice).wrapping_add(rounds[at]).wrapping_add(words[at]);
            let mix = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(first);
            v[0] = first.wrapping_add(mix).wrapping_add(majority);
        }
        state.iter_mut().zip(v).for_each(|(state, value)| *state = state.wrapping_add(value));
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

#[test]
fn the_deepest_text_fits_the_stack() {
    on_big_stack(|| {
        let (dashes, open, close) = ("- ".repeat(10_000), "[".repeat(10_000), "]".repeat(10_000));
        let document = read_document(&format!("{dashes}{open}{close}")).unwrap().root.into_owned();
        assert_eq!(to_json(&document.clone(), JsonForm::Converted).len(), 40_000);
        let error = read_bytes(format!("{dashes}[{open}{close}]").as_bytes()).unwrap_err();
        assert_eq!(error.message, "yaml: exceeded max depth of 10000");
    });
}
