//! Which proxy stands between: that of the kubeconfig, or that of the environment unless `NO_PROXY` excepts the server.
//!
//! Source: Go's `golang.org/x/net/http/httpproxy`, which kubectl uses.

use std::net::IpAddr;

use http::Uri;

/// The proxy of the environment for `server`; `variable` reads a variable.
pub(super) fn of_environment(server: &Uri, variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let either =
        |upper: &str, lower: &str| [upper, lower].into_iter().find_map(|name| variable(name).filter(|value| !value.is_empty()));
    let proxy = match server.scheme_str() {
        Some("https") => either("HTTPS_PROXY", "https_proxy"),
        _ => either("HTTP_PROXY", "http_proxy"),
    }?;
    let host = server.host()?.trim_matches(['[', ']']).to_ascii_lowercase();
    let port = server.port_u16().unwrap_or(if server.scheme_str() == Some("https") { 443 } else { 80 });
    let excepted = either("NO_PROXY", "no_proxy").is_some_and(|list| list.split(',').any(|entry| excepts(entry, &host, port)));
    if excepted || is_local(&host) {
        return None;
    }
    Some(if proxy.contains("://") { proxy } else { format!("http://{proxy}") })
}

/// Go never sends what is on this machine to a proxy.
fn is_local(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Whether an entry of `NO_PROXY` means the server: `*`, an address, a network, a domain, each but `*` and networks also with a port.
fn excepts(entry: &str, host: &str, port: u16) -> bool {
    let entry = entry.trim().to_ascii_lowercase();
    if entry.is_empty() {
        return false;
    }
    if entry == "*" {
        return true;
    }
    let address = host.parse::<IpAddr>().ok();
    if let Some((network, bits)) = entry.split_once('/') {
        return address.is_some_and(|address| is_in(address, network, bits));
    }
    let (name, only) = match entry.rsplit_once(':') {
        Some((name, port)) if entry.parse::<IpAddr>().is_err() => (name.trim_matches(['[', ']']), port.parse::<u16>().ok()),
        _ => (entry.as_str(), None),
    };
    if only.is_some_and(|only| only != port) {
        return false;
    }
    if let Ok(excepted) = name.parse::<IpAddr>() {
        return address == Some(excepted);
    }
    let name = name.strip_prefix('*').unwrap_or(name);
    match name.strip_prefix('.') {
        Some(domain) => host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.')),
        None => host == name || host.strip_suffix(name).is_some_and(|rest| rest.ends_with('.')),
    }
}

fn is_in(address: IpAddr, network: &str, bits: &str) -> bool {
    let Ok(bits) = bits.parse::<u32>() else { return false };
    match (address, network.parse()) {
        (IpAddr::V4(address), Ok(IpAddr::V4(network))) if bits <= 32 => {
            let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
            address.to_bits() & mask == network.to_bits() & mask
        }
        (IpAddr::V6(address), Ok(IpAddr::V6(network))) if bits <= 128 => {
            let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
            address.to_bits() & mask == network.to_bits() & mask
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_is_read_as_go_reads_it() {
        type Case = (&'static str, &'static [(&'static str, &'static str)], Option<&'static str>);
        let cases: &[Case] = &[
            ("https://api.example.com:6443", &[("HTTPS_PROXY", "http://p:1")], Some("http://p:1")),
            ("https://api.example.com:6443", &[("https_proxy", "p:1")], Some("http://p:1")),
            ("https://api.example.com:6443", &[("HTTP_PROXY", "http://p:1")], None),
            ("http://api.example.com", &[("HTTP_PROXY", "http://p:1")], Some("http://p:1")),
            ("https://localhost:6443", &[("HTTPS_PROXY", "http://p:1")], None),
            ("https://127.0.0.1:6443", &[("HTTPS_PROXY", "http://p:1")], None),
            ("https://[::1]:6443", &[("HTTPS_PROXY", "http://p:1")], None),
            ("https://api.example.com", &[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", "*")], None),
            ("https://api.example.com", &[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", "other.com, example.com")], None),
            ("https://api.example.com", &[("HTTPS_PROXY", "http://p:1"), ("no_proxy", ".example.com")], None),
            ("https://example.com", &[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", ".example.com")], Some("http://p:1")),
            ("https://notexample.com", &[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", "example.com")], Some("http://p:1")),
            ("https://example.com:6443", &[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", "example.com:443")], Some("http://p:1")),
            ("https://10.1.2.3", &[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", "10.0.0.0/8")], None),
            (
                "https://11.1.2.3",
                &[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", "10.0.0.0/8,x/y,10.0.0.0/99")],
                Some("http://p:1"),
            ),
            ("https://[fd00::1]:6443", &[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", "fd00::/8")], None),
            ("https://[fd00::1]:6443", &[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", "fd00::1")], None),
            ("https://10.1.2.3", &[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", "0.0.0.0/0")], None),
        ];
        for (server, variables, expected) in cases {
            let variable = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
            let found = of_environment(&server.parse().unwrap(), variable);
            assert_eq!(found.as_deref(), *expected, "{server} {variables:?}");
        }
    }
}
