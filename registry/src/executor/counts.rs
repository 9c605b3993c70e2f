//! What the executor has done and is doing, in numbers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use tokio::sync::Notify;

use crate::failure::{Failure, FailureCode};

/// The calls of one capability, by how they ended.
#[derive(Debug, Default)]
pub(super) struct Tally {
    succeeded: AtomicU64,
    failed: [AtomicU64; FailureCode::ALL.len()],
    abandoned: AtomicU64,
    /// Of the successes and failures, those that another call's run answered.
    shared: AtomicU64,
    runs: AtomicU64,
}

/// The calls of one capability since the executor was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls that were answered.
    pub succeeded: u64,
    /// Calls that failed, in the order of [`FailureCode::ALL`].
    pub failed: [u64; FailureCode::ALL.len()],
    /// Calls whose caller left before there was an answer.
    pub abandoned: u64,
    /// Calls that were answered from the cache, or with the answer of an equal call that was under way.
    pub shared: u64,
    /// How often the handler was run.
    pub runs: u64,
    /// Calls that wait for their turn now.
    pub waiting: usize,
}

impl Tally {
    pub(super) fn ran(&self) {
        self.runs.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn shared(&self) {
        self.shared.fetch_add(1, Ordering::Relaxed);
    }

    fn ended<T>(&self, result: &Result<T, Failure>) {
        let counter = match result {
            Ok(_) => &self.succeeded,
            Err(failure) => &self.failed[failure.code as usize],
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn read(&self, waiting: usize) -> Counts {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Counts {
            succeeded: read(&self.succeeded),
            failed: self.failed.each_ref().map(read),
            abandoned: read(&self.abandoned),
            shared: read(&self.shared),
            runs: read(&self.runs),
            waiting,
        }
    }
}

/// Counts a call as abandoned unless it is told how it ended.
pub(super) struct Outcome<'a>(Option<&'a Tally>);

impl<'a> Outcome<'a> {
    pub(super) fn of(tally: &'a Tally) -> Self {
        Self(Some(tally))
    }

    pub(super) fn ended<T>(mut self, result: &Result<T, Failure>) {
        if let Some(tally) = self.0.take() {
            tally.ended(result);
        }
    }
}

impl Drop for Outcome<'_> {
    fn drop(&mut self) {
        if let Some(tally) = self.0 {
            tally.abandoned.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// How many handlers run, whether or not anybody still waits for them.
#[derive(Debug, Default)]
pub(super) struct UnderWay {
    running: AtomicUsize,
    none: Notify,
}

/// Held by a run from its begin to its end.
#[derive(Debug)]
pub(super) struct Mark(Arc<UnderWay>);

impl UnderWay {
    pub(super) fn mark(self: &Arc<Self>) -> Mark {
        self.running.fetch_add(1, Ordering::SeqCst);
        Mark(Arc::clone(self))
    }

    pub(super) fn running(&self) -> usize {
        self.running.load(Ordering::SeqCst)
    }

    /// Waits until nothing runs.
    pub(super) async fn idle(&self) {
        loop {
            // Asked for before looking, so that what ends in between is not missed.
            let none = self.none.notified();
            if self.running() == 0 {
                return;
            }
            none.await;
        }
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        if self.0.running.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.none.notify_waiters();
        }
    }
}
