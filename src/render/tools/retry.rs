//! How often a call of a tool is repeated.

use serde_json::{Map, Value, json};

use crate::{
    omnia::{GRPC_STATUS_NAMES, duration},
    world::Field,
};

/// A hundred milliseconds, in nanoseconds.
const INITIAL: i64 = 100_000_000;
/// Thirty seconds, in nanoseconds.
const MAX: i64 = 30_000_000_000;

/// What is wrong with a policy: the registry's controller leaves its handler out.
pub(super) fn check(policy: &Field<'_>) -> Result<(), String> {
    if !policy.exists() {
        return Ok(());
    }
    if multiplier(policy).is_none_or(|value| value < 1.0) {
        return Err("its backoffMultiplier is below 1".to_owned());
    }
    let (initial, max) = (backoff(policy, "initialBackoff", INITIAL), backoff(policy, "maxBackoff", MAX));
    if max < initial {
        let (initial, max) = (duration::format(initial), duration::format(max));
        return Err(format!("its maxBackoff {max} is below its initialBackoff {initial}"));
    }
    let codes = policy.get("retryableStatusCodes").items();
    match codes.iter().map(Field::str).find(|code| !GRPC_STATUS_NAMES.contains(code)) {
        Some(code) => Err(format!("its retryableStatusCodes hold {code:?}, which is no status of gRPC")),
        None => Ok(()),
    }
}

fn multiplier(policy: &Field<'_>) -> Option<f64> {
    let text = policy.get("backoffMultiplier").text().unwrap_or("2");
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// In nanoseconds. The text is a duration: others stop the operator long before.
fn backoff(policy: &Field<'_>, key: &str, default: i64) -> i64 {
    policy.get(key).text().and_then(|text| duration::parse(text).ok()).unwrap_or(default)
}

/// A policy in the file; nothing without one.
pub(super) fn policy(policy: &Field<'_>, kind: &str) -> Option<Value> {
    if !policy.exists() {
        return None;
    }
    let mut written = Map::new();
    written.insert("maxAttempts".to_owned(), json!(policy.get("maxAttempts").int().unwrap_or_default()));
    written.insert("initialBackoff".to_owned(), duration::format(backoff(policy, "initialBackoff", INITIAL)).into());
    written.insert("backoffMultiplier".to_owned(), json!(multiplier(policy)));
    written.insert("maxBackoff".to_owned(), duration::format(backoff(policy, "maxBackoff", MAX)).into());
    match kind {
        "http" | "openapi" => {
            list(&mut written, policy, "retryOn", &json!([408, 429, 500, 502, 503, 504]));
            for key in ["retryOnNetworkError", "respectRetryAfter"] {
                written.insert(key.to_owned(), json!(policy.get(key).bool() != Some(false)));
            }
        }
        "grpc" => {
            list(
                &mut written,
                policy,
                "retryableStatusCodes",
                &json!(["UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"]),
            );
        }
        _ => {}
    }
    Some(written.into())
}

/// An empty list opts out and is left out.
fn list(written: &mut Map<String, Value>, policy: &Field<'_>, key: &str, default: &Value) {
    let own = policy.get(key);
    let value = if own.exists() { own.json() } else { default.clone() };
    if value.as_array().is_some_and(|items| !items.is_empty()) {
        written.insert(key.to_owned(), value);
    }
}
