//! Which rules are reported in which file, and how grave they are.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use super::super::{
    Exit, args,
    settings::{Configs, Found},
    ui::Ui,
};
use crate::{
    config::KEYS,
    finding::{self, Finding, Severity},
    input::{Input, Patterns},
};

/// What flags say of rules. Those that are given hold in place of the configuration.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct RuleArgs {
    /// Report these rules only: codes, names, families, ALL.
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    select: Vec<String>,
    /// Report these rules as well as those that the configuration selects.
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    extend_select: Vec<String>,
    /// Do not report these rules.
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Do not report these rules in files that match PATTERN.
    #[arg(long, value_name = "PATTERN:RULE,...", value_parser = pair::<':'>)]
    per_file_ignores: Vec<(String, String)>,
    /// Take a rule for an error, a warning or an info.
    #[arg(long, value_name = "RULE=LEVEL", value_parser = pair::<'='>)]
    severity: Vec<(String, String)>,
}

fn pair<const BETWEEN: char>(text: &str) -> Result<(String, String), String> {
    let (before, behind) = text.rsplit_once(BETWEEN).ok_or_else(|| format!("there is no {BETWEEN:?} in it"))?;
    Ok((before.to_owned(), behind.to_owned()))
}

/// Which rules are reported in the files of one configuration.
#[derive(Debug, Default)]
pub(super) struct Policy {
    /// None stands for all.
    selected: Option<Vec<&'static str>>,
    ignored: Vec<&'static str>,
    severities: Vec<(&'static str, Severity)>,
    per_file: Vec<(Patterns, Vec<&'static str>)>,
    excluded: Option<Patterns>,
    /// Whether comments have to say why they ignore findings.
    pub require_reason: bool,
}

/// Which rules are reported in one file.
#[derive(Debug)]
pub(super) struct FilePolicy<'p> {
    policy: &'p Policy,
    ignored: Vec<&'p [&'static str]>,
}

/// The policies of all files.
#[derive(Debug)]
pub(super) struct Policies {
    all: Vec<Policy>,
    /// The one of each folder, as an index; that of the run is the first, and holds for all others.
    by_folder: HashMap<PathBuf, usize>,
}

impl Policies {
    /// Reads the configurations of the folders of `inputs`.
    ///
    /// # Errors
    /// Something is wrong in one, or a word is no rule; it was said on standard error.
    pub fn new(args: &RuleArgs, configs: &mut Configs, inputs: &[Input], ui: &mut Ui) -> Result<Self, Exit> {
        let run = configs.of_run().clone();
        let mut files = vec![run.file.clone()];
        let mut all = vec![Policy::new(args, &run, ui)?];
        let mut by_folder = HashMap::new();
        for folder in inputs.iter().filter_map(|input| folder(&input.name)) {
            if by_folder.contains_key(folder) {
                continue;
            }
            let found = configs.of_folder(folder, ui)?;
            let index = match files.iter().position(|file| *file == found.file) {
                Some(index) => index,
                None => {
                    warn_of_run_keys(&found, ui);
                    files.push(found.file.clone());
                    all.push(Policy::new(args, &found, ui)?);
                    all.len() - 1
                }
            };
            by_folder.insert(folder.to_owned(), index);
        }
        Ok(Self { all, by_folder })
    }

    /// The policy of what is in no file of its own.
    pub fn of_run(&self) -> FilePolicy<'_> {
        FilePolicy { policy: &self.all[0], ignored: Vec::new() }
    }

    /// The policy of a file; of standard input by the name that it was given.
    pub fn of(&self, name: &str) -> FilePolicy<'_> {
        let policy = self.policy(name);
        let path = Path::new(name);
        let ignored = policy.per_file.iter().filter(|(patterns, _)| patterns.matches(path)).map(|(_, codes)| codes.as_slice());
        FilePolicy { policy, ignored: ignored.collect() }
    }

    fn policy(&self, name: &str) -> &Policy {
        if let [only] = self.all.as_slice() {
            return only;
        }
        let index = folder(name).and_then(|folder| self.by_folder.get(folder)).copied().unwrap_or(0);
        &self.all[index]
    }

    /// Whether the configuration of the file leaves it out.
    pub fn excludes(&self, name: &str) -> bool {
        self.policy(name).excluded.as_ref().is_some_and(|patterns| patterns.matches(Path::new(name)))
    }

    /// Whether a rule for which `is` holds is reported anywhere.
    pub fn any(&self, is: impl Fn(&str) -> bool) -> bool {
        finding::all().any(|rule| is(rule.code) && self.all.iter().any(|policy| policy.holds(rule.code)))
    }
}

/// The folder of a file.
fn folder(name: &str) -> Option<&Path> {
    Path::new(name).parent()
}

/// What concerns the whole run cannot be set for a part of it.
fn warn_of_run_keys(found: &Found, ui: &mut Ui) {
    for (name, setting) in found.config.settings() {
        let of_run = KEYS.iter().any(|key| key.name == name && key.of_run);
        if of_run && matches!(setting.place, crate::config::Place::File(..)) {
            ui.note(&format!("{}: {name} has no effect here: it is read from the working directory only", setting.place));
        }
    }
}

impl Policy {
    fn new(args: &RuleArgs, found: &Found, ui: &mut Ui) -> Result<Self, Exit> {
        let config = &found.config;
        let mut codes = |words: &[String]| codes(words, ui);
        let given = |flag: &[String], key: &str| {
            if flag.is_empty() { config.texts(key).unwrap_or_default().to_vec() } else { flag.to_vec() }
        };
        let mut selected = codes(&given(&args.select, "lint.select"))?;
        let extended = codes(&[config.texts("lint.extend-select").unwrap_or_default(), &args.extend_select].concat())?;
        let all = selected.is_empty();
        selected.extend(extended);
        let ignored = codes(&given(&args.ignore, "lint.ignore"))?;
        let mut severities = Vec::new();
        let configured = config.map("lint.severity").iter().map(|(rule, level)| (rule.clone(), level.concat()));
        for (rule, level) in configured.chain(args.severity.iter().cloned()) {
            let level = severity(&level).map_err(|reason| usage(&reason, ui))?;
            severities.extend(self::codes(&[rule], ui)?.into_iter().map(|code| (code, level)));
        }
        let mut per_file = Vec::new();
        let configured = config.map("lint.per-file-ignores").iter().map(|(pattern, rules)| (pattern.clone(), rules.clone()));
        for (pattern, rules) in configured {
            let patterns = patterns(found.root_of("lint.per-file-ignores"), &[pattern], ui)?;
            per_file.push((patterns, self::codes(&rules, ui)?));
        }
        for (pattern, rules) in &args.per_file_ignores {
            let rules: Vec<String> = rules.split(',').map(str::to_owned).collect();
            per_file.push((patterns(Path::new(""), std::slice::from_ref(pattern), ui)?, self::codes(&rules, ui)?));
        }
        let excluded = config.texts("exclude").map(|list| patterns(found.root_of("exclude"), list, ui)).transpose()?;
        Ok(Self {
            selected: (!all).then_some(selected),
            ignored,
            severities,
            per_file,
            excluded,
            require_reason: config.flag("lint.require-reason"),
        })
    }
}

impl Policy {
    fn holds(&self, code: &str) -> bool {
        self.selected.as_ref().is_none_or(|codes| codes.contains(&code)) && !self.ignored.contains(&code)
    }
}

fn codes(words: &[String], ui: &mut Ui) -> Result<Vec<&'static str>, Exit> {
    let mut codes = Vec::new();
    for word in words {
        let found = finding::matching(word);
        if found.is_empty() {
            return Err(usage(&format!("no rule or family {word:?}: `kubectl omnia rules` lists them"), ui));
        }
        codes.extend(found.iter().map(|rule| rule.code));
    }
    Ok(codes)
}

fn severity(word: &str) -> Result<Severity, String> {
    match word {
        "error" => Ok(Severity::Error),
        "warning" => Ok(Severity::Warning),
        "info" => Ok(Severity::Info),
        _ => Err(format!("{word:?} is no severity: use error, warning or info")),
    }
}

fn patterns(root: &Path, patterns: &[String], ui: &mut Ui) -> Result<Patterns, Exit> {
    Patterns::new(root, patterns).map_err(|error| args::complain(ui, &error))
}

fn usage(reason: &str, ui: &mut Ui) -> Exit {
    ui.complain(&format!("error: {reason}"));
    Exit::Usage
}

impl FilePolicy<'_> {
    /// Whether the rule is reported.
    pub fn holds(&self, code: &str) -> bool {
        self.policy.holds(code) && !self.ignored.iter().any(|codes| codes.contains(&code))
    }

    /// The finding with the severity that it has here; none when its rule is not reported.
    pub fn judge(&self, mut finding: Finding) -> Option<Finding> {
        if !self.holds(finding.code) || finding::spoken_for(finding.code).is_some_and(|by| self.holds(by)) {
            return None;
        }
        // The last one counts.
        let severity = self.policy.severities.iter().rev().find(|(code, _)| *code == finding.code);
        finding.severity = severity.map_or(finding.severity, |(_, severity)| *severity);
        Some(finding)
    }

    /// Whether comments have to say why they ignore findings.
    pub const fn requires_reason(&self) -> bool {
        self.policy.require_reason
    }
}
