//! From the words of kubectl and the API server to the code of a rule.
//!
//! Every cause is exactly one finding; the first row that fits gives the code. The words are those that the programs print, so that a
//! cause from a recorded answer or from a cluster gets the same code as one that was found offline.

use super::Origin;

/// Where the words come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// A webhook of the platform, or the server about one: the whole message, or one warning. There is no field.
    Webhook,
    /// kubectl's reader, after `error: error parsing FILE: `.
    Reader,
    /// kubectl's or the server's decoder.
    Decoder,
    /// A cause of a Status.
    Cause,
    /// An error about a CustomResourceDefinition, the field being its path.
    Crd,
}

/// What the words must be like.
enum Words {
    Any,
    Starts(&'static [&'static str]),
    Has(&'static [&'static str]),
    Ends(&'static [&'static str]),
    /// Starts with the first and has the second.
    StartsAndHas(&'static str, &'static str),
    Fits(fn(&str) -> bool),
}

impl Words {
    fn fit(&self, text: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Starts(list) => list.iter().any(|word| text.starts_with(word)),
            Self::Has(list) => list.iter().any(|word| text.contains(word)),
            Self::Ends(list) => list.iter().any(|word| text.ends_with(word)),
            Self::StartsAndHas(start, part) => text.starts_with(start) && text.contains(part),
            Self::Fits(test) => test(text),
        }
    }
}

struct Row {
    source: Source,
    /// Empty for every kind.
    kind: &'static str,
    field: Words,
    message: Words,
    code: &'static str,
}

const fn row(source: Source, kind: &'static str, field: Words, message: Words, code: &'static str) -> Row {
    Row { source, kind, field, message, code }
}

const AGENT: &str = "AgentRuntime";
const PROVIDER: &str = "Provider";

const ROWS: &[Row] = {
    use Source::*;
    use Words::*;
    &[
        row(Webhook, "", Any, Starts(&["Internal error occurred: failed calling webhook"]), "ADM016"),
        row(
            Webhook,
            "",
            Any,
            Has(&["denied the request: time: ", "denied the request: json: ", "denied the request: quantit"]),
            "ADM015",
        ),
        row(Webhook, AGENT, Any, Has(&["is not a valid JSON Schema: "]), "ADM001"),
        row(Webhook, AGENT, Any, Has(&["facades require an Enterprise"]), "ADM005"),
        row(Webhook, "Workspace", Any, Has(&["already claimed by workspace"]), "ADM010"),
        row(Webhook, "ArenaJob", Any, Has(&["jobs require an Enterprise", "workers require an Enterprise"]), "ADM011"),
        row(Webhook, "", Any, Has(&["oci sources require an Enterprise"]), "ADM012"),
        row(Webhook, "ArenaTemplateSource", Any, Has(&["invalid spec: ["]), "ADM013"),
        row(
            Webhook,
            "SessionPrivacyPolicy",
            Any,
            Fits(|text| has_in_order(text, &["is referenced by ", " cannot be deleted"])),
            "ADM014",
        ),
        row(Webhook, PROVIDER, Any, Fits(|text| text.starts_with("referenced Secret ") && text.contains(" not found")), "ADM007"),
        row(
            Webhook,
            PROVIDER,
            Any,
            Fits(|text| {
                let lacks = ["none of the expected keys", "has no key", "missing required keys"];
                text.starts_with("Secret ") && lacks.iter().any(|words| text.contains(words))
            }),
            "ADM008",
        ),
        row(Webhook, PROVIDER, Any, Starts(&["changing the embedding dimension"]), "ADM009"),
        row(Reader, "", Any, Has(&["document contains excessive aliasing"]), "YAML015"),
        row(Reader, "", Any, Starts(&["yaml: unknown anchor"]), "YAML014"),
        row(Reader, "", Any, StartsAndHas("yaml: anchor", "contains itself"), "YAML014"),
        row(Reader, "", Any, Starts(&["yaml: map merge requires"]), "YAML016"),
        row(Reader, "", Any, Starts(&["yaml: invalid map key", "unsupported map key of type"]), "YAML017"),
        row(Reader, "", Any, Starts(&["json: unsupported value"]), "YAML018"),
        row(Reader, "", Any, Has(&["exceeded max depth"]), "YAML019"),
        row(
            Reader,
            "",
            Any,
            Starts(&[
                "yaml: control characters",
                "yaml: invalid leading UTF-8",
                "yaml: invalid trailing UTF-8",
                "yaml: invalid length of a UTF-8",
                "yaml: incomplete UTF-8",
            ]),
            "YAML020",
        ),
        row(Reader, "", Any, Starts(&["invalid Yaml document separator"]), "YAML022"),
        row(Reader, "", Any, Starts(&["json: offset ", "unexpected EOF", "invalid character "]), "YAML023"),
        row(Reader, "", Any, Starts(&["no objects passed to"]), "YAML027"),
        row(Reader, "", Any, Any, "YAML013"),
        row(Decoder, AGENT, Fits(is_singular_field), Starts(&["unknown field "]), "DEP011"),
        row(Decoder, AGENT, Fits(is_removed_authentication), Starts(&["unknown field "]), "DEP009"),
        row(
            Decoder,
            AGENT,
            Starts(&["spec.evals.sampling", "spec.evals.rateLimit", "spec.evals.sessionCompletion"]),
            Starts(&["unknown field "]),
            "DEP004",
        ),
        row(Decoder, AGENT, Starts(&["spec.rollout.rollback.cooldown"]), Starts(&["unknown field "]), "DEP005"),
        row(Decoder, AGENT, Fits(is_protocol_flag), Starts(&["unknown field "]), "DEP006"),
        row(Decoder, AGENT, Starts(&["spec.framework.version"]), Starts(&["unknown field "]), "DEP007"),
        row(Decoder, "Provider", Starts(&["spec.secretRef"]), Starts(&["unknown field "]), "DEP013"),
        row(Decoder, "ToolRegistry", Starts(&["spec.selector"]), Starts(&["unknown field "]), "DEP013"),
        row(Decoder, AGENT, Fits(is_newer_field), Starts(&["unknown field "]), "SCH016"),
        row(Decoder, "Workspace", Starts(&["spec.quotas"]), Starts(&["unknown field "]), "SCH016"),
        row(Decoder, "", Any, Starts(&["unknown field "]), "SCH001"),
        row(Decoder, "", Any, Has(&["into Go value of type float64"]), "YAML018"),
        row(Decoder, "", Any, Has(&["resource name may not be empty"]), "META002"),
        row(Decoder, "", Any, Has(&["cannot use generate name with apply"]), "META003"),
        row(
            Decoder,
            "",
            Any,
            Has(&["the namespace from the provided object", "the namespace of the provided object"]),
            "META006",
        ),
        row(Decoder, "", Any, Has(&["invalid object to validate"]), "SCH019"),
        row(Decoder, "", Any, Has(&["is not a list: no Items field"]), "SCH020"),
        row(
            Decoder,
            "",
            Any,
            Has(&[
                "apiVersion not set",
                "kind not set",
                "isn't string type",
                "Object 'Kind' is missing",
                "unexpected GroupVersion string",
            ]),
            "SCH018",
        ),
        row(Decoder, "", Any, Has(&["no matches for kind", "the server could not find the requested resource"]), "SCH010"),
        row(Decoder, "", Any, Has(&["Request entity too large"]), "SCH027"),
        row(Decoder, "", Any, Starts(&["strconv.ParseUint"]), "META013"),
        row(Decoder, "", Any, Has(&["parsing time "]), "META013"),
        row(
            Decoder,
            "",
            Any,
            Has(&[
                "Go struct field ObjectMeta.",
                "Go struct field OwnerReference.",
                "Go struct field ManagedFieldsEntry.",
                "Go struct field metadataOnlyObject.",
                "Go value of type v1.ObjectMeta",
            ]),
            "META001",
        ),
        row(Decoder, "", Any, Has(&["decodeList.items of type", "Go value of type map[string]interface {}"]), "SCH019"),
        row(Decoder, "", Any, Has(&["Object 'apiVersion' is missing"]), "SCH018"),
        row(Decoder, "", Any, Has(&["invalid resource name "]), "SCH011"),
        row(Decoder, "", Any, Has(&["invalid namespace "]), "META005"),
        row(Decoder, "", Any, Fits(|text| in_list(text).starts_with("unknown field ")), "SCH001"),
        row(Decoder, "", Any, Fits(|text| in_list(text).starts_with("missing required field ")), "SCH002"),
        row(Decoder, "", Any, Fits(|text| in_list(text).starts_with("invalid type for ")), "SCH003"),
        row(Decoder, "", Any, Has(&["unknown object type \"nil\" in "]), "SCH025"),
        row(Decoder, "", Any, Has(&["error validating data: duplicate key: ", "[duplicate key: "]), "SCH017"),
        row(Decoder, "", Any, Starts(&["illegal base64 data"]), "SCH029"),
        row(Decoder, "", Any, Starts(&["duplicate field "]), "SCH017"),
        row(Decoder, "", Any, Has(&["field not declared in schema"]), "SCH001"),
        row(Decoder, "", Any, Has(&["duplicate entries for key"]), "SCH008"),
        row(Decoder, "", Any, Fits(is_typed_patch_error), "SCH003"),
        row(Cause, "", Fits(|field| field == "kind" || field == "apiVersion"), Any, "SCH021"),
        row(Cause, "", Starts(&["metadata."]), Has(&["field is immutable"]), "META014"),
        row(Cause, "", Fits(|field| field == "metadata.name"), Starts(&["Required value"]), "META002"),
        row(Cause, "", Fits(|field| field == "metadata.name"), Any, "SCH011"),
        row(Cause, "", Fits(|field| field == "metadata.generateName"), Any, "META004"),
        row(Cause, "", Fits(|field| field == "metadata.namespace"), Any, "META005"),
        row(Cause, "", Starts(&["metadata.labels"]), Any, "META007"),
        row(Cause, "", Starts(&["metadata.annotations"]), Starts(&["Too long"]), "META009"),
        row(Cause, "", Starts(&["metadata.annotations"]), Any, "META008"),
        row(Cause, "", Starts(&["metadata.finalizers"]), Any, "META010"),
        row(Cause, "", Starts(&["metadata.ownerReferences"]), Any, "META011"),
        row(Cause, "", Starts(&["metadata.managedFields"]), Any, "META012"),
        row(Cause, "", Starts(&["metadata."]), Any, "META013"),
        row(Cause, "", Any, Has(&["some validation rules were not checked"]), "CEL904"),
        row(Cause, "", Any, Has(&["actual cost limit exceeded", "running out of cost budget"]), "CEL903"),
        row(Cause, "", Any, Has(&["rule compile error"]), "CRD005"),
        row(Cause, "", Any, Fits(is_combination), "SCH023"),
        row(Cause, "", Any, Fits(|text| text.contains("must be of type ") && text.ends_with(": \"null\"")), "SCH025"),
        row(Cause, "", Any, Fits(is_type_error), "SCH003"),
        row(Cause, "", Any, Has(&["in body must be of type "]), "SCH022"),
        row(Cause, "", Any, Has(&["in body is a forbidden property"]), "SCH026"),
        row(Cause, "", Any, Has(&["must be an object for an array of list-type map"]), "SCH024"),
        row(Cause, "", Any, Fits(|text| text.contains("in body should match ") && text.contains("numkMGTPE")), "SCH009"),
        row(Cause, "", Any, Has(&["in body should match "]), "SCH006"),
        row(Cause, "", Any, Fits(|text| text.contains("in body should be at least ") && text.ends_with(" chars long")), "SCH006"),
        row(Cause, "", Any, Starts(&["Too long: "]), "SCH006"),
        row(
            Cause,
            "",
            Any,
            Has(&[
                "in body should be greater than",
                "in body should be less than",
                "should be a multiple of",
                "should be a non-negative integer",
                ": should be less than or equal",
            ]),
            "SCH005",
        ),
        row(Cause, "", Any, Has(&["in body should have at least"]), "SCH007"),
        row(Cause, "", Any, Starts(&["Too many: "]), "SCH007"),
        row(Cause, AGENT, Fits(|field| field == "spec.framework.type"), Starts(&["Unsupported value: \"autogen\""]), "DEP012"),
        row(
            Cause,
            AGENT,
            Fits(|field| field == "spec.duplex.mode"),
            Starts(&["Unsupported value: \"audio\"", "Unsupported value: \"audiovideo\""]),
            "DEP008",
        ),
        row(
            Cause,
            AGENT,
            Fits(|field| field == "spec.duplex.mode"),
            Starts(&["Unsupported value: \"realtime\"", "Unsupported value: \"cascaded\""]),
            "SCH016",
        ),
        row(Cause, "", Ends(&["role"]), Starts(&["Unsupported value: \"rerank\""]), "DEP014"),
        row(Cause, "", Any, Starts(&["Unsupported value: "]), "SCH004"),
        row(Cause, "", Any, Fits(|text| text == "Required value"), "SCH002"),
        row(Cause, "", Ends(&["]"]), Starts(&["Duplicate value: "]), "SCH008"),
        row(Cause, "", Starts(&["spec."]), Fits(is_embedded_type_fault), "SCH030"),
        row(Cause, "", Fits(is_embedded_metadata), Fits(is_name_fault), "SCH030"),
        row(Cause, AGENT, Any, Has(&["inputSchema is required"]), "CEL001"),
        row(Cause, AGENT, Any, Has(&["outputSchema is required"]), "CEL002"),
        row(Cause, AGENT, Any, Has(&["inputSchema is only valid"]), "CEL003"),
        row(Cause, AGENT, Any, Has(&["outputSchema is only valid"]), "CEL004"),
        row(Cause, AGENT, Any, Has(&["outputFormat is only valid"]), "CEL005"),
        row(Cause, AGENT, Any, Has(&["duplicate facade types"]), "CEL006"),
        row(Cause, AGENT, Any, Has(&["'agent' allows only"]), "CEL007"),
        row(Cause, AGENT, Any, Has(&["'function' allows only"]), "CEL008"),
        row(Cause, AGENT, Any, Has(&["exactly one 'rest'"]), "CEL009"),
        row(Cause, AGENT, Any, Has(&["'custom' requires"]), "CEL010"),
        row(Cause, AGENT, Any, Has(&["requires a version-pinned"]), "CEL011"),
        row(Cause, AGENT, Any, Fits(|text| has_in_order(text, &["version and ", "mutually exclusive"])), "CEL012"),
        row(Cause, AGENT, Any, Has(&["storeRef is required"]), "CEL013"),
        row(
            Cause,
            AGENT,
            Any,
            Has(&["type s3 requires", "type gcs requires", "type azure requires", "type local requires"]),
            "CEL014",
        ),
        row(Cause, PROVIDER, Any, Has(&["at most one of "]), "CEL101"),
        row(
            Cause,
            PROVIDER,
            Any,
            Has(&["platform is only valid", "set together", "requires auth.type", "is not supported: "]),
            "CEL104",
        ),
        row(Cause, PROVIDER, Any, Has(&["tts is only valid", "stt is only valid", "embedding is only valid"]), "CEL102"),
        row(
            Cause,
            PROVIDER,
            Any,
            Fits(|text| has_in_order(text, &["role '", "' requires type"]) || text.contains("-only vendor")),
            "CEL103",
        ),
        row(Cause, PROVIDER, Any, Has(&["credentialsSecretRef"]), "CEL105"),
        row(Cause, PROVIDER, Any, Has(&["project is required", "endpoint is required"]), "CEL106"),
        row(Cause, PROVIDER, Any, Has(&["model is required"]), "CEL107"),
        row(Cause, PROVIDER, Any, Has(&["at most one credential"]), "CEL108"),
        row(Cause, "ToolRegistry", Any, Has(&["handler-level auth"]), "CEL121"),
        row(Cause, "ToolRegistry", Any, Fits(|text| has_in_order(text, &["auth.type ", " requires"])), "CEL122"),
        row(Cause, "Workspace", Any, Has(&["managed mode requires", "external mode requires"]), "CEL131"),
        row(Cause, "Workspace", Any, Has(&["exactly one of existingSecret"]), "CEL132"),
        row(Cause, "SkillSource", Any, Has(&[" source requires "]), "CEL141"),
        row(Cause, "PromptPackSource", Any, Has(&["source block matching"]), "CEL141"),
        row(Cause, "ArenaSource", Any, Has(&["exactly one of git", "source block must match"]), "CEL141"),
        row(Cause, "PromptPack", Any, Has(&["immutable"]), "CEL142"),
        row(
            Cause,
            "MemoryPolicy",
            Any,
            Has(&["surfaceDuplicatesAbove", "chunk.overlap", "multiplicative must be set"]),
            "CEL151",
        ),
        row(Cause, "SessionPrivacyPolicy", Any, Has(&["is required when encryption"]), "CEL161"),
        row(Cause, "SessionRetentionPolicy", Any, Has(&["retentionDays is required"]), "CEL162"),
        row(Cause, "", Any, Has(&["selector` does not match template"]), "SCH029"),
        row(Cause, "", Any, Has(&[" evaluating rule: ", " for rule: "]), "CEL902"),
        row(Cause, "", Any, Any, "CEL901"),
        row(Crd, "", Any, Has(&["estimated "]), "CRD006"),
        row(Crd, "", Fits(|field| field.ends_with(".default") || field.contains(".default.")), Any, "CRD004"),
        row(Crd, "", Has(&["default"]), Has(&["top-level metadata"]), "CRD004"),
        row(Crd, "", Has(&["x-kubernetes-validations"]), Any, "CRD005"),
        row(Crd, "", Has(&["x-kubernetes-list", "x-kubernetes-map-type"]), Any, "CRD003"),
        row(Crd, "", Any, Has(&["x-kubernetes-list-map-keys"]), "CRD003"),
        row(
            Crd,
            "",
            Ends(&["$ref", "uniqueItems", "preserve-unknown-fields", "preserveUnknownFields", "patternProperties", "nullable"]),
            Any,
            "CRD002",
        ),
        row(Crd, "", Ends(&["type", "pattern"]), Has(&["Unsupported value", "valid regular expression"]), "CRD002"),
        row(
            Crd,
            "",
            Any,
            Has(&[
                "structural",
                "mutual exclusive",
                "must not be empty",
                "must be specified",
                "must not specify anything other than",
                "must be undefined",
            ]),
            "CRD001",
        ),
        row(Crd, "", Any, Any, "CRD007"),
    ]
};

/// The code of what `source` says of `field` of an object of `kind`.
pub fn code(source: Source, kind: &str, field: &str, message: &str) -> &'static str {
    let message = message.strip_prefix("error converting YAML to JSON: ").unwrap_or(message);
    ROWS.iter()
        .find(|row| {
            row.source == source && (row.kind.is_empty() || row.kind == kind) && row.field.fit(field) && row.message.fit(message)
        })
        .map_or("CEL901", |row| row.code)
}

/// Who says it, from the place of the words and the code they got.
pub fn origin(source: Source, code: &str, field: &str) -> Origin {
    match source {
        Source::Webhook => Origin::Webhook,
        Source::Reader => Origin::Parser,
        Source::Decoder => Origin::Decoder,
        Source::Crd => Origin::Schema,
        Source::Cause if code.starts_with("CEL") || code == "CRD005" => Origin::Cel,
        Source::Cause if code == "SCH021" => Origin::Decoder,
        Source::Cause if field.starts_with("metadata.") => Origin::Metadata,
        Source::Cause => Origin::Schema,
    }
}

/// What kubectl's own check of a list finds first; empty when the words are others.
fn in_list(text: &str) -> &str {
    text.split_once("ValidationError(").and_then(|(_, rest)| rest.split_once("): ")).map_or("", |(_, fault)| fault)
}

/// Whether the text has the parts one behind the other.
fn has_in_order(text: &str, parts: &[&str]) -> bool {
    let mut rest = text;
    parts.iter().all(|part| {
        let found = rest.split_once(part);
        rest = found.map_or("", |(_, behind)| behind);
        found.is_some()
    })
}

/// The path without the first `spec.facades[N].`, when it starts so.
fn below_facade(field: &str) -> Option<&str> {
    let rest = field.strip_prefix("spec.facades[")?;
    let (index, rest) = rest.split_once("].")?;
    index.bytes().all(|byte| byte.is_ascii_digit()).then_some(rest)
}

fn is_singular_field(field: &str) -> bool {
    matches!(field, "spec.facade" | "spec.session" | "spec.provider" | "spec.providerRef" | "spec.a2a")
}

fn is_removed_authentication(field: &str) -> bool {
    let global = ["sharedToken", "apiKeys", "allowManagementPlane"];
    field.strip_prefix("spec.externalAuth.").is_some_and(|rest| global.iter().any(|name| rest.starts_with(name)))
        || below_facade(field).is_some_and(|rest| rest.starts_with("a2a.authentication"))
}

fn is_protocol_flag(field: &str) -> bool {
    matches!(below_facade(field), Some("a2a.enabled" | "mcp.enabled"))
}

fn is_newer_field(field: &str) -> bool {
    const NEWER: &[&str] = &[
        "a2aClients",
        "sandbox",
        "rateLimit",
        "runtime.events",
        "memory.facet",
        "memory.tools.notes",
        "rollout.rollback.progressDeadlineSeconds",
        "externalAuth.oidc.sessionClaim",
    ];
    let Some(rest) = field.strip_prefix("spec.") else { return false };
    NEWER.contains(&rest)
        || matches!(below_facade(field), Some("dataPlane" | "async"))
        || rest == "podOverrides.runtimeClassName"
        || rest.ends_with(".podOverrides.runtimeClassName")
}

fn is_typed_patch_error(text: &str) -> bool {
    text.split_once(": expected ").is_some_and(|(_, rest)| rest.contains(", got "))
}

fn is_combination(text: &str) -> bool {
    (text.contains("must validate ") || text.contains("must not validate "))
        && ["(anyOf)", "(oneOf)", "(allOf)", "(not)"].iter().any(|word| text.contains(word))
}

fn is_type_error(text: &str) -> bool {
    const TYPES: &[&str] = &["string", "integer", "number", "boolean", "array", "object", "integer,string"];
    text.rsplit_once("in body must be of type ")
        .and_then(|(_, rest)| rest.split_once(": "))
        .is_some_and(|(name, _)| TYPES.contains(&name))
}

fn is_embedded_type_fault(text: &str) -> bool {
    text.contains("unexpected GroupVersion string")
        || text.contains("may have mixed case, but should otherwise match")
        || (text.contains("json: cannot unmarshal ") && text.contains("ObjectMeta"))
}

fn is_embedded_metadata(field: &str) -> bool {
    field.starts_with("spec.")
        && ["name", "namespace", "labels", "annotations", "finalizers"]
            .iter()
            .any(|name| field.strip_suffix(name).is_some_and(|rest| rest.ends_with(".metadata.")))
}

fn is_name_fault(text: &str) -> bool {
    ["regex used for validation is", "must be no more than", "part must", "may not contain", "may not be '"]
        .iter()
        .any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_codes() {
        let cases: &[(Source, &str, &str, &str, &str)] = &[
            (Source::Reader, "", "", "error converting YAML to JSON: yaml: line 2: did not find expected key", "YAML013"),
            (
                Source::Reader,
                "",
                "",
                "json: offset 2: invalid character 'a' looking for beginning of object key string",
                "YAML023",
            ),
            (Source::Reader, "", "", "json: offset 10143: invalid character '[' exceeded max depth", "YAML019"),
            (Source::Decoder, "", "", "error validating data: [apiVersion not set, kind not set]; if you", "SCH018"),
            (
                Source::Decoder,
                "",
                "",
                "unable to decode \"F\": json: cannot unmarshal bool into Go struct field OwnerReference.metadata.ownerReferences.name of \
                 type string",
                "META001",
            ),
            (
                Source::Decoder,
                "",
                "",
                "error validating data: [ValidationError(A.spec): missing required field \"b\" in x.A.spec, ValidationError(A.spec): \
                 unknown field \"c\" in x.A.spec]; if you",
                "SCH002",
            ),
            (Source::Decoder, "", "", "error when creating \"F\": invalid namespace \"a/b\": [may not contain '/']", "META005"),
            (Source::Decoder, AGENT, "spec.facade", "unknown field \"spec.facade\"", "DEP011"),
            (Source::Decoder, AGENT, "spec.facades[10].a2a.enabled", "unknown field \"spec.facades[10].a2a.enabled\"", "DEP006"),
            (Source::Decoder, AGENT, "spec.evals.podOverrides.runtimeClassName", "unknown field \"...\"", "SCH016"),
            (Source::Decoder, "Provider", "spec.facade", "unknown field \"spec.facade\"", "SCH001"),
            (
                Source::Cause,
                AGENT,
                "spec.a",
                "Invalid value: \"null\": spec.a in body must be of type string: \"null\"",
                "SCH025",
            ),
            (
                Source::Cause,
                AGENT,
                "spec.a",
                "Invalid value: \"integer\": spec.a in body must be of type string: \"integer\"",
                "SCH003",
            ),
            (Source::Cause, AGENT, "spec.a", "Invalid value: \"x\": spec.a in body must be of type date-time: \"x\"", "SCH022"),
            (Source::Cause, AGENT, "spec.facades", "Too many: 5: must have at most 4 items", "SCH007"),
            (Source::Cause, AGENT, "spec.providers[1]", "Duplicate value: {\"name\":\"a\"}", "SCH008"),
            (Source::Cause, AGENT, "", "Invalid value: \"\": \"spec.a\" must validate at least one schema (anyOf)", "SCH023"),
            (Source::Cause, AGENT, "metadata.name", "Invalid value: \"A\": a lowercase RFC 1123 subdomain must", "SCH011"),
            (Source::Cause, AGENT, "spec.duplex.mode", "Unsupported value: \"audio\": supported values: \"realtime\"", "DEP008"),
        ];
        for (source, kind, field, message, expected) in cases {
            assert_eq!(code(*source, kind, field, message), *expected, "{field}: {message}");
        }
    }
}
