//! References of an agent that do not hold.

use super::*;

#[test]
fn a_healthy_agent_has_no_chain() {
    let diagnosis = diagnosed(str::to_owned, &[]);
    assert_eq!(diagnosis.chains, []);
    assert_eq!((diagnosis.ready, diagnosis.wanted, diagnosis.version.as_str()), (Some(2), Some(2), "1.0.0"));
    assert!(diagnosis.worst().is_none() && diagnosis.unchecked.is_empty());
}

/// Replacements of the texts of the healthy agent: what, by what, the edit, the last link.
#[test]
fn references_that_do_not_hold() {
    let cases = [
        (
            "version: 1.0.0}\n  facades",
            "version: 9.0.0}\n  facades",
            "pack-version-not-found | AgentRuntime/bot spec.promptPackRef.version | 1.0.0",
            "no version \"9.0.0\"",
        ),
        (
            "promptPackRef: {name: p,",
            "promptPackRef: {name: q,",
            "pack-not-found | AgentRuntime/bot spec.promptPackRef.name | p; or publish the pack q",
            "packName \"q\"",
        ),
        (
            "{name: p, version: 1.0.0}",
            "{name: p, track: prerelease, version: 1.0.0}",
            "pack-reference-refused | AgentRuntime/bot spec.promptPackRef.track | nothing",
            "both version and track",
        ),
        (
            "{phase: Active}",
            "{phase: Failed}",
            "pack-invalid | AgentRuntime/bot spec.promptPackRef.version | ",
            "phase is Failed",
        ),
        (
            "{phase: Active}",
            "{phase: Failed, conditions: [{type: SourceValid, status: 'False', reason: SourceValidationFailed, message: no ConfigMap}]}",
            "pack-invalid | PromptPack/p-1 spec.source.configMapRef.name | ",
            "no ConfigMap",
        ),
        (
            "{phase: Active}",
            "{conditions: [{type: SchemaValid, status: 'False', reason: SchemaValidationFailed, message: no id}]}",
            "pack-invalid | ConfigMap/p-content data[\"pack.json\"] | ",
            "no id",
        ),
        (
            "providerRef: {name: gpt}",
            "providerRef: {name: gtp}",
            "provider-not-found | AgentRuntime/bot spec.providers[0].providerRef.name | gpt; or create the Provider gtp",
            "\"gtp\"",
        ),
        (
            "providerRef: {name: gpt}",
            "providerRef: {name: gpt, namespace: other}",
            "provider-cross-namespace | AgentRuntime/bot spec.providers[0].providerRef.namespace | nothing",
            "\"other\"",
        ),
        (
            "{name: default, provider",
            "{name: default, role: tts, provider",
            "provider-role | AgentRuntime/bot spec.providers[0].role | llm",
            "its role is llm",
        ),
        (
            "{name: default, provider",
            "{name: default, requiredCapabilities: [text, vision], provider",
            "provider-capability | Provider/gpt spec.capabilities | also vision",
            "\"vision\"",
        ),
        (
            "{type: openai, capabilities: [text]}\nstatus: {phase: Ready}",
            "{type: openai}\nstatus: {phase: Error, conditions: [{type: SecretFound, status: 'False', reason: NotFound, message: no Secret k}]}",
            "provider-not-ready | Provider/gpt spec.credential.secretRef.name | ",
            "no Secret k",
        ),
        (
            "{type: openai, capabilities: [text]}\nstatus: {phase: Ready}",
            "{type: openai}\nstatus: {phase: Unavailable}",
            "provider-not-ready | Provider/gpt spec | ",
            "Unavailable",
        ),
        (
            "toolRegistryRef: {name: tools}",
            "toolRegistryRef: {name: tool}",
            "tool-registry-not-found | AgentRuntime/bot spec.toolRegistryRef.name | tools; or create",
            "\"tool\"",
        ),
        (
            "toolRegistryRef: {name: tools}",
            "toolRegistryRef: {name: tools, namespace: other}",
            "tool-registry-cross-namespace | AgentRuntime/bot spec.toolRegistryRef.namespace | nothing",
            "\"other\"",
        ),
        (
            "token}}}]}\nstatus: {phase: Ready}",
            "token}}}]}\nstatus: {phase: Failed, conditions: [{type: HandlersValid, status: 'False', message: handler h}]}",
            "tool-registry-failed | ToolRegistry/tools spec.handlers | ",
            "handler h",
        ),
    ];
    for (from, to, expected, link) in cases {
        let mut used = false;
        for text in [AGENT, PACK, PROVIDER, REGISTRY] {
            used |= text.contains(from);
        }
        assert!(used, "{from}");
        holds(&diagnosed(|text| text.replace(from, to), &[]), expected, link);
    }
    let unlabelled = diagnosed(|text| text.replace(", labels: {omnia.altairalabs.ai/promptpack: p}", ""), &[]);
    holds(&unlabelled, "pack-not-labelled | PromptPack/p-1 metadata.labels[\"omnia.altairalabs.ai/promptpack\"] | p", "by which");
    // What a release without live packs has taken is no fault, unless the spec has changed since.
    for (observed, chains) in [("observedGeneration: 2", 0), ("observedGeneration: 1", 1)] {
        let taken = format!("conditions: [{{type: PromptPackReady, status: 'True'}}], {observed}");
        let live = diagnosed(|text| text.replace("observedGeneration: 2", &taken).replace("type: configmap", "type: git"), &[]);
        let refused = live.chains.iter().filter(|chain| chain.cause == "pack-reference-refused").count();
        assert_eq!(refused, chains, "{observed}");
    }
    let empty = diagnosed(
        |text| {
            text.replace("version: 1.0.0}\n  facades", "track: stable}\n  facades")
                .replace("version: 1.0.0, source", "version: 1.0.0-rc.1, source")
        },
        &[],
    );
    holds(&empty, "pack-channel-empty | AgentRuntime/bot spec.promptPackRef.track | prerelease", "published: 1.0.0-rc.1");
}
