//! How a person or a service manager asks a server to stop.

use std::io;
use std::thread;

use onefold::Cancellation;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// 128 and the number of SIGINT, as a shell has it.
pub(super) const INTERRUPTED: u8 = 130;

/// A cancellation that is asked for by the first of the signals from now on. The second ends the process.
pub(super) fn interruption() -> Cancellation {
    let cancellation = Cancellation::new();
    let listening = listen(cancellation.clone());
    if let Err(error) = listening {
        tracing::warn!(%error, "an interrupt ends the process at once");
    }
    cancellation
}

fn listen(cancellation: Cancellation) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    // Caught from here on, and not only once the thread has begun.
    let mut signals = runtime.block_on(async { Signals::new() })?;
    let wait = move || {
        runtime.block_on(async {
            signals.next().await;
            tracing::info!("stopping; interrupted again, it ends at once");
            cancellation.cancel();
            signals.next().await;
        });
        std::process::exit(i32::from(INTERRUPTED));
    };
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(wait)?;
    Ok(())
}

/// SIGINT and SIGTERM; elsewhere, Ctrl-C. They are caught from when this is made, so that none is missed.
#[cfg(unix)]
pub(super) struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

#[cfg(unix)]
impl Signals {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next one.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// SIGINT and SIGTERM; elsewhere, Ctrl-C.
#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    /// Waits for the next one.
    pub(super) async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}
