//! Whether a JSON Schema compiles as it does for the platform: checked against the metaschema of its draft, every reference found,
//! every pattern one of Go's.
//!
//! Nothing is fetched and no file is opened. Source: the behaviour of the Go library santhosh-tekuri/jsonschema v6, which the webhook and
//! the facade use, under the base URI `spec://omnia/agentruntime/schema.json`.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::{json_schema_draft::Draft, json_schema_refs::References};
use crate::crd::Pattern;

/// The URI under which the platform compiles both schemas of a function.
pub(super) const BASE: &str = "spec://omnia/agentruntime/schema.json";

/// Why a schema does not compile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// Where in the schema, as a JSON pointer.
    pub pointer: String,
    /// What is wrong there.
    pub text: String,
}

impl Fault {
    pub(super) fn new(pointer: impl Into<String>, text: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), text: text.into() }
    }
}

/// The first reason why `schema` does not compile.
///
/// Recursive as deep as the schema is nested.
pub(super) fn fault(schema: &Value) -> Option<Fault> {
    References::collect(schema).and_then(|mut references| references.compile()).err()
}

/// The first fault of `schema`, which stands at `pointer`, against the metaschema of `draft`.
///
/// Recursive as deep as the schema is nested.
pub(super) fn against_metaschema(schema: &Value, pointer: &str, draft: Draft) -> Result<(), Fault> {
    let Some(validator) = metaschema(draft) else {
        return Err(Fault::new(pointer, format!("the metaschema of {} cannot be used", draft.name())));
    };
    match validator.iter_errors(schema).next() {
        None => Ok(()),
        Some(error) => {
            let inner = error.instance_path().as_str();
            Err(Fault::new(format!("{pointer}{inner}"), described(schema.pointer(inner), inner, &error.to_string())))
        }
    }
}

/// What is wrong with the value of a keyword, in words that name what is allowed.
fn described(value: Option<&Value>, pointer: &str, general: &str) -> String {
    let mut segments = pointer.rsplit('/');
    let (keyword, parent) = (segments.next().unwrap_or_default(), segments.next().unwrap_or_default());
    match (keyword, value) {
        ("type", Some(value)) if parent != "properties" => {
            format!("{value} is no type: a type is array, boolean, integer, null, number, object or string, or a list of these")
        }
        ("pattern", Some(Value::String(pattern))) => {
            let reason = Pattern::syntax_error(pattern).unwrap_or_else(|| general.to_owned());
            format!("the pattern is none of Go's: {reason}")
        }
        ("required", Some(Value::String(name))) => format!("required is a list of names: write [{name}]"),
        (_, Some(Value::Null)) => "null is no schema and no value of a keyword".to_owned(),
        _ => general.to_owned(),
    }
}

fn metaschema(draft: Draft) -> Option<&'static Validator> {
    static BUILT: [OnceLock<Option<Validator>>; Draft::ALL.len()] = [const { OnceLock::new() }; Draft::ALL.len()];
    let place = Draft::ALL.iter().position(|known| *known == draft)?;
    BUILT[place].get_or_init(|| build(draft)).as_ref()
}

/// The Go library asserts the formats of the metaschemas, with Go's syntax of patterns and URLs.
fn build(draft: Draft) -> Option<Validator> {
    jsonschema::options()
        .with_draft(draft.library())
        .offline()
        .should_validate_formats(true)
        .with_format("regex", |pattern: &str| Pattern::syntax_error(pattern).is_none())
        .with_format("uri", is_absolute_url)
        .with_format("uri-reference", is_url)
        .build(&json!({ "$ref": draft.url() }))
        .ok()
}

/// Whether Go's `net/url` parses `text`: it takes nearly everything.
fn is_url(text: &str) -> bool {
    let colon = text.find([':', '/', '?', '#']).filter(|at| text.as_bytes()[*at] == b':');
    let has_scheme = colon.is_some_and(|at| {
        let scheme = &text[..at];
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    });
    // A colon in the first segment needs a scheme before it.
    (colon.is_none() || has_scheme)
        && !text.contains('\\')
        && !text.chars().any(|c| c.is_ascii_control())
        && percents_are_good(text)
}

fn is_absolute_url(text: &str) -> bool {
    is_url(text) && text.find([':', '/', '?', '#']).is_some_and(|at| at > 0 && text.as_bytes()[at] == b':')
}

fn percents_are_good(text: &str) -> bool {
    let hexadecimal = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
    let bytes = text.as_bytes();
    bytes.iter().enumerate().all(|(at, byte)| *byte != b'%' || hexadecimal(bytes.get(at + 1)) && hexadecimal(bytes.get(at + 2)))
}

/// Whether a reference into one of the bundled metaschemas, `fragment` included, finds something.
pub(super) fn is_in_metaschema(draft: Draft, url: &str, fragment: &str) -> bool {
    jsonschema::options().with_draft(draft.library()).offline().build(&json!({ "$ref": format!("{url}#{fragment}") })).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault_of(text: &str) -> Option<Fault> {
        fault(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn what_compiles() {
        for text in [
            "{}",
            r#"{"type":"object","properties":{"a":true,"b":false}}"#,
            r#"{"enum":[]}"#,
            r#"{"enum":[1,1]}"#,
            r##"{"definitions":{"a":{"type":"string"}},"$ref":"#/definitions/a"}"##,
            r##"{"$defs":{"a":{"$anchor":"here"}},"$ref":"#here"}"##,
            r##"{"$defs":{"a":{"$ref":"#nowhere"}}}"##,
            r#"{"dependencies":{"a":["b"],"c":{"type":"string"}}}"#,
            r#"{"foo":1,"format":"no-such-format"}"#,
            r#"{"minLength":2.0,"maximum":1e300}"#,
            r##"{"$ref":"#"}"##,
            r##"{"$dynamicRef":"#node","$dynamicAnchor":"node"}"##,
            r#"{"$ref":"https://json-schema.org/draft/2020-12/schema"}"#,
            r#"{"$ref":"http://json-schema.org/draft-07/schema#"}"#,
            r#"{"$ref":"http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger"}"#,
            r#"{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}]}"#,
            r#"{"$schema":"https://json-schema.org/draft-07/schema","items":[{}]}"#,
            r#"{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMinimum":true,"minimum":1}"#,
            r##"{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveRef":"#","items":[{}]}"##,
            r##"{"$id":"https://example.test/root","$defs":{"a":{"$id":"child","type":"string"}},"$ref":"child"}"##,
            r##"{"$ref":"spec://omnia/agentruntime/schema.json#/$defs/a","$defs":{"a":{}}}"##,
            r##"{"$ref":"#/x~1y/a%20b","x/y":{"a b":{"type":"string"}}}"##,
            r#"{"then":{"$ref":"https://example.test/unused"}}"#,
            r#"{"pattern":"(?i)^[a-z]+$","patternProperties":{"^x-":{}}}"#,
        ] {
            assert_eq!(fault_of(text), None, "{text}");
        }
    }

    #[test]
    fn what_does_not_compile() {
        for (text, pointer) in [
            (r#"{"type":"strnig"}"#, "/type"),
            (r#"{"properties":{"a":{"type":"x"}}}"#, "/properties/a/type"),
            (r#"{"required":"text"}"#, "/required"),
            (r#"{"minimum":"10"}"#, "/minimum"),
            (r#"{"properties":[]}"#, "/properties"),
            (r#"{"properties":{"a":null}}"#, "/properties/a"),
            (r#"{"items":[{}]}"#, "/items"),
            (r#"{"pattern":"(?=a)"}"#, "/pattern"),
            (r#"{"pattern":"a{1001}"}"#, "/pattern"),
            (r#"{"patternProperties":{"\\1":{}}}"#, "/patternProperties"),
            (r#"{"$schema":"https://example.test/meta"}"#, "/$schema"),
            (r#"{"$schema":""}"#, "/$schema"),
            (r#"{"$schema":5}"#, "/$schema"),
            (r##"{"$ref":"#nope"}"##, "/$ref"),
            (r##"{"$ref":"#/$defs/nope"}"##, "/$ref"),
            (r##"{"$ref":"#/x","x":{"type":"bogus"}}"##, "/x/type"),
            (r##"{"$ref":"#/x","x":null}"##, "/x"),
            (r##"{"$ref":"#%zz"}"##, "/$ref"),
            (r##"{"$ref":"#/a~2"}"##, "/$ref"),
            (r#"{"$ref":"other.json"}"#, "/$ref"),
            (r#"{"$ref":"https://example.test/x.json"}"#, "/$ref"),
            (r#"{"$ref":"file:///etc/passwd"}"#, "/$ref"),
            (r#"{"$ref":"http://json-schema.org/draft-07/schema#/definitions/nope"}"#, "/$ref"),
            (r#"{"$ref":"http://json-schema.org/draft-03/schema"}"#, "/$ref"),
            (r#"{"$schema":"http://json-schema.org/draft-03/schema#"}"#, "/$schema"),
            (r#"{"$schema":"http://json-schema.org/draft-07/schema#","if":{"$ref":"a"}}"#, "/if/$ref"),
            (r#"{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMinimum":1}"#, "/exclusiveMinimum"),
            (r#"{"$schema":"http://json-schema.org/draft-04/schema#","patternProperties":{"(":{}}}"#, "/patternProperties"),
            (r#"{"if":{},"then":{"$ref":"https://example.test/used"}}"#, "/then/$ref"),
            (r#"{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}"#, "/$defs/b"),
            (r#"{"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}}"#, "/$defs/b"),
            (r##"{"$dynamicRef":"#none"}"##, "/$dynamicRef"),
            (r#"{"multipleOf":0}"#, "/multipleOf"),
            (r#"{"minLength":-1}"#, "/minLength"),
            (r#"{"uniqueItems":"yes"}"#, "/uniqueItems"),
        ] {
            assert_eq!(fault_of(text).map(|fault| fault.pointer).as_deref(), Some(pointer), "{text}");
        }
    }
}
