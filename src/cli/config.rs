//! `config`: what is configured, and a file to start from.

use std::path::{Path, PathBuf};

use super::{
    Exit,
    output::{self, Format},
    settings::ConfigArgs,
    ui::Ui,
};
use crate::{
    config::{self, KEYS, Shape, Value},
    report::{API_VERSION, Tool, table},
};

/// Show what is configured, or write a configuration.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
omnia.yaml or .omnia.yaml is looked for in the folder of each file and above it,
up to the root of the Git repository or the home directory; then there is the
user's, omnia/omnia.yaml below ~/.config. The nearest one holds alone.

Examples:
  kubectl omnia config init
  kubectl omnia config show -o json")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print what holds, and where it was set.
    Show(ShowArgs),
    /// Write an omnia.yaml in which everything has its default.
    Init(InitArgs),
    /// Print the path of the configuration that is used.
    Path(ShowArgs),
    /// Print the JSON Schema of configuration files.
    Schema,
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// The folder whose configuration is meant.
    #[arg(value_name = "DIR", default_value = ".", hide_default_value = true, value_hint = clap::ValueHint::DirPath)]
    folder: PathBuf,
    #[command(flatten)]
    config: ConfigArgs,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
}

#[derive(Debug, clap::Args)]
struct InitArgs {
    /// The folder to write to.
    #[arg(value_name = "DIR", default_value = ".", hide_default_value = true, value_hint = clap::ValueHint::DirPath)]
    folder: PathBuf,
    /// Replace a file that is there.
    #[arg(long)]
    force: bool,
}

/// What `config show -o json` prints.
#[derive(Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct ConfigReport {
    api_version: &'static str,
    kind: &'static str,
    tool: Tool,
    file: Option<String>,
    settings: Vec<SettingJson>,
}

#[derive(Debug, serde::Serialize)]
struct SettingJson {
    key: &'static str,
    /// As it is written in YAML.
    value: String,
    /// `FILE:LINE`, a flag, or `default`.
    origin: String,
    about: &'static str,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    let ended = match args.command {
        Command::Show(args) => show(&args, ui),
        Command::Path(args) => path(&args, ui),
        Command::Init(args) => Ok(init(&args, ui)),
        Command::Schema => {
            ui.print(&format!("{:#}\n", config::json_schema()));
            Ok(Exit::Success)
        }
    };
    ended.unwrap_or_else(|exit| exit)
}

fn report(args: &ShowArgs, ui: &mut Ui) -> Result<ConfigReport, Exit> {
    if !args.folder.is_dir() {
        ui.complain(&format!("error: {:?} is no folder", args.folder));
        return Err(Exit::Usage);
    }
    let mut configs = args.config.load(ui)?;
    let found = configs.of_folder(&args.folder, ui)?;
    let setting = |key: &config::Key| {
        let set = found.config.get(key.name);
        SettingJson {
            key: key.name,
            value: set.map_or_else(|| key.default.to_owned(), |setting| shown(&setting.value, key.shape)),
            origin: set.map_or_else(|| "default".to_owned(), |setting| setting.place.to_string()),
            about: key.about,
        }
    };
    let settings = KEYS.iter().map(setting).collect();
    Ok(ConfigReport { api_version: API_VERSION, kind: "Configuration", tool: Tool::THIS, file: found.file.clone(), settings })
}

fn show(args: &ShowArgs, ui: &mut Ui) -> Result<Exit, Exit> {
    let report = report(args, ui)?;
    let width = ui.columns();
    let text = || {
        let row = |setting: &SettingJson| vec![setting.key.to_owned(), setting.value.clone(), setting.origin.clone()];
        let head = ["KEY", "VALUE", "ORIGIN"].map(str::to_owned).to_vec();
        table(&std::iter::once(head).chain(report.settings.iter().map(row)).collect::<Vec<_>>(), 0, width)
    };
    Ok(args.output.print(&report, text, ui))
}

fn path(args: &ShowArgs, ui: &mut Ui) -> Result<Exit, Exit> {
    let report = report(args, ui)?;
    let text = || report.file.as_ref().map(|file| format!("{file}\n")).unwrap_or_default();
    let exit = args.output.print(&report, text, ui);
    if report.file.is_none() {
        ui.note("no configuration file is used: `kubectl omnia config init` writes one");
        return Ok(Exit::Negative);
    }
    Ok(exit)
}

fn init(args: &InitArgs, ui: &mut Ui) -> Exit {
    let there = config::FILES.iter().map(|name| args.folder.join(name)).find(|path| path.exists());
    let path = there.clone().unwrap_or_else(|| args.folder.join(config::FILES[0]));
    if there.is_some() && !args.force {
        ui.complain(&format!("error: {} is there: --force replaces it", path.display()));
        return Exit::Usage;
    }
    let exit = output::write_file(&path, &config::template(), ui);
    if exit == Exit::Success {
        ui.note(&format!("{} is written", shown_path(&path)));
    }
    exit
}

fn shown_path(path: &Path) -> String {
    path.strip_prefix("./").unwrap_or(path).display().to_string()
}

/// The value as YAML in one line.
fn shown(value: &Value, shape: Shape) -> String {
    let quoted = |word: &String| if is_plain(word) { word.clone() } else { serde_json::Value::from(word.as_str()).to_string() };
    let list = |words: &[String]| format!("[{}]", words.iter().map(quoted).collect::<Vec<_>>().join(", "));
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Text(text) => quoted(text),
        Value::Texts(texts) => list(texts),
        Value::Map(entries) => {
            let of = |words: &[String]| if shape == Shape::Levels { words.concat() } else { list(words) };
            let entry = |(key, words): &(String, Vec<String>)| format!("{}: {}", quoted(key), of(words));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

/// Whether YAML reads the word as that text without quotes.
fn is_plain(word: &str) -> bool {
    let begins = word.starts_with(|c: char| c.is_ascii_alphabetic());
    begins && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c)) && !["true", "false", "null"].contains(&word)
}
