//! URLs, read and worded as Go's `net/url` does.

use std::sync::Arc;

use super::{Function, global, ip::parse_address, member};
use crate::{
    apiserver::cel::{
        cost::Cost,
        map::Map,
        value::{Fault, Outcome, Value},
    },
    yaml::go::quote,
};

/// A URL in parts.
#[derive(Debug, Clone, Default)]
pub struct Url {
    scheme: String,
    /// What follows the scheme of a URL without a slash there.
    opaque: String,
    /// The user and what follows, escaped.
    user: Option<String>,
    host: Vec<u8>,
    no_host: bool,
    path: Vec<u8>,
    /// The path as it is written, where escaping it again would give another.
    raw_path: Option<String>,
    query: String,
    force_query: bool,
    fragment: Option<Vec<u8>>,
    raw_fragment: Option<String>,
}

pub(super) const FUNCTIONS: &[Function] = &[
    global("url", 1, Cost::Traverse, |_, _, args| {
        let text = args[0].expect_str()?;
        let wrap = |error: String| Fault::error(format!("URL parse error during conversion from string: {error}"));
        Url::parse_request_uri(text).map_err(wrap)?;
        Url::parse(text).map(|url| Value::Url(Arc::new(url))).map_err(wrap)
    }),
    global("isURL", 1, Cost::Unit, |_, _, args| Ok(Value::Bool(Url::parse_request_uri(args[0].expect_str()?).is_ok()))),
    member("getScheme", 1, Cost::Unit, |_, _, args| of(args, |url| Value::text(url.scheme.as_str()))),
    member("getHost", 1, Cost::Unit, |_, _, args| of(args, |url| text(&url.host))),
    member("getHostname", 1, Cost::Unit, |_, _, args| of(args, |url| text(url.host_and_port().0))),
    member("getPort", 1, Cost::Unit, |_, _, args| of(args, |url| text(url.host_and_port().1))),
    member("getEscapedPath", 1, Cost::Unit, |_, _, args| of(args, |url| Value::text(url.escaped_path()))),
    member("getQuery", 1, Cost::Unit, |_, _, args| of(args, |url| Value::Map(Map::of(query(&url.query))))),
];

fn of<'a>(args: &[Value<'a>], run: impl Fn(&Url) -> Value<'a>) -> Outcome<'a> {
    match &args[0] {
        Value::Url(url) => Ok(run(url)),
        _ => Err(Fault::no_such_overload()),
    }
}

fn text<'a>(bytes: &[u8]) -> Value<'a> {
    Value::text(String::from_utf8_lossy(bytes).into_owned())
}

/// The parameters of a query; what cannot be read is left out.
fn query<'a>(query: &str) -> Vec<(Value<'a>, Value<'a>)> {
    let mut found: Vec<(String, Vec<Value<'a>>)> = Vec::new();
    for part in query.split('&').filter(|part| !part.is_empty() && !part.contains(';')) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let (Ok(key), Ok(value)) = (unescape(key, Mode::Query), unescape(value, Mode::Query)) else { continue };
        let (key, value) = (String::from_utf8_lossy(&key).into_owned(), text(&value));
        match found.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => found.push((key, vec![value])),
        }
    }
    found.into_iter().map(|(key, values)| (Value::text(key), Value::list(values))).collect()
}

/// The parts of URLs; they differ in what may stand there unescaped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Path,
    Host,
    Zone,
    User,
    Query,
    Fragment,
}

/// Whether `byte` is written with `%`.
fn should_escape(byte: u8, mode: Mode) -> bool {
    if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
        return false;
    }
    match mode {
        Mode::Host | Mode::Zone => !b"!$&'()*+,;=:[]<>\"".contains(&byte),
        Mode::Path => !b"$&+,/:;=@".contains(&byte),
        Mode::User => !b"$&+,;=".contains(&byte),
        Mode::Query => true,
        Mode::Fragment => !b"$&+,/:;=?@!()*".contains(&byte),
    }
}

fn escape(bytes: &[u8], mode: Mode) -> String {
    let mut out = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b' ' if mode == Mode::Query => out.push('+'),
            byte if should_escape(*byte, mode) => out.push_str(&format!("%{byte:02X}")),
            byte => out.push(char::from(*byte)),
        }
    }
    out
}

fn unescape(text: &str, mode: Mode) -> Result<Vec<u8>, String> {
    let bytes = text.as_bytes();
    let hex = |at: usize| bytes.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let escape_error = |part: &[u8]| format!("invalid URL escape {}", crate::yaml::go::quote_bytes(part));
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'%' => {
                let (Some(high), Some(low)) = (hex(at + 1), hex(at + 2)) else {
                    return Err(escape_error(&bytes[at..bytes.len().min(at + 3)]));
                };
                let value = (high * 16 + low) as u8;
                let percent = value == b'%';
                let refused = match mode {
                    Mode::Host => high < 8 && !percent,
                    Mode::Zone => !percent && value != b' ' && should_escape(value, Mode::Host),
                    _ => false,
                };
                if refused {
                    return Err(escape_error(&bytes[at..at + 3]));
                }
                out.push(value);
                at += 3;
            }
            b'+' if mode == Mode::Query => {
                out.push(b' ');
                at += 1;
            }
            byte if matches!(mode, Mode::Host | Mode::Zone) && *byte < 0x80 && should_escape(*byte, mode) => {
                return Err(format!("invalid character {} in host name", crate::yaml::go::quote_bytes(&[*byte])));
            }
            byte => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    Ok(out)
}

impl Url {
    /// Reads an absolute URI or an absolute path.
    ///
    /// # Errors
    ///
    /// It is none; the words are those of Go.
    pub fn parse_request_uri(text: &str) -> Result<Self, String> {
        Self::read(text, true).map_err(|error| format!("parse {}: {error}", quote(text)))
    }

    /// Reads a URL, maybe relative, maybe with a fragment.
    fn parse(text: &str) -> Result<Self, String> {
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let mut url = Self::read(before, false).map_err(|error| format!("parse {}: {error}", quote(before)))?;
        if !fragment.is_empty() {
            let bytes = unescape(fragment, Mode::Fragment).map_err(|error| format!("parse {}: {error}", quote(text)))?;
            url.raw_fragment = (escape(&bytes, Mode::Fragment) != fragment).then(|| fragment.to_owned());
            url.fragment = Some(bytes);
        }
        Ok(url)
    }

    fn read(text: &str, request: bool) -> Result<Self, String> {
        if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
            return Err("net/url: invalid control character in URL".to_owned());
        }
        if text.is_empty() && request {
            return Err("empty url".to_owned());
        }
        let mut url = Self::default();
        if text == "*" {
            url.path = b"*".to_vec();
            return Ok(url);
        }
        let (scheme, mut rest) = split_scheme(text)?;
        url.scheme = scheme.to_ascii_lowercase();
        if rest.ends_with('?') && rest.matches('?').count() == 1 {
            url.force_query = true;
            rest = &rest[..rest.len() - 1];
        } else if let Some((before, query)) = rest.split_once('?') {
            url.query = query.to_owned();
            rest = before;
        }
        if !rest.starts_with('/') {
            if !url.scheme.is_empty() {
                url.opaque = rest.to_owned();
                return Ok(url);
            }
            if request {
                return Err("invalid URI for request".to_owned());
            }
            if rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
                return Err("first path segment in URL cannot contain colon".to_owned());
            }
        }
        let authority = !url.scheme.is_empty() || (!request && !rest.starts_with("///"));
        match rest.strip_prefix("//").filter(|_| authority) {
            Some(after) => {
                let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
                url.authority(authority)?;
                rest = path;
            }
            None => url.no_host = !url.scheme.is_empty() && rest.starts_with('/'),
        }
        url.path = unescape(rest, Mode::Path)?;
        url.raw_path = (escape(&url.path, Mode::Path) != rest).then(|| rest.to_owned());
        Ok(url)
    }

    fn authority(&mut self, authority: &str) -> Result<(), String> {
        let (user, host) = match authority.rsplit_once('@') {
            Some((user, host)) => (Some(user), host),
            None => (None, authority),
        };
        self.host = parse_host(host)?;
        let Some(user) = user else { return Ok(()) };
        let valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
        if !user.bytes().all(valid) {
            return Err("net/url: invalid userinfo".to_owned());
        }
        let parts = user.splitn(2, ':').map(|part| Ok(escape(&unescape(part, Mode::User)?, Mode::User)));
        self.user = Some(parts.collect::<Result<Vec<_>, String>>()?.join(":"));
        Ok(())
    }

    fn escaped_path(&self) -> String {
        let valid = |byte: u8| b"!$&'()*+,;=:@[]%".contains(&byte) || !should_escape(byte, Mode::Path);
        match &self.raw_path {
            Some(raw) if raw.bytes().all(valid) => raw.clone(),
            _ if self.path == b"*" => "*".to_owned(),
            _ => escape(&self.path, Mode::Path),
        }
    }

    /// The host without brackets, and the port.
    fn host_and_port(&self) -> (&[u8], &[u8]) {
        let mut host = self.host.as_slice();
        let mut port: &[u8] = b"";
        if let Some(colon) = host.iter().rposition(|byte| *byte == b':')
            && host[colon + 1..].iter().all(u8::is_ascii_digit)
        {
            port = &host[colon + 1..];
            host = &host[..colon];
        }
        match host {
            [b'[', inner @ .., b']'] => (inner, port),
            host => (host, port),
        }
    }

    /// The URL as one text; equal URLs have equal texts.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if !self.scheme.is_empty() {
            out.push_str(&self.scheme);
            out.push(':');
        }
        if self.opaque.is_empty() {
            self.push_hierarchy(&mut out);
        } else {
            out.push_str(&self.opaque);
        }
        if self.force_query || !self.query.is_empty() {
            out.push('?');
            out.push_str(&self.query);
        }
        if let Some(fragment) = &self.fragment {
            out.push('#');
            out.push_str(&self.raw_fragment.clone().unwrap_or_else(|| escape(fragment, Mode::Fragment)));
        }
        out
    }

    fn push_hierarchy(&self, out: &mut String) {
        let named = !self.host.is_empty() || self.user.is_some();
        if named || (!self.scheme.is_empty() && !self.no_host) {
            if named || !self.path.is_empty() {
                out.push_str("//");
            }
            if let Some(user) = &self.user {
                out.push_str(user);
                out.push('@');
            }
            out.push_str(&escape(&self.host, Mode::Host));
        }
        let path = self.escaped_path();
        if !path.is_empty() && !path.starts_with('/') && !self.host.is_empty() {
            out.push('/');
        }
        if out.is_empty() && path.split('/').next().is_some_and(|segment| segment.contains(':')) {
            out.push_str("./");
        }
        out.push_str(&path);
    }
}

/// The scheme, maybe empty, and the rest.
fn split_scheme(text: &str) -> Result<(&str, &str), String> {
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if index > 0 => {}
            b':' if index == 0 => return Err("missing protocol scheme".to_owned()),
            b':' => return Ok((&text[..index], &text[index + 1..])),
            _ => break,
        }
    }
    Ok(("", text))
}

fn parse_host(host: &str) -> Result<Vec<u8>, String> {
    match host.rfind('[') {
        Some(0) => {
            let close = host.rfind(']').ok_or("missing ']' in host")?;
            let port = &host[close + 1..];
            check_port(port)?;
            let name = &host[1..close];
            let mut address = match name.find("%25") {
                Some(zone) => [unescape(&name[..zone], Mode::Host)?, unescape(&name[zone..], Mode::Zone)?].concat(),
                None => unescape(name, Mode::Host)?,
            };
            let parsed = parse_address(&String::from_utf8_lossy(&address)).map_err(|error| format!("invalid host: {error}"))?;
            if parsed.0.is_ipv4() {
                return Err("invalid IP-literal".to_owned());
            }
            address.insert(0, b'[');
            address.push(b']');
            address.extend(unescape(port, Mode::Host)?);
            Ok(address)
        }
        Some(_) => Err("invalid IP-literal".to_owned()),
        None => {
            if let Some(colon) = host.rfind(':') {
                check_port(&host[colon..])?;
            }
            unescape(host, Mode::Host)
        }
    }
}

fn check_port(port: &str) -> Result<(), String> {
    let valid = port.is_empty() || port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if valid { Ok(()) } else { Err(format!("invalid port {} after host", quote(port))) }
}
