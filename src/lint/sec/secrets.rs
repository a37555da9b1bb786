//! SEC007: secrets that stand in a manifest.

use crate::{
    finding::Severity,
    lint::check::{Findings, Subject},
    world::Field,
};

/// How the keys of well-known services begin.
const PREFIXES: [&str; 14] = [
    "sk-",
    "AKIA",
    "ASIA",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AIza",
    "omnia_sk_",
    "hf_",
    "-----BEGIN ",
];
/// Shorter texts are no keys.
const SHORTEST_KEY: usize = 16;
/// Words at the end of a name that a secret has.
const WORDS: [&str; 6] = ["KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL", "CREDENTIALS"];

/// Where values stand, by kind: the way to lists of variables, and to maps of texts.
const VARIABLES: &[(&str, &[&str])] = &[(
    "AgentRuntime",
    &["facades[].extraEnv[]", "runtime.extraEnv[]", "podOverrides.extraEnv[]", "evals.podOverrides.extraEnv[]"],
)];
const TEXTS: &[(&str, &[&str])] = &[
    ("AgentRuntime", &["runtime.autoscaling.keda.triggers[].metadata{}", "facades[].a2a.taskStore.redisURL", "a2aClients[].url"]),
    ("ToolRegistry", &["handlers[].httpConfig.headers{}", "handlers[].openAPIConfig.headers{}", "handlers[].mcpConfig.env{}"]),
    ("Provider", &["headers{}", "baseURL"]),
];

fn paths(table: &'static [(&str, &[&str])], kind: &str) -> &'static [&'static str] {
    table.iter().find(|(name, _)| *name == kind).map_or(&[], |(_, paths)| paths)
}

/// SEC007.
pub(super) fn secret_in_plain_env(subject: &Subject<'_>, said: &mut Findings) {
    let kind = subject.object.kind.as_str();
    for entry in paths(VARIABLES, kind).iter().flat_map(|path| subject.spec.all(path)) {
        let (name, value) = (entry.get("name").str(), entry.get("value"));
        look(name, &value, said);
    }
    for field in paths(TEXTS, kind).iter().flat_map(|path| subject.spec.all(path)) {
        let name = field.path().rsplit('.').next().unwrap_or_default().to_owned();
        look(&name, &field, said);
    }
}

fn look(name: &str, field: &Field<'_>, said: &mut Findings) {
    let Some(text) = field.text() else { return };
    if is_key(text) || is_secret_name(name) && has_prefix(text) {
        said.at(field, format!("the value of {name} looks like a secret"));
    } else if has_password(text) {
        said.at(field, format!("the address in {name} holds a password"));
    } else if is_secret_name(name) && is_opaque(text) {
        said.at(field, format!("by its name {name} is a secret, and its value stands here")).severity = Severity::Info;
    }
}

/// Whether a text begins as keys of well-known services do.
fn is_key(text: &str) -> bool {
    text.strip_prefix("Bearer ").unwrap_or(text).len() >= SHORTEST_KEY && has_prefix(text)
}

/// The same of a text of any length, which by itself says little.
fn has_prefix(text: &str) -> bool {
    let value = text.strip_prefix("Bearer ").unwrap_or(text);
    PREFIXES.iter().any(|prefix| value.starts_with(prefix))
}

/// Whether an address names a user with a password.
fn has_password(text: &str) -> bool {
    let Some((_, rest)) = text.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let Some((user, _)) = authority.rsplit_once('@') else { return false };
    // What a variable is put into is no password yet.
    user.split_once(':').is_some_and(|(_, password)| !password.is_empty() && !password.starts_with('$'))
}

/// Whether a name ends in one of the words, a number apart: `OPENAI_API_KEY_2` does, `MAX_TOKENS` does not.
fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase().replace('-', "_");
    let mut words = name.split('_').rev().skip_while(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    words.next().is_some_and(|last| WORDS.contains(&last))
}

/// Whether a text is long, and neither a number, a path, an address nor plain words.
fn is_opaque(text: &str) -> bool {
    let has = |wanted: fn(char) -> bool| text.chars().any(wanted);
    text.len() >= SHORTEST_KEY
        && !text.contains(['/', ' ', '$', '{'])
        && text.parse::<f64>().is_err()
        && has(|c| c.is_ascii_digit())
        && has(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_told_from_other_values() {
        for key in ["sk-proj-0123456789abcdef", "AKIAIOSFODNN7EXAMPLE", "Bearer ghp_0123456789abcdef"] {
            assert!(is_key(key), "{key}");
        }
        for other in ["sk-short", "debug", "sketch of a longer text"] {
            assert!(!is_key(other), "{other}");
        }
        assert!(has_password("redis://user:pass@redis:6379/0") && has_password("redis://:pass@redis"));
        for open in ["redis://redis:6379", "redis://user@redis", "redis://u:$(PASSWORD)@redis", "a:b@c"] {
            assert!(!has_password(open), "{open}");
        }
        assert!(is_secret_name("OPENAI_API_KEY_2") && is_secret_name("x-api-key") && !is_secret_name("MAX_TOKENS"));
        assert!(is_opaque("0123456789abcdef0123") && !is_opaque("4096") && !is_opaque("plain-words-only-here"));
    }
}
