//! From what the user names (paths, patterns, standard input, a kustomization) to bytes with a name.

mod config;
mod git;
mod kustomize;
mod markdown;
mod paths;
mod patterns;

use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

pub use config::{config_files, user_config};
pub use git::{at_revision, manifests_at_revision};
pub use markdown::{Block, blocks, is_page};
pub use patterns::Patterns;

/// What the user asked to read.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Positional paths: files, directories (walked with all below them), `-`.
    pub paths: Vec<String>,
    /// Values of `-f`: files, directories (their own files only), patterns, `-`.
    pub filenames: Vec<String>,
    /// `-R`: directories of `-f` with all below them.
    pub recursive: bool,
    /// `-k`: a directory with a kustomization.
    pub kustomize: Option<PathBuf>,
    /// The name under which standard input is reported.
    pub stdin_name: Option<String>,
    /// Patterns in the syntax of `.gitignore`, relative to the working directory.
    pub exclude: Vec<String>,
    /// Whether `exclude` holds for files that are named, too.
    pub force_exclude: bool,
    /// Whether `.gitignore` is read in directories that are walked.
    pub respect_gitignore: bool,
    /// Whether Markdown pages in directories are wanted, too.
    pub pages: bool,
}

impl Request {
    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.filenames.is_empty() && self.kustomize.is_none()
    }
}

/// Something to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The name for people: the path as given, or joined to the directory as given.
    pub name: String,
    /// Where the bytes are.
    pub content: Content,
    /// It was found by walking a directory, where not every file is a manifest.
    pub walked: bool,
}

/// Where the bytes of an input are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// In a file, read when its turn comes.
    File(PathBuf),
    /// In memory.
    Bytes(Vec<u8>),
    /// An object as a cluster stores it, as text.
    Stored(String),
}

/// Why an input cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// No such file or directory.
    #[error("the path {0:?} does not exist")]
    NotFound(String),
    /// The file is there, but cannot be read.
    #[error("cannot read {name:?}: {source}")]
    Unreadable {
        /// The path.
        name: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// A URL stands where a path is wanted.
    #[error("{0:?} is a URL, which is not fetched: pipe it instead (curl -fsSL URL | kubectl omnia lint -)")]
    Url(String),
    /// A pattern of `--exclude` or `-f` cannot be used.
    #[error("bad pattern {pattern:?}: {reason}")]
    Pattern {
        /// The pattern.
        pattern: String,
        /// What is wrong.
        reason: String,
    },
    /// Positions are counted with 32 bits.
    #[error("{0:?} is larger than 4 GiB: split it")]
    TooLarge(String),
    /// The program `git` cannot be run.
    #[error("git:REV needs the program git in PATH: {0}")]
    NoGit(String),
    /// The directory is in no Git repository.
    #[error("{0:?} is in no Git repository: name a file or a directory with --against instead")]
    NoRepository(String),
    /// The repository does not know the revision.
    #[error(
        "the Git repository of {folder:?} has no revision {revision:?}: name a commit, a branch or a tag, and fetch it first"
    )]
    Revision {
        /// As the user named it.
        revision: String,
        /// The directory.
        folder: String,
    },
    /// Neither kubectl nor kustomize is there.
    #[error(
        "-k needs kubectl or kustomize in PATH, and neither is there: install one, or pipe the output of a build to `lint -`"
    )]
    NoKustomize,
    /// The build failed.
    #[error("{command} failed:\n{stderr}")]
    Kustomize {
        /// The command line.
        command: String,
        /// What it said.
        stderr: String,
    },
}

impl InputError {
    /// Whether the machine is at fault and not the input.
    pub const fn is_environment(&self) -> bool {
        matches!(self, Self::NoKustomize | Self::NoGit(_))
    }
}

/// What was found.
#[derive(Debug, Default)]
pub struct Collected {
    /// The inputs, in the order of the arguments, files of a directory by name; none twice.
    pub inputs: Vec<Input>,
    /// What could not be found or read; the inputs stand all the same.
    pub errors: Vec<InputError>,
}

/// Finds everything that `request` names. Files are not read yet, standard input and kustomizations are.
pub fn collect(request: &Request) -> Collected {
    let mut collected = Collected::default();
    let filter = match Patterns::new(Path::new(""), &request.exclude) {
        Ok(filter) => filter,
        Err(error) => {
            collected.errors.push(error);
            return collected;
        }
    };
    let positional = request.paths.iter().map(|path| (path, true, true));
    let flags = request.filenames.iter().map(|path| (path, request.recursive, false));
    for (path, recursive, walked) in positional.chain(flags) {
        let found = match path.as_str() {
            "-" => stdin(request).map(|input| vec![input]),
            _ => paths::expand(path, recursive, request, &filter).map(|mut found| {
                found.iter_mut().for_each(|input| input.walked &= walked);
                found
            }),
        };
        match found {
            Ok(found) => collected.inputs.extend(found),
            Err(error) => collected.errors.push(error),
        }
    }
    if let Some(directory) = &request.kustomize {
        match kustomize::build(directory) {
            Ok(input) => collected.inputs.push(input),
            Err(error) => collected.errors.push(error),
        }
    }
    let mut seen = std::collections::HashSet::new();
    collected.inputs.retain(|input| match &input.content {
        Content::File(path) => seen.insert(path.clone()),
        Content::Bytes(_) | Content::Stored(_) => true,
    });
    collected
}

fn stdin(request: &Request) -> Result<Input, InputError> {
    let name = request.stdin_name.clone().unwrap_or_else(|| "STDIN".to_owned());
    let mut bytes = Vec::new();
    match std::io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => Ok(Input { name, content: Content::Bytes(bytes), walked: false }),
        Err(source) => Err(InputError::Unreadable { name, source }),
    }
}

impl Input {
    /// Reads the bytes.
    ///
    /// # Errors
    /// The file cannot be read, or is larger than 4 GiB.
    pub fn read(self) -> Result<Vec<u8>, InputError> {
        match self.content {
            Content::Bytes(bytes) => sized(self.name, bytes),
            Content::Stored(text) => sized(self.name, text.into_bytes()),
            Content::File(path) => read_file(&self.name, &path),
        }
    }
}

/// Reads a file that has to be there.
///
/// # Errors
/// The file cannot be read, or is larger than 4 GiB.
pub fn read_file(name: &str, path: &Path) -> Result<Vec<u8>, InputError> {
    match read(path) {
        Ok(bytes) => sized(name.to_owned(), bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(InputError::NotFound(name.to_owned())),
        Err(source) => Err(InputError::Unreadable { name: name.to_owned(), source }),
    }
}

/// Reads a whole file, a regular one by a single call: where its size is what came, nothing is behind it.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = std::fs::File::open(path)?;
    let metadata = file.metadata()?;
    let size = if metadata.is_file() { usize::try_from(metadata.len()).unwrap_or_default() } else { 0 };
    let mut bytes = vec![0; size + 1];
    let length = match file.read(&mut bytes) {
        Err(error) if error.kind() == std::io::ErrorKind::Interrupted => 0,
        length => length?,
    };
    bytes.truncate(length);
    if size == 0 || length != size {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn sized(name: String, bytes: Vec<u8>) -> Result<Vec<u8>, InputError> {
    if u32::try_from(bytes.len()).is_ok() { Ok(bytes) } else { Err(InputError::TooLarge(name)) }
}

/// The manifests among the files of a directory and, with `recursive`, of those below it, by name.
///
/// # Errors
/// The path does not exist or cannot be listed.
pub fn manifests(path: &str, recursive: bool) -> Result<Vec<Input>, InputError> {
    let filter = Patterns::new(Path::new(""), &[])?;
    let request = Request { recursive, respect_gitignore: false, ..Request::default() };
    paths::expand(path, recursive, &request, &filter)
}
