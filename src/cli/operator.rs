//! What the operator was told: `--operator`, `--operator-preset`, and the operator's own flags.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::{Exit, args::complain, ui::Ui};
use crate::{
    input::{self, InputError},
    render::operator::{Operator, OperatorError, Overrides, Preset, deciding},
    yaml::Text,
};

/// What the operator was told, each of its own flags included.
#[derive(Debug, Clone, clap::Args)]
pub struct OperatorArgs {
    #[command(flatten)]
    installation: InstallationArgs,
    #[command(flatten)]
    flags: Flags,
}

/// The installation that manifests are for.
#[derive(Debug, Clone, clap::Args)]
pub struct InstallationArgs {
    /// The operator's Deployment, or a document with `flags`, `env` and `thirdPartyCRDs`.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Operator options")]
    operator: Option<PathBuf>,
    /// Without --operator: chart (its default values, which render assumes) or binary (no flags, no CRDs of others).
    #[arg(
        long,
        value_enum,
        value_name = "PRESET",
        hide_possible_values = true,
        conflicts_with = "operator",
        help_heading = "Operator options"
    )]
    operator_preset: Option<PresetArg>,
    /// The version of the chart, for the images of the preset.
    #[arg(long, value_name = "VERSION", conflicts_with = "operator", help_heading = "Operator options")]
    app_version: Option<String>,
    /// The namespace that the operator runs in.
    #[arg(long, value_name = "NAMESPACE", help_heading = "Operator options")]
    operator_namespace: Option<String>,
    /// The groups of foreign CRDs in the cluster: keda, istio, gateway, or nothing.
    #[arg(long = "third-party-crds", value_name = "GROUPS", help_heading = "Operator options")]
    third_party: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum PresetArg {
    #[default]
    Chart,
    Binary,
}

/// Flags of the operator and their values, in the order in which they were given.
#[derive(Debug, Clone, Default)]
struct Flags(Vec<(String, String)>);

/// They are those that decide over objects, so that they are made from the operator's own table.
impl Args for Flags {
    fn augment_args(command: Command) -> Command {
        deciding().fold(command, |command, (name, is_truth)| {
            let arg = Arg::new(name).long(name).value_name("VALUE").action(ArgAction::Append).help("As the operator's flag.");
            let arg = if is_truth { arg.num_args(0..=1).require_equals(true).default_missing_value("true") } else { arg };
            command.arg(arg.help_heading("Flags of the operator").hide_short_help(true))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let of = |name: &'static str| {
            let values = matches.get_many::<String>(name).into_iter().flatten();
            values.map(move |value| (name.to_owned(), value.clone()))
        };
        Ok(Self(deciding().flat_map(|(name, _)| of(name)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl OperatorArgs {
    /// The settings.
    ///
    /// # Errors
    /// The file cannot be read, or the operator would not start with these; it was said on standard error.
    pub fn settings(&self, ui: &mut Ui) -> Result<Operator, Exit> {
        self.installation.settings(self.flags.0.clone(), ui)
    }
}

impl InstallationArgs {
    /// The settings, when something was said of them.
    ///
    /// # Errors
    /// As [`OperatorArgs::settings`].
    pub fn given(&self, ui: &mut Ui) -> Result<Option<Operator>, Exit> {
        let said = self.operator.is_some() || self.operator_preset.is_some() || self.third_party.is_some();
        if said { self.settings(Vec::new(), ui).map(Some) } else { Ok(None) }
    }

    fn settings(&self, flags: Vec<(String, String)>, ui: &mut Ui) -> Result<Operator, Exit> {
        let overrides = Overrides {
            flags,
            third_party: self
                .third_party
                .as_ref()
                .map(|groups| groups.split(',').map(str::trim).map(ToOwned::to_owned).collect()),
            app_version: self.app_version.clone(),
            namespace: self.operator_namespace.clone(),
        };
        let settings = match &self.operator {
            None => Operator::preset(self.operator_preset.unwrap_or_default().into(), &overrides),
            Some(path) => {
                let name = path.display().to_string();
                let bytes = input::read_file(&name, path).map_err(|error| complain(ui, &error))?;
                let text = Text::new(bytes).map_err(|_| complain(ui, &InputError::TooLarge(name.clone())))?;
                Operator::from_text(&name, &text, &overrides)
            }
        };
        settings.map_err(|error: OperatorError| {
            ui.complain(&format!("error: {error}"));
            Exit::Usage
        })
    }
}

impl From<PresetArg> for Preset {
    fn from(argument: PresetArg) -> Self {
        match argument {
            PresetArg::Chart => Self::Chart,
            PresetArg::Binary => Self::Binary,
        }
    }
}
