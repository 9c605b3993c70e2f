//! What the executor has done and is doing, in numbers and in the log.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tracing::Span;

use crate::context::Surface;
use crate::failure::{Failure, FailureCode};

/// The calls of one capability, by how they ended.
#[derive(Debug, Default)]
pub(super) struct Tally {
    succeeded: AtomicU64,
    failed: [AtomicU64; FailureCode::ALL.len()],
    abandoned: AtomicU64,
    shared: AtomicU64,
    runs: AtomicU64,
    /// Made by the first call that is timed.
    times: OnceLock<Box<Times>>,
}

/// The calls of one capability since the executor was made.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Counts {
    /// Calls that were answered.
    pub succeeded: u64,
    /// Calls that failed, in the order of [`FailureCode::ALL`].
    pub failed: [u64; FailureCode::ALL.len()],
    /// Calls whose caller left before there was an answer.
    pub abandoned: u64,
    /// Calls that found their answer in the cache, or an equal call under way.
    pub shared: u64,
    /// How often the handler was run.
    pub runs: u64,
    /// Calls that wait for their turn now.
    pub waiting: usize,
    /// How long calls took; all zero where they are not timed.
    pub durations: Durations,
}

/// How long calls took, from the look at the input to the answer, waiting for a turn included.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Durations {
    /// How many took no longer than the bound of [`Durations::BOUNDS`] at the same place, and longer than the one before;
    /// the last are those that took longer than all.
    pub within: [u64; Durations::BOUNDS.len() + 1],
    /// All of them together, in seconds.
    pub sum: f64,
}

impl Durations {
    /// In seconds.
    pub const BOUNDS: [f64; 12] = [
        0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0, 300.0,
    ];
}

#[derive(Debug, Default)]
struct Times {
    within: [AtomicU64; Durations::BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl Tally {
    pub(super) fn ran(&self) {
        self.runs.fetch_add(1, Ordering::Relaxed);
    }

    fn took(&self, duration: Duration) {
        let times = self.times.get_or_init(Box::default);
        let seconds = duration.as_secs_f64();
        let at = Durations::BOUNDS.partition_point(|bound| *bound < seconds);
        times.within[at].fetch_add(1, Ordering::Relaxed);
        let nanoseconds = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        times.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    pub(super) fn read(&self, waiting: usize) -> Counts {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let durations = self.times.get().map_or_else(Durations::default, |times| {
            let sum = Duration::from_nanos(read(&times.nanoseconds)).as_secs_f64();
            Durations {
                within: times.within.each_ref().map(read),
                sum,
            }
        });
        Counts {
            succeeded: read(&self.succeeded),
            failed: self.failed.each_ref().map(read),
            abandoned: read(&self.abandoned),
            shared: read(&self.shared),
            runs: read(&self.runs),
            waiting,
            durations,
        }
    }
}

/// Where an answer came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// A run of its own.
    Run,
    /// A run of its own, which others may share.
    Miss,
    /// What was kept.
    Hit,
    /// The run of an equal call.
    Joined,
}

/// How a call ended: counted, and told to the log. One that is dropped untold was abandoned.
pub(super) struct Outcome<'a> {
    tally: &'a Tally,
    span: Span,
    begun: Option<Instant>,
    source: Source,
    told: bool,
    timed: bool,
}

impl<'a> Outcome<'a> {
    pub(super) fn of(tally: &'a Tally, id: &str, surface: Surface, timed: bool) -> Self {
        let span = tracing::info_span!("call", id, surface = surface.as_str());
        Self {
            // Looking at the clock costs a call more than counting does.
            begun: (timed || !span.is_disabled()).then(Instant::now),
            tally,
            span,
            source: Source::Run,
            told: false,
            timed,
        }
    }

    /// The span of the call, for all that happens in it.
    pub(super) fn span(&self) -> Span {
        self.span.clone()
    }

    pub(super) fn from(&mut self, source: Source) {
        self.source = source;
        if matches!(source, Source::Hit | Source::Joined) {
            self.tally.shared.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(super) fn ended<T>(mut self, result: &Result<T, Failure>) {
        let (counter, outcome) = match result {
            Ok(_) => (&self.tally.succeeded, "succeeded"),
            Err(failure) => (
                &self.tally.failed[failure.code as usize],
                failure.code.as_str(),
            ),
        };
        counter.fetch_add(1, Ordering::Relaxed);
        self.tell(outcome);
    }

    fn tell(&mut self, outcome: &str) {
        self.told = true;
        let Some(begun) = self.begun else {
            return;
        };
        let duration = begun.elapsed();
        if self.timed {
            self.tally.took(duration);
        }
        let cache = match self.source {
            Source::Run => "none",
            Source::Miss => "miss",
            Source::Hit => "hit",
            Source::Joined => "joined",
        };
        tracing::info!(parent: &self.span, outcome, cache, ?duration, "ended");
    }
}

impl Drop for Outcome<'_> {
    fn drop(&mut self) {
        if !self.told {
            self.tally.abandoned.fetch_add(1, Ordering::Relaxed);
            self.tell("abandoned");
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
