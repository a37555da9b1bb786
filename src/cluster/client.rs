//! The real transport: HTTP by `kube`, on a runtime of one thread that runs only while somebody waits for an answer.

use std::{
    error::Error as StdError,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use http::{HeaderMap, Request, Response};
use http_body_util::BodyExt as _;
use kube::client::{Body, Client};
use tokio::{
    runtime::{Builder, Runtime},
    time::{timeout, timeout_at},
};

use super::{
    ClusterError, Connection,
    kubeconfig::{self, Resolved},
    transport::{Answer, Call, Fault, Method, Patience, Piece, Streamed, Transport},
};

/// More than this in one answer, or in one line of a stream, is no sensible one. Bytes.
const LARGEST: usize = 256 << 20;
/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(15);

/// A client.
pub(super) struct Http {
    runtime: Runtime,
    client: Client,
    timeout: Option<Duration>,
}

/// What a connection comes to.
pub(super) struct Connected {
    pub transport: Http,
    pub context: String,
    pub namespace: String,
    pub server: String,
}

impl Http {
    /// Resolves the configuration and runs the credential plugin where there is one. No socket is opened yet.
    pub(super) fn connect(connection: &Connection) -> Result<Connected, ClusterError> {
        let Resolved { mut config, context } = kubeconfig::resolve(connection)?;
        let timeout = connection.timeout();
        config.connect_timeout = Some(timeout.map_or(CONNECT, |timeout| timeout.min(CONNECT)));
        // An answer as a whole is timed, and a watch may be silent for long.
        (config.read_timeout, config.write_timeout) = (None, None);
        let namespace = config.default_namespace.clone();
        let server = config.cluster_url.to_string().trim_end_matches('/').to_owned();
        let broken = |error: &dyn StdError| ClusterError::Configuration(format!("cannot start a client: {}", chain(error)));
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| broken(&error))?;
        let client = {
            let _guard = runtime.enter();
            Client::try_from(config).map_err(|error| match &error {
                kube::Error::Auth(reason) => ClusterError::Credentials { server: server.clone(), reason: chain(reason) },
                error => broken(error),
            })?
        };
        Ok(Connected { transport: Self { runtime, client, timeout }, context, namespace, server })
    }

    async fn within<T>(&self, work: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
        match self.timeout {
            Some(limit) => timeout(limit, work).await.unwrap_or(Err(Fault::TimedOut(limit))),
            None => work.await,
        }
    }

    async fn send(&self, call: &Call, streamed: bool) -> Result<Response<Body>, Fault> {
        let method = match call.method {
            Method::Get => http::Method::GET,
            Method::Post => http::Method::POST,
            Method::Patch => http::Method::PATCH,
        };
        let mut request = Request::builder().method(method).uri(&call.path).header("accept", "application/json");
        if !call.body.is_empty() {
            request = request.header("content-type", call.content_type);
        }
        if streamed {
            // Lines of a compressed stream would wait for those behind them.
            request = request.header("accept-encoding", "identity");
        }
        let request =
            request.body(Body::from(call.body.clone().into_bytes())).map_err(|error| Fault::Nonsense(error.to_string()))?;
        self.client.send(request).await.map_err(|error| before_the_answer(&error))
    }
}

impl Transport for Http {
    fn call(&self, call: &Call) -> Result<Answer, Fault> {
        self.runtime.block_on(self.within(async { whole(self.send(call, false).await?).await }))
    }

    fn stream(
        &self,
        call: &Call,
        patience: Patience,
        on: &mut dyn FnMut(Piece<'_>) -> ControlFlow<()>,
    ) -> Result<Streamed, Fault> {
        self.runtime.block_on(async {
            let response = self.within(self.send(call, true)).await?;
            if !response.status().is_success() {
                return self.within(whole(response)).await.map(Streamed::Refused);
            }
            lines(response.into_body(), patience, on).await
        })
    }
}

async fn whole(response: Response<Body>) -> Result<Answer, Fault> {
    let status = response.status().as_u16();
    let text = |headers: &HeaderMap, name: &str| -> Vec<String> {
        headers.get_all(name).iter().filter_map(|value| value.to_str().ok().map(str::to_owned)).collect()
    };
    let (retry_after, warnings) = (text(response.headers(), "retry-after"), text(response.headers(), "warning"));
    let mut body = response.into_body();
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Fault::CutOff(chain(&error)))?;
        bytes.extend_from_slice(frame.data_ref().map(AsRef::as_ref).unwrap_or_default());
        if bytes.len() > LARGEST {
            return Err(Fault::Nonsense(format!("it is longer than {} MiB", LARGEST >> 20)));
        }
    }
    let body = String::from_utf8(bytes).map_err(|_| Fault::Nonsense("it is no UTF-8 text".to_owned()))?;
    Ok(Answer { status, retry_after: retry_after.into_iter().next(), warnings, body })
}

/// Hands on whole lines until the end.
async fn lines(mut body: Body, patience: Patience, on: &mut dyn FnMut(Piece<'_>) -> ControlFlow<()>) -> Result<Streamed, Fault> {
    let mut rest: Vec<u8> = Vec::new();
    loop {
        let now = Instant::now();
        let wake = patience.deadline.map_or(now + patience.idle, |deadline| deadline.min(now + patience.idle));
        let Ok(frame) = timeout_at(wake.into(), body.frame()).await else {
            if patience.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(Streamed::Deadline);
            }
            if on(Piece::Idle).is_break() {
                return Ok(Streamed::Stopped);
            }
            continue;
        };
        let Some(frame) = frame else { return Ok(Streamed::Ended) };
        let frame = frame.map_err(|error| Fault::CutOff(chain(&error)))?;
        rest.extend_from_slice(frame.data_ref().map(AsRef::as_ref).unwrap_or_default());
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = rest.drain(..=end).collect();
            let line = std::str::from_utf8(&line).map_err(|_| Fault::Nonsense("it is no UTF-8 text".to_owned()))?;
            if !line.trim().is_empty() && on(Piece::Line(line.trim())).is_break() {
                return Ok(Streamed::Stopped);
            }
        }
        if rest.len() > LARGEST {
            return Err(Fault::Nonsense(format!("a line is longer than {} MiB", LARGEST >> 20)));
        }
    }
}

/// Why no answer began.
fn before_the_answer(error: &kube::Error) -> Fault {
    if let kube::Error::Auth(reason) = error {
        return Fault::Credentials(chain(reason));
    }
    let mut link: Option<&(dyn StdError + 'static)> = Some(error);
    while let Some(current) = link {
        if let Some(client) = current.downcast_ref::<hyper_util::client::legacy::Error>() {
            let reason = client.source().map_or_else(|| client.to_string(), chain);
            return if client.is_connect() { Fault::Unreachable(reason) } else { Fault::CutOff(reason) };
        }
        if let Some(reason) = current.downcast_ref::<kube::client::AuthError>() {
            return Fault::Credentials(chain(reason));
        }
        link = current.source();
    }
    Fault::Unreachable(chain(error))
}

/// The error with its causes, each text once.
fn chain(error: &(impl StdError + ?Sized)) -> String {
    let mut text = error.to_string();
    let mut link = error.source();
    while let Some(current) = link {
        let words = current.to_string();
        if !text.contains(&words) {
            text = format!("{text}: {words}");
        }
        link = current.source();
    }
    text
}
