//! Blocks of IP addresses, read and worded as Go's `net/netip` does.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use super::{
    Function, global,
    ip::{self, Ip, is_mapped, parse_address},
    member, open,
};
use crate::{
    apiserver::cel::{
        cost::Cost,
        value::{Fault, Outcome, Value},
    },
    yaml::go::quote,
};

/// A block of IP addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cidr {
    /// The address, which may have bits behind the prefix.
    pub address: IpAddr,
    /// The length of the prefix in bits.
    pub bits: u32,
}

impl Cidr {
    /// The size of the prefix in bytes.
    pub const fn size(self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    fn masked(self) -> Self {
        Self { address: masked(self.address, self.bits), bits: self.bits }
    }

    fn contains(self, address: IpAddr) -> bool {
        self.address.is_ipv4() == address.is_ipv4() && masked(self.address, self.bits) == masked(address, self.bits)
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", Ip(self.address), self.bits)
    }
}

pub(super) const FUNCTIONS: &[Function] = &[
    global("cidr", 1, Cost::Traverse, |_, _, args| parse(args[0].expect_str()?).map(Value::Cidr)),
    global("isCIDR", 1, Cost::Traverse, |_, _, args| Ok(Value::Bool(parse(args[0].expect_str()?).is_ok()))),
    open(member("containsIP", 2, Cost::ContainsIp, |_, _, args| {
        let address = match &args[1] {
            Value::Ip(ip) => *ip,
            // What is wrong with the text is not told.
            other => ip::parse(other.expect_str()?).map_err(|_| Fault::no_such_overload())?,
        };
        of(args, |cidr| Value::Bool(cidr.contains(address.0)))
    })),
    open(member("containsCIDR", 2, Cost::ContainsCidr, |_, _, args| {
        let other = match &args[1] {
            Value::Cidr(cidr) => *cidr,
            other => parse(other.expect_str()?)?,
        };
        of(args, |cidr| Value::Bool(cidr.bits <= other.bits && cidr.contains(other.address)))
    })),
    member("masked", 1, Cost::Unit, |_, _, args| of(args, |cidr| Value::Cidr(cidr.masked()))),
    member("prefixLength", 1, Cost::Unit, |_, _, args| of(args, |cidr| Value::Int(i64::from(cidr.bits)))),
];

fn of<'a>(args: &[Value<'a>], run: impl Fn(Cidr) -> Value<'a>) -> Outcome<'a> {
    match &args[0] {
        Value::Cidr(cidr) => Ok(run(*cidr)),
        _ => Err(Fault::no_such_overload()),
    }
}

fn masked(address: IpAddr, bits: u32) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - bits.min(32)).unwrap_or(0);
            IpAddr::V4(Ipv4Addr::from(u32::from(address) & mask))
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - bits.min(128)).unwrap_or(0);
            IpAddr::V6(Ipv6Addr::from(u128::from(address) & mask))
        }
    }
}

fn parse(text: &str) -> Result<Cidr, Fault> {
    const PREFIX: &str = "network address parse error during conversion from string";
    let cidr = parse_prefix(text)
        .map_err(|message| Fault::error(format!("{PREFIX}: {PREFIX}: netip.ParsePrefix({}): {message}", quote(text))))?;
    if is_mapped(cidr.address) {
        return Err(Fault::error(format!("{PREFIX}: IPv4-mapped IPv6 address {} is not allowed", quote(text))));
    }
    Ok(cidr)
}

/// `netip.ParsePrefix`.
fn parse_prefix(text: &str) -> Result<Cidr, String> {
    let (address, bits) = text.rsplit_once('/').ok_or("no '/'")?;
    let (address, zone) = parse_address(address)?;
    if zone {
        return Err("IPv6 zones cannot be present in a prefix".to_owned());
    }
    let bad = || format!("bad bits after slash: {}", quote(bits));
    if bits.is_empty() || !bits.bytes().all(|byte| byte.is_ascii_digit()) || (bits.len() > 1 && bits.starts_with('0')) {
        return Err(bad());
    }
    let most = if address.is_ipv4() { 32 } else { 128 };
    match bits.parse::<i64>() {
        Err(_) => Err(bad()),
        Ok(bits) if bits > most => Err("prefix length out of range".to_owned()),
        Ok(bits) => Ok(Cidr { address, bits: u32::try_from(bits).map_err(|_| bad())? }),
    }
}
