//! Kustomizations, built by the program that the user has.

use std::{
    io::ErrorKind,
    path::Path,
    process::{Command, Stdio},
};

use super::{Content, Input, InputError};

/// The builders, in the order in which they are tried.
const BUILDERS: &[(&str, &[&str])] = &[("kubectl", &["kustomize"]), ("kustomize", &["build"])];

/// The objects of the kustomization in `directory`.
pub(super) fn build(directory: &Path) -> Result<Input, InputError> {
    if !directory.exists() {
        return Err(InputError::NotFound(directory.display().to_string()));
    }
    for (program, arguments) in BUILDERS {
        let output = Command::new(program).args(*arguments).arg(directory).stdin(Stdio::null()).output();
        match output {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(source) => return Err(InputError::Unreadable { name: (*program).to_owned(), source }),
            Ok(output) if output.status.success() => {
                let name = format!("{} (kustomize)", directory.display());
                return Ok(Input { name, content: Content::Bytes(output.stdout), walked: false });
            }
            Ok(output) => {
                let command = format!("{program} {} {}", arguments.join(" "), directory.display());
                return Err(InputError::Kustomize {
                    command,
                    stderr: String::from_utf8_lossy(&output.stderr).trim_end().to_owned(),
                });
            }
        }
    }
    Err(InputError::NoKustomize)
}
