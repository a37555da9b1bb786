//! The hooks of `.pre-commit-hooks.yaml`, run by the real `pre-commit` on a scratch repository.
//!
//! It is taken from PATH, or installed from PyPI into a folder of the build; where neither works the test says that it did not run.
//! `OMNIA_PRE_COMMIT=required` makes that a failure.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const MANIFEST: &str = "\
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: ToolPolicy
metadata:
  name: small-refunds
  namespace: helpdesk
spec:
  selector: {registry: service-desk}
  rules:
  - name: refund-limit
    deny:
      cel: has(body.amount)
      message: Refunds need a human.
";

/// The program, or why there is none.
fn pre_commit() -> Result<PathBuf, String> {
    if Command::new("pre-commit").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Ok(PathBuf::from("pre-commit"));
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pre-commit");
    let program = folder.join("bin/pre-commit");
    if !program.exists() {
        let run = |command: &mut Command| match command.output() {
            Ok(output) if output.status.success() => Ok(()),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
            Err(error) => Err(error.to_string()),
        };
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        run(Command::new(folder.join("bin/pip")).args(["install", "--quiet", "pre-commit==4.3.0"]))?;
    }
    Ok(program)
}

struct Scratch {
    folder: tempfile::TempDir,
    pre_commit: PathBuf,
}

impl Scratch {
    /// A repository whose hooks are those of this one.
    fn new(pre_commit: PathBuf, hook: &str) -> Self {
        let scratch = Self { folder: tempfile::tempdir().unwrap(), pre_commit };
        let hooks = scratch.path().join("hooks");
        fs::create_dir_all(&hooks).unwrap();
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(".pre-commit-hooks.yaml"), hooks.join(".pre-commit-hooks.yaml"))
            .unwrap();
        let revision = scratch.commit(&hooks);
        let config = format!("repos:\n- repo: {}\n  rev: {revision}\n  hooks:\n  - id: {hook}\n", hooks.display());
        fs::create_dir_all(scratch.work()).unwrap();
        fs::write(scratch.work().join(".pre-commit-config.yaml"), config).unwrap();
        scratch
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn work(&self) -> PathBuf {
        self.path().join("work")
    }

    fn file(&self, name: &str, content: &str) {
        let path = self.work().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.work().join(name)).unwrap()
    }

    fn command(&self, program: &Path, folder: &Path) -> Command {
        let built = Path::new(env!("CARGO_BIN_EXE_kubectl-omnia")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(built.to_owned()).chain(std::env::split_paths(&path));
        let mut command = Command::new(program);
        command.current_dir(folder).env("PATH", std::env::join_paths(paths).unwrap());
        command.env("HOME", self.path()).env("PRE_COMMIT_HOME", self.path().join("cache")).env("PRE_COMMIT_COLOR", "never");
        command.env("GIT_CONFIG_GLOBAL", self.path().join("gitconfig")).env("GIT_CONFIG_NOSYSTEM", "1");
        command
    }

    fn git(&self, folder: &Path, arguments: &[&str]) -> String {
        let identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
        let output = self.command(Path::new("git"), folder).args(identity).args(arguments).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn commit(&self, folder: &Path) -> String {
        self.git(folder, &["init", "--quiet"]);
        self.git(folder, &["add", "--all"]);
        self.git(folder, &["commit", "--quiet", "--message", "all"]);
        self.git(folder, &["rev-parse", "HEAD"])
    }

    fn run(&self) -> (bool, String) {
        self.git(&self.work(), &["init", "--quiet"]);
        self.git(&self.work(), &["add", "--all"]);
        let Output { status, stdout, stderr } =
            self.command(&self.pre_commit, &self.work()).args(["run", "--all-files"]).output().unwrap();
        (status.success(), String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr))
    }
}

/// The program, or none after a word that the test did not run.
fn program(test: &str) -> Option<PathBuf> {
    match pre_commit() {
        Ok(program) => Some(program),
        Err(reason) => {
            assert!(std::env::var("OMNIA_PRE_COMMIT").as_deref() != Ok("required"), "{reason}");
            eprintln!("NOT RUN: {test} needs pre-commit, which cannot be installed: {reason}");
            None
        }
    }
}

#[test]
fn lint_fails_on_what_is_wrong_and_passes_over_the_rest() {
    let Some(program) = program("the hook omnia-lint-system") else { return };
    let scratch = Scratch::new(program, "omnia-lint-system");
    scratch.file("compose.yaml", "services: {}\n");
    scratch.file("values.json", "{\"replicas\": 1}\n");
    let (passed, said) = scratch.run();
    assert!(passed, "without any manifest: {said}");
    scratch.file("deploy/good.yaml", MANIFEST);
    let (passed, said) = scratch.run();
    assert!(passed, "{said}");
    scratch.file("deploy/bad.yaml", &MANIFEST.replace("  rules:", "  rule: []\n  rules:"));
    scratch.file("docs/page.md", &format!("# Page\n\n```yaml\n{}```\n", MANIFEST.replace("  rules:", "  rool: []\n  rules:")));
    let (passed, said) = scratch.run();
    assert!(
        !passed && said.contains("deploy/bad.yaml:8:3: SCH001 error") && said.contains("docs/page.md:11:3: SCH001 error"),
        "{said}"
    );
    scratch.file("omnia.yaml", "exclude: [deploy/bad.yaml, docs/]\n");
    let (passed, said) = scratch.run();
    assert!(passed, "the configuration leaves both out: {said}");
}

#[test]
fn fix_mends_and_fails_once() {
    let Some(program) = program("the hook omnia-fix-system") else { return };
    let scratch = Scratch::new(program, "omnia-fix-system");
    let number = MANIFEST.replace("name: refund-limit", "name: 1.10 # a version");
    scratch.file("deploy/number.yaml", &number);
    scratch.file("compose.yaml", "services: {version: 1.10}\n");
    let (passed, said) = scratch.run();
    assert!(!passed && said.contains("files were modified by this hook"), "{said}");
    assert_eq!(scratch.read("deploy/number.yaml"), number.replace("1.10", "\"1.10\""));
    assert_eq!(scratch.read("compose.yaml"), "services: {version: 1.10}\n");
    let (passed, said) = scratch.run();
    assert!(passed, "nothing is left to mend: {said}");
}
