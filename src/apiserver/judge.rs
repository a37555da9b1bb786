//! The judgement of one object: kubectl's last checks, then the server's stages in their order, and which stage hides which.
//!
//! Source: the create handler of `k8s.io/apiserver`, `customresource_handler.go` and `registry/customresource` of
//! apiextensions-apiserver.

use super::{
    Cause, KubeVersion, Reason, Request, Stage, apply, cel,
    client::{Identity, Phase, client_cause},
    client_send::{self, Added},
    decode::{Decoder, Field, ObjectMeta, TypeFault, object_meta},
    default, embedded, metadata, nulls,
    operation::Operation,
    prune::{self, Unknown},
    rules,
    status::cause_line,
    stored::Old,
    validate,
};
use crate::{
    crd::{Definition, Version},
    yaml::{Node, Span, Value, go},
};

/// The greatest body of a request, in bytes.
const BODY_LIMIT: usize = 3 * 1024 * 1024;

/// What kubectl and the API server say of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement<'t> {
    /// Whether it is taken.
    pub verdict: Verdict,
    /// The kind of the answer.
    pub answer: Answer,
    /// Everything that is wrong, stage by stage; what an earlier stage hides is masked.
    pub causes: Vec<Cause>,
    /// What the server remarks on an object that it takes.
    pub warnings: Vec<Warning>,
    /// The object pruned and defaulted, as the server would store it as far as it gets.
    pub object: Node<'t>,
    /// What the object says of itself.
    pub identity: Identity,
    /// The name that it gets: the server's own when the manifest asks for a generated one.
    pub name: String,
    /// The group of its kind.
    pub group: String,
    /// What became of the rules of `x-kubernetes-validations`.
    pub rules: Rules,
    /// What is known of the object that is there; nothing when it is created.
    pub update: Option<Update>,
}

/// The side of an update that the answer does not show.
#[derive(Debug, Clone, PartialEq)]
pub struct Update {
    /// The stored object, as the server reads it.
    pub stored: Node<'static>,
    /// Its status, where that is a resource of its own.
    pub status: Option<Node<'static>>,
    /// What would be wrong with the object if it were new, and is forgiven since it has not changed.
    pub forgiven: Vec<Cause>,
}

/// Whether kubectl and the API server take an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// They take it.
    Accepted,
    /// They do not.
    Refused,
}

/// Whether the rules of the schema were run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// There is none on any value of the object.
    NotNeeded,
    /// There are some, and they were run.
    Run,
    /// The server does not run them, since the object has a fault that forbids it.
    Suppressed,
}

/// The kinds of answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// 201, or 200 for a replacement.
    Accepted,
    /// kubectl gives up; its words as they follow `error: `.
    Client {
        /// When kubectl finds it.
        phase: Phase,
        /// The words.
        text: String,
    },
    /// 413.
    TooLarge,
    /// 400: the object cannot be decoded, or not strictly.
    BadRequest(String),
    /// 422 with the causes that are not masked.
    Invalid,
    /// 500.
    Internal(String),
}

impl Answer {
    /// The HTTP status of the answer; nothing when there is no request.
    pub const fn code(&self, operation: Operation) -> Option<u16> {
        match self {
            Self::Accepted if matches!(operation, Operation::Replace) => Some(200),
            Self::Accepted => Some(201),
            Self::Client { .. } => None,
            Self::TooLarge => Some(413),
            Self::BadRequest(_) => Some(400),
            Self::Invalid => Some(422),
            Self::Internal(_) => Some(500),
        }
    }
}

/// A remark of the server; kubectl prints it behind `Warning: `.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The server's words.
    pub text: String,
    /// The place.
    pub span: Span,
}

impl Judgement<'_> {
    /// kubectl gives up on the object before the stage of `phase`; what was found later is masked, and what is the same fault in the
    /// server's words goes.
    pub(super) fn refuse_by_client(&mut self, phase: Phase, text: String, cause: Cause) {
        self.causes.retain(|cause| cause.stage != Stage::Client && !is_type_fault(cause) && !is_missing_name(cause));
        self.hide(phase, text);
        self.causes.insert(0, cause);
    }

    /// kubectl gives up on what the object is part of.
    pub(super) fn hide(&mut self, phase: Phase, text: String) {
        self.causes.iter_mut().for_each(|cause| cause.masked = true);
        self.warnings.clear();
        self.verdict = Verdict::Refused;
        self.answer = Answer::Client { phase, text };
    }
}

/// kubectl gives up on an object without a name before the server can ask for one.
fn is_missing_name(cause: &Cause) -> bool {
    cause.field == "metadata.name" && cause.reason == Reason::Required
}

fn is_type_fault(cause: &Cause) -> bool {
    cause.stage == Stage::Decode && cause.field.is_empty()
}

/// Judges `node`, whose type kubectl has found to be `version` of `definition`, as an object that is not there yet.
///
/// Recursive as deep as the object is nested.
pub fn object<'t>(node: Node<'t>, definition: &Definition, version: &Version, request: &Request<'_>) -> Judgement<'t> {
    judge(node, None, definition, version, request)
}

/// Judges `node` as a replacement of the stored object `old`: what is wrong in unchanged values is forgiven.
///
/// Recursive as deep as the objects are nested.
pub fn update<'t>(
    node: Node<'t>,
    old: Node<'_>,
    definition: &Definition,
    version: &Version,
    request: &Request<'_>,
) -> Judgement<'t> {
    let mut old = old;
    decode(&mut old, true, version, request.release);
    drop_status(&mut old, version);
    judge(node, Some(&old), definition, version, request)
}

/// Judges what becomes of the stored object `old` when kubectl sends `node`: replaced, or patched for `apply`.
///
/// Recursive as deep as the objects are nested.
pub fn sent_onto<'t>(
    node: Node<'t>,
    old: Old<'_>,
    definition: &Definition,
    version: &Version,
    request: &Request<'_>,
) -> Judgement<'t> {
    let mut stored = old.object.clone();
    decode(&mut stored, true, version, request.release);
    let status = drop_status(&mut stored, version);
    let node = if request.operation == Operation::Apply { apply::patched(&node, old, &stored) } else { node };
    let fresh = judge(node.clone(), None, definition, version, request);
    let mut judgement = judge(node, Some(&stored), definition, version, request);
    let forgiven = fresh.causes.into_iter().filter(|cause| {
        let remains = |other: &Cause| other.field == cause.field && other.message == cause.message;
        matches!(cause.stage, Stage::Schema | Stage::Rules)
            && !cause.masked
            && !validate::is_rules_not_checked(cause)
            && !judgement.causes.iter().any(remains)
    });
    judgement.update = Some(Update { forgiven: forgiven.collect(), status, stored });
    judgement
}

fn judge<'t>(
    mut node: Node<'t>,
    old: Option<&Node<'_>>,
    definition: &Definition,
    version: &Version,
    request: &Request<'_>,
) -> Judgement<'t> {
    let identity = Identity::of(&node);
    let objection = objection(&node, definition, version, &identity, request);
    let namespace = client_send::namespace(&node, definition, request).map(|(text, span)| (text.to_owned(), span));
    let added = client_send::prepare(&mut node, namespace.as_ref().map(|(text, _)| text.as_str()), request);

    let typed = definition.kind == identity.kind;
    let namespace = namespace.as_ref().map(|(text, span)| (text.as_str(), *span));
    let metadata = read_metadata(&node, namespace, &added, old.is_some(), request);
    let mut unknown = metadata.unknown;
    let mut fault = metadata.fault;
    if typed {
        let mut decoded = decode(&mut node, added.nulls, version, request.release);
        unknown.append(&mut decoded.unknown);
        fault = fault.or(decoded.fault);
    }
    drop_status(&mut node, version);

    let mut stages = Stages::default();
    if added.body > BODY_LIMIT {
        stages.too_large(&node);
    }
    stages.decoded(fault, unknown, &identity, definition, version);
    if let Some(fault) = metadata.resource_version.filter(|_| request.operation == Operation::Replace) {
        stages.internal(fault);
    }
    if typed {
        stages.invalid(metadata.causes);
        stages.invalid(old.and_then(|old| another_uid(&node, old)).into_iter().collect());
        stages.invalid(validate::update(&node, old, version, request.release));
    } else {
        stages.invalid(vec![wrong_kind(&node, definition, &identity)]);
    }
    let (rules, mut warned) = stages.rules(&node, old, version, request);
    let mut warnings = metadata.warnings;
    warnings.append(&mut warned);
    let mut judgement = Judgement {
        verdict: stages.verdict(),
        answer: stages.answer.unwrap_or(Answer::Accepted),
        causes: stages.causes,
        warnings,
        object: node,
        identity,
        name: metadata.name,
        group: definition.group.clone(),
        rules,
        update: None,
    };
    if judgement.verdict == Verdict::Refused {
        judgement.warnings.clear();
    }
    if let Some((phase, text, span)) = objection {
        judgement.refuse_by_client(phase, text.clone(), client_cause(text, span));
    }
    judgement
}

/// What the server cannot or does not take of an object that it reads.
struct Decoded {
    unknown: Vec<Unknown>,
    fault: Option<TypeFault>,
}

/// What the server does to an object when it reads one, from a request or from its store: unknown fields and nulls go, the metadata of
/// embedded resources is typed, defaults come. `nulls` tells whether a member of an object may be null.
fn decode(node: &mut Node<'_>, nulls: bool, version: &Version, release: KubeVersion) -> Decoded {
    let mut unknown = prune::prune(node, &version.schema);
    if nulls {
        nulls::drop_non_nullable(node, &version.schema);
    }
    let fault = match embedded::coerce(node, &version.schema, release) {
        Ok(mut below) => {
            unknown.append(&mut below);
            None
        }
        Err(fault) => Some(fault),
    };
    default::apply(node, &version.schema);
    Decoded { unknown, fault }
}

/// Takes the status out: a request to the main resource cannot change it where that is a resource of its own.
fn drop_status<'n>(node: &mut Node<'n>, version: &Version) -> Option<Node<'n>> {
    let Value::Map(root) = &mut node.value else { return None };
    let at = root.entries.iter().position(|entry| entry.key == "status").filter(|_| version.status_subresource)?;
    Some(root.entries.remove(at).value)
}

/// kubectl's own objection to an object whose type it has found.
fn objection(
    node: &Node<'_>,
    definition: &Definition,
    version: &Version,
    identity: &Identity,
    request: &Request<'_>,
) -> Option<(Phase, String, Span)> {
    let place = metadata_place(node);
    let metadata = node.get("metadata");
    let member = |key: &str| metadata.and_then(|metadata| metadata.get(key)).filter(|node| !node.is_null());
    let namespace = client_send::namespace(node, definition, request);
    if let (Some(expected), Some((written, Some(span)))) = (request.namespace, namespace)
        && expected != written
    {
        let text = format!(
            "the namespace from the provided object {} does not match the namespace {}. You must pass '--namespace={written}' to perform \
             this operation.",
            go::quote(written),
            go::quote(expected)
        );
        return Some((Phase::Namespace, text, span));
    }
    let generate_name = member("generateName");
    let name = member("name").or(generate_name).map_or(place, |node| node.span);
    client_send::objection(
        definition,
        &version.name,
        &identity.kind,
        (&identity.name, name),
        generate_name.and_then(Node::as_str).unwrap_or_default(),
        namespace.map(|(text, span)| (text, span.unwrap_or(place))),
        request,
    )
    .map(|(text, span)| (Phase::Send, text, span))
}

/// Where to point for what `metadata` lacks: its key, or the beginning of the object.
fn metadata_place(node: &Node<'_>) -> Span {
    let key = node.as_map().and_then(|map| map.entry("metadata")).map(|entry| entry.key_span);
    key.unwrap_or(Span::new(node.span.start, node.span.start))
}

/// All that the server finds in `metadata`.
struct Metadata {
    fault: Option<TypeFault>,
    unknown: Vec<Unknown>,
    causes: Vec<Cause>,
    warnings: Vec<Warning>,
    name: String,
    /// Why `resourceVersion` is none, for a replacement.
    resource_version: Option<TypeFault>,
}

/// `replaces` says that there is a stored object.
fn read_metadata(
    node: &Node<'_>,
    namespace: Option<(&str, Option<Span>)>,
    added: &Added,
    replaces: bool,
    request: &Request<'_>,
) -> Metadata {
    let place = metadata_place(node);
    let decoded = node.get("metadata").map(|metadata| object_meta(metadata, Decoder::Server)).unwrap_or_default();
    let namespace = namespace.map(|(text, span)| Field { text, span: span.unwrap_or(place) });
    let warnings = metadata::finalizer_warnings(&decoded.meta, request.release);
    let causes = match &decoded.fault {
        None if replaces => metadata::validate_update(&decoded.meta, namespace, added.annotation, request.release),
        None => metadata::validate_create(&decoded.meta, namespace, added.annotation, request.release, place),
        // What was left out of the decoding would only seem to be missing.
        Some(_) => Vec::new(),
    };
    Metadata {
        causes,
        warnings: warnings.into_iter().map(|(text, span)| Warning { text, span }).collect(),
        name: metadata::effective_name(&decoded.meta),
        resource_version: resource_version_fault(&decoded.meta),
        unknown: decoded.unknown,
        fault: decoded.fault,
    }
}

/// The store reads the version as an unsigned number.
fn resource_version_fault(meta: &ObjectMeta<'_>) -> Option<TypeFault> {
    let version = meta.resource_version.filter(|version| !version.text.is_empty())?;
    if !version.text.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!("strconv.ParseUint: parsing {}: invalid syntax", go::quote(version.text));
        return Some(TypeFault { message, span: version.span });
    }
    version.text.parse::<u64>().is_err().then(|| TypeFault {
        message: format!("strconv.ParseUint: parsing {}: value out of range", go::quote(version.text)),
        span: version.span,
    })
}

/// An update cannot change the `uid`; the server keeps the other fields that nobody may change by itself.
fn another_uid(node: &Node<'_>, old: &Node<'_>) -> Option<Cause> {
    let uid = |node: &'_ Node<'_>| Some(node.get("metadata")?.get("uid")?.as_str()?.to_owned()).filter(|uid| !uid.is_empty());
    let (new, stored) = (uid(node)?, uid(old)?);
    let span = node.get("metadata").and_then(|metadata| metadata.get("uid")).map_or(node.span, |uid| uid.span);
    (new != stored).then(|| Cause {
        stage: Stage::Metadata,
        reason: Reason::Invalid,
        field: "metadata.uid".to_owned(),
        ..client_cause(format!("Invalid value: {}: field is immutable", go::quote(&new)), span)
    })
}

/// kubectl finds a resource by its kind in lower case too; the server then wants the exact one and looks at nothing else.
fn wrong_kind(node: &Node<'_>, definition: &Definition, identity: &Identity) -> Cause {
    Cause {
        stage: Stage::Metadata,
        reason: Reason::Invalid,
        field: "kind".to_owned(),
        message: format!("Invalid value: {}: must be {}", go::quote(&identity.kind), definition.kind),
        span: node.get("kind").map_or(node.span, |kind| kind.span),
        related: None,
        masked: false,
        rule: None,
    }
}

/// The stages of the server so far: the first that objects gives the answer and masks the later ones.
#[derive(Default)]
struct Stages {
    answer: Option<Answer>,
    causes: Vec<Cause>,
}

impl Stages {
    fn too_large(&mut self, node: &Node<'_>) {
        let message = format!("Request entity too large: limit is {BODY_LIMIT}");
        let span = Span::new(node.span.start, node.span.start);
        self.causes.push(Cause { stage: Stage::Decode, ..client_cause(message, span) });
        self.answer = Some(Answer::TooLarge);
    }

    fn decoded(
        &mut self,
        fault: Option<TypeFault>,
        unknown: Vec<Unknown>,
        identity: &Identity,
        definition: &Definition,
        version: &Version,
    ) {
        let handled = |fault: &str| {
            format!(
                "{} in version {} cannot be handled as a {}: {fault}",
                identity.kind,
                go::quote(&version.name),
                definition.kind
            )
        };
        if let Some(TypeFault { message, span }) = fault {
            let answer = Answer::BadRequest(handled(&message));
            self.object(vec![Cause { stage: Stage::Decode, ..client_cause(message, span) }], answer);
        }
        if unknown.is_empty() {
            return;
        }
        let causes: Vec<Cause> = unknown
            .into_iter()
            .map(|Unknown { path, span, .. }| Cause {
                stage: Stage::Decode,
                // The server prints the path as it is, quotes in it included.
                message: format!("unknown field \"{path}\""),
                field: path,
                ..client_cause(String::new(), span)
            })
            .collect();
        let messages: Vec<&str> = causes.iter().map(|cause| cause.message.as_str()).collect();
        let answer = Answer::BadRequest(handled(&format!("strict decoding error: {}", messages.join(", "))));
        self.object(causes, answer);
    }

    fn internal(&mut self, fault: TypeFault) {
        let TypeFault { message, span } = fault;
        let cause = Cause { stage: Stage::Decode, ..client_cause(message.clone(), span) };
        self.object(vec![cause], Answer::Internal(message));
    }

    /// Causes of one Status: none of them hides another.
    fn invalid(&mut self, causes: Vec<Cause>) {
        let answered = matches!(self.answer, None | Some(Answer::Invalid));
        if causes.is_empty() {
            return;
        }
        if answered {
            self.answer = Some(Answer::Invalid);
            self.causes.extend(causes);
        } else {
            self.causes.extend(causes.into_iter().map(|cause| Cause { masked: true, ..cause }));
        }
    }

    fn object(&mut self, causes: Vec<Cause>, answer: Answer) {
        let masked = self.answer.is_some();
        self.causes.extend(causes.into_iter().map(|cause| Cause { masked, ..cause }));
        self.answer.get_or_insert(answer);
    }

    /// The rules come last: they do not run on an object with certain faults, which the server says once. What they say of values that
    /// have not changed are warnings.
    fn rules(
        &mut self,
        node: &Node<'_>,
        old: Option<&Node<'_>>,
        version: &Version,
        request: &Request<'_>,
    ) -> (Rules, Vec<Warning>) {
        if !version.schema.rules_below {
            return (Rules::NotNeeded, Vec::new());
        }
        if validate::blocks_rules(&self.causes) {
            let place = Span::new(node.span.start, node.span.start);
            self.invalid(vec![validate::rules_not_checked(request.release, place)]);
            return (Rules::Suppressed, Vec::new());
        }
        if !rules::any_apply(node, &version.schema) {
            return (Rules::NotNeeded, Vec::new());
        }
        let outcome = cel::rules::run(node, old, version, request.release, cel::rules::OBJECT_BUDGET);
        self.invalid(outcome.causes);
        let warnings = outcome.warnings.iter().map(|cause| Warning { text: cause_line(cause), span: cause.span });
        (Rules::Run, warnings.collect())
    }

    const fn verdict(&self) -> Verdict {
        match &self.answer {
            None | Some(Answer::Accepted) => Verdict::Accepted,
            Some(_) => Verdict::Refused,
        }
    }
}
