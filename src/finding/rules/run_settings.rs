//! Family RUN: settings that do nothing, or something else.

use super::base::{ADVICE, OPERATOR};
use crate::finding::{Mend, Rule, Severity};

/// The rules, by number.
pub(crate) const RUN_SETTINGS: &[Rule] = &[
    Rule {
        code: "RUN044",
        name: "memory-settings-without-enabled",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "Memory is set up, but not switched on.",
        why: "The agent remembers nothing, whatever else the block says.",
        bad: "memory: {retrieval: {strategy: semantic}}",
        good: "memory: {enabled: true, retrieval: {strategy: semantic}}",
        fix: "Set enabled: true, or remove the block.",
        ..OPERATOR
    },
    Rule {
        code: "RUN045",
        name: "memory-all-parts-off",
        severity: Severity::Warning,
        summary: "Memory is switched on, and what is set up of it is switched off.",
        why: "Without retrieval and without tools the agent has no way to remember; settings of a part that is off do nothing.",
        bad: "memory: {enabled: true, retrieval: {enabled: false}, tools: {enabled: false}}",
        good: "memory: {enabled: true, tools: {enabled: false}}",
        fix: "Switch one of the parts on, or remove its settings.",
        ..OPERATOR
    },
    Rule {
        code: "RUN046",
        name: "memory-deny-cel-invalid",
        severity: Severity::Warning,
        summary: "The filter of memories is no CEL expression.",
        why: "The runtime cannot compile it: retrieval fails, or nothing is ever found.",
        bad: "memory: {enabled: true, retrieval: {accessFilter: {denyCEL: \"metadata.url = 'x'\"}}}",
        good: "memory: {enabled: true, retrieval: {accessFilter: {denyCEL: \"metadata.url == 'x'\"}}}",
        fix: "Correct the expression; equality is ==.",
        ..OPERATOR
    },
    Rule {
        code: "RUN047",
        name: "eval-groups-overlap",
        severity: Severity::Warning,
        summary: "An eval group is run in the agent and by the worker.",
        why: "Its evals run twice, and each result is there twice. Unset or empty, the list of the agent is fast-running, that of the worker long-running and external.",
        bad: "evals: {enabled: true, inline: {groups: [fast-running, external]}}",
        good: "evals: {enabled: true, inline: {groups: [fast-running]}}",
        fix: "Put each group into one of the lists.",
        ..ADVICE
    },
    Rule {
        code: "RUN048",
        name: "evals-settings-without-enabled",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "Evals are set up, but not switched on.",
        why: "No eval runs, whatever else the block says.",
        bad: "evals: {worker: {groups: [long-running]}}",
        good: "evals: {enabled: true, worker: {groups: [long-running]}}",
        fix: "Set enabled: true, or remove the block.",
        ..OPERATOR
    },
    Rule {
        code: "RUN049",
        name: "no-default-provider",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "There are several models, and none is called default.",
        why: "The runtime then takes the provider whose name sorts first, which need not be the one that should talk.",
        bad: "providers:\n- {name: main, providerRef: {name: large}}\n- {name: judge, providerRef: {name: small}}",
        good: "providers:\n- {name: default, providerRef: {name: large}}\n- {name: judge, providerRef: {name: small}}",
        fix: "Name the provider that talks default.",
        ..ADVICE
    },
    Rule {
        code: "RUN050",
        name: "no-providers",
        summary: "The agent has no provider.",
        why: "The runtime has no model to ask and cannot answer. Agents that echo, play a demo or use the mock provider need none.",
        bad: "providers: []",
        good: "providers:\n- {name: default, providerRef: {name: main}}",
        fix: "Add an entry to spec.providers.",
        ..ADVICE
    },
    Rule {
        code: "RUN051",
        name: "same-provider-or-role-twice",
        summary: "Two entries of the providers stand for one thing.",
        why: "Of two providers with one role other than llm it is not said which one is used; one Provider under two names is the same model twice.",
        bad: "providers:\n- {name: default, providerRef: {name: main}}\n- {name: a, role: tts, providerRef: {name: voice-a}}\n- {name: b, role: tts, providerRef: {name: voice-b}}",
        good: "providers:\n- {name: default, providerRef: {name: main}}\n- {name: a, role: tts, providerRef: {name: voice-a}}",
        fix: "Keep one entry.",
        ..ADVICE
    },
];
