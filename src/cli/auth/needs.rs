//! Which rights each command needs: the one table of them.
//!
//! Source: what the commands ask for, and the platform's roles, of which none lets users patch `agentruntimes/status`.

use super::super::graph;
use crate::{
    cluster::{Deed, Resource},
    crd::{GROUP, embedded},
};

/// What it means when a right is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Without {
    /// The command does nothing.
    Refused,
    /// It does nothing where all of the rights are missing, and less where some are; what.
    Partly(&'static str),
    /// It does less; what.
    Less(&'static str),
    /// It takes the way through the spec, which needs `patch` on `agentruntimes`; the cost.
    Spec(&'static str),
}

/// Verbs on resources.
#[derive(Debug, Clone, Copy)]
pub struct Need {
    verbs: &'static [&'static str],
    group: &'static str,
    /// Plurals, with `/status` for a subresource; or one path.
    resources: Resources,
    /// What happens without one of them.
    pub without: Without,
}

#[derive(Debug, Clone, Copy)]
enum Resources {
    These(&'static [&'static str]),
    /// All kinds of the platform.
    Platform,
    /// The kinds of the platform that the graph knows.
    Graph,
}

/// A way to call a command.
#[derive(Debug)]
pub struct Row {
    /// The command: `lint`, `rollout promote`.
    pub command: &'static str,
    /// How it is called, when that decides over rights.
    pub form: &'static str,
    /// Whether it can look at all namespaces.
    pub everywhere: bool,
    /// In groups, as several commands need the same; none for commands that ask no cluster.
    pub needs: &'static [&'static [Need]],
}

use Resources::{Graph, Platform, These};
use Without::{Less, Partly, Refused, Spec};

const fn need(verbs: &'static [&'static str], group: &'static str, resources: Resources, without: Without) -> Need {
    Need { verbs, group, resources, without }
}

const fn agents(verbs: &'static [&'static str], without: Without) -> Need {
    need(verbs, GROUP, These(&["agentruntimes"]), without)
}

const ISTIO: &str = "networking.istio.io";
const RBAC: &str = "rbac.authorization.k8s.io";
const CRDS: &str = "apiextensions.k8s.io";
const DEFINITIONS: Resources = These(&["customresourcedefinitions"]);

const SCHEMAS: &[Need] = &[
    need(&["get"], "", These(&["/version"]), Refused),
    need(&["list"], CRDS, DEFINITIONS, Less("the schemas of an embedded release are assumed")),
];
const NEIGHBOURS: &[Need] = &[
    need(&["list"], GROUP, Platform, Less("references to these kinds are not checked")),
    need(&["list"], "", These(&["configmaps"]), Less("references to ConfigMaps are not checked")),
    need(&["get"], "", These(&["secrets"]), Less("references to Secrets are not checked")),
];
const STORED: &[Need] = &[need(
    &["get"],
    GROUP,
    Platform,
    Less("what is stored of these kinds is not known, so that files are judged as new objects"),
)];
const AROUND: &[Need] = &[
    need(
        &["list"],
        GROUP,
        These(&["promptpacks", "providers", "toolregistries", "rolloutanalyses"]),
        Less("whether what the rollout refers to is there is not checked"),
    ),
    need(
        &["list"],
        ISTIO,
        These(&["virtualservices", "destinationrules"]),
        Less("where the agent has trafficRouting, its routes are not checked and the weights are not shown"),
    ),
];
const PODS: &[Need] = &[need(&["get"], "apps", These(&["deployments"]), Less("the pods of stable and candidate are not known"))];
const PODS_TO_GO_ON: &[Need] = &[need(
    &["get"],
    "apps",
    These(&["deployments"]),
    Less("refused without --force, as nobody knows whether the candidate runs"),
)];
const READ: &[Need] = &[agents(&["get"], Refused)];
const WAIT: &[Need] = &[agents(&["list", "watch"], Less("--wait does not work"))];
const PATCH: &[Need] = &[agents(&["patch"], Refused)];

const fn status(without: Without) -> Need {
    need(&["patch"], GROUP, These(&["agentruntimes/status"]), without)
}

const NEXT_STEP: &str = "the current step is replaced in the spec by a setWeight until it is done, and then put back; a sync from Git may \
                         undo that first";
const TO_THE_END: &str =
    "the remaining steps are cut off in the spec and put back while it is promoted; a sync from Git may undo that first";
const BACK: &[Need] = &[status(Less(
    "where weights are made by replicas and stable has no pods, nothing serves until its pods are ready, as an earlier weight cannot be \
     restored first",
))];

const fn row(command: &'static str, form: &'static str, everywhere: bool, needs: &'static [&'static [Need]]) -> Row {
    Row { command, form, everywhere, needs }
}

/// All commands that may ask a cluster, and those of which one might think so.
pub const TABLE: &[Row] = &[
    row("lint", "lint --live PATH", false, &[SCHEMAS, STORED, NEIGHBOURS]),
    row("lint", "lint TYPE/NAME", false, &[SCHEMAS, &[need(&["get"], GROUP, Platform, Partly(UNCHECKED))], NEIGHBOURS]),
    row("lint", "lint --live", true, &[SCHEMAS, &[need(&["list"], GROUP, Platform, Partly(UNCHECKED))], NEIGHBOURS]),
    row("fix", "fix --live PATH", false, &[SCHEMAS, STORED, NEIGHBOURS]),
    row("render", "render", false, &[]),
    row(
        "diff",
        "diff --live",
        false,
        &[&[
            need(
                &["list"],
                GROUP,
                These(&["promptpacks", "providers", "toolregistries", "workspaces"]),
                Less("what the files do not hold of these kinds is not known"),
            ),
            need(&["get"], "", These(&["configmaps", "secrets", "serviceaccounts", "services"]), UNCOMPARED),
            need(&["get"], "apps", These(&["deployments"]), UNCOMPARED),
            need(&["get"], "autoscaling", These(&["horizontalpodautoscalers"]), UNCOMPARED),
            need(&["get"], "keda.sh", These(&["scaledobjects"]), UNCOMPARED),
            need(&["get"], "policy", These(&["poddisruptionbudgets"]), UNCOMPARED),
            need(&["get"], RBAC, These(&["roles", "rolebindings", "clusterroles", "clusterrolebindings"]), UNCOMPARED),
            need(&["get"], ISTIO, These(&["virtualservices", "destinationrules"]), UNCOMPARED),
            need(&["get"], "gateway.networking.k8s.io", These(&["httproutes"]), UNCOMPARED),
        ]],
    ),
    row("resolve", "resolve PATH --live", false, &[PACKS]),
    row("resolve", "resolve AGENT", false, &[READ, PACKS]),
    row("resolve", "resolve -l", true, &[&[agents(&["list"], Refused)], PACKS]),
    row(
        "packs",
        "packs",
        true,
        &[&[
            need(&["list"], GROUP, These(&["promptpacks"]), Refused),
            agents(&["list"], Less("it is not known who follows the packs")),
        ]],
    ),
    row("graph", "graph AGENT", false, &[READ, DRAWN]),
    row("graph", "graph --live", true, &[&[agents(&["list"], Refused)], DRAWN]),
    row("rollout status", "rollout status AGENT", false, &[READ, AROUND, PODS]),
    row("rollout status", "rollout status", true, &[&[agents(&["list"], Refused)], AROUND, PODS]),
    row("rollout status", "rollout status --watch", false, &[&[agents(&["get", "list", "watch"], Refused)], AROUND, PODS]),
    row("rollout history", "rollout history", false, &[READ, &[need(&["list"], "", These(&["events"]), Refused)], AROUND, PODS]),
    row("rollout plan", "rollout plan", false, &[]),
    row("rollout plan", "rollout plan AGENT", false, &[READ, AROUND, PODS]),
    row("rollout start", "rollout start", false, &[READ, PATCH, AROUND, PODS, WAIT]),
    row("rollout promote", "rollout promote", false, &[READ, &[status(Spec(NEXT_STEP))], AROUND, PODS_TO_GO_ON, WAIT]),
    row("rollout promote", "rollout promote --full", false, &[READ, &[status(Spec(TO_THE_END))], AROUND, PODS_TO_GO_ON, WAIT]),
    row("rollout pause", "rollout pause", false, &[READ, PATCH, AROUND, PODS, WAIT]),
    row(
        "rollout resume",
        "rollout resume",
        false,
        &[
            READ,
            &[
                status(Spec(NEXT_STEP)),
                agents(&["patch"], Less("a pause that was put in front of an analysis cannot be taken out again")),
            ],
            AROUND,
            PODS_TO_GO_ON,
            WAIT,
        ],
    ),
    row("rollout rollback", "rollout rollback", false, &[READ, PATCH, BACK, AROUND, PODS, WAIT]),
    row("rollout abort", "rollout abort", false, &[READ, PATCH, BACK, AROUND, PODS, WAIT]),
    row("rollout retry", "rollout retry", false, &[READ, PATCH, AROUND, PODS, WAIT]),
    row("status", "status AGENT", false, &[READ, SEEN, AROUND]),
    row("status", "status", true, &[&[agents(&["list"], Refused)], SEEN, AROUND]),
    row("why", "why", false, &[READ, SEEN, AROUND]),
    row(
        "events",
        "events AGENT",
        false,
        &[READ, &[need(&["list"], "", These(&["events"]), Refused)], &[need(&["list"], "apps", These(&["deployments"]), OWNERS)]],
    ),
    row(
        "events",
        "events",
        false,
        &[&[
            agents(&["list"], Refused),
            need(&["list"], "", These(&["events"]), Refused),
            need(&["list"], "apps", These(&["deployments"]), OWNERS),
        ]],
    ),
    row("schema diff", "schema diff", false, &[&[need(&["list"], CRDS, DEFINITIONS, Refused)]]),
    row(
        "doctor",
        "doctor",
        false,
        &[&[
            need(&["get"], "", These(&["/version"]), Refused),
            need(&["list"], CRDS, DEFINITIONS, Less("it is not compared with the releases")),
            need(
                &["list"],
                "admissionregistration.k8s.io",
                These(&["validatingwebhookconfigurations"]),
                Less("the webhooks are not looked at"),
            ),
        ]],
    ),
    row("auth", "auth", true, &[&[need(&["create"], "authorization.k8s.io", These(&["selfsubjectaccessreviews"]), Refused)]]),
];

const UNCHECKED: &str = "objects of these kinds are not checked, and the exit code is 3 where they are asked for";
const UNCOMPARED: Without = Less("objects of these kinds are not compared, and the exit code is 3 where there is one");
const UNSEEN: Without = Less("problems of these kinds are not seen, and no agent is called healthy");
const OWNERS: Without = Less("events of a Deployment that another agent owns are not told apart by its name");
const SEEN: &[Need] = &[
    need(&["list"], GROUP, These(&["promptpacks", "providers", "toolregistries"]), UNSEEN),
    need(&["list"], "apps", These(&["deployments"]), UNSEEN),
    need(&["list"], "", These(&["pods", "events"]), UNSEEN),
];
const PACKS: &[Need] = &[need(&["list"], GROUP, These(&["promptpacks"]), Less("no reference is checked"))];
const DRAWN: &[Need] = &[need(&["list"], GROUP, Graph, Less("the graph lacks objects of these kinds"))];

/// Kinds of others that live in no namespace.
const CLUSTER_WIDE: [&str; 5] = [
    "customresourcedefinitions",
    "validatingwebhookconfigurations",
    "clusterroles",
    "clusterrolebindings",
    "selfsubjectaccessreviews",
];

impl Need {
    /// Each right for itself, in a namespace or in all of them.
    pub fn deeds(&self, namespace: Option<&str>) -> Vec<Deed> {
        let plurals: Vec<&'static str> = match self.resources {
            These(plurals) => plurals.to_vec(),
            Platform => embedded::kinds().iter().map(|kind| kind.plural).collect(),
            Graph => graph::KINDS.iter().filter_map(|kind| embedded::kind(kind)).map(|kind| kind.plural).collect(),
        };
        let each = plurals.into_iter().flat_map(|plural| self.verbs.iter().map(move |verb| (plural, *verb)));
        each.map(|(plural, verb)| deed(verb, self.group, plural, namespace)).collect()
    }
}

fn deed(verb: &'static str, group: &'static str, resource: &'static str, namespace: Option<&str>) -> Deed {
    if resource.starts_with('/') {
        return Deed::url(resource);
    }
    let (plural, subresource) = resource.split_once('/').map_or((resource, None), |(plural, sub)| (plural, Some(sub)));
    let own = embedded::resource(plural).filter(|_| group == GROUP);
    let resource = Resource {
        group: group.into(),
        version: "*".into(),
        plural: plural.into(),
        kind: own.map_or("", |kind| kind.kind).into(),
        namespaced: own.map_or(!CLUSTER_WIDE.contains(&plural), |kind| kind.namespaced),
    };
    Deed { subresource, ..Deed::new(verb, &resource, namespace, None) }
}

/// The right that the way through the spec needs.
pub fn through_the_spec(namespace: Option<&str>) -> Deed {
    deed("patch", GROUP, "agentruntimes", namespace)
}

/// The rows that words mean: commands, `rollout promote` as two words or one; all without words.
///
/// # Errors
/// A word is no command of the table; it says which there are.
pub fn select(words: &[String]) -> Result<Vec<&'static Row>, String> {
    if words.is_empty() {
        return Ok(TABLE.iter().collect());
    }
    let mut wanted: Vec<String> = Vec::new();
    let mut rest = words.iter().flat_map(|word| word.split_whitespace()).peekable();
    while let Some(word) = rest.next() {
        let both = rest.peek().map(|next| format!("{word} {next}"));
        match both.filter(|both| TABLE.iter().any(|row| row.command == both)) {
            Some(both) => {
                rest.next();
                wanted.push(both);
            }
            None => wanted.push(word.to_owned()),
        }
    }
    let means = |row: &Row, word: &str| {
        let (first, last) = (row.command.split(' ').next(), row.command.split(' ').next_back());
        row.command == word || first == Some(word) || (last == Some(word) && row.command != "schema diff")
    };
    for word in &wanted {
        if !TABLE.iter().any(|row| means(row, word)) {
            let mut known: Vec<&str> = TABLE.iter().map(|row| row.command).collect();
            known.dedup();
            return Err(format!("no command {word:?} asks a cluster: name some of {}", known.join(", ")));
        }
    }
    Ok(TABLE.iter().filter(|row| wanted.iter().any(|word| means(row, word))).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory as _;

    use super::*;

    /// The commands below one that have the flags of a connection.
    fn connected(command: &clap::Command, path: &str, found: &mut BTreeSet<String>) {
        for inner in command.get_subcommands() {
            let path = format!("{path} {}", inner.get_name()).trim().to_owned();
            if inner.get_arguments().any(|argument| argument.get_id() == "kubeconfig") {
                found.insert(path.clone());
            }
            connected(inner, &path, found);
        }
    }

    #[test]
    fn every_command_with_a_connection_is_in_the_table() {
        let mut expected = BTreeSet::new();
        connected(&super::super::super::Cli::command(), "", &mut expected);
        let rows = TABLE.iter().filter(|row| !row.needs.is_empty()).map(|row| row.command.to_owned());
        assert_eq!(rows.collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn words_choose_commands() {
        let forms = |words: &[&str]| -> Vec<&str> {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            select(&words).unwrap().iter().map(|row| row.form).collect()
        };
        let promote = ["rollout promote", "rollout promote --full"];
        for words in [&["rollout", "promote"][..], &["rollout promote"], &["promote"]] {
            assert_eq!(forms(words), promote, "{words:?}");
        }
        assert_eq!(forms(&["doctor", "rollout", "pause"]), ["rollout pause", "doctor"]);
        assert_eq!(forms(&["diff"]), ["diff --live"]);
        assert_eq!(forms(&["schema", "diff"]), ["schema diff"]);
        assert!(forms(&["rollout"]).len() > 10 && forms(&[]).len() == TABLE.len());
        assert!(select(&["explain".to_owned()]).unwrap_err().contains("rollout promote"));
    }

    #[test]
    fn kinds_without_namespaces_are_asked_for_without_one() {
        let namespaces = |group, resource| deed("get", group, resource, Some("a")).namespace;
        assert_eq!(namespaces(GROUP, "agentruntimes"), Some("a".to_owned()));
        assert_eq!(namespaces(GROUP, "workspaces"), None);
        assert_eq!(namespaces(RBAC, "clusterroles"), None);
        assert_eq!(deed("patch", GROUP, "agentruntimes/status", None).subresource, Some("status"));
    }
}
