//! How long somebody waits for an answer.

use std::pin::pin;
use std::time::Duration;

use super::stopped;
use crate::cancellation::Cancellation;
use crate::failure::Failure;

/// What ends the waiting for one call.
pub(super) struct Limits<'a> {
    pub(super) id: &'a str,
    pub(super) allowed: Option<Duration>,
    pub(super) cancellation: Option<Cancellation>,
    /// Absent where the work goes on to its end, and so is waited for, when the product shuts down.
    pub(super) shutdown: Option<&'a Cancellation>,
}

impl Limits<'_> {
    /// Whether there is no end but the work's own.
    pub(super) fn are_none(&self) -> bool {
        self.allowed.is_none() && self.cancellation.is_none() && self.shutdown.is_none()
    }

    /// Waits for `work`, and drops it once a limit is reached: nothing is answered after that.
    pub(super) async fn hold<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let work = pin!(work);
        tokio::select! {
            // A limit that is reached goes before an answer that is there as well.
            biased;
            () = cancelled(self.cancellation.as_ref()) => Err(stopped::cancelled()),
            () = cancelled(self.shutdown) => Err(stopped::shutting_down()),
            allowed = elapsed(self.allowed) => Err(stopped::past_deadline(self.id, allowed)),
            answer = work => answer,
        }
    }
}

async fn cancelled(cancellation: Option<&Cancellation>) {
    match cancellation {
        Some(cancellation) => cancellation.cancelled().await,
        None => std::future::pending().await,
    }
}

async fn elapsed(allowed: Option<Duration>) -> Duration {
    match allowed {
        Some(allowed) => {
            tokio::time::sleep(allowed).await;
            allowed
        }
        None => std::future::pending().await,
    }
}
