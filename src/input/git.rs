//! Files as a revision of a Git repository has them, read with the program `git`.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{Content, Input, InputError, paths::is_manifest};

/// A file to ask for.
struct Wanted {
    /// The path from the folder.
    path: PathBuf,
    /// Its name for people, without the revision.
    name: String,
    walked: bool,
}

/// Those of `inputs` that are files, as `revision` has them. A file that it does not have is left out.
///
/// # Errors
/// There is no `git`, a file is not in a repository, or that does not know the revision.
pub fn at_revision(revision: &str, inputs: &[Input]) -> Result<Vec<Input>, InputError> {
    let mut folders: BTreeMap<PathBuf, Vec<Wanted>> = BTreeMap::new();
    for input in inputs {
        if let Content::File(path) = &input.content
            && let Some(file) = path.file_name()
        {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let wanted = Wanted { path: file.into(), name: input.name.clone(), walked: input.walked };
            folders.entry(folder.to_owned()).or_default().push(wanted);
        }
    }
    let mut found = Vec::new();
    for (folder, wanted) in folders {
        check(revision, &folder)?;
        found.extend(blobs(revision, &folder, &wanted)?);
    }
    Ok(found)
}

/// The manifests that `revision` has at `path`: a file, or a directory with all below it. The path need not exist any more.
///
/// # Errors
/// There is no `git`, the path is not in a repository, that does not know the revision, or the revision has nothing there.
pub fn manifests_at_revision(revision: &str, path: &str) -> Result<Vec<Input>, InputError> {
    let named = Path::new(path);
    let folder = named.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let below = named.strip_prefix(folder).unwrap_or(named);
    let below = if below.as_os_str().is_empty() { Path::new(".") } else { below };
    check(revision, folder)?;
    let mut command = git(folder);
    command.args(["ls-tree", "-r", "-z", "--name-only", revision, "--"]).arg(below).stdin(Stdio::null());
    let listed = command.output().map_err(|error| no_git(&error))?;
    let paths = listed.stdout.split(|byte| *byte == 0).filter_map(|name| std::str::from_utf8(name).ok()).map(Path::new);
    let wanted: Vec<Wanted> = paths
        .filter(|found| *found == below || is_manifest(found))
        .map(|found| {
            let shown = folder.join(found);
            let name = shown.strip_prefix(".").unwrap_or(&shown).display().to_string();
            Wanted { path: found.to_owned(), name, walked: found != below }
        })
        .collect();
    if wanted.is_empty() && below != Path::new(".") {
        return Err(InputError::NotFound(format!("{revision}:{path}")));
    }
    blobs(revision, folder, &wanted)
}

/// Whether `folder` is in a repository that knows `revision`.
fn check(revision: &str, folder: &Path) -> Result<(), InputError> {
    // Nothing that could be taken for a flag reaches git.
    let unknown = || InputError::Revision { revision: revision.to_owned(), folder: folder.display().to_string() };
    if revision.is_empty() || revision.starts_with('-') || revision.contains(['\n', '\0']) {
        return Err(unknown());
    }
    let succeeds = |args: &[&str]| {
        let command = git(folder).args(args).stdin(Stdio::null()).output().map_err(|error| no_git(&error))?;
        Ok::<_, InputError>(command.status.success())
    };
    if !succeeds(&["rev-parse", "--git-dir"])? {
        return Err(InputError::NoRepository(folder.display().to_string()));
    }
    let commit = format!("{revision}^{{commit}}");
    if succeeds(&["rev-parse", "--verify", "--quiet", &commit])? { Ok(()) } else { Err(unknown()) }
}

/// One process for all files of a folder, asked for one file after the other.
fn blobs(revision: &str, folder: &Path, all: &[Wanted]) -> Result<Vec<Input>, InputError> {
    let mut command = git(folder);
    command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| no_git(&error))?;
    let mut found = Vec::new();
    if let (Some(mut questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) {
        let mut answers = BufReader::new(answers);
        for wanted in all {
            let name = format!("{revision}:{}", wanted.name);
            let unreadable = |source| InputError::Unreadable { name: name.clone(), source };
            // A line break would end the question.
            let Some(path) = wanted.path.to_str().filter(|path| !path.contains('\n')) else { continue };
            writeln!(questions, "{revision}:./{path}").and_then(|()| questions.flush()).map_err(unreadable)?;
            if let Some(bytes) = answer(&mut answers).map_err(unreadable)? {
                found.push(Input { name, content: Content::Bytes(bytes), walked: wanted.walked });
            }
        }
    }
    // It ends with its input; what it returns says nothing more.
    let _ = child.wait();
    Ok(found)
}

/// The next answer: `OBJECT blob SIZE`, the bytes and a line break; anything else on one line when there is no such file.
fn answer(answers: &mut impl BufRead) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = String::new();
    answers.read_line(&mut line)?;
    let mut words = line.trim_end().rsplitn(3, ' ');
    let (size, kind) = (words.next().and_then(|size| size.parse::<usize>().ok()), words.next());
    let (Some(size), Some("blob" | "tree" | "commit" | "tag")) = (size, kind) else { return Ok(None) };
    let mut bytes = vec![0; size + 1];
    answers.read_exact(&mut bytes)?;
    bytes.pop();
    Ok((kind == Some("blob")).then_some(bytes))
}

fn git(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder);
    command
}

fn no_git(error: &std::io::Error) -> InputError {
    InputError::NoGit(error.to_string())
}
