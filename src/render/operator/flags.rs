//! The operator's command line, read as Go's `flag` package reads it.

use std::collections::BTreeMap;

use super::{Told, error::OperatorError};

/// An argument as written, and who wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Argument {
    pub text: String,
    pub told: Told,
}

/// The type of a flag, which decides how many arguments it takes and which values it refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Bool,
    Int,
    /// `TYPE=IMAGE`, given any number of times.
    Image,
}

/// The flags that decide over the objects of an agent.
const DECIDING: &[(&str, Kind)] = &[
    ("default-exposure-base-domain", Kind::Text),
    ("default-exposure-gateway-name", Kind::Text),
    ("default-exposure-gateway-namespace", Kind::Text),
    ("default-exposure-gateway-section", Kind::Text),
    ("enterprise", Kind::Bool),
    ("eval-worker-image", Kind::Text),
    ("eval-worker-image-pull-policy", Kind::Text),
    ("facade-image", Kind::Text),
    ("facade-image-pull-policy", Kind::Text),
    (FRAMEWORK_IMAGE, Kind::Image),
    ("framework-image-pull-policy", Kind::Text),
    ("license-api-url", Kind::Text),
    ("mesh-enabled", Kind::Bool),
    ("mgmt-plane-jwks-url", Kind::Text),
    ("policy-broker-image", Kind::Text),
    ("redis-url", Kind::Text),
    ("redis-url-secret-key", Kind::Text),
    ("redis-url-secret-name", Kind::Text),
    ("sandbox-api-url", Kind::Text),
    ("session-api-auth-audience", Kind::Text),
    ("session-api-auth-enabled", Kind::Bool),
    ("session-api-auth-token-expiration-seconds", Kind::Int),
    ("session-redis-url", Kind::Text),
    ("session-redis-url-secret-key", Kind::Text),
    ("session-redis-url-secret-name", Kind::Text),
    ("tracing-enabled", Kind::Bool),
    ("tracing-endpoint", Kind::Text),
    ("workspace-content-path", Kind::Text),
    ("workspace-reader-rbac", Kind::Bool),
];

/// The flags that decide over the objects of an agent, each with whether it is a truth value, which needs no value of its own.
pub fn deciding() -> impl Iterator<Item = (&'static str, bool)> {
    DECIDING.iter().map(|(name, kind)| (*name, *kind == Kind::Bool))
}

/// Flags that touch no object of an agent; those of type text take their value from the next argument.
const WITHOUT_EFFECT: &[(&str, Kind)] = &[
    ("api-bind-address", Kind::Text),
    ("cluster-name", Kind::Text),
    ("content-api-bind-address", Kind::Text),
    ("deploy-api-bind-address", Kind::Text),
    ("enable-http2", Kind::Bool),
    ("health-probe-bind-address", Kind::Text),
    ("kubeconfig", Kind::Text),
    ("leader-elect", Kind::Bool),
    ("memory-api-image", Kind::Text),
    ("memory-api-image-pull-policy", Kind::Text),
    ("memory-cache-ttl", Kind::Text),
    ("memory-consolidation-reader-clusterrole", Kind::Text),
    ("memory-redis-url", Kind::Text),
    ("memory-redis-url-secret-key", Kind::Text),
    ("memory-redis-url-secret-name", Kind::Text),
    ("metrics-bind-address", Kind::Text),
    ("metrics-cert-key", Kind::Text),
    ("metrics-cert-name", Kind::Text),
    ("metrics-cert-path", Kind::Text),
    ("metrics-secure", Kind::Bool),
    ("privacy-api-image", Kind::Text),
    ("privacy-api-image-pull-policy", Kind::Text),
    ("privacy-default-reader-clusterrole", Kind::Text),
    ("session-api-auth-extra-subjects", Kind::Text),
    ("session-api-image", Kind::Text),
    ("session-api-image-pull-policy", Kind::Text),
    ("session-api-tokenreview-clusterrole", Kind::Text),
    ("tool-test-allowed-subjects", Kind::Text),
    ("webhook-cert-key", Kind::Text),
    ("webhook-cert-name", Kind::Text),
    ("webhook-cert-path", Kind::Text),
    ("zap-devel", Kind::Bool),
    ("zap-encoder", Kind::Text),
    ("zap-log-level", Kind::Text),
    ("zap-stacktrace-level", Kind::Text),
    ("zap-time-encoding", Kind::Text),
];

/// The flag that names a runtime image for a framework.
pub(super) const FRAMEWORK_IMAGE: &str = "framework-image";

/// The framework of an image that is given without one.
const DEFAULT_FRAMEWORK: &str = "promptkit";

/// The value of a flag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Given {
    pub text: String,
    pub told: Told,
}

/// A command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// The last value of each flag; truth values are `true` and `false`.
    values: BTreeMap<&'static str, Given>,
    /// The image of each framework.
    pub images: BTreeMap<String, Given>,
    /// Flags that this program does not know, as written.
    pub unknown: Vec<String>,
    /// What stands behind the end of the flags, which the operator ignores.
    pub ignored: Vec<String>,
}

impl Flags {
    /// Adds the flags of a command line; a later value wins over an earlier one.
    ///
    /// # Errors
    /// What would end the operator with its usage. A flag that is not known here is no error, since operators differ.
    pub fn read(&mut self, arguments: &[Argument]) -> Result<(), OperatorError> {
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let Some(name) = flag_name(argument)? else {
                let from = if argument.text == "--" { None } else { Some(argument) };
                self.ignored.extend(from.into_iter().chain(rest).map(|argument| argument.text.clone()));
                break;
            };
            let (name, inline) = name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value.to_owned())));
            let Some((name, kind)) = known(name) else {
                self.unknown(argument, name, inline.is_none(), &mut rest)?;
                continue;
            };
            let text = match (inline, kind) {
                (Some(value), _) => value,
                (None, Kind::Bool) => "true".to_owned(),
                (None, _) => match rest.next() {
                    Some(next) => next.text.clone(),
                    None => return Err(OperatorError::NeedsValue { flag: name.to_owned(), told: argument.told.clone() }),
                },
            };
            self.set(name, kind, Given { text, told: argument.told.clone() })?;
        }
        Ok(())
    }

    fn unknown<'a>(
        &mut self,
        argument: &Argument,
        name: &str,
        may_take_next: bool,
        rest: &mut (impl Iterator<Item = &'a Argument> + Clone),
    ) -> Result<(), OperatorError> {
        if matches!(name, "h" | "help") {
            return Err(OperatorError::Help { told: argument.told.clone() });
        }
        let mut text = argument.text.clone();
        // Nobody passes words to the operator: one behind an unknown flag is its value.
        if let Some(value) = rest.clone().next().filter(|next| may_take_next && !next.text.starts_with('-')) {
            text = format!("{text} {}", value.text);
            rest.next();
        }
        self.unknown.push(text);
        Ok(())
    }

    fn set(&mut self, name: &'static str, kind: Kind, mut given: Given) -> Result<(), OperatorError> {
        let refuse = |given: Given, wanted| {
            Err(OperatorError::Value { flag: name.to_owned(), value: given.text, wanted, told: given.told })
        };
        match kind {
            Kind::Text => {}
            Kind::Bool => match parse_bool(&given.text) {
                Some(value) => given.text = value.to_string(),
                None => return refuse(given, "give true or false"),
            },
            Kind::Int => match parse_int(&given.text) {
                Some(value) => given.text = value.to_string(),
                None => return refuse(given, "give a whole number"),
            },
            Kind::Image => {
                let (framework, image) = given.text.split_once('=').unwrap_or(("", &given.text));
                let framework = if framework.trim().is_empty() { DEFAULT_FRAMEWORK } else { framework.trim() }.to_owned();
                let image = image.trim().to_owned();
                if image.is_empty() {
                    return refuse(given, "give TYPE=IMAGE, as in langchain=registry.example.com/runtime:1");
                }
                self.images.insert(framework, Given { text: image, told: given.told });
                return Ok(());
            }
        }
        self.values.insert(name, given);
        Ok(())
    }

    /// The value of a flag, when it is given and not empty: an empty value is what the operator has without the flag.
    pub fn text(&self, name: &str) -> Option<&Given> {
        self.given(name).filter(|given| !given.text.is_empty())
    }

    /// The value of a flag, when it is given.
    pub fn given(&self, name: &str) -> Option<&Given> {
        debug_assert!(known(name).is_some(), "{name}");
        self.values.get(name)
    }
}

/// Whether a command line has a flag that only the operator has.
pub(super) fn is_operator(arguments: &[String]) -> bool {
    let deciding = |name: &str| DECIDING.iter().any(|(known, _)| *known == name);
    arguments.iter().filter(|text| text.starts_with('-')).any(|text| {
        let name = text.trim_start_matches('-');
        deciding(name.split_once('=').map_or(name, |(name, _)| name))
    })
}

fn known(name: &str) -> Option<(&'static str, Kind)> {
    DECIDING.iter().chain(WITHOUT_EFFECT).find(|(known, _)| *known == name).copied()
}

/// The argument without its dashes; nothing where the flags end.
fn flag_name(argument: &Argument) -> Result<Option<&str>, OperatorError> {
    let text = argument.text.as_str();
    let Some(name) = text.strip_prefix('-').filter(|name| !name.is_empty()) else { return Ok(None) };
    let name = name.strip_prefix('-').unwrap_or(name);
    match name.as_bytes().first() {
        None => Ok(None),
        Some(b'-' | b'=') => Err(OperatorError::Syntax { argument: text.to_owned(), told: argument.told.clone() }),
        Some(_) => Ok(Some(name)),
    }
}

/// Go's `strconv.ParseBool`.
fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// Go's `strconv.ParseInt` with base 0: prefixes for bases, and underscores as in Go's own numbers.
fn parse_int(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, number) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, lower.as_str()),
    };
    let prefixed = number.len() < lower.len();
    let clean = match number.contains('_') {
        // An underscore stands between digits, or between the prefix and a digit.
        true if (!prefixed && number.starts_with('_')) || number.ends_with('_') || number.contains("__") => return None,
        true => number.replace('_', ""),
        false => number.to_owned(),
    };
    if clean.is_empty() || !clean.chars().all(|digit| digit.is_digit(base)) {
        return None;
    }
    let value = i128::from_str_radix(&clean, base).ok()?;
    i64::try_from(if negative { -value } else { value }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(texts: &[&str]) -> Vec<Argument> {
        texts.iter().map(|text| Argument { text: (*text).to_owned(), told: Told::CommandLine }).collect()
    }

    fn read(texts: &[&str]) -> Result<Flags, OperatorError> {
        let mut flags = Flags::default();
        flags.read(&arguments(texts)).map(|()| flags)
    }

    #[test]
    fn flags_are_read_as_go_reads_them() {
        let value = |texts: &[&str], name: &str| read(texts).unwrap().given(name).map(|given| given.text.clone());
        let image = Some("x".to_owned());
        assert_eq!(value(&["-facade-image=x"], "facade-image"), image);
        assert_eq!(value(&["--facade-image", "x"], "facade-image"), image);
        assert_eq!(value(&["--facade-image=y", "--facade-image=x"], "facade-image"), image, "the last one counts");
        assert_eq!(
            value(&["--facade-image", "--enterprise"], "facade-image"),
            Some("--enterprise".to_owned()),
            "any next one is the value"
        );
        assert_eq!(value(&["--facade-image=a=b"], "facade-image"), Some("a=b".to_owned()));
        assert_eq!(value(&["--facade-image="], "facade-image"), Some(String::new()));
        assert_eq!(value(&["--enterprise"], "enterprise"), Some("true".to_owned()));
        assert_eq!(value(&["--enterprise=F"], "enterprise"), Some("false".to_owned()));
        assert_eq!(value(&["--enterprise", "false", "--mesh-enabled"], "mesh-enabled"), None, "a word ends the flags");
        assert_eq!(value(&["--leader-elect", "--facade-image=x"], "facade-image"), image);
        assert_eq!(value(&["--zap-log-level", "debug", "--facade-image=x"], "facade-image"), image);
        assert_eq!(value(&["--from-tomorrow", "a", "--facade-image=x"], "facade-image"), image);
        assert_eq!(value(&["--from-tomorrow", "--facade-image=x"], "facade-image"), image);
        assert_eq!(value(&["--", "--facade-image=x"], "facade-image"), None);
        assert_eq!(value(&["-", "--facade-image=x"], "facade-image"), None);
        assert_eq!(read(&["--enterprise", "false", "--x"]).unwrap().ignored, ["false", "--x"]);
        assert_eq!(read(&["--from-tomorrow", "a", "--other=1"]).unwrap().unknown, ["--from-tomorrow a", "--other=1"]);
    }

    #[test]
    fn values_that_end_the_operator_are_errors() {
        for texts in [
            &["---x"][..],
            &["--=x"],
            &["-=x"],
            &["--facade-image"],
            &["--enterprise=yes"],
            &["--enterprise="],
            &["--session-api-auth-token-expiration-seconds=1h"],
            &["--session-api-auth-token-expiration-seconds="],
            &["--framework-image=langchain="],
            &["--framework-image= "],
            &["--help"],
            &["-h"],
        ] {
            assert!(read(texts).is_err(), "{texts:?}");
        }
    }

    #[test]
    fn images_of_frameworks_are_a_map() {
        let flags = read(&[
            "--framework-image=a",
            "--framework-image= langchain = l:1 ",
            "--framework-image",
            "=b",
            "--framework-image=x=y=z",
        ]);
        let images: Vec<_> = flags.unwrap().images.into_iter().map(|(name, given)| (name, given.text)).collect();
        let expected = [("langchain", "l:1"), ("promptkit", "b"), ("x", "y=z")];
        assert_eq!(images, expected.map(|(name, image)| (name.to_owned(), image.to_owned())));
    }

    #[test]
    fn numbers_are_those_of_go() {
        let cases = [
            ("3600", Some(3600)),
            ("-1", Some(-1)),
            ("+7", Some(7)),
            ("0x10", Some(16)),
            ("010", Some(8)),
            ("0o10", Some(8)),
            ("0b11", Some(3)),
            ("0x_1f", Some(31)),
            ("0_7", Some(7)),
            ("1_000", Some(1000)),
            ("_1", None),
            ("1_", None),
            ("0x1__0", None),
            ("0x", None),
            ("08", None),
            ("1.5", None),
            ("", None),
            ("-", None),
            ("9223372036854775808", None),
            ("-9223372036854775808", Some(i64::MIN)),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_int(text), expected, "{text}");
        }
    }
}
