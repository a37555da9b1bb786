//! Kubernetes quantities, as `resource.ParseQuantity` reads them.
//!
//! Source: `k8s.io/apimachinery/pkg/api/resource/quantity.go` and `suffix.go`. The pattern in the schemas takes a little more.

const FORMAT: &str = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX: &str = "unable to parse quantity's suffix";
const NUMBER: &str = "unable to parse numeric part of quantity";

/// Why `text` is no quantity, in the words of the library; nothing when it is one.
pub(super) fn quantity_fault(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Some(FORMAT);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let whole = digits(unsigned);
    let mut rest = &unsigned[whole..];
    let mut count = whole;
    if let Some(fraction) = rest.strip_prefix('.') {
        let end = digits(fraction);
        count += end;
        rest = &fraction[end..];
    }
    let letters = rest.find(|c: char| !"eEinumkKMGTP".contains(c)).unwrap_or(rest.len());
    let exponent = &rest[letters..];
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if digits(exponent) != exponent.len() {
        return Some(FORMAT);
    }
    let known = match rest {
        "" | "n" | "u" | "m" | "k" | "M" | "G" | "T" | "P" | "E" | "Ki" | "Mi" | "Gi" | "Ti" | "Pi" | "Ei" => true,
        _ => rest.strip_prefix(['e', 'E']).is_some_and(|power| power.parse::<i64>().is_ok()),
    };
    match (known, count) {
        (false, _) => Some(SUFFIX),
        (true, 0) => Some(NUMBER),
        (true, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities() {
        for good in ["1", "1Gi", ".5", "1.", "+1.5", "-3m", "1e3", "1E-3", "1E", "100Ki", " 1 "] {
            assert_eq!(quantity_fault(good), None, "{good}");
        }
        for (bad, text) in [
            ("", FORMAT),
            ("lots", FORMAT),
            ("1.1.M", FORMAT),
            ("1e1.5", FORMAT),
            ("1i", SUFFIX),
            (".5i", SUFFIX),
            ("1mi", SUFFIX),
            ("1e", SUFFIX),
            ("1ee3", SUFFIX),
            ("Ki", NUMBER),
            (".", NUMBER),
        ] {
            assert_eq!(quantity_fault(bad), Some(text), "{bad}");
        }
    }
}
