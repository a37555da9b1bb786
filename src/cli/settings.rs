//! The configuration that holds for a run and for each of its files.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{Exit, args, ui::Ui};
use crate::{
    config::{self, Config, Place},
    input,
};

/// Which configuration is used.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct ConfigArgs {
    /// Use this configuration and look for none, or set one key: `--config lint.show=info`.
    #[arg(long, value_name = "FILE|KEY=VALUE", value_hint = clap::ValueHint::FilePath, help_heading = "Configuration options")]
    config: Vec<String>,
    /// Use no configuration file.
    #[arg(long, help_heading = "Configuration options")]
    isolated: bool,
}

/// A configuration and where it is.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The file as it is shown; none when there is none.
    pub file: Option<String>,
    /// The folder that its paths start from; empty for the working directory.
    pub root: PathBuf,
    /// What it says.
    pub config: Config,
}

impl Found {
    /// The folder that the paths of a key start from; empty for the working directory.
    pub fn root_of(&self, key: &str) -> &Path {
        match self.config.get(key).map(|setting| &setting.place) {
            Some(Place::File(..)) => &self.root,
            _ => Path::new(""),
        }
    }

    /// A path that a key names.
    pub fn path(&self, key: &str, path: &str) -> PathBuf {
        self.root_of(key).join(path)
    }
}

/// The configurations of a run.
#[derive(Debug)]
pub struct Configs {
    here: PathBuf,
    /// What the command line sets, key by key.
    given: Config,
    /// Whether files have configurations of their own.
    discover: bool,
    run: Arc<Found>,
    /// By folder.
    known: HashMap<PathBuf, Arc<Found>>,
}

impl ConfigArgs {
    /// Finds the configuration of the run: that of `--config` or `OMNIA_CONFIG`, else that of the working directory, else the user's.
    ///
    /// # Errors
    /// It cannot be read, or something is wrong in it; it was said on standard error.
    pub fn load(&self, ui: &mut Ui) -> Result<Configs, Exit> {
        let mut given = Config::default();
        let mut file = std::env::var("OMNIA_CONFIG").ok().filter(|file| !file.is_empty() && !self.isolated);
        for one in &self.config {
            match one.split_once('=').filter(|_| !Path::new(one).exists()) {
                Some((key, value)) => given.assign(key, value).map_err(|error| usage(&error, ui))?,
                None => file = Some(one.clone()),
            }
        }
        let here = std::env::current_dir().unwrap_or_default();
        let discover = file.is_none() && !self.isolated;
        let mut configs = Configs { here, given, discover, run: Arc::default(), known: HashMap::new() };
        let found = match file {
            Some(file) => match configs.read(Path::new(&file), file.clone(), ui)? {
                Some(found) => found,
                None => return Err(usage(&format!("{file} is a manifest and no configuration"), ui)),
            },
            None => Found::default(),
        };
        configs.run = Arc::new(configs.completed(found));
        if discover {
            configs.run = configs.of_folder(&configs.here.clone(), ui)?;
        }
        Ok(configs)
    }
}

impl Configs {
    /// The configuration of the run.
    pub fn of_run(&self) -> &Arc<Found> {
        &self.run
    }

    /// The configuration of the files in a folder.
    ///
    /// # Errors
    /// It cannot be read, or something is wrong in it; it was said on standard error.
    pub fn of_folder(&mut self, folder: &Path, ui: &mut Ui) -> Result<Arc<Found>, Exit> {
        if !self.discover {
            return Ok(Arc::clone(&self.run));
        }
        if let Some(found) = self.known.get(folder) {
            return Ok(Arc::clone(found));
        }
        let absolute = self.here.join(folder);
        let absolute = absolute.canonicalize().unwrap_or(absolute);
        let nearest = input::config_files(&absolute, &config::FILES);
        let mut found = None;
        for path in nearest.chain(input::user_config(config::FILES[0])) {
            let shown = path.strip_prefix(&self.here).unwrap_or(&path).display().to_string();
            found = self.read(&path, shown, ui)?;
            if found.is_some() {
                break;
            }
        }
        let found = match found {
            Some(found) if found.file == self.run.file => Arc::clone(&self.run),
            found => Arc::new(self.completed(found.unwrap_or_default())),
        };
        self.known.insert(folder.to_owned(), Arc::clone(&found));
        Ok(found)
    }

    /// With what the command line sets.
    fn completed(&self, mut found: Found) -> Found {
        found.config.overlay(self.given.clone());
        found
    }

    /// Reads a file; none when it is a manifest.
    fn read(&self, path: &Path, shown: String, ui: &mut Ui) -> Result<Option<Found>, Exit> {
        let text =
            args::text(input::Input { name: shown.clone(), content: input::Content::File(path.to_owned()), walked: false })
                .map_err(|error| args::complain(ui, &error))?;
        let config = Config::read(&shown, &text).map_err(|error| usage(&error, ui))?;
        let folder = self.here.join(path);
        let folder = folder.parent().unwrap_or(&self.here);
        let root = if folder == self.here { PathBuf::new() } else { folder.to_owned() };
        Ok(config.map(|config| Found { file: Some(shown), root, config }))
    }
}

fn usage(error: &impl std::fmt::Display, ui: &mut Ui) -> Exit {
    ui.complain(&format!("error: {error}"));
    Exit::Usage
}
