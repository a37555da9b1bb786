//! A client of the API server's HTTP interface.

use std::sync::Arc;

use serde_json::Value;
use ureq::{
    Agent,
    http::Request,
    tls::{PemItem, RootCerts, TlsConfig, parse_pem},
};

/// A client with a user's token.
#[derive(Debug, Clone)]
pub struct Api {
    agent: Agent,
    root: String,
    token: String,
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The HTTP status.
    pub code: u16,
    /// The body, as text when it is no JSON.
    pub body: Value,
    /// The body as it came.
    pub raw: String,
    /// The texts of the warnings in the headers.
    pub warnings: Vec<String>,
}

impl Api {
    /// A client for the server at `root`, which has one of the certificates in `pem`.
    pub fn new(root: String, pem: &[u8], token: String) -> Self {
        let certificates = parse_pem(pem)
            .filter_map(|item| match item.unwrap() {
                PemItem::Certificate(certificate) => Some(certificate),
                _ => None,
            })
            .collect();
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::Specific(Arc::new(certificates)))
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .build();
        let config = Agent::config_builder().tls_config(tls).proxy(None).http_status_as_error(false).max_redirects(0);
        Self { agent: config.build().into(), root, token }
    }

    /// Sends `body`; a failure to get any answer fails the test.
    pub fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        let kind = if method == "PATCH" { "application/merge-patch+json" } else { "application/json" };
        self.send_as(method, path, kind, body).unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    /// Sends `body` as a content of type `kind`.
    pub fn send_as(&self, method: &str, path: &str, kind: &str, body: &str) -> Result<Answer, ureq::Error> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.root))
            .header("authorization", format!("Bearer {}", self.token))
            .header("accept", "application/json")
            .header("content-type", kind);
        let mut response = if body.is_empty() {
            self.agent.run(request.body(()).unwrap())?
        } else {
            self.agent.run(request.body(body.to_owned()).unwrap())?
        };
        let warnings =
            response.headers().get_all("warning").iter().map(|value| warning(value.to_str().unwrap_or_default())).collect();
        let code = response.status().as_u16();
        let text = response.body_mut().with_config().limit(64 << 20).read_to_string()?;
        let body = serde_json::from_str(&text).unwrap_or_else(|_| Value::String(text.clone()));
        Ok(Answer { code, body, raw: text, warnings })
    }

    /// Fetches `path`.
    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "")
    }

    /// Fetches `path` from a server that may not be there yet.
    pub fn try_get(&self, path: &str) -> Result<Answer, ureq::Error> {
        self.send_as("GET", path, "application/json", "")
    }
}

/// The text of a warning header: `299 - "TEXT"`.
fn warning(header: &str) -> String {
    let quoted = header.split_once(" - ").map_or(header, |(_, text)| text);
    serde_json::from_str(quoted).unwrap_or_else(|_| quoted.to_owned())
}
