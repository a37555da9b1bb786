//! The tables of causes: each row leads to a field that exists.

use super::*;

#[test]
fn each_condition_leads_to_a_field() {
    let agent = |kind: &str, reason: &str| {
        let condition =
            format!("conditions: [{{type: {kind}, status: 'False', reason: {reason}, message: because}}], observedGeneration");
        // What the conditions on references say is not so any more.
        diagnosed(|text| text.replace("observedGeneration", &condition).replace("status: {phase: Active}", ""), &[])
    };
    let looked_up = ["PromptPackReady", "ProviderReady", "ToolRegistryReady"];
    for row in conditions::ROWS {
        let reason = if row.reason.is_empty() { "Other" } else { row.reason };
        // Without a rollout the condition is left over.
        if row.kind == "TrafficRouting" {
            assert_eq!(agent(row.kind, reason).chains, []);
            continue;
        }
        let diagnosis = agent(row.kind, reason);
        let (text, last) = told(&diagnosis);
        if looked_up.contains(&row.kind) {
            assert!(text.starts_with("condition-outdated | AgentRuntime/bot metadata.annotations"), "{text}");
            continue;
        }
        assert!(text.starts_with(&format!("{}/{reason} | ", row.kind)), "{text}");
        assert!(text.contains(&format!(" {} | ", row.field)), "{}: {text}", row.field);
        assert_eq!(last, format!("{} is False ({reason}): because", row.kind));
    }
    for kind in ["RolloutActive", "Ready"] {
        assert_eq!(agent(kind, "Any").chains, [], "{kind}");
    }
    holds(&agent("Unheard", "Of"), "Unheard/Of | AgentRuntime/bot spec | what the message asks for", "because");
}

/// Fields of the table that no schema has would send users astray.
#[test]
fn every_field_is_in_the_schema() {
    let catalog = Catalog::new(Release::Current);
    let words = [
        crate::diagnose::messages::SCHEDULER,
        crate::diagnose::messages::ADMISSION,
        crate::diagnose::messages::DEPLOYMENT,
        crate::diagnose::messages::ROUTING,
        crate::diagnose::messages::SERVICE,
    ];
    let fields = words.iter().flat_map(|words| words.iter().map(|word| word.1));
    let own = conditions::ROWS.iter().filter(|row| row.is_about_the_agent()).map(|row| row.field);
    let rollouts = crate::diagnose::rollouts::CAUSES.iter().map(|cause| cause.2);
    let definition = catalog.definitions().find(|definition| definition.kind == "AgentRuntime").unwrap();
    for field in fields.chain(own).chain(rollouts).filter(|field| field.starts_with("spec.")) {
        let path = field.replace("[{step}]", "[]");
        let steps = steps(&path);
        let root = &definition.versions[0].schema;
        let reaches =
            (1..=steps.len()).rev().find_map(|end| follow("AgentRuntime", root, &steps[..end]).ok().map(|place| (end, place)));
        let (end, place) = reaches.unwrap_or_else(|| panic!("{field}"));
        assert!(end == steps.len() || place.schema.preserve_unknown, "{field}");
    }
}

#[test]
fn messages_of_the_api_server_lead_to_fields() {
    let failed = |message: &str| {
        let condition = format!(
            "conditions: [{{type: DeploymentReady, status: 'False', reason: DeploymentFailed, message: '{message}'}}], observedGeneration"
        );
        diagnosed(|text| text.replace("observedGeneration", &condition), &[])
    };
    for (message, field) in [
        ("spec.template.spec.containers[1].volumeMounts[9].name: Not found: \"data\"", "spec.runtime.volumeMounts"),
        ("spec.template.spec.volumes[3].name: Duplicate value: \"data\"", "spec.runtime.volumes"),
        ("spec.template.spec.containers[1].env[4].valueFrom: Invalid value", "spec.runtime.extraEnv"),
        ("something else", "spec.podOverrides"),
    ] {
        holds(&failed(message), &format!("DeploymentReady/DeploymentFailed | AgentRuntime/bot {field} | "), message);
    }
    assert_eq!(failed("Operation cannot be fulfilled on deployments.apps \"bot\"").chains, [], "two writes that crossed");
}
