//! What the server refuses of a decoded and defaulted object, rules apart.

use crate::{
    crd::Version,
    yaml::{Node, Span},
};

use super::{
    cause::{Cause, Reason, Stage},
    embedded, list_type,
    release::KubeVersion,
    scale,
    validate_schema::Walk,
    validate_text,
};

/// The causes against a new object: schema, scale paths, embedded resources, list types, in this order of the server.
///
/// Siblings, whose order the server leaves to chance, stand in the order of their keys. A step may repeat the cause of an earlier one, as
/// in the Status; the texts that the server and kubectl print hold each only once.
/// Recurses as deep as the object and the schema are nested.
pub fn object(root: &Node<'_>, version: &Version, kube: KubeVersion) -> Vec<Cause> {
    update(root, None, version, kube)
}

/// The causes against `root` as a replacement of `old`: what is wrong in unchanged values is forgiven. Without `old` as [`object`].
///
/// Recurses as deep as the object and the schema are nested.
pub fn update(root: &Node<'_>, old: Option<&Node<'_>>, version: &Version, kube: KubeVersion) -> Vec<Cause> {
    let schema = &version.schema;
    let mut causes = validate_text::causes(&Walk::over(root, old, schema, kube), kube);
    scale::validate(root, version, &mut causes);
    embedded::validate(root, schema, kube, &mut causes);
    if old.is_none_or(|old| list_type::is_valid(old, schema)) {
        list_type::validate(root, schema, kube, &mut causes);
    }
    causes
}

/// Whether the causes (of any stage) keep the server from running rules.
pub fn blocks_rules(causes: &[Cause]) -> bool {
    causes.iter().any(|cause| {
        matches!(cause.reason, Reason::NotSupported | Reason::Required | Reason::TooLong | Reason::TooMany | Reason::TypeInvalid)
    })
}

/// The cause that the server adds when [`blocks_rules`] and the schema has rules.
pub fn rules_not_checked(kube: KubeVersion, span: Span) -> Cause {
    let value = if kube.at_least(34) { "null" } else { "\"null\"" };
    Cause {
        stage: Stage::Rules,
        reason: Reason::Invalid,
        field: String::new(),
        message: format!(
            "Invalid value: {value}: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"
        ),
        span,
        related: None,
        masked: false,
        rule: None,
    }
}

/// Whether the cause is that of [`rules_not_checked`].
pub(super) fn is_rules_not_checked(cause: &Cause) -> bool {
    cause.field.is_empty() && cause.message.contains("some validation rules were not checked")
}
