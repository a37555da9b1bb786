//! A server that answers as a test says.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use omnia::cluster::{Cluster, Connection, Resource};
use serde_json::{Value, json};

/// A request as it came.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// `GET /path?query`.
    pub line: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Asked {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.0 == name).map(|header| header.1.as_str())
    }
}

/// What the server does.
#[derive(Debug, Clone)]
pub enum Reply {
    /// A whole answer: status, more headers, body.
    Whole(u16, &'static str, String),
    /// These bytes, and then the end of the connection.
    Bytes(String),
    /// These bytes, and then silence.
    Silence(String),
}

impl Reply {
    pub fn ok(body: &Value) -> Self {
        Self::Whole(200, "", body.to_string())
    }

    pub fn status(code: u16, headers: &'static str, message: &str, name: &str) -> Self {
        let body = json!({"kind": "Status", "apiVersion": "v1", "status": "Failure", "message": message, "code": code,
            "details": {"name": name}});
        Self::Whole(code, headers, body.to_string())
    }
}

/// The server; it goes on until the test program ends.
pub struct Script {
    pub url: String,
    /// For how long a client waits for an answer.
    pub patience: Duration,
    asked: Arc<Mutex<Vec<Asked>>>,
}

/// Enough for an answer of a machine that does much else.
const LONG: Duration = Duration::from_secs(40);
/// Enough for one that does not come.
const SHORT: Duration = Duration::from_millis(700);

impl Script {
    /// `answer` gets the request and its number, from 0.
    pub fn new(answer: impl Fn(&Asked, usize) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (seen, answer) = (Arc::clone(&asked), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
                thread::spawn(move || serve(stream, &seen, &*answer));
            }
        });
        Self { url, asked, patience: LONG }
    }

    /// A server that does the same each time. Nobody waits long for one that is silent.
    pub fn always(reply: Reply) -> Self {
        let patience = if matches!(reply, Reply::Silence(_)) { SHORT } else { LONG };
        Self { patience, ..Self::new(move |_, _| reply.clone()) }
    }

    /// The same for a client that does not wait long.
    pub fn impatient(self) -> Self {
        Self { patience: SHORT, ..self }
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    pub fn connection(&self) -> Connection {
        let nowhere = std::env::temp_dir().join("no-such-kubeconfig-of-tests");
        std::fs::write(&nowhere, "{}").unwrap();
        Connection {
            kubeconfig: Some(nowhere),
            server: Some(self.url.clone()),
            token: Some("secret".to_owned()),
            request_timeout: Some(self.patience),
            ..Connection::default()
        }
    }

    pub fn cluster(&self) -> Cluster {
        Cluster::connect(&self.connection()).unwrap()
    }
}

fn serve(stream: TcpStream, seen: &Mutex<Vec<Asked>>, answer: &dyn Fn(&Asked, usize) -> Reply) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut stream = stream;
    while let Some(asked) = read(&mut reader) {
        let number = {
            let mut seen = seen.lock().unwrap();
            seen.push(asked.clone());
            seen.len() - 1
        };
        match answer(&asked, number) {
            Reply::Whole(status, headers, body) => {
                let head = format!(
                    "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{headers}\r\n",
                    body.len()
                );
                if stream.write_all((head + &body).as_bytes()).is_err() {
                    return;
                }
            }
            Reply::Bytes(bytes) => {
                let _ = stream.write_all(bytes.as_bytes());
                let _ = stream.shutdown(Shutdown::Both);
                return;
            }
            Reply::Silence(bytes) => {
                let _ = stream.write_all(bytes.as_bytes());
                thread::sleep(Duration::from_secs(60));
                return;
            }
        }
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Asked> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let mut asked = Asked { line: line.trim().trim_end_matches(" HTTP/1.1").to_owned(), ..Asked::default() };
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim().split_once(':') else { break };
        asked.headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let length = asked.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    asked.body = String::from_utf8(body).unwrap();
    Some(asked)
}

/// `providers.omnia.altairalabs.ai`.
pub fn providers() -> Resource {
    Resource {
        group: "omnia.altairalabs.ai".into(),
        version: "v1alpha1".into(),
        plural: "providers".into(),
        kind: "Provider".into(),
        namespaced: true,
    }
}

pub fn provider(name: &str, version: u32) -> Value {
    json!({"apiVersion": "omnia.altairalabs.ai/v1alpha1", "kind": "Provider",
        "metadata": {"name": name, "namespace": "team-a", "resourceVersion": version.to_string()}, "spec": {"type": "mock"}})
}

/// A page of providers; `next` is the token of the next one.
pub fn page(names: &[&str], next: &str) -> Value {
    let items: Vec<_> = names.iter().map(|name| provider(name, 1)).collect();
    json!({"apiVersion": "omnia.altairalabs.ai/v1alpha1", "kind": "ProviderList",
        "metadata": {"resourceVersion": "5", "continue": next}, "items": items})
}
