//! The formats `ipv4`, `ipv6`, `cidr` and `mac`.

use std::net::{IpAddr, Ipv6Addr};

/// An address with a dot in it; leading zeros of octets are tolerated, and so is an IPv6 address that ends in an IPv4 one.
pub(super) fn is_ipv4(text: &str) -> bool {
    let sloppy = match text.bytes().find(|byte| matches!(byte, b'.' | b':')) {
        Some(b'.') => sloppy_ipv4(text),
        Some(_) => sloppy_ipv6(text),
        None => false,
    };
    sloppy && text.contains('.')
}

/// An address with a colon in it, without a zone.
pub(super) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// Whether `net.ParseIP` accepts the text.
pub(super) fn is_ip(text: &str) -> bool {
    text.parse::<IpAddr>().is_ok()
}

/// An address and the length of its prefix; leading zeros are tolerated.
pub(super) fn is_cidr(text: &str) -> bool {
    let Some((address, prefix)) = text.split_once('/') else { return false };
    let bits = if sloppy_ipv4(address) {
        32
    } else if sloppy_ipv6(address) {
        128
    } else {
        return false;
    };
    decimal(prefix).is_some_and(|(length, rest)| rest.is_empty() && length <= bits)
}

/// 6, 8 or 20 bytes with colons or dashes between them, or in pairs with dots.
pub(super) fn is_mac(text: &str) -> bool {
    let (groups, digits) = match (text.as_bytes().get(2), text.as_bytes().get(4)) {
        (Some(b':'), _) => (text.split(':'), 2),
        (Some(b'-'), _) => (text.split('-'), 2),
        (_, Some(b'.')) => (text.split('.'), 4),
        _ => return false,
    };
    let mut bytes = 0;
    groups.into_iter().all(|group| {
        bytes += digits / 2;
        group.len() == digits && group.bytes().all(|byte| byte.is_ascii_hexdigit())
    }) && matches!(bytes, 6 | 8 | 20)
}

/// A decimal number below 0xFFFFFF at the beginning, and what follows.
fn decimal(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    let digits = if digits.len() > 1 { digits.trim_start_matches('0') } else { digits };
    let number = if digits.is_empty() && rest.len() < text.len() { 0 } else { digits.parse().ok()? };
    (number < 0xFF_FFFF).then_some((number, rest))
}

/// A hexadecimal number of at most 16 bits at the beginning, with any leading zeros, and what follows.
fn hexadecimal(text: &str) -> Option<&str> {
    let length = text.bytes().take_while(u8::is_ascii_hexdigit).count();
    let (digits, rest) = text.split_at(length);
    (length > 0 && digits.trim_start_matches('0').len() <= 4).then_some(rest)
}

fn sloppy_ipv4(text: &str) -> bool {
    let mut rest = text;
    for index in 0..4 {
        if index > 0 {
            match rest.strip_prefix('.') {
                Some(after) => rest = after,
                None => return false,
            }
        }
        match decimal(rest) {
            Some((octet, after)) if octet <= 0xFF => rest = after,
            _ => return false,
        }
    }
    rest.is_empty()
}

/// `parseIPv6` of Go before 1.17.
fn sloppy_ipv6(text: &str) -> bool {
    let mut rest = text;
    let mut ellipsis = false;
    if let Some(after) = rest.strip_prefix("::") {
        (ellipsis, rest) = (true, after);
        if rest.is_empty() {
            return true;
        }
    }
    let mut bytes = 0;
    while bytes < 16 {
        let Some(after) = hexadecimal(rest) else { return false };
        if after.starts_with('.') {
            if (!ellipsis && bytes != 12) || bytes > 12 || !sloppy_ipv4(rest) {
                return false;
            }
            (bytes, rest) = (bytes + 4, "");
            break;
        }
        (bytes, rest) = (bytes + 2, after);
        if rest.is_empty() {
            break;
        }
        match rest.strip_prefix(':') {
            Some(after) if !after.is_empty() => rest = after,
            _ => return false,
        }
        if let Some(after) = rest.strip_prefix(':') {
            if ellipsis {
                return false;
            }
            (ellipsis, rest) = (true, after);
            if rest.is_empty() {
                break;
            }
        }
    }
    // An ellipsis stands for one group at least.
    rest.is_empty() && if bytes < 16 { ellipsis } else { !ellipsis }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv4_tolerates_leading_zeros() {
        for good in ["1.2.3.4", "010.000.0.1", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4"] {
            assert!(is_ipv4(good), "{good}");
        }
        for bad in ["", "1.2.3", "1.2.3.4.", "256.1.1.1", "1.2.3.4/8", "::1", "1..2.3", "1:2:1.2.3.4", "16777215.0.0.1"] {
            assert!(!is_ipv4(bad), "{bad}");
        }
    }

    #[test]
    fn ipv6_is_strict() {
        for good in ["::", "::1", "2001:db8::68", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8"] {
            assert!(is_ipv6(good), "{good}");
        }
        for bad in ["", ":", "1.2.3.4", "::1%eth0", "00001::", "1:2:3:4::5:6:7:8", "::01.2.3.4"] {
            assert!(!is_ipv6(bad), "{bad}");
        }
    }

    #[test]
    fn cidr_and_mac() {
        for good in ["10.0.0.0/8", "010.0.0.0/08", "::/0", "2001:db8::/128", "00001::/1"] {
            assert!(is_cidr(good), "{good}");
        }
        for bad in ["10.0.0.0", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/8x", "1::2::/3"] {
            assert!(!is_cidr(bad), "{bad}");
        }
        for good in ["00:00:5e:00:53:01", "02-00-5e-10-00-00-00-01", "0000.5e00.5301"] {
            assert!(is_mac(good), "{good}");
        }
        for bad in ["", "00005e005301", "00:00:5e:00:53", "00:00-5e:00:53:01", "0000.5e00.53011", "00:00:5e:00:53:0g"] {
            assert!(!is_mac(bad), "{bad}");
        }
    }
}
