//! Arguments that several commands share, and what they stand for.

use std::path::PathBuf;

use clap::Args;

use super::{Exit, ui::Ui};
use crate::{
    apiserver::KubeVersion,
    crd::{Catalog, Release},
    finding::Finding,
    input::{self, Collected, Input, InputError, Request},
    lint,
    yaml::Text,
};

/// What to read.
#[derive(Debug, Clone, Default, Args)]
pub struct InputArgs {
    /// Files, directories (with all below them), or `-` for standard input.
    #[arg(value_name = "PATH", value_hint = clap::ValueHint::AnyPath)]
    pub paths: Vec<String>,
    /// A file, a directory (without those below it, see -R), a pattern, or `-`.
    #[arg(short, long = "filename", value_name = "PATH", value_hint = clap::ValueHint::AnyPath, help_heading = "Input options")]
    pub filename: Vec<String>,
    /// Walk the directories of -f with all below them.
    #[arg(short = 'R', long, help_heading = "Input options")]
    pub recursive: bool,
    /// Build the kustomization in DIR with `kubectl kustomize` and read the result.
    #[arg(short = 'k', long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "Input options")]
    pub kustomize: Option<PathBuf>,
    /// The name under which standard input is reported.
    #[arg(long, value_name = "NAME", help_heading = "Input options")]
    pub stdin_filename: Option<String>,
    /// Leave out files that match PATTERN (syntax of .gitignore).
    #[arg(long, value_name = "PATTERN", help_heading = "Input options")]
    pub exclude: Vec<String>,
    /// A program names the files: leave out those that match --exclude even so, and pass over
    /// what is no manifest.
    #[arg(long, help_heading = "Input options")]
    pub force_exclude: bool,
    /// Read files that .gitignore leaves out.
    #[arg(long, help_heading = "Input options")]
    pub no_respect_gitignore: bool,
}

impl InputArgs {
    /// Whether nothing is named.
    pub const fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.filename.is_empty() && self.kustomize.is_none()
    }

    /// Finds the inputs and complains about those that are missing.
    ///
    /// # Errors
    /// Nothing was named.
    pub fn collect(self, command: &str, ui: &mut Ui) -> Result<(Vec<Input>, Exit), Exit> {
        let request = Request {
            paths: self.paths,
            filenames: self.filename,
            recursive: self.recursive,
            kustomize: self.kustomize,
            stdin_name: self.stdin_filename,
            exclude: self.exclude,
            force_exclude: self.force_exclude,
            respect_gitignore: !self.no_respect_gitignore,
            // The other commands take what can be applied.
            pages: command == "lint",
        };
        if request.is_empty() {
            ui.complain(&format!(
                "error: nothing to read: name files or directories (`kubectl omnia {command} .`), use -f or -k, or `-` for standard input"
            ));
            return Err(Exit::Usage);
        }
        let Collected { mut inputs, errors } = input::collect(&request);
        inputs.iter_mut().for_each(|input| input.walked |= request.force_exclude);
        let exit = errors.iter().fold(Exit::Success, |exit, error| exit.and(complain(ui, error)));
        Ok((inputs, exit))
    }
}

/// Says why an input is missing.
pub fn complain(ui: &mut Ui, error: &InputError) -> Exit {
    ui.complain(&format!("error: {error}"));
    if error.is_environment() { Exit::Environment } else { Exit::Usage }
}

/// A file of CRDs that the API server would refuse.
pub struct CrdFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: Text,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

/// Which schemas and which words.
#[derive(Debug, Clone, Args)]
pub struct SchemaArgs {
    /// Use the CRDs in FILE or DIR; they replace those of the same kind.
    #[arg(long, value_name = "FILE|DIR", value_hint = clap::ValueHint::AnyPath, help_heading = "Schema options")]
    pub crd: Vec<String>,
    /// The release of the platform: current (the default) or 2026-07.
    #[arg(long, value_name = "RELEASE", hide_possible_values = true, value_parser = clap::builder::PossibleValuesParser::new(["current", "2026-07"]), help_heading = "Schema options")]
    pub omnia_version: Option<String>,
}

impl SchemaArgs {
    /// The schemas, compiled when they are first needed, and what the API server would say against those that were passed in.
    ///
    /// # Errors
    /// A file cannot be read or holds no CRD; it was said on standard error.
    pub fn catalog(&self, kube: KubeVersion, ui: &mut Ui) -> Result<(Catalog, Vec<CrdFile>), Exit> {
        self.catalog_over(Catalog::new(self.release()), kube, ui)
    }

    /// The same, where the schemas that are passed in take the place of those in `catalog`.
    ///
    /// # Errors
    /// As [`SchemaArgs::catalog`].
    pub fn catalog_over(&self, mut catalog: Catalog, kube: KubeVersion, ui: &mut Ui) -> Result<(Catalog, Vec<CrdFile>), Exit> {
        let mut files = Vec::new();
        for path in &self.crd {
            let before = catalog.given().len() + files.len();
            for input in input::manifests(path, true).map_err(|error| complain(ui, &error))? {
                let name = input.name.clone();
                let text = text(input).map_err(|error| complain(ui, &error))?;
                let report = lint::crds(&text, kube);
                report.definitions.into_iter().for_each(|definition| catalog.add(definition));
                if !report.findings.is_empty() {
                    files.push(CrdFile { name, text, findings: report.findings });
                }
            }
            if catalog.given().len() + files.len() == before {
                ui.complain(&format!("error: {path:?} holds no CustomResourceDefinition"));
                return Err(Exit::Usage);
            }
        }
        Ok((catalog, files))
    }

    /// The release that was chosen.
    pub fn release(&self) -> Release {
        self.omnia_version.as_deref().and_then(|name| name.parse().ok()).unwrap_or_default()
    }
}

/// Reads an input to text.
///
/// # Errors
/// It cannot be read or is too large; nothing was said yet.
pub fn text(input: Input) -> Result<Text, InputError> {
    let name = input.name.clone();
    let bytes = input.read()?;
    Text::new(bytes).map_err(|_| InputError::TooLarge(name))
}

/// Parses `--kube-version`.
///
/// # Errors
/// The release is not known.
pub fn kube_version(text: &str) -> Result<KubeVersion, String> {
    text.parse().map_err(|error: crate::apiserver::UnknownKubeVersion| error.to_string())
}
