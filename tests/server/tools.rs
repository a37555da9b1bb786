//! The programs that the tests run: a real etcd, kube-apiserver and kubectl, and kubectl's YAML library.

use std::{
    env,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use omnia::apiserver::KubeVersion;

/// How to run the tests where they cannot.
const HOW: &str = "install Go (with a module proxy), so that `cargo test` builds the programs, or set KUBEBUILDER_ASSETS to a folder \
                   with etcd, kube-apiserver and kubectl; OMNIA_SERVER_TESTS=required makes this a failure";

/// Where the programs are.
pub struct Tools {
    folder: PathBuf,
    /// The Kubernetes release of the programs.
    pub release: KubeVersion,
}

impl Tools {
    /// The path of the program `name`.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// The server programs, found or built; none where that is not possible, which is said for the test `test`.
pub fn tools(test: &str) -> Option<&'static Tools> {
    static TOOLS: OnceLock<Result<Tools, String>> = OnceLock::new();
    told(test, TOOLS.get_or_init(find).as_ref())
}

/// The program that reads with kubectl's YAML library.
pub fn reader(test: &str) -> Option<&'static PathBuf> {
    static READER: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let build = || may_run().and_then(|()| Ok(build(&["yaml-read"])?.join("yaml-read")));
    told(test, READER.get_or_init(build).as_ref())
}

/// Whether this machine has the program `name`, which `test` needs.
pub fn is_there(name: &str, test: &str) -> bool {
    let found = Command::new(name).arg("-V").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let missing = format!("there is no {name} here");
    told(test, found.map_err(|_| &missing)).is_some()
}

/// Says loudly that `test` does not run, past the capture of the test runner.
fn told<T>(test: &str, found: Result<T, &String>) -> Option<T> {
    let why = match found {
        Ok(found) => return Some(found),
        Err(why) => why,
    };
    let words = format!("NOT RUN: {test}: {why}\n");
    assert!(env::var("OMNIA_SERVER_TESTS").as_deref() != Ok("required"), "{words}");
    let _ = std::io::stderr().write_all(words.as_bytes());
    None
}

fn may_run() -> Result<(), String> {
    match env::var("OMNIA_SERVER_TESTS").as_deref() {
        Err(_) | Ok("" | "required") => Ok(()),
        Ok("skip") => Err("OMNIA_SERVER_TESTS=skip is set".to_owned()),
        Ok(other) => Err(format!("OMNIA_SERVER_TESTS={other}: use required or skip")),
    }
}

/// The release that `OMNIA_SERVER_TESTS_KUBE` chooses.
fn release() -> String {
    env::var("OMNIA_SERVER_TESTS_KUBE").ok().filter(|release| !release.is_empty()).unwrap_or_else(|| "1.35".to_owned())
}

fn find() -> Result<Tools, String> {
    may_run()?;
    let programs = ["etcd", "kube-apiserver", "kubectl"];
    let Some(assets) = env::var_os("KUBEBUILDER_ASSETS").filter(|folder| !folder.is_empty()) else {
        let folder = build(&programs)?;
        return Ok(Tools { folder, release: release().parse().map_err(|error| format!("{error}"))? });
    };
    let folder = PathBuf::from(assets);
    if let Some(missing) = programs.iter().find(|program| !folder.join(program).is_file()) {
        return Err(format!("KUBEBUILDER_ASSETS holds no {missing}"));
    }
    let version = Command::new(folder.join("kube-apiserver")).arg("--version").output().map_err(|error| error.to_string())?;
    let version = String::from_utf8_lossy(&version.stdout).trim().trim_start_matches("Kubernetes v").to_owned();
    let release = version.parse().map_err(|error| format!("the kube-apiserver of KUBEBUILDER_ASSETS: {error}"))?;
    Ok(Tools { folder, release })
}

/// Builds `programs` where they are not built yet; returns their folder.
fn build(programs: &[&str]) -> Result<PathBuf, String> {
    let found = Command::new("go").arg("version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        return Err(format!("there is no Go here to build a kube-apiserver with; {HOW}"));
    }
    let folder = target().join("server-tools").join(release());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/tools/build.sh");
    let status = Command::new("bash").arg(script).arg(&folder).arg(release()).args(programs).status();
    match status {
        Ok(status) if status.success() => Ok(folder),
        // A build that fails is no reason to be silent: this machine has Go, so the tests are meant to run.
        Ok(status) => panic!("tests/server/tools/build.sh failed ({status}); OMNIA_SERVER_TESTS=skip runs the other tests"),
        Err(error) => Err(format!("tests/server/tools/build.sh does not run: {error}")),
    }
}

/// The folder of build output: two above the test program's own.
fn target() -> PathBuf {
    let program = env::current_exe().unwrap();
    program.ancestors().nth(3).unwrap().to_owned()
}
