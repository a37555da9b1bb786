//! From a cause to a finding: the code, who says it, and what explains it.

use super::{help, linter::Linter, rule, traps};
use crate::{
    apiserver::{Cause, Stage},
    crd::Schema,
    finding::{
        Edit, Finding, Fix, Related, Severity,
        classify::{self, Source},
        find,
    },
    yaml::Text,
};

/// What is known of the object when a cause is explained.
pub(super) struct Scene<'a> {
    pub linter: &'a Linter<'a>,
    pub text: &'a Text,
    /// The kind as the schema spells it; empty when it is not known.
    pub kind: &'a str,
    /// The schema that was asked; none when kubectl gave up before.
    pub schema: Option<&'a Schema>,
    /// The same in the newest release that is embedded.
    pub newest: Option<&'a Schema>,
    /// The document was read as JSON, where no scalar is mistaken for another.
    pub json: bool,
}

/// The finding for a cause.
pub(super) fn finding(cause: Cause, scene: &Scene<'_>) -> Finding {
    let source = match cause.stage {
        Stage::Client | Stage::Decode => Source::Decoder,
        _ => Source::Cause,
    };
    let general = rule_code(&cause).unwrap_or_else(|| classify::code(source, scene.kind, &cause.field, &cause.message));
    let origin = classify::origin(source, general, &cause.field);
    let code = explained(general, &cause, scene);
    let fix = quote(code, &cause, scene);
    let help = help::of(code, &cause, scene);
    Finding {
        code,
        severity: if code == "CEL904" { Severity::Info } else { Severity::Error },
        origin,
        message: cause.message,
        field: cause.field,
        masked: cause.masked,
        object: None,
        document: 0,
        span: cause.span,
        related: cause.related.map(|(span, message)| Related { message: message.to_owned(), span }).into_iter().collect(),
        help,
        fix,
        trace: Vec::new(),
    }
}

/// The code of the embedded rule that says the cause, whether it is false or cannot be evaluated.
fn rule_code(cause: &Cause) -> Option<&'static str> {
    let code = cause.rule.as_ref()?.code.as_deref()?;
    find(code).map(|rule| rule.code)
}

/// The code of the rule that explains the cause, which stands in place of the general one.
fn explained(code: &'static str, cause: &Cause, scene: &Scene<'_>) -> &'static str {
    match code {
        "CEL901" if rule::is_transition(cause, scene) => "CEL905",
        "SCH003" => misread_scalar(cause, scene).unwrap_or(code),
        "META001" if is_metadata_scalar(&cause.message) && !scene.json => "YAML007",
        "SCH001" if is_newer(cause, scene) => "SCH016",
        "SCH004" if is_newer_value(cause, scene) => "SCH016",
        // The general table knows names, but not which schema is in use.
        "SCH016" if !is_newer(cause, scene) && !is_newer_value(cause, scene) => {
            if cause.message.starts_with("unknown field ") {
                "SCH001"
            } else {
                "SCH004"
            }
        }
        _ => code,
    }
}

/// The rule about a scalar that YAML 1.1 reads as something else than a string.
fn misread_scalar(cause: &Cause, scene: &Scene<'_>) -> Option<&'static str> {
    let (declared, actual) = types(&cause.message)?;
    if scene.json || declared != "string" || !is_plain(scene.text.slice(cause.span)) {
        return None;
    }
    match actual {
        "boolean" => Some("YAML003"),
        "integer" | "number" if is_pack_version(scene.kind, &cause.field) => Some("YAML005"),
        "integer" | "number" => Some("YAML004"),
        _ => None,
    }
}

/// Declared and actual type of a type error.
pub(super) fn types(message: &str) -> Option<(&str, &str)> {
    let (_, rest) = message.rsplit_once("in body must be of type ")?;
    let (declared, actual) = rest.split_once(": \"")?;
    Some((declared, actual.strip_suffix('"')?))
}

fn is_plain(written: &str) -> bool {
    !written.is_empty() && !written.starts_with(['"', '\'', '{', '[', '|', '>', '!', '*', '&'])
}

fn is_pack_version(kind: &str, field: &str) -> bool {
    match kind {
        "AgentRuntime" => field.ends_with("romptPackRef.version"),
        "PromptPack" => field == "spec.version",
        _ => false,
    }
}

fn is_metadata_scalar(message: &str) -> bool {
    let scalar = ["cannot unmarshal number", "cannot unmarshal bool"].iter().any(|word| message.contains(word));
    scalar
        && ["labels", "annotations", "name", "namespace", "generateName"].iter().any(|field| {
            message.contains(&format!("ObjectMeta.metadata.{field} of type string"))
                || message.contains(&format!("ObjectMeta.{field} of type string"))
        })
}

/// Whether the newest embedded release has the field that the asked schema lacks.
fn is_newer(cause: &Cause, scene: &Scene<'_>) -> bool {
    scene.newest.is_some_and(|newest| has_path(newest, &cause.field))
}

fn has_path(schema: &Schema, path: &str) -> bool {
    help::schema_at(schema, path).is_some() && path.starts_with("spec.")
}

/// Whether the newest embedded release has the value in the enumeration of the field.
fn is_newer_value(cause: &Cause, scene: &Scene<'_>) -> bool {
    let values =
        scene.newest.and_then(|newest| help::schema_at(newest, &cause.field)).and_then(|schema| schema.enumeration.as_ref());
    let value = help::unsupported(&cause.message);
    values.zip(value).is_some_and(|(values, value)| values.iter().any(|known| known.as_str() == Some(&value)))
}

/// Quotes around a scalar that was taken for something else, where they keep what is written.
fn quote(code: &str, cause: &Cause, scene: &Scene<'_>) -> Option<Fix> {
    if !matches!(code, "YAML003" | "YAML004" | "YAML005" | "YAML007") {
        return None;
    }
    let written = scene.text.slice(cause.span);
    is_plain(written).then(|| Fix {
        title: format!("quote {written}"),
        safe: true,
        edits: vec![Edit { span: cause.span, text: traps::quoted(written) }],
    })
}
