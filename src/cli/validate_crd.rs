//! `schema validate-crd`: would the API server take these CRDs?

use std::sync::Arc;

use super::{
    Exit,
    args::{self, InputArgs},
    output::{self, Target},
    ui::{self, Ui},
};
use crate::{
    apiserver::KubeVersion,
    crd::Definition,
    input::Input,
    lint::{self, Verdict},
    report::{self, Located, TextStyle},
};

/// Judge CRDs as the API server does when they are created.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Structure, defaults, list types, rules (whether they compile and what they may
cost) and names are judged; each fault is a finding in the words of the server.

Exit codes: 0 all would be taken, 1 a CRD would be refused, 2 usage or input
error, 4 no CRD in the inputs.

Example:
  kubectl omnia schema validate-crd config/crd/bases")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Write findings as FORMAT (text, concise, json), to FILE or to standard output.
    #[arg(short, long, value_name = "FORMAT[=FILE]", value_parser = Target::<Format>::parse)]
    output: Option<Target<Format>>,
    /// The Kubernetes release whose words and rules count: 1.30 to 1.36.
    #[arg(long, value_name = "RELEASE", default_value = "1.35", value_parser = args::kube_version)]
    kube_version: KubeVersion,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Concise,
    Json,
}

/// What one file came to.
struct Judged {
    file: Arc<str>,
    definitions: Vec<Definition>,
    located: Vec<Located>,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    let format = if ui::is_terminal() { Format::Text } else { Format::Concise };
    let target = args.output.unwrap_or(Target { format, file: None });
    let (inputs, mut exit) = match args.input.collect("schema validate-crd", ui) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let style = TextStyle {
        color: target.file.is_none() && ui.is_colored(),
        unicode: ui.is_unicode(),
        width: ui.width().filter(|_| ui::is_terminal()).unwrap_or(TextStyle::PLAIN.width),
    };
    let mut judged = Vec::new();
    for input in inputs {
        match judge(input, args.kube_version, style) {
            Ok(one) => judged.push(one),
            Err(error) => exit = exit.and(args::complain(ui, &error)),
        }
    }
    let crds: usize = judged.iter().map(|one| one.definitions.len()).sum();
    let faults: usize = judged.iter().map(|one| one.located.len()).sum();
    exit = exit.and(print(&judged, args.kube_version, &target, ui));
    if ui.quiet() == 0 && target.format != Format::Json && crds + faults > 0 {
        ui.note(&format!(
            "{crds} CRD{} read: {faults} error{}",
            if crds == 1 { "" } else { "s" },
            if faults == 1 { "" } else { "s" }
        ));
    }
    match (faults, crds) {
        (0, 0) => {
            ui.note("note: no CustomResourceDefinition in the inputs");
            exit.and(Exit::Nothing)
        }
        (0, _) => exit,
        _ => exit.and(Exit::Negative),
    }
}

fn judge(input: Input, kube: KubeVersion, style: TextStyle) -> Result<Judged, crate::input::InputError> {
    let file: Arc<str> = input.name.as_str().into();
    let text = args::text(input)?;
    let report = lint::crds(&text, kube);
    let locate = |finding| {
        let mut located = Located::new(finding, &file, &text);
        located.shown = report::render_text(&located.finding, &file, &text, style);
        located.rendered = report::render_text(&located.finding, &file, &text, TextStyle::PLAIN);
        located
    };
    let located = report.findings.into_iter().map(locate).collect();
    Ok(Judged { definitions: report.definitions, located, file })
}

fn print(judged: &[Judged], kube: KubeVersion, target: &Target<Format>, ui: &mut Ui) -> Exit {
    let located = || judged.iter().flat_map(|one| &one.located);
    let text = match target.format {
        Format::Json => return output::json(&json(judged, kube), target, ui),
        Format::Text => located().map(|located| located.shown.as_str()).collect::<String>(),
        Format::Concise => located().map(|located| report::concise_line(located) + "\n").collect(),
    };
    output::text(&text, target, ui)
}

fn json(judged: &[Judged], kube: KubeVersion) -> report::CrdReport<'_> {
    let crds = judged.iter().flat_map(|one| {
        // A file's faults are told of the file, which mostly holds one CRD.
        let verdict = if one.located.is_empty() { Verdict::Accepted } else { Verdict::Refused };
        one.definitions.iter().map(move |definition| report::CrdJson {
            file: &one.file,
            group: &definition.group,
            kind: &definition.kind,
            versions: definition.versions.iter().map(|version| version.name.as_str()).collect(),
            verdict,
        })
    });
    report::CrdReport {
        api_version: report::API_VERSION,
        kind: "CrdReport",
        tool: report::Tool::THIS,
        kube_version: kube.to_string(),
        crds: crds.collect(),
        findings: judged.iter().flat_map(|one| &one.located).map(report::finding_json).collect(),
    }
}
