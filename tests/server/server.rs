//! The API server of a test run: etcd and kube-apiserver on free loopback ports in a temporary folder, one for all tests.

use std::{
    env, fs,
    fs::File,
    io::Write as _,
    net::TcpListener,
    os::unix::{fs::symlink, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Output, Stdio},
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use omnia::apiserver::KubeVersion;
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};

use super::{
    api::Api,
    crds,
    tools::{self, Tools},
};

/// How long the server may take to be ready.
const PATIENCE: Duration = Duration::from_secs(180);

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum User {
    /// May do everything.
    Administrator,
    /// May do what the tests bind to the user `developer`.
    Developer,
    /// Is known and may do nothing.
    Nobody,
    /// Has a token that the server does not know.
    Stranger,
}

impl User {
    const ALL: [Self; 4] = [Self::Administrator, Self::Developer, Self::Nobody, Self::Stranger];
    const KNOWN: [Self; 3] = [Self::Administrator, Self::Developer, Self::Nobody];

    /// The user's name in role bindings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Administrator => "administrator",
            Self::Developer => "developer",
            Self::Nobody => "nobody",
            Self::Stranger => "stranger",
        }
    }

    /// The bearer token.
    pub fn token(self) -> String {
        format!("token-of-{}", self.name())
    }
}

/// The running server.
pub struct Server {
    /// Its programs.
    pub tools: &'static Tools,
    folder: PathBuf,
    port: u16,
    namespaces: AtomicU32,
    /// Open as long as this process lives, see [`Guard`].
    guard: Mutex<Guard>,
}

/// The server of the run, with the CRDs installed; none where there are no programs, which is said for `test`.
pub fn server(test: &str) -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    let tools = tools::tools(test)?;
    let start = || {
        let server = Server::start(tools);
        crds::install(&server);
        server
    };
    // A server that does not start fails the test that asked first with the reason, and the others without trying again.
    let server = SERVER.get_or_init(|| std::panic::catch_unwind(start).ok()).as_ref();
    assert!(server.is_some(), "the server did not start; the first failure tells why");
    server
}

impl Server {
    fn start(tools: &'static Tools) -> Self {
        let folder = tempfile::Builder::new().prefix("omnia-server-tests-").tempdir().unwrap().keep();
        let mut guard = Guard::start(&folder);
        for user in User::ALL {
            fs::create_dir(folder.join(user.name())).unwrap();
        }
        let tokens: String = User::KNOWN
            .into_iter()
            .map(|user| {
                let groups = if user == User::Administrator { "system:masters" } else { "omnia" };
                format!("{},{},{},{groups}\n", user.token(), user.name(), user.name())
            })
            .collect();
        fs::write(folder.join("tokens.csv"), tokens).unwrap();
        let (private, public) = key_pair();
        fs::write(folder.join("service-account.key"), private).unwrap();
        fs::write(folder.join("service-account.pub"), public).unwrap();
        fs::create_dir(folder.join("plugins")).unwrap();
        for name in ["kubectl-omnia", "kubectl_complete-omnia"] {
            symlink(env!("CARGO_BIN_EXE_kubectl-omnia"), folder.join("plugins").join(name)).unwrap();
        }
        let etcd = start_etcd(tools, &folder, &mut guard);
        let port = free_port();
        start_api_server(tools, &folder, etcd, port, &mut guard);
        let server = Self { tools, folder, port, namespaces: AtomicU32::new(0), guard: Mutex::new(guard) };
        server.wait();
        for user in User::ALL {
            fs::write(server.kubeconfig(user), server.kubeconfig_text(user)).unwrap();
        }
        server
    }

    fn wait(&self) {
        let since = Instant::now();
        loop {
            if self.folder.join("pki/apiserver.crt").is_file() {
                let answer = self.api(User::Administrator).try_get("/readyz");
                if answer.is_ok_and(|answer| answer.code == 200) {
                    return;
                }
            }
            if since.elapsed() > PATIENCE || self.guard.lock().unwrap().has_lost_one() {
                let log = fs::read_to_string(self.folder.join("kube-apiserver.log")).unwrap_or_default();
                let tail: Vec<&str> = log.lines().rev().take(20).collect();
                panic!(
                    "kube-apiserver is not ready after {:?}; its last words, newest first:\n{}",
                    since.elapsed(),
                    tail.join("\n")
                );
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// The Kubernetes release of the server.
    pub fn release(&self) -> KubeVersion {
        self.tools.release
    }

    /// The root of its URLs.
    pub fn url(&self) -> String {
        format!("https://127.0.0.1:{}", self.port)
    }

    /// The certificate that clients trust.
    fn certificate(&self) -> PathBuf {
        self.folder.join("pki/apiserver.crt")
    }

    /// A client of its API.
    pub fn api(&self, user: User) -> Api {
        Api::new(self.url(), &fs::read(self.certificate()).unwrap(), user.token())
    }

    /// The path of the user's kubeconfig.
    pub fn kubeconfig(&self, user: User) -> PathBuf {
        self.folder.join(user.name()).join("kubeconfig")
    }

    fn kubeconfig_text(&self, user: User) -> String {
        let kubeconfig = serde_json::json!({
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": "test", "cluster": {"server": self.url(), "certificate-authority": self.certificate()}}],
            "users": [{"name": user.name(), "user": {"token": user.token()}}],
            "contexts": [{"name": "test", "context": {"cluster": "test", "user": user.name()}}],
            "current-context": "test",
        });
        kubeconfig.to_string()
    }

    /// kubectl, run by `user`, with nothing of this machine's configuration.
    pub fn kubectl(&self, user: User) -> Command {
        let mut command = Command::new(self.tools.path("kubectl"));
        command
            .env_remove("KUBECTL_KUBERC")
            .env("KUBECONFIG", self.kubeconfig(user))
            .env("HOME", self.folder.join(user.name()))
            .current_dir(&self.folder)
            .stdin(Stdio::null());
        command
    }

    /// kubectl with the plugin of this build on its path.
    pub fn kubectl_with_plugin(&self, user: User) -> Command {
        let mut command = self.kubectl(user);
        let mut path = vec![self.plugins()];
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        command.env("PATH", env::join_paths(path).unwrap());
        command
    }

    /// The folder with the plugin, under the two names by which kubectl calls it.
    pub fn plugins(&self) -> PathBuf {
        self.folder.join("plugins")
    }

    /// A namespace that no other test uses.
    pub fn namespace(&self) -> String {
        let name = format!("test-{}", self.namespaces.fetch_add(1, Ordering::Relaxed));
        let namespace = serde_json::json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
        let answer = self.api(User::Administrator).send("POST", "/api/v1/namespaces", &namespace.to_string());
        assert_eq!(answer.code, 201, "{}", answer.body);
        name
    }
}

/// Looks until there is something, for as long as a machine may take that does much else.
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let since = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(since.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// Runs `command` with `input` on its standard input.
pub fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // kubectl may end without reading all of it.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().unwrap()
    })
}

/// A process that ends the programs and removes their folder when this one is gone, whether it ended, failed or was killed: the end of
/// its standard input tells it.
struct Guard {
    input: ChildStdin,
    programs: Vec<Child>,
}

impl Guard {
    const SCRIPT: &str = r#"
        trap '' INT TERM HUP
        programs=
        while read -r program; do programs="$programs $program"; done
        for program in $programs; do kill -KILL "$program" 2>/dev/null; done
        tries=0
        until rm -rf "$1" || [ "$tries" -gt 100 ]; do
            sleep 0.1
            tries=$((tries + 1))
        done
    "#;

    #[allow(clippy::zombie_processes, reason = "it ends after this process")]
    fn start(folder: &Path) -> Self {
        let mut child = Command::new("sh")
            .args(["-c", Self::SCRIPT, "guard"])
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap();
        Self { input: child.stdin.take().unwrap(), programs: Vec::new() }
    }

    /// Whether a program has ended of itself.
    fn has_lost_one(&mut self) -> bool {
        self.programs.iter_mut().any(|program| program.try_wait().unwrap().is_some())
    }

    /// Starts a program that ends with this process.
    fn spawn(&mut self, command: &mut Command, log: &Path) {
        let log = File::create(log).unwrap();
        command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log).process_group(0);
        let child = command.spawn().unwrap();
        writeln!(self.input, "{}", child.id()).unwrap();
        self.programs.push(child);
    }
}

fn start_etcd(tools: &Tools, folder: &Path, guard: &mut Guard) -> String {
    let (clients, peers) = (format!("http://127.0.0.1:{}", free_port()), format!("http://127.0.0.1:{}", free_port()));
    let mut command = Command::new(tools.path("etcd"));
    command.arg("--data-dir").arg(folder.join("etcd"));
    for (flag, value) in [
        ("--listen-client-urls", clients.as_str()),
        ("--advertise-client-urls", &clients),
        ("--listen-peer-urls", &peers),
        ("--initial-advertise-peer-urls", &peers),
        ("--initial-cluster", &format!("default={peers}")),
        ("--log-level", "error"),
    ] {
        command.args([flag, value]);
    }
    guard.spawn(command.arg("--unsafe-no-fsync"), &folder.join("etcd.log"));
    clients
}

fn start_api_server(tools: &Tools, folder: &Path, etcd: String, port: u16, guard: &mut Guard) {
    let (private, public) = (folder.join("service-account.key"), folder.join("service-account.pub"));
    let mut command = Command::new(tools.path("kube-apiserver"));
    for (flag, value) in [
        ("etcd-servers", etcd.as_ref()),
        ("secure-port", port.to_string().as_ref()),
        ("bind-address", "127.0.0.1".as_ref()),
        ("advertise-address", "127.0.0.1".as_ref()),
        ("endpoint-reconciler-type", "none".as_ref()),
        ("cert-dir", folder.join("pki").as_os_str()),
        ("token-auth-file", folder.join("tokens.csv").as_os_str()),
        ("authorization-mode", "RBAC".as_ref()),
        // No controller makes service accounts here, and manifests name namespaces that nobody has made.
        ("disable-admission-plugins", "ServiceAccount,NamespaceLifecycle".as_ref()),
        ("service-account-issuer", "https://kubernetes.default.svc".as_ref()),
        ("service-account-key-file", public.as_os_str()),
        ("service-account-signing-key-file", private.as_os_str()),
        ("service-cluster-ip-range", "10.0.0.0/24".as_ref()),
    ] {
        let mut argument = std::ffi::OsString::from(format!("--{flag}="));
        argument.push::<&std::ffi::OsStr>(value);
        command.arg(argument);
    }
    guard.spawn(&mut command, &folder.join("kube-apiserver.log"));
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A new key pair for the tokens of service accounts: the private key, and the public key as the server wants it beside.
fn key_pair() -> (String, String) {
    /// DER of a SubjectPublicKeyInfo of the curve P-256, up to the point.
    const PUBLIC: [u8; 26] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d,
        0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ];
    let random = SystemRandom::new();
    let private = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, private.as_ref(), &random).unwrap();
    let public = [&PUBLIC, pair.public_key().as_ref()].concat();
    let pem = |label: &str, der: &[u8]| format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", base64(der));
    (pem("PRIVATE KEY", private.as_ref()), pem("PUBLIC KEY", &public))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().enumerate().fold(0, |bits, (index, byte)| bits | u32::from(*byte) << (16 - 8 * index));
        for index in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}
