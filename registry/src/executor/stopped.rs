//! Why a call has no answer although nothing is wrong with it: each is `unavailable`, and says when to try again.

use std::time::Duration;

use crate::failure::Failure;

/// Whoever waited asked to stop, and is no longer there to read it.
pub(crate) fn cancelled() -> Failure {
    Failure::unavailable("the call was cancelled").next("call again to have an answer")
}

/// Its time is over.
pub(super) fn past_deadline(id: &str, allowed: Duration) -> Failure {
    Failure::unavailable(format!(
        "`{id}` took longer than the {allowed:?} that it was given"
    ))
    .next("try again, or allow it more time")
}

/// The queue is full.
pub(super) fn busy(id: &str, waiting: usize) -> Failure {
    Failure::unavailable(format!(
        "`{id}` runs one call at a time, and {waiting} are waiting already"
    ))
    .next("try again when fewer are waiting")
}

/// The product ends.
pub(super) fn shutting_down() -> Failure {
    Failure::unavailable("the product is shutting down").next("try again when it is back")
}
