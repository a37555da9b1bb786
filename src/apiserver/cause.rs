//! What the API server or kubectl says against an object, one entry for each cause.

use crate::yaml::Span;

/// The step that refuses (facts of the request: kubectl decodes, the server decodes strictly, then validates).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// kubectl itself, before any request.
    Client,
    /// The server's decoding: types of the metadata, unknown and duplicate fields.
    Decode,
    /// The server's checks of `apiVersion`, `kind` and `metadata`.
    Metadata,
    /// The structural schema, list types, embedded resources, scale paths.
    Schema,
    /// The rules of `x-kubernetes-validations`.
    Rules,
}

/// The reason of a cause, as the Status names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Reason {
    Required,
    TypeInvalid,
    Invalid,
    NotSupported,
    TooLong,
    TooMany,
    Duplicate,
    Forbidden,
    InternalError,
    /// Not a cause of a Status: kubectl's or the decoder's error.
    None,
}

impl Reason {
    /// The `reason` of the cause (`FieldValueRequired`); empty for [`Reason::None`].
    pub const fn name(self) -> &'static str {
        match self {
            Self::Required => "FieldValueRequired",
            Self::TypeInvalid => "FieldValueTypeInvalid",
            Self::Invalid => "FieldValueInvalid",
            Self::NotSupported => "FieldValueNotSupported",
            Self::TooLong => "FieldValueTooLong",
            Self::TooMany => "FieldValueTooMany",
            Self::Duplicate => "FieldValueDuplicate",
            Self::Forbidden => "FieldValueForbidden",
            Self::InternalError => "InternalError",
            Self::None => "",
        }
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// Who says it.
    pub stage: Stage,
    /// The reason of the Status.
    pub reason: Reason,
    /// The field as the Status has it (`spec.facades[0].type`); empty where it says `<nil>` or there is none.
    pub field: String,
    /// The message without the field (`Required value`, `Invalid value: "x": ...`, `unknown field "spec.zz"`).
    pub message: String,
    /// The place in the text of the file: the value at fault, its key for an unknown field, the parent's key for a missing one.
    pub span: Span,
    /// A second place (the first of two equal items), with a word about it.
    pub related: Option<(Span, &'static str)>,
    /// The server would not print this, since an earlier step stops it.
    pub masked: bool,
    /// The rule that says it.
    pub rule: Option<RuleRef>,
}

/// A rule of `x-kubernetes-validations`, at the value where it ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleRef {
    /// Its code (`CEL012`), when it is an embedded one.
    pub code: Option<String>,
    /// The path of the value, as a cause's field.
    pub path: String,
    /// Its place among the rules of the value.
    pub index: usize,
}
