//! A temporary directory in which the program runs with an environment of its own.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// An object that every release accepts; its kind has no rules.
pub const GOOD: &str = "\
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

/// The same with a field that nobody knows.
pub const BAD: &str = "\
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: ToolPolicy
metadata:
  name: small-refunds
  namespace: helpdesk
spec:
  selector: {registry: service-desk}
  rule: []
  rules:
  - name: refund-limit
    deny:
      cel: has(body.amount)
      message: Refunds need a human.
";

/// An object of Kubernetes itself.
pub const FOREIGN: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  level: debug\n";

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The directory, and what the next runs get.
pub struct Sandbox {
    directory: tempfile::TempDir,
    stdin: Vec<u8>,
    variables: Vec<(String, String)>,
    programs: PathBuf,
}

impl Sandbox {
    pub fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let programs = directory.path().join("no-programs");
        Self { directory, stdin: Vec::new(), variables: Vec::new(), programs }
    }

    /// With the good and the bad object as `good.yaml` and `bad.yaml`.
    pub fn with_manifests() -> Self {
        Self::new().file("good.yaml", GOOD).file("bad.yaml", BAD)
    }

    pub fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub fn directory(self, name: &str) -> Self {
        fs::create_dir_all(self.path().join(name)).unwrap();
        self
    }

    /// What stands on standard input.
    pub fn stdin(mut self, content: impl AsRef<[u8]>) -> Self {
        self.stdin = content.as_ref().to_owned();
        self
    }

    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The folder of `testdata/cli` that PATH holds, and nothing else.
    pub fn programs(mut self, folder: &str) -> Self {
        self.programs = root().join("testdata/cli").join(folder);
        self
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"));
        command.args(arguments).current_dir(self.path()).env_clear();
        command.env("PATH", &self.programs).env("HOME", self.path().join("home"));
        command.env("TERM", "xterm").env("COLUMNS", "80").env("LC_ALL", "C.UTF-8");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    pub fn output(&self, arguments: &[&str]) -> Output {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A program that does not read its input closes it.
        let _ = child.stdin.take().unwrap().write_all(&self.stdin);
        child.wait_with_output().unwrap()
    }

    /// The exit status of a run.
    pub fn status(&self, arguments: &[&str]) -> i32 {
        self.output(arguments).status.code().unwrap()
    }

    /// A run as a block.
    pub fn run(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        let mut block = format!("$ kubectl-omnia {}\n", arguments.join(" "));
        for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
            if !bytes.is_empty() {
                block.push_str(&format!("--- {name}\n{}", self.filtered(bytes)));
                if !block.ends_with('\n') {
                    block.push_str("<no line break>\n");
                }
            }
        }
        block.push_str(&format!("--- exit {}\n", output.status.code().unwrap()));
        block
    }

    /// Several runs, one block behind the other.
    pub fn runs(&self, runs: &[&[&str]]) -> String {
        runs.iter().map(|arguments| self.run(arguments)).collect::<Vec<_>>().join("\n")
    }

    /// Text without what differs from machine to machine.
    pub fn filtered(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes);
        let real = self.path().canonicalize().unwrap();
        let text = text.replace(&*real.to_string_lossy(), "[DIR]").replace(&*self.path().to_string_lossy(), "[DIR]");
        let version = env!("CARGO_PKG_VERSION");
        ["omnia ", "version\": \"", "version: \""]
            .iter()
            .fold(text, |text, before| text.replace(&format!("{before}{version}"), &format!("{before}[VERSION]")))
    }

    pub fn read(&self, name: &str) -> String {
        self.filtered(&fs::read(self.path().join(name)).unwrap())
    }
}

/// Compares with the block of this name under `tests/cli/snapshots`.
#[macro_export]
macro_rules! assert_block {
    ($name:literal, $block:expr) => {
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!($name, $block);
        })
    };
}
