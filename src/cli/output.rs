//! Output formats that several commands share.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use super::{Exit, ui::Ui};

/// `FORMAT` or `FORMAT=FILE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target<F> {
    /// The format.
    pub format: F,
    /// The file to write; none for standard output.
    pub file: Option<PathBuf>,
}

impl<F: clap::ValueEnum> Target<F> {
    /// Reads the argument.
    ///
    /// # Errors
    /// The format is unknown, or the name of the file is empty.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
        let known =
            || F::value_variants().iter().filter_map(|one| one.to_possible_value().map(|value| value.get_name().to_owned()));
        let format = F::from_str(name, true)
            .map_err(|_| format!("unknown format {name:?}: use {}", known().collect::<Vec<_>>().join(", ")))?;
        match file {
            Some("") => Err("no file is named after `=`".to_owned()),
            file => Ok(Self { format, file: file.map(PathBuf::from) }),
        }
    }
}

impl<F> Target<F> {
    /// Writes what `write` makes, to the file or to standard output, as it is made.
    pub fn write(&self, ui: &mut Ui, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Exit {
        match &self.file {
            Some(file) => replace(file, ui, write),
            None => {
                if ui.quiet() < 2 {
                    ui.print_with(write);
                }
                Exit::Success
            }
        }
    }
}

/// Writes a value as indented JSON, to the file of the target or to standard output.
pub fn json<F>(value: &impl serde::Serialize, target: &Target<F>, ui: &mut Ui) -> Exit {
    target.write(ui, |out| write_json(value, out))
}

/// Writes a text, to the file of the target or to standard output.
pub fn text<F>(text: &str, target: &Target<F>, ui: &mut Ui) -> Exit {
    target.write(ui, |out| out.write_all(text.as_bytes()))
}

/// Writes a value as indented JSON and a line break.
///
/// # Errors
/// `out` cannot be written.
pub fn write_json(value: &impl serde::Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Replaces a file as a whole, or not at all.
pub fn write_file(path: &Path, text: &str, ui: &mut Ui) -> Exit {
    replace(path, ui, |out| out.write_all(text.as_bytes()))
}

/// Replaces the bytes of a file that is there as a whole, or not at all; its permissions stay.
pub fn rewrite(path: &Path, bytes: &[u8], ui: &mut Ui) -> Exit {
    let permissions = std::fs::metadata(path).map(|there| there.permissions());
    let exit = replace(path, ui, |out| out.write_all(bytes));
    // A file of someone else's cannot get them; its text is written all the same.
    if let (Exit::Success, Ok(permissions)) = (exit, permissions) {
        let _ = std::fs::set_permissions(path, permissions);
    }
    exit
}

fn replace(path: &Path, ui: &mut Ui, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Exit {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !directory.is_dir() {
        ui.complain(&format!("error: cannot write {}: {} is no directory", path.display(), directory.display()));
        return Exit::Environment;
    }
    match replace_file(path, directory, write) {
        Ok(()) => Exit::Success,
        Err(error) => {
            // Its own text would name the temporary file.
            ui.complain(&format!("error: cannot write {}: {}", path.display(), error.kind()));
            Exit::Environment
        }
    }
}

/// A file that is there already and is none (a device, a pipe) is written to; a link leads to what is replaced.
fn replace_file(path: &Path, directory: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let there = std::fs::metadata(path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        let mut out = BufWriter::new(std::fs::OpenOptions::new().write(true).open(path)?);
        write(&mut out)?;
        return out.flush();
    }
    let target = if there.is_some() { path.canonicalize()? } else { path.to_owned() };
    let beside = if there.is_some() { target.parent().unwrap_or(directory) } else { directory };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any new file: what the umask leaves.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut out = BufWriter::new(builder.tempfile_in(beside)?);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.persist(target).map(|_| ()).map_err(|error| error.error)
}

/// Text for people, JSON and YAML for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// JSON, indented.
    Json,
    /// YAML.
    Yaml,
}

impl Format {
    /// Prints `value`, or what `text` makes; nothing with two `--quiet`.
    pub fn print(self, value: &impl serde::Serialize, text: impl FnOnce() -> String, ui: &mut Ui) -> Exit {
        let printed = match self {
            Self::Text => Ok(text()),
            Self::Json => serde_json::to_string_pretty(value).map(|text| text + "\n").map_err(|error| error.to_string()),
            Self::Yaml => serde_saphyr::to_string(value).map_err(|error| error.to_string()),
        };
        match printed {
            Ok(printed) => {
                ui.show(&printed);
                Exit::Success
            }
            Err(error) => {
                ui.complain(&format!("error: cannot write the result: {error}; please report this"));
                Exit::Environment
            }
        }
    }
}
