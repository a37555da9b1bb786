//! From the compact form of `crds/` to CustomResourceDefinitions; `crds/README.md` defines the form.

use serde_json::{Map, Value, json};

/// The API group of all kinds.
const GROUP: &str = "omnia.altairalabs.ai";

/// The version that a file describes when it names none.
const VERSION: &str = "v1alpha1";

/// The keywords of a structural schema.
const KEYWORDS: [&str; 33] = [
    "additionalProperties",
    "allOf",
    "anyOf",
    "default",
    "description",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "type",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-validations",
];

/// The members of a compact file.
const MEMBERS: [&str; 10] =
    ["kind", "plural", "shortNames", "categories", "scope", "version", "columns", "subresources", "definitions", "schema"];

/// The members of a rule; the code has another name once it is expanded.
const RULE_MEMBERS: [&str; 8] =
    ["rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf", "code", "x-omnia-code"];

/// The keywords of the compact form that refer to another schema.
const REFERENCES: [&str; 2] = ["$ref", "$kubernetes"];

/// Why a file of the compact form is no CRD.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    /// The place in the expanded file, `schema.properties.spec`.
    pub path: String,
    /// What is wrong there.
    pub message: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.path, self.message)
    }
}

type Object = Map<String, Value>;

/// The CRD that a compact file describes, its keys sorted. `kubernetes` holds the Kubernetes types by name ([`kubernetes_types`]).
pub fn expand(compact: &Value, kubernetes: &Object) -> Result<Value, Problem> {
    let problem = |message: &str| Problem { path: ".".to_owned(), message: message.to_owned() };
    let file = compact.as_object().ok_or_else(|| problem("a mapping is wanted"))?;
    if let Some(unknown) = file.keys().find(|key| !MEMBERS.contains(&key.as_str())) {
        return Err(problem(&format!("`{unknown}` is no member of a compact CRD")));
    }
    let text = |key: &str| file.get(key).and_then(Value::as_str).ok_or_else(|| problem(&format!("`{key}` is wanted, a string")));
    let (kind, plural, scope) = (text("kind")?, text("plural")?, text("scope")?);
    let no_definitions = Object::new();
    let definitions = file.get("definitions").and_then(Value::as_object).unwrap_or(&no_definitions);
    let mut expansion = Expansion { definitions, kubernetes, open: Vec::new() };
    let schema = file.get("schema").and_then(root).ok_or_else(|| problem("`schema` is wanted, with its properties"))?;
    let schema = expansion.schema(&schema, "schema")?;

    let mut names = json!({
        "kind": kind,
        "listKind": format!("{kind}List"),
        "plural": plural,
        "singular": kind.to_lowercase(),
    });
    for key in ["shortNames", "categories"] {
        if let Some(list) = file.get(key) {
            names[key] = list.clone();
        }
    }
    let version = file.get("version").and_then(Value::as_str).unwrap_or(VERSION);
    let mut version = json!({ "name": version, "schema": { "openAPIV3Schema": schema }, "served": true, "storage": true });
    for (key, field) in [("columns", "additionalPrinterColumns"), ("subresources", "subresources")] {
        if let Some(value) = file.get(key) {
            version[field] = value.clone();
        }
    }
    Ok(sorted(json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": { "name": format!("{plural}.{GROUP}") },
        "spec": { "group": GROUP, "names": names, "scope": scope, "versions": [version] },
    })))
}

/// The authored root with the fields that each object has; none when it has no properties.
fn root(schema: &Value) -> Option<Value> {
    let mut root = schema.as_object()?.clone();
    root.insert("type".to_owned(), Value::from("object"));
    let properties = root.get_mut("properties")?.as_object_mut()?;
    for (field, description) in
        [("apiVersion", "The group and the version that the object is written for."), ("kind", "What the object is.")]
    {
        properties.insert(field.to_owned(), json!({ "type": "string", "description": description }));
    }
    // The server refuses a CRD that says more of metadata than its type, even a description.
    properties.insert("metadata".to_owned(), json!({ "type": "object" }));
    Some(Value::Object(root))
}

/// The Kubernetes types: the generated ones with the overlay over them.
///
/// Of the overlay, `lists` is merged into each list that has no `x-kubernetes-list-type`, then `types` is merged over the types.
pub fn kubernetes_types(generated: Value, overlay: &Value) -> Result<Object, Problem> {
    let problem = |path: &str, message: &str| Problem { path: path.to_owned(), message: message.to_owned() };
    let Value::Object(mut types) = generated else { return Err(problem(".", "the types are a mapping by name")) };
    if let Some(patch) = overlay.get("lists") {
        types.values_mut().for_each(|schema| patch_lists(schema, patch));
    }
    for (name, patch) in overlay.get("types").and_then(Value::as_object).into_iter().flatten() {
        let schema = types.get_mut(name).ok_or_else(|| problem(name, "there is no such Kubernetes type"))?;
        merge(schema, patch);
    }
    Ok(types)
}

fn patch_lists(schema: &mut Value, patch: &Value) {
    if schema.get("type").and_then(Value::as_str) == Some("array") && schema.get("x-kubernetes-list-type").is_none() {
        merge(schema, patch);
    }
    each_child(schema, &mut |child| patch_lists(child, patch));
}

/// Calls `visit` with each schema that stands directly in `schema`.
fn each_child(schema: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    let Some(members) = schema.as_object_mut() else { return };
    for (keyword, value) in members {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => properties.values_mut().for_each(&mut *visit),
            ("items" | "additionalProperties" | "not", child @ Value::Object(_)) => visit(child),
            ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) => branches.iter_mut().for_each(&mut *visit),
            _ => {}
        }
    }
}

/// Merges a JSON merge patch (RFC 7396) into `target`, with two additions for references:
///
/// - a patch that refers to another schema replaces what it meets;
/// - what is merged into a reference stays beside it, nulls included, until the reference is expanded.
pub fn merge(target: &mut Value, patch: &Value) {
    merge_into(target, patch, false);
}

fn merge_into(target: &mut Value, patch: &Value, keep_nulls: bool) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() || refers(patch) {
        *target = Value::Object(Object::new());
    }
    let Value::Object(members) = target else { return };
    let keep_nulls = keep_nulls || refers(members) || refers(patch);
    for (key, value) in patch {
        if !value.is_null() {
            merge_into(members.entry(key.clone()).or_insert(Value::Null), value, keep_nulls);
        } else if keep_nulls {
            members.insert(key.clone(), Value::Null);
        } else {
            members.remove(key);
        }
    }
}

fn refers(schema: &Object) -> bool {
    REFERENCES.iter().any(|keyword| schema.contains_key(*keyword))
}

/// What the schemas of a file refer to.
struct Expansion<'a> {
    definitions: &'a Object,
    kubernetes: &'a Object,
    /// The references that are being expanded, outermost first.
    open: Vec<String>,
}

impl Expansion<'_> {
    /// The schema without references.
    fn schema(&mut self, schema: &Value, path: &str) -> Result<Value, Problem> {
        let problem = |message: String| Problem { path: path.to_owned(), message };
        let members = schema.as_object().ok_or_else(|| problem("a schema is a mapping".to_owned()))?;
        if refers(members) {
            return self.reference(members, path);
        }
        let without = members.get("$without");
        let mut expanded = Object::new();
        for (keyword, value) in members.iter().filter(|(keyword, _)| *keyword != "$without") {
            if !KEYWORDS.contains(&keyword.as_str()) {
                return Err(problem(format!("`{keyword}` is no keyword of a schema")));
            }
            expanded.insert(keyword.clone(), self.keyword(keyword, value, &format!("{path}.{keyword}"))?);
        }
        if let Some(codes) = without {
            drop_rules(&mut expanded, codes).map_err(problem)?;
        }
        Ok(Value::Object(expanded))
    }

    fn keyword(&mut self, keyword: &str, value: &Value, path: &str) -> Result<Value, Problem> {
        let problem = |message: &str| Problem { path: path.to_owned(), message: message.to_owned() };
        match (keyword, value) {
            ("properties", Value::Object(properties)) => {
                let expand =
                    |(name, schema): (&String, &Value)| Ok((name.clone(), self.schema(schema, &format!("{path}.{name}"))?));
                Ok(Value::Object(properties.iter().map(expand).collect::<Result<_, _>>()?))
            }
            ("items" | "not", schema) => self.schema(schema, path),
            ("additionalProperties", schema @ Value::Object(_)) => self.schema(schema, path),
            ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) => {
                Ok(Value::Array(branches.iter().map(|branch| self.schema(branch, path)).collect::<Result<_, _>>()?))
            }
            ("x-kubernetes-validations", Value::Array(rules)) => Ok(Value::Array(
                rules
                    .iter()
                    .map(|rule| {
                        authored_rule(rule)
                            .ok_or_else(|| problem("a rule has `rule`, and beside it only the members of a rule and `code`"))
                    })
                    .collect::<Result<_, _>>()?,
            )),
            ("required" | "enum" | "x-kubernetes-list-map-keys", Value::Array(_)) => Ok(value.clone()),
            ("properties" | "allOf" | "anyOf" | "oneOf" | "required" | "enum" | "x-kubernetes-validations", _) => {
                Err(problem("another type is wanted"))
            }
            (_, Value::Null) => Err(problem("null removes only what another schema says")),
            _ => Ok(value.clone()),
        }
    }

    /// The schema that `members` refers to, with the keywords beside the reference merged over it.
    fn reference(&mut self, members: &Object, path: &str) -> Result<Value, Problem> {
        let problem = |message: String| Problem { path: path.to_owned(), message };
        let (keyword, name) = REFERENCES
            .iter()
            .find_map(|keyword| Some((*keyword, members.get(*keyword)?.as_str()?)))
            .ok_or_else(|| problem("a reference is the name of a schema".to_owned()))?;
        let library = if keyword == "$ref" { self.definitions } else { self.kubernetes };
        let target = library.get(name).ok_or_else(|| problem(format!("there is no `{name}` for `{keyword}`")))?;
        let open = format!("{keyword} {name}");
        if self.open.contains(&open) {
            return Err(problem(format!("`{name}` contains itself")));
        }
        self.open.push(open);
        let mut expanded = self.schema(target, &format!("{path}({name})"))?;
        let beside = members.iter().filter(|(key, _)| *key != keyword).map(|(key, value)| (key.clone(), value.clone()));
        merge(&mut expanded, &Value::Object(beside.collect()));
        let expanded = self.schema(&expanded, path);
        self.open.pop();
        expanded
    }
}

/// The rule with its code under the name that it has in the blob; none when it is no rule.
fn authored_rule(rule: &Value) -> Option<Value> {
    let rule = rule.as_object()?;
    rule.get("rule")?.as_str()?;
    if rule.keys().any(|key| !RULE_MEMBERS.contains(&key.as_str())) {
        return None;
    }
    let rename = |(key, value): (&String, &Value)| {
        let key = if key == "code" { "x-omnia-code" } else { key };
        (key.to_owned(), value.clone())
    };
    Some(Value::Object(rule.iter().map(rename).collect()))
}

/// Leaves out the rules that have one of the codes.
fn drop_rules(schema: &mut Object, codes: &Value) -> Result<(), String> {
    let rules = schema.get_mut("x-kubernetes-validations").and_then(Value::as_array_mut);
    let rules = rules.ok_or("`$without` wants rules to leave out")?;
    for code in codes.as_array().ok_or("`$without` is a list of codes")? {
        let before = rules.len();
        rules.retain(|rule| rule.get("x-omnia-code") != Some(code));
        if rules.len() == before {
            return Err(format!("there is no rule {code} to leave out"));
        }
    }
    if rules.is_empty() {
        schema.remove("x-kubernetes-validations");
    }
    Ok(())
}

/// The same without what only people read: the descriptions of schemas and columns.
pub fn without_descriptions(crd: &Value) -> Value {
    let mut crd = crd.clone();
    let versions = crd.pointer_mut("/spec/versions").and_then(Value::as_array_mut);
    for version in versions.into_iter().flatten() {
        if let Some(schema) = version.pointer_mut("/schema/openAPIV3Schema") {
            drop_description(schema);
        }
        let columns = version.get_mut("additionalPrinterColumns").and_then(Value::as_array_mut);
        columns.into_iter().flatten().for_each(|column| {
            column.as_object_mut().map(|column| column.remove("description"));
        });
    }
    crd
}

fn drop_description(schema: &mut Value) {
    schema.as_object_mut().map(|members| members.remove("description"));
    each_child(schema, &mut drop_description);
}

/// The same with sorted keys and required fields, as the generators of CRDs and the API server write them.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            members.sort_by(|left, right| left.0.cmp(&right.0));
            for (key, value) in &mut members {
                if let ("required", Value::Array(names)) = (key.as_str(), value) {
                    names.sort_by(|left, right| left.as_str().cmp(&right.as_str()));
                }
            }
            Value::Object(members.into_iter().collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}
