//! What a cluster has of the platform.

use serde::Serialize;

use super::{Tool, table};

/// What `doctor -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct DoctorReport {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub context: String,
    pub server: String,
    pub namespace: String,
    pub user: Option<String>,
    pub kube_version: String,
    /// The embedded release that the CRDs are nearest to; null when there are none, or when they may not be read.
    pub release: Option<ReleaseJson>,
    pub kinds: Vec<KindState>,
    pub webhooks: Vec<WebhookJson>,
    /// What should be otherwise.
    pub problems: Vec<String>,
    /// What could not be looked at, and why.
    pub not_checked: Vec<String>,
}

/// A release, and how near the cluster's CRDs are to it.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct ReleaseJson {
    pub name: &'static str,
    pub differences: usize,
}

/// What the cluster has of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum State {
    /// As in the release.
    Same,
    /// Otherwise than in the release.
    Differs,
    /// Served; the CRD may not be read.
    Served,
    /// Not served.
    Missing,
    /// Served, and no kind of the release.
    Unknown,
}

impl State {
    const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Differs => "differs",
            Self::Served => "served",
            Self::Missing => "missing",
            Self::Unknown => "unknown",
        }
    }
}

/// A kind of the platform in the cluster.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct KindState {
    pub kind: String,
    pub plural: String,
    pub state: State,
    pub versions: Vec<String>,
    pub differences: usize,
    /// Whether a webhook is asked when objects are written; null when that may not be read.
    pub webhook: Option<bool>,
    /// The verbs of reading that the user may use in the namespace.
    pub may: Vec<&'static str>,
    /// The verbs of reading that the user may not use.
    pub may_not: Vec<&'static str>,
}

/// A webhook for kinds of the platform.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct WebhookJson {
    pub configuration: String,
    pub name: String,
    pub resources: Vec<String>,
    pub failure_policy: String,
}

impl DoctorReport {
    /// For people, in `width` columns.
    pub fn text(&self, width: usize) -> String {
        let release = match &self.release {
            Some(ReleaseJson { name, differences: 0 }) => (*name).to_owned(),
            Some(ReleaseJson { name, differences }) => {
                format!("nearest to {name}, {differences} differences (kubectl omnia schema diff {name} lists them)")
            }
            None => "unknown".to_owned(),
        };
        let user = self.user.clone().unwrap_or_else(|| "unknown".to_owned());
        let head = [
            ("context", format!("{} ({})", self.context, self.server)),
            ("namespace", self.namespace.clone()),
            ("user", user),
            ("kubernetes", self.kube_version.clone()),
            ("release", release),
        ];
        let mut text = table(&head.map(|(name, value)| vec![name.to_owned(), value]), 0, width);
        let columns = ["KIND", "CRD", "VERSIONS", "WEBHOOK", "YOU MAY"].map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> = std::iter::once(columns).chain(self.kinds.iter().map(row)).collect();
        text.push('\n');
        text.push_str(&table(&rows, 0, width));
        if !self.problems.is_empty() || !self.not_checked.is_empty() {
            text.push('\n');
        }
        text.extend(self.problems.iter().map(|problem| format!("problem: {problem}\n")));
        text.extend(self.not_checked.iter().map(|reason| format!("not checked: {reason}\n")));
        text
    }
}

fn row(kind: &KindState) -> Vec<String> {
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let webhook = match kind.webhook {
        Some(true) => "yes",
        Some(false) => "-",
        None => "?",
    };
    vec![
        kind.kind.clone(),
        kind.state.word().to_owned(),
        or_dash(kind.versions.join(",")),
        webhook.to_owned(),
        or_dash(kind.may.join(",")),
    ]
}
