//! Versions of packs: which texts are one, and which of two comes first.
//!
//! The grammar is that of `StrictNewVersion` of the Go library `Masterminds/semver` behind one optional `v`: SemVer 2.0, whose three
//! numbers fit in 64 bits, at most 256 bytes long.

use std::cmp::Ordering;

/// The longest text, in bytes and without the `v`.
const MAX_LENGTH: usize = 256;

/// A version that channels see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version<'t> {
    numbers: [u64; 3],
    prerelease: Option<&'t str>,
    build: Option<&'t str>,
}

/// Why a text is no version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VersionError {
    /// There is nothing.
    #[error("it is empty")]
    Empty,
    /// Longer than 256 bytes.
    #[error("it is longer than 256 bytes")]
    TooLong,
    /// Not three numbers with points between them.
    #[error("it is not three numbers with points between them")]
    NotThreeNumbers,
    /// A number begins with 0.
    #[error("a number has a leading zero")]
    LeadingZero,
    /// A number is beyond 18446744073709551615.
    #[error("a number does not fit in 64 bits")]
    TooLarge,
    /// The part behind `-`.
    #[error("the prerelease part is not made of letters, digits and hyphens between points")]
    Prerelease,
    /// The part behind `+`.
    #[error("the build metadata is not made of letters, digits and hyphens between points")]
    Build,
}

impl<'t> Version<'t> {
    /// Reads a version with or without a `v` in front.
    ///
    /// # Errors
    /// The text is no version; channels skip it.
    pub fn parse(text: &'t str) -> Result<Self, VersionError> {
        let text = text.strip_prefix('v').unwrap_or(text);
        if text.is_empty() {
            return Err(VersionError::Empty);
        }
        if text.len() > MAX_LENGTH {
            return Err(VersionError::TooLong);
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(VersionError::NotThreeNumbers);
        };
        let (rest, build) = rest.split_once('+').map_or((rest, None), |(rest, build)| (rest, Some(build)));
        let (patch, prerelease) = rest.split_once('-').map_or((rest, None), |(patch, part)| (patch, Some(part)));
        if build.is_some_and(|build| !build.split('.').all(is_identifier)) {
            return Err(VersionError::Build);
        }
        if let Some(part) = prerelease {
            is_prerelease_part(part)?;
        }
        let numbers = [number(major)?, number(minor)?, number(patch)?];
        Ok(Self { numbers, prerelease, build })
    }

    /// Whether the stable channel skips it. Build metadata alone does not make a prerelease.
    pub const fn is_prerelease(&self) -> bool {
        self.prerelease.is_some()
    }

    /// The build metadata, which counts for nothing in the order.
    pub const fn build(&self) -> Option<&'t str> {
        self.build
    }

    /// Which of two comes first in a channel; `Equal` does not mean that they are the same.
    pub fn precedence(&self, other: &Self) -> Ordering {
        self.numbers.cmp(&other.numbers).then_with(|| match (self.prerelease, other.prerelease) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(own), Some(other)) => own.split('.').map(Identifier::new).cmp(other.split('.').map(Identifier::new)),
        })
    }
}

/// A part of a prerelease. The order of the variants is that of SemVer.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Identifier<'t> {
    Number(u64),
    /// Digits that do not fit in 64 bits are words, too.
    Word(&'t str),
}

impl<'t> Identifier<'t> {
    fn new(text: &'t str) -> Self {
        text.parse().map_or(Self::Word(text), Self::Number)
    }
}

fn number(text: &str) -> Result<u64, VersionError> {
    if text.is_empty() || !is_digits(text) {
        return Err(VersionError::NotThreeNumbers);
    }
    if has_leading_zero(text) {
        return Err(VersionError::LeadingZero);
    }
    text.parse().map_err(|_| VersionError::TooLarge)
}

fn is_prerelease_part(part: &str) -> Result<(), VersionError> {
    for identifier in part.split('.') {
        if !is_identifier(identifier) {
            return Err(VersionError::Prerelease);
        }
        if is_digits(identifier) && has_leading_zero(identifier) {
            return Err(VersionError::LeadingZero);
        }
    }
    Ok(())
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn has_leading_zero(text: &str) -> bool {
    text.len() > 1 && text.starts_with('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_versions_or_not() {
        for text in
            ["1.2.3", "v1.2.3", "1.2.3-beta.1", "1.2.3+build.7", "1.0.0+001", "1.0.0-rc-1", "1.0.0+a-b", "1.0.0--", "0.0.0-0"]
        {
            assert!(Version::parse(text).is_ok(), "{text}");
        }
        let long = format!("1.0.0-{}", "a".repeat(250));
        assert!(Version::parse(&long).is_ok() && Version::parse(&format!("v{long}")).is_ok());
        let longer = long + "a";
        let refused = [
            ("", VersionError::Empty),
            ("v", VersionError::Empty),
            (longer.as_str(), VersionError::TooLong),
            ("1.2", VersionError::NotThreeNumbers),
            ("1.2.3.4", VersionError::NotThreeNumbers),
            ("vv1.0.0", VersionError::NotThreeNumbers),
            ("V1.0.0", VersionError::NotThreeNumbers),
            (" 1.0.0", VersionError::NotThreeNumbers),
            ("1..0", VersionError::NotThreeNumbers),
            ("+1.0.0", VersionError::NotThreeNumbers),
            ("01.0.0", VersionError::LeadingZero),
            ("1.0.0-01", VersionError::LeadingZero),
            ("18446744073709551616.0.0", VersionError::TooLarge),
            ("1.0.0-", VersionError::Prerelease),
            ("1.0.0-a..b", VersionError::Prerelease),
            ("1.0.0+", VersionError::Build),
            ("1.0.0+a+b", VersionError::Build),
        ];
        for (text, error) in refused {
            assert_eq!(Version::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn the_order_is_that_of_semver_as_far_as_numbers_fit() {
        let rising = [
            "0.9.9",
            "1.0.0-1",
            "1.0.0-2",
            "1.0.0-18446744073709551615",
            "1.0.0-100000000000000000000",
            "1.0.0-18446744073709551616",
            "1.0.0-Beta",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta10",
            "1.0.0-beta9",
            "1.0.0",
            "1.9.0",
            "1.10.0",
            "18446744073709551615.0.0",
        ];
        let versions = rising.map(|text| Version::parse(text).unwrap());
        for (i, one) in versions.iter().enumerate() {
            for (j, other) in versions.iter().enumerate() {
                assert_eq!(one.precedence(other), i.cmp(&j), "{} {}", rising[i], rising[j]);
            }
        }
        let [plain, built] = ["v1.0.0", "1.0.0+b"].map(|text| Version::parse(text).unwrap());
        assert_eq!(plain.precedence(&built), Ordering::Equal);
        assert_eq!((plain.build(), built.build(), built.is_prerelease()), (None, Some("b"), false));
    }
}
