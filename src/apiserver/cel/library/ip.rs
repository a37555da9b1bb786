//! IP addresses, read and worded as Go's `net/netip` does.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use super::{Function, global, member};
use crate::{
    apiserver::cel::{
        cost::Cost,
        value::{Fault, Outcome, Value},
    },
    yaml::go::quote,
};

/// An IP address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ip(pub IpAddr);

impl Ip {
    /// The size in bytes.
    pub const fn size(self) -> usize {
        if self.0.is_ipv4() { 4 } else { 16 }
    }
}

impl fmt::Display for Ip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            // Go writes mapped addresses with points, all others without.
            IpAddr::V6(address) if address.to_ipv4_mapped().is_none() && address.to_ipv4().is_some() => {
                let plain = address.segments();
                match (plain[6], plain[7]) {
                    (0, 0 | 1) => write!(f, "{address}"),
                    (0, low) => write!(f, "::{low:x}"),
                    (high, low) => write!(f, "::{high:x}:{low:x}"),
                }
            }
            address => write!(f, "{address}"),
        }
    }
}

pub(super) const FUNCTIONS: &[Function] = &[
    global("ip", 1, Cost::Ip, |_, _, args| parse(args[0].expect_str()?).map(Value::Ip)),
    global("isIP", 1, Cost::Traverse, |_, _, args| Ok(Value::Bool(parse(args[0].expect_str()?).is_ok()))),
    global("ip.isCanonical", 1, Cost::TraverseTwice, |_, _, args| {
        let text = args[0].expect_str()?;
        Ok(Value::Bool(parse(text)?.to_string() == text))
    }),
    member("ip", 1, Cost::Ip, |_, _, args| match &args[0] {
        Value::Cidr(cidr) => Ok(Value::Ip(Ip(cidr.address))),
        _ => Err(Fault::no_such_overload()),
    }),
    member("family", 1, Cost::Unit, |_, _, args| of(args, |ip| Value::Int(if ip.is_ipv4() { 4 } else { 6 }))),
    member("isUnspecified", 1, Cost::Unit, |_, _, args| of(args, |ip| Value::Bool(ip.is_unspecified()))),
    member("isLoopback", 1, Cost::Unit, |_, _, args| of(args, |ip| Value::Bool(ip.is_loopback()))),
    member("isLinkLocalMulticast", 1, Cost::Unit, |_, _, args| of(args, |ip| Value::Bool(is_link_local_multicast(ip)))),
    member("isLinkLocalUnicast", 1, Cost::Unit, |_, _, args| of(args, |ip| Value::Bool(is_link_local_unicast(ip)))),
    member("isGlobalUnicast", 1, Cost::Unit, |_, _, args| of(args, |ip| Value::Bool(is_global_unicast(ip)))),
];

fn of<'a>(args: &[Value<'a>], run: impl Fn(IpAddr) -> Value<'a>) -> Outcome<'a> {
    match &args[0] {
        Value::Ip(ip) => Ok(run(ip.0)),
        _ => Err(Fault::no_such_overload()),
    }
}

const fn is_link_local_multicast(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => matches!(ip.octets(), [224, 0, 0, _]),
        IpAddr::V6(ip) => ip.segments()[0] & 0xff0f == 0xff02,
    }
}

const fn is_link_local_unicast(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.segments()[0] & 0xffc0 == 0xfe80,
    }
}

/// As Go has it, private addresses are global.
const fn is_global_unicast(ip: IpAddr) -> bool {
    let broadcast = matches!(ip, IpAddr::V4(ip) if ip.is_broadcast());
    !broadcast && !ip.is_unspecified() && !ip.is_loopback() && !ip.is_multicast() && !is_link_local_unicast(ip)
}

/// Reads an address of the library: no zone, no IPv4 in IPv6.
///
/// # Errors
///
/// It is none.
pub fn parse(text: &str) -> Result<Ip, Fault> {
    let (address, zone) = parse_address(text).map_err(|error| {
        Fault::error(format!("IP Address {} parse error during conversion from string: {error}", quote(text)))
    })?;
    if zone {
        return Err(Fault::error(format!("IP address {} with zone value is not allowed", quote(text))));
    }
    if is_mapped(address) {
        return Err(Fault::error(format!("IPv4-mapped IPv6 address {} is not allowed", quote(text))));
    }
    Ok(Ip(address))
}

/// Whether an IPv6 address holds an IPv4 one.
pub(super) const fn is_mapped(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if address.to_ipv4_mapped().is_some())
}

/// `netip.ParseAddr`: the address and whether it has a zone.
///
/// # Errors
///
/// It is none; the words are those of Go.
pub(super) fn parse_address(text: &str) -> Result<(IpAddr, bool), String> {
    let fault = |message: &str| format!("ParseAddr({}): {message}", quote(text));
    match text.bytes().find(|byte| matches!(byte, b'.' | b':' | b'%')) {
        Some(b'.') => ipv4(text, text).map(|octets| (IpAddr::V4(Ipv4Addr::from(octets)), false)),
        Some(b':') => ipv6(text),
        Some(_) => Err(fault("missing IPv6 address")),
        None => Err(fault("unable to parse IP")),
    }
}

fn at(whole: &str, message: &str, rest: &str) -> String {
    format!("ParseAddr({}): {message} (at {})", quote(whole), quote(rest))
}

/// The four numbers of `part`, which is `whole` or its end.
fn ipv4(whole: &str, part: &str) -> Result<[u8; 4], String> {
    let fault = |message: &str| format!("ParseAddr({}): {message}", quote(whole));
    let bytes = part.as_bytes();
    let mut octets = [0_u8; 4];
    let (mut value, mut digits, mut position) = (0_u32, 0, 0);
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            b'0'..=b'9' => {
                if digits == 1 && value == 0 {
                    return Err(fault("IPv4 field has octet with leading zero"));
                }
                value = value * 10 + u32::from(byte - b'0');
                digits += 1;
                if value > 255 {
                    return Err(fault("IPv4 field has value >255"));
                }
            }
            b'.' => {
                if index == 0 || index + 1 == bytes.len() || bytes[index - 1] == b'.' {
                    return Err(at(whole, "IPv4 field must have at least one digit", &part[index..]));
                }
                if position == 3 {
                    return Err(fault("IPv4 address too long"));
                }
                octets[position] = u8::try_from(value).unwrap_or(u8::MAX);
                position += 1;
                (value, digits) = (0, 0);
            }
            _ => return Err(at(whole, "unexpected character", part.get(index..).unwrap_or_default())),
        }
    }
    if position < 3 {
        return Err(fault("IPv4 address too short"));
    }
    octets[3] = u8::try_from(value).unwrap_or(u8::MAX);
    Ok(octets)
}

fn ipv6(whole: &str) -> Result<(IpAddr, bool), String> {
    let fault = |message: &str| format!("ParseAddr({}): {message}", quote(whole));
    let (mut rest, zone) = match whole.split_once('%') {
        Some((_, "")) => return Err(fault("zone must be a non-empty string")),
        Some((address, _)) => (address, true),
        None => (whole, false),
    };
    let mut bytes: Vec<u8> = Vec::with_capacity(16);
    let mut ellipsis = None;
    if let Some(after) = rest.strip_prefix("::") {
        ellipsis = Some(0);
        rest = after;
    }
    while bytes.len() < 16 && !(rest.is_empty() && ellipsis == Some(bytes.len())) {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        if digits > 4 {
            return Err(at(whole, "each group must have 4 or less digits", rest));
        }
        if digits == 0 {
            return Err(at(whole, "each colon-separated field must have at least one digit", rest));
        }
        let after = &rest[digits..];
        if after.starts_with('.') {
            if ellipsis.is_none() && bytes.len() != 12 {
                return Err(at(whole, "embedded IPv4 address must replace the final 2 fields of the address", rest));
            }
            if bytes.len() + 4 > 16 {
                return Err(at(whole, "too many hex fields to fit an embedded IPv4 at the end of the address", rest));
            }
            bytes.extend(ipv4(whole, rest)?);
            rest = "";
            break;
        }
        let group = u16::from_str_radix(&rest[..digits], 16).unwrap_or(0);
        bytes.extend(group.to_be_bytes());
        rest = after;
        if rest.is_empty() {
            break;
        }
        let Some(after) = rest.strip_prefix(':') else { return Err(at(whole, "unexpected character, want colon", rest)) };
        if after.is_empty() {
            return Err(at(whole, "colon must be followed by more characters", rest));
        }
        rest = after;
        if let Some(after) = rest.strip_prefix(':') {
            if ellipsis.is_some() {
                return Err(at(whole, "multiple :: in address", rest));
            }
            ellipsis = Some(bytes.len());
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
    }
    if !rest.is_empty() {
        return Err(at(whole, "trailing garbage after address", rest));
    }
    match ellipsis {
        None if bytes.len() < 16 => return Err(fault("address string too short")),
        None => {}
        Some(_) if bytes.len() == 16 => return Err(fault("the :: must expand to at least one field of zeros")),
        Some(place) => {
            let tail = bytes.split_off(place);
            bytes.resize(16 - tail.len(), 0);
            bytes.extend(tail);
        }
    }
    let address: [u8; 16] = bytes.try_into().map_err(|_| fault("address string too short"))?;
    Ok((IpAddr::V6(Ipv6Addr::from(address)), zone))
}
