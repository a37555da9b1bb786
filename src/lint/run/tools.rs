//! RUN098 to RUN101: the handlers of a ToolRegistry.

use crate::{
    lint::{
        admission::json_schema_fault,
        check::{Findings, Subject, beside},
    },
    omnia::{GRPC_STATUS_NAMES, duration},
    world::Field,
};

/// The blocks of a handler, by the type that reads them.
const BLOCKS: &[(&str, &str)] = &[
    ("http", "httpConfig"),
    ("grpc", "grpcConfig"),
    ("mcp", "mcpConfig"),
    ("openapi", "openAPIConfig"),
    ("client", "clientConfig"),
];

/// Types that describe one tool themselves.
const WITH_TOOL: [&str; 3] = ["http", "grpc", "client"];

fn handlers<'w>(registry: &Subject<'w>) -> Vec<Field<'w>> {
    registry.spec.get("handlers").items()
}

/// A rule about registries and what looks for it.
type LookAtRegistry = (&'static str, fn(&Subject<'_>, &mut Findings));

/// The rules about handlers that the operator leaves out, and builds the agents without.
pub(in crate::lint) const LEFT_OUT: [LookAtRegistry; 2] =
    [("RUN098", tool_handler_incomplete), ("RUN100", tool_retry_policy_invalid)];

/// RUN098.
pub(super) fn tool_handler_incomplete(registry: &Subject<'_>, said: &mut Findings) {
    for handler in handlers(registry) {
        let kind = handler.get("type").str();
        let block = BLOCKS.iter().find(|(name, _)| *name == kind).map(|(_, block)| *block);
        let block = block.filter(|block| *block != "clientConfig" && !handler.get(block).exists());
        let tool = Some("tool").filter(|tool| WITH_TOOL.contains(&kind) && !handler.get(tool).exists());
        let missing: Vec<&str> = block.into_iter().chain(tool).collect();
        if !missing.is_empty() {
            said.at(&handler.get("type"), format!("a handler of type {kind} needs {}", missing.join(" and ")));
        }
        let schema = handler.at("tool.inputSchema");
        if schema.exists()
            && let Some(fault) = json_schema_fault(&schema)
        {
            said.at(&schema, format!("the schema of the tool does not compile: {fault}"));
        }
        if kind == "mcp" && handler.get("mcpConfig").exists() {
            let (field, wanted) = match handler.at("mcpConfig.transport").str() {
                "stdio" => (handler.at("mcpConfig.command"), "command"),
                _ => (handler.at("mcpConfig.endpoint"), "endpoint"),
            };
            if field.text().is_none() {
                let transport = handler.at("mcpConfig.transport");
                said.at(&transport, format!("transport {} needs mcpConfig.{wanted}", transport.str()));
            }
        }
    }
}

/// RUN099.
pub(super) fn tool_auth_unsupported(registry: &Subject<'_>, said: &mut Findings) {
    for handler in handlers(registry) {
        let auth = handler.at("auth.type");
        if !auth.exists() || auth.str() == "none" {
            continue;
        }
        let kind = handler.get("type").str();
        if kind == "mcp" && handler.at("mcpConfig.transport").str() == "stdio" {
            said.at(&auth, "a program that is spoken to by its standard input takes no credentials");
        } else if kind == "client" && auth.str() == "workloadIdentity" {
            said.at(&auth, "a handler of type client has no workload identity");
        }
    }
}

/// RUN100.
pub(super) fn tool_retry_policy_invalid(registry: &Subject<'_>, said: &mut Findings) {
    for handler in handlers(registry) {
        for (_, block) in BLOCKS {
            let policy = handler.get(block).get("retryPolicy");
            if policy.exists() {
                retry_policy(&policy, said);
            }
        }
    }
}

fn retry_policy(policy: &Field<'_>, said: &mut Findings) {
    let factor = policy.get("backoffMultiplier");
    if factor.text().is_some_and(|text| text.parse::<f64>().map_or(true, |factor| factor < 1.0)) {
        said.at(&factor, format!("the multiplier {} is no number of 1.0 or more", factor.str()));
    }
    let (first, most) = (policy.get("initialBackoff"), policy.get("maxBackoff"));
    let time = |field: &Field<'_>, default| duration::parse(field.text().unwrap_or(default));
    if let (Ok(from), Ok(to)) = (time(&first, "100ms"), time(&most, "30s"))
        && from > to
    {
        let limit = most.text().unwrap_or("30s");
        let message = format!("the first wait of {} is above the longest one, {limit}", first.str());
        said.at(&first, message).related.push(beside(&most, "the longest wait"));
    }
    for code in policy.get("retryableStatusCodes").items() {
        if !GRPC_STATUS_NAMES.contains(&code.str()) {
            said.at(&code, format!("gRPC has no status {:?}", code.str()));
        }
    }
}

/// RUN101.
pub(super) fn duplicate_tool_or_handler_name(registry: &Subject<'_>, said: &mut Findings) {
    let handlers = handlers(registry);
    for (what, path) in [("handlers", "name"), ("tools", "tool.name")] {
        let names: Vec<Field<'_>> = handlers.iter().map(|handler| handler.at(path)).filter(Field::exists).collect();
        for (index, later) in names.iter().enumerate() {
            if let Some(first) = names[..index].iter().find(|first| first.str() == later.str()) {
                let message = format!("two {what} are called {:?}", later.str());
                said.at(later, message).related.push(beside(first, "the other one"));
            }
        }
    }
}
