//! `version`.

use super::{Exit, output::Format, ui::Ui};
use crate::{crd::Release, report::Tool};

/// Print the version.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct VersionInfo {
    api_version: &'static str,
    kind: &'static str,
    tool: Tool,
    omnia_versions: Vec<&'static str>,
    kube_versions: Vec<String>,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    let info = VersionInfo {
        api_version: crate::report::API_VERSION,
        kind: "VersionInfo",
        tool: Tool::THIS,
        omnia_versions: Release::ALL.iter().map(|release| release.name()).collect(),
        kube_versions: crate::apiserver::KubeVersion::all().map(|version| version.to_string()).collect(),
    };
    let text = || {
        format!(
            "{} {}\nOmnia releases: {}\nKubernetes releases: {}\n",
            info.tool.name,
            info.tool.version,
            info.omnia_versions.join(", "),
            info.kube_versions.join(", ")
        )
    };
    args.output.print(&info, text, ui)
}
