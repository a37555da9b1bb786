//! What is assumed where neither the input nor the platform's documentation tells.

/// An assumption that rendering can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// What is assumed, in a sentence.
    pub about: &'static str,
    /// The flag by which the user says otherwise; none where there is nothing to say.
    pub flag: Option<&'static str>,
}

const fn known(name: &'static str, flag: Option<&'static str>, about: &'static str) -> Known {
    Known { name, about, flag }
}

const WITH: Option<&str> = Some("--with");
const OPERATOR: Option<&str> = Some("--operator");
const RELEASE: Option<&str> = Some("--omnia-version");

/// All of them, by name.
pub const ASSUMPTIONS: &[Known] = &[
    known(
        "a2aClientRef",
        WITH,
        "An agent that a client names and that is not in scope does not answer, so that the client is left out.",
    ),
    known(
        "a2aClients",
        RELEASE,
        "How newer releases tell the runtime of the agents that it may call is not known: nothing is rendered for it.",
    ),
    known("appVersion", Some("--app-version"), "The images have the version of the chart that the preset was made from."),
    known(
        "asyncRedis",
        RELEASE,
        "How newer releases tell pods of the queue of asynchronous invocations is not known: nothing is rendered for it.",
    ),
    known(
        "asyncRedisSecret",
        WITH,
        "The Secret with the address of the queue is not in scope: it is taken to be there, with a placeholder for the address.",
    ),
    known(
        "candidateReplicas",
        None,
        "The candidate gets its part of the pods. A new one may keep the full number until the next weight.",
    ),
    known(
        "configHash",
        RELEASE,
        "The hash over what pods read is a placeholder: not everything is in scope, or the release computes it in a way that is not known.",
    ),
    known("contentClaim", WITH, "The claim that holds the content of the workspace exists."),
    known("emptyResources", RELEASE, "Empty `runtime.resources` replace the default requests of the runtime."),
    known("generation", None, "An object that has never been in a cluster has the generation 1."),
    known("idleTimeout", RELEASE, "The facade is told the idle timeout as the annotation has it."),
    known("istioObjects", WITH, "The routing objects that the agent names are not in scope: their change is not shown."),
    known("jwks", None, "The keys of the issuer are a placeholder: the operator fetches them."),
    known("livePack", RELEASE, "How pods of a live pack are told about it is not known: `<operator-computed>` stands for it."),
    known("operatorArguments", OPERATOR, "Words behind the end of the operator's flags are ignored."),
    known("operatorEnv", OPERATOR, "A variable of the operator's environment is not known where it is filled in from elsewhere."),
    known("operatorFlag", OPERATOR, "A flag that this program does not know has no effect on agents."),
    known("operatorPreset", OPERATOR, "The operator was told what the preset says."),
    known("promptPack", WITH, "The pack is not in scope: its object, ConfigMap and version are placeholders."),
    known(
        "promptPackTie",
        None,
        "Of several packs that are equal for the reference, the operator takes any: the first by name is shown.",
    ),
    known("provider", WITH, "A Provider that is not in scope is ready and fits."),
    known("sandboxUrl", Some("--sandbox-api-url"), "The address of the sandbox API is a placeholder."),
    known("secret", WITH, "The Secret of a Provider is not in scope: the hash is computed without it."),
    known(
        "standaloneA2a",
        RELEASE,
        "Newer releases build an a2a agent without a websocket as other agents, of a facade and a runtime.",
    ),
    known(
        "thirdPartyCRDs",
        Some("--third-party-crds"),
        "The cluster serves the kinds of KEDA, Istio and the Gateway API that the preset says.",
    ),
    known("time", None, "The time at which the operator works is a placeholder."),
    known("toolProbe", None, "The back-ends of a registry that probes them answer."),
    known("toolRegistry", WITH, "A ToolRegistry that is not in scope exists, with handlers that need no credentials."),
    known("toolSecret", WITH, "The Secret with the credential of a tool is not in scope: its value is a placeholder."),
    known("uid", None, "Objects get their uids when they are created: `<uid>` and `<workspace-uid>` stand for them."),
    known("workspace", WITH, "No Workspace owns the namespace where none in scope does."),
    known(
        "workspaceTie",
        None,
        "Of several Workspaces that own the namespace the operator takes any: the first by name is shown.",
    ),
];

/// The assumption with a name.
pub fn assumption(name: &str) -> Option<&'static Known> {
    ASSUMPTIONS.iter().find(|known| known.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_every_sentence_ends() {
        assert!(ASSUMPTIONS.is_sorted_by(|a, b| a.name.to_lowercase() < b.name.to_lowercase()));
        assert!(ASSUMPTIONS.iter().all(|known| known.about.ends_with('.')));
    }
}
