//! Signals that end a program, for those who have something to say before.

use std::io;

/// What asks the program to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C, SIGINT.
    Interrupt,
    /// SIGTERM.
    Terminate,
}

/// Lets `last` have the first signal, on a thread of its own, in place of the sudden end that it is by default.
///
/// # Errors
/// The system does not hand out signals.
#[cfg(all(feature = "cluster", unix))]
pub fn on_signal(last: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    use std::{future::poll_fn, task::Poll, thread};
    use tokio::{
        runtime::Builder,
        signal::unix::{SignalKind, signal},
    };
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let (mut interrupt, mut terminate) = {
        let _guard = runtime.enter();
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
    };
    let wait = move || {
        let first = runtime.block_on(poll_fn(|context| match interrupt.poll_recv(context) {
            Poll::Ready(_) => Poll::Ready(Signal::Interrupt),
            Poll::Pending => terminate.poll_recv(context).map(|_| Signal::Terminate),
        }));
        last(first);
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// The same where Ctrl-C is the only signal.
///
/// # Errors
/// The system does not hand out signals.
#[cfg(all(feature = "cluster", not(unix)))]
pub fn on_signal(last: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    use std::thread;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let wait = move || {
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            last(Signal::Interrupt);
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// Without the feature `cluster` no write is ever begun, and a sudden end loses nothing.
///
/// # Errors
/// Never.
#[cfg(not(feature = "cluster"))]
pub fn on_signal(_last: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    Ok(())
}
