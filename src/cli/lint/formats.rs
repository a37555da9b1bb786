//! `-o`: the formats of findings and where each one goes.

use std::io::{self, Write};

use clap::ValueEnum;

use super::super::{
    Exit,
    output::{self, Target},
    ui::{self, Ui},
};
use crate::{
    report::{self, Results, Template, TextStyle},
    yaml,
};

/// A format of findings.
#[derive(Debug, Clone, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Concise,
    Grouped,
    Summary,
    #[value(alias = "json-v1")]
    Json,
    JsonLines,
    Yaml,
    Sarif,
    Github,
    Gitlab,
    Azure,
    Junit,
    Checkstyle,
    Rdjson,
    Markdown,
    Kubectl,
    #[value(skip)]
    Template(Template),
}

impl Format {
    /// Whether it holds everything that was found, and with it the objects.
    pub const fn is_report(&self) -> bool {
        matches!(self, Self::Json | Self::JsonLines | Self::Yaml)
    }

    /// Whether it names objects that have no findings.
    pub const fn lists_objects(&self) -> bool {
        self.is_report() || matches!(self, Self::Junit)
    }

    /// Whether the summary belongs to its text.
    const fn ends_in_summary(&self) -> bool {
        matches!(self, Self::Text | Self::Grouped | Self::Summary)
    }

    /// Whether people read it, so that a summary may follow.
    const fn is_for_people(&self) -> bool {
        self.ends_in_summary() || matches!(self, Self::Concise | Self::Github | Self::Azure | Self::Template(_))
    }

    fn write(&self, results: &Results, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Text => results.shown().try_for_each(|located| out.write_all(located.shown.as_bytes())),
            Self::Concise => results.shown().try_for_each(|located| writeln!(out, "{}", report::concise_line(located))),
            Self::Grouped => report::grouped(results, out),
            Self::Summary => out.write_all(report::table(&report::statistics(results), 0, report::WIDTH).as_bytes()),
            Self::Json => output::write_json(&results.json(), out),
            Self::JsonLines => report::json_lines(results, out),
            Self::Yaml => {
                let text = yaml::value_to_yaml(&results.json()).map_err(io::Error::other)?;
                out.write_all(text.as_bytes())
            }
            Self::Sarif => report::sarif(results, out),
            Self::Github => report::github(results, out),
            Self::Gitlab => report::gitlab(results, out),
            Self::Azure => report::azure(results, out),
            Self::Junit => report::junit(results, out),
            Self::Checkstyle => report::checkstyle(results, out),
            Self::Rdjson => report::rdjson(results, out),
            Self::Markdown => report::markdown(results, out),
            Self::Template(template) => template.write(results, out),
            // What kubectl says is no form of the findings.
            Self::Kubectl => Ok(()),
        }
    }
}

/// Reads `FORMAT`, `FORMAT=FILE` or `template=TEMPLATE`.
pub(super) fn target(text: &str) -> Result<Target<Format>, String> {
    match text.strip_prefix("template=") {
        Some(template) => Template::parse(template)
            .map(|template| Target { format: Format::Template(template), file: None })
            .map_err(|error| error.to_string()),
        None => Target::parse(text),
    }
}

/// The targets that were asked for; at a terminal text, else a line a finding.
pub(super) fn targets(asked: &[Target<Format>], ui: &mut Ui) -> Result<Vec<Target<Format>>, Exit> {
    if asked.is_empty() {
        let format = if ui::is_terminal() { Format::Text } else { Format::Concise };
        return Ok(vec![Target { format, file: None }]);
    }
    if asked.iter().filter(|target| target.file.is_none()).count() > 1 {
        ui.complain("error: at most one -o can go to standard output: write the others to files with -o FORMAT=FILE");
        return Err(Exit::Usage);
    }
    Ok(asked.to_vec())
}

/// How text may look that goes to these targets.
pub(super) fn style(ui: &Ui, targets: &[Target<Format>]) -> TextStyle {
    let to_stdout = targets.iter().any(|target| target.format == Format::Text && target.file.is_none());
    let terminal = ui::is_terminal();
    TextStyle {
        color: to_stdout && ui.is_colored(),
        unicode: ui.is_unicode(),
        width: if to_stdout && terminal { ui.width().unwrap_or(80) } else { ui.width().unwrap_or(120) },
    }
}

/// Whether only programs read the target.
pub(super) fn is_machine(target: &Target<Format>) -> bool {
    target.file.is_some() || !target.format.is_for_people()
}

/// Prints the findings, and the summary where there is a place for it.
pub(super) fn print(results: &Results, target: &Target<Format>, ui: &mut Ui) -> Exit {
    let Target { format, file } = target;
    let to_file = file.is_some() && (format.ends_in_summary() || *format == Format::Concise);
    let exit = target.write(ui, |out| {
        format.write(results, out)?;
        if to_file { out.write_all(report::summary_text(results).as_bytes()) } else { Ok(()) }
    });
    if file.is_some() || !format.is_for_people() || ui.quiet() > 0 || results.files.is_empty() {
        return exit;
    }
    let summary = report::summary_text(results);
    if format.ends_in_summary() && !ui::is_terminal() {
        ui.print(&summary);
    } else {
        ui.note(summary.trim_end());
    }
    exit
}
