//! The string formats that the server enforces.
//!
//! Source: `pkg/validation/strfmt` of kube-openapi and `pkg/apiserver/validation/formats.go` of apiextensions-apiserver.

use std::sync::LazyLock;

use regex::Regex;

use crate::crd::{Schema, Type};

use super::{format_mail, format_net, format_time, format_uri, release::KubeVersion};

/// A format that the server knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    BsonObjectId,
    Byte,
    Cidr,
    CreditCard,
    Date,
    DateTime,
    Duration,
    Email,
    HexColor,
    Hostname,
    Ipv4,
    Ipv6,
    Isbn,
    Isbn10,
    Isbn13,
    K8sLongName,
    K8sShortName,
    Mac,
    /// `int32`, `int64`, `float` or `double` on a number: named in faults of the type, no range is checked.
    OfNumber,
    Password,
    RgbColor,
    Ssn,
    Uri,
    /// A UUID of any version, or of the one given as its digit.
    Uuid(Option<u8>),
}

impl Format {
    /// The format of a schema, when a server of release `kube` heeds it. Dashes in the name do not count.
    pub(super) fn of(schema: &Schema, kube: KubeVersion) -> Option<Self> {
        let name = schema.format.as_deref()?;
        if !kube.at_least(36) || schema.int_or_string {
            return Self::of_string(name, kube);
        }
        match schema.kind {
            None | Some(Type::String) => Self::of_string(name, kube),
            Some(Type::Integer) => matches!(name, "int32" | "int64").then_some(Self::OfNumber),
            Some(Type::Number) => matches!(name, "float" | "double").then_some(Self::OfNumber),
            Some(Type::Boolean | Type::Array | Type::Object) => None,
        }
    }

    /// Whether strings are checked for it.
    pub(super) fn concerns_strings(self) -> bool {
        self != Self::OfNumber
    }

    fn of_string(name: &str, kube: KubeVersion) -> Option<Self> {
        let mut buffer = [0_u8; 16];
        let mut length = 0;
        for byte in name.bytes().filter(|byte| *byte != b'-') {
            *buffer.get_mut(length)? = byte;
            length += 1;
        }
        Some(match buffer.get(..length)? {
            b"bsonobjectid" => Self::BsonObjectId,
            b"byte" => Self::Byte,
            b"cidr" => Self::Cidr,
            b"creditcard" => Self::CreditCard,
            b"date" => Self::Date,
            b"datetime" => Self::DateTime,
            b"duration" => Self::Duration,
            b"email" => Self::Email,
            b"hexcolor" => Self::HexColor,
            b"hostname" => Self::Hostname,
            b"ipv4" => Self::Ipv4,
            b"ipv6" => Self::Ipv6,
            b"isbn" => Self::Isbn,
            b"isbn10" => Self::Isbn10,
            b"isbn13" => Self::Isbn13,
            b"mac" => Self::Mac,
            b"password" => Self::Password,
            b"rgbcolor" => Self::RgbColor,
            b"ssn" => Self::Ssn,
            b"uri" => Self::Uri,
            b"uuid" => Self::Uuid(None),
            b"uuid3" => Self::Uuid(Some(b'3')),
            b"uuid4" => Self::Uuid(Some(b'4')),
            b"uuid5" => Self::Uuid(Some(b'5')),
            // Known since 1.34, in force one release later: the server reads CRDs as the release before it would.
            b"k8sshortname" if kube.at_least(35) => Self::K8sShortName,
            b"k8slongname" if kube.at_least(35) => Self::K8sLongName,
            _ => return None,
        })
    }

    /// Whether `text` has the format.
    pub(super) fn accepts(self, text: &str) -> bool {
        match self {
            Self::BsonObjectId => text.len() == 24 && text.bytes().all(|byte| byte.is_ascii_hexdigit()),
            Self::Byte => is_base64(text),
            Self::Cidr => format_net::is_cidr(text),
            Self::CreditCard => is_credit_card(text),
            Self::Date => format_time::is_date(text),
            Self::DateTime => format_time::is_date_time(text),
            Self::Duration => format_time::is_duration(text),
            Self::Email => format_mail::is_address(text),
            Self::HexColor => is_hex_color(text),
            Self::Hostname => is_hostname(text),
            Self::Ipv4 => format_net::is_ipv4(text),
            Self::Ipv6 => format_net::is_ipv6(text),
            Self::Isbn => is_isbn10(text) || is_isbn13(text),
            Self::Isbn10 => is_isbn10(text),
            Self::Isbn13 => is_isbn13(text),
            Self::K8sShortName => text.len() <= 63 && is_dns_label(text),
            Self::K8sLongName => text.len() <= 253 && text.split('.').all(is_dns_label),
            Self::Mac => format_net::is_mac(text),
            Self::OfNumber | Self::Password => true,
            Self::RgbColor => is_rgb_color(text),
            Self::Ssn => is_ssn(text),
            Self::Uri => format_uri::is_request_uri(text),
            Self::Uuid(version) => is_uuid(text, version),
        }
    }
}

/// Standard base64 with padding, not empty.
fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    !text.is_empty()
        && text.len().is_multiple_of(4)
        && padding <= 2
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

fn is_hex_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or(text);
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// `rgb(R, G, B)`: three decimal numbers up to 255 without leading zeros.
fn is_rgb_color(text: &str) -> bool {
    let Some(channels) = text.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) else { return false };
    let mut count = 0;
    channels.split(',').all(|channel| {
        count += 1;
        let digits = channel.trim_matches(is_space);
        let plain =
            digits == "0" || (!digits.starts_with('0') && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
        plain && digits.parse::<u8>().is_ok()
    }) && count == 3
}

/// Go's `\s`.
const fn is_space(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\x0c' | '\r' | ' ')
}

/// The pattern of the card networks and the Luhn sum; everything that is no digit is ignored.
fn is_credit_card(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect();
    is_card_number(&digits)
        && digits
            .iter()
            .rev()
            .enumerate()
            .map(|(index, digit)| if index % 2 == 0 { u32::from(*digit) } else { u32::from(digit * 2 / 10 + digit * 2 % 10) })
            .sum::<u32>()
            .is_multiple_of(10)
}

/// Whether prefix and length are those of a card network.
fn is_card_number(digits: &[u8]) -> bool {
    match digits {
        [4, ..] => matches!(digits.len(), 13 | 16),
        [5, 1..=5, ..] | [6, 0, 1, 1, ..] | [6, 5, ..] => digits.len() == 16,
        [3, 4 | 7, ..] => digits.len() == 15,
        [3, 0, 0..=5, ..] | [3, 6 | 8, ..] => digits.len() == 14,
        [2, 1, 3, 1, ..] | [1, 8, 0, 0, ..] => digits.len() == 15,
        [3, 5, ..] => digits.len() == 16,
        _ => false,
    }
}

/// The characters of an ISBN without the ones that only group them.
fn ungrouped(text: &str) -> String {
    text.chars().filter(|character| !is_space(*character) && *character != '-').collect()
}

fn is_isbn10(text: &str) -> bool {
    let text = ungrouped(text);
    let digits = text.strip_suffix('X').unwrap_or(&text);
    if text.len() != 10 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let value = |byte: u8| if byte == b'X' { 10 } else { u32::from(byte - b'0') };
    let weights = (1..=10).zip(text.bytes());
    weights.map(|(weight, byte)| weight * value(byte)).sum::<u32>().is_multiple_of(11)
}

fn is_isbn13(text: &str) -> bool {
    let text = ungrouped(text);
    if text.len() != 13 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let weights = [1, 3].into_iter().cycle().zip(text.bytes());
    weights.map(|(weight, byte)| weight * u32::from(byte - b'0')).sum::<u32>().is_multiple_of(10)
}

/// `ddd-dd-dddd` or with blanks; without separators the length is wrong.
fn is_ssn(text: &str) -> bool {
    text.len() == 11
        && text.bytes().enumerate().all(|(index, byte)| match index {
            3 | 6 => matches!(byte, b'-' | b' '),
            _ => byte.is_ascii_digit(),
        })
}

/// Groups of 8, 4, 4, 4 and 12 hexadecimal digits; every dash between them may be missing.
fn is_uuid(text: &str, version: Option<u8>) -> bool {
    let mut rest = text;
    let mut groups: [&str; 5] = [""; 5];
    for (index, length) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if index > 0 {
            rest = rest.strip_prefix('-').unwrap_or(rest);
        }
        let Some((group, after)) = rest.split_at_checked(length) else { return false };
        if !group.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return false;
        }
        (groups[index], rest) = (group, after);
    }
    let variant = groups[3].starts_with(['8', '9', 'a', 'b', 'A', 'B']);
    rest.is_empty() && version.is_none_or(|version| groups[2].starts_with(char::from(version)) && (version == b'3' || variant))
}

fn is_dns_label(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.bytes().all(|byte| inner(byte) || byte == b'-')
        && text.bytes().next().is_some_and(inner)
        && text.bytes().next_back().is_some_and(inner)
}

/// One label with at most one dash, behind its first character, or labels with dots that end in letters. Symbols of any script may stand in
/// for letters.
fn is_hostname(text: &str) -> bool {
    static HOSTNAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
        // The original bounds every repetition; the lengths in bytes below are narrower.
        Regex::new(
            r"^(?:[a-zA-Z0-9\p{S}\p{L}]-?[a-zA-Z0-9\p{S}\p{L}]*|(?:[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\-\p{S}\p{L}]*[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,})$",
        )
        .ok()
    });
    text.len() <= 255
        && text.split('.').all(|label| label.len() <= 63)
        && HOSTNAME.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, good: &[&str], bad: &[&str]) {
        let format = Format::of_string(name, KubeVersion::default()).unwrap();
        for text in good {
            assert!(format.accepts(text), "{name}: {text:?}");
        }
        for text in bad {
            assert!(!format.accepts(text), "{name}: {text:?}");
        }
    }

    #[test]
    fn names_are_looked_up_without_dashes() {
        let newest = KubeVersion::default();
        assert_eq!(Format::of_string("date-time", newest), Format::of_string("datetime", newest));
        assert_eq!(Format::of_string("int32", newest), None);
        assert_eq!(Format::of_string("an-endless-name-of-a-format", newest), None);
        assert_eq!(Format::of_string("k8s-short-name", KubeVersion::minor(34).unwrap()), None);
    }

    #[test]
    fn numbers_and_codes() {
        check("byte", &["TWE=", "TQ==", "TWFu"], &["", "TWE", "T===", "====", "TW-=", "TQ==TQ=="]);
        check("bsonobjectid", &["507f1f77bcf86cd799439011"], &["507f1f77bcf86cd79943901", "z07f1f77bcf86cd799439011"]);
        check("hexcolor", &["#fff", "ABCDEF"], &["", "#ff", "##fff", "#fffg"]);
        check(
            "rgbcolor",
            &["rgb(0,31,255)", "rgb( 1, 2 ,3)"],
            &["rgb(1,2)", "rgb(1,2,256)", "rgb(01,2,3)", "rgb(1,2,+3)", "rgb(1,2,3,4)"],
        );
        check(
            "creditcard",
            &["4220 8554-2622 2389", "374953669708156", "3548209662790989"],
            &["", "4220855426222388", "30190239451016"],
        );
        check(
            "isbn",
            &["3836221195", "3 401 01319 X", "978-4-87311-368-5"],
            &["", "3836221191", "X836221195", "978 3 8362 2119 0"],
        );
        check("isbn10", &["1-61729-085-8"], &["9784873113685"]);
        check("isbn13", &["9784873113685"], &["1-61729-085-8"]);
        check("ssn", &["123-45-6789", "123 45-6789"], &["123456789", "123-45-678a"]);
    }

    #[test]
    fn names_and_ids() {
        check(
            "uuid",
            &["f47ac10b-58cc-0372-8567-0e02b2c3d479", "F47AC10B58CC037285670E02B2C3D479"],
            &["xyz", "f47ac10b--58cc-0372-8567-0e02b2c3d479", "é47ac10b58cc037285670e02b2c3d47"],
        );
        check(
            "uuid4",
            &["f47ac10b-58cc-4372-a567-0e02b2c3d479"],
            &["f47ac10b-58cc-4372-0567-0e02b2c3d479", "f47ac10b-58cc-3372-a567-0e02b2c3d479"],
        );
        check("uuid3", &["f47ac10b-58cc-3372-0567-0e02b2c3d479"], &["f47ac10b-58cc-4372-a567-0e02b2c3d479"]);
        check(
            "hostname",
            &["localhost", "a.example.com", "b\u{fc}cher.de", "1a", "a-bc", "a-", "a--b.cd"],
            &["a_b", "", "a.b.1", "-a", "my-host", "a-.bc", "a.b"],
        );
        check("k8s-short-name", &["a-b", "1"], &["", "-a", "A", "a."]);
        check("k8s-long-name", &["a-b.c"], &["a..b", ".a"]);
        check("password", &[""], &[]);
    }
}
