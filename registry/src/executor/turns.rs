//! The queue of a serial capability: one call runs, some wait in order, and beyond these nobody waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The turns of one capability.
#[derive(Debug)]
pub(super) struct Turns {
    turn: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// How many may wait.
    most: usize,
}

/// The right to run; the next in the queue has it when this is dropped.
pub(super) type Turn = OwnedSemaphorePermit;

/// As many as may wait are waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Full {
    pub(super) waiting: usize,
}

impl Turns {
    pub(super) fn new(most: usize) -> Self {
        Self {
            turn: Arc::new(Semaphore::new(1)),
            waiting: AtomicUsize::new(0),
            most,
        }
    }

    /// Waits for a turn, in the order of asking. Whoever stops waiting leaves the queue.
    pub(super) async fn take(&self) -> Result<Turn, Full> {
        // The semaphore gives a turn that is handed back to whoever waits first, so this overtakes nobody.
        if let Ok(turn) = Arc::clone(&self.turn).try_acquire_owned() {
            return Ok(turn);
        }
        let full = Full { waiting: self.most };
        let _place = Place::take(self).ok_or(full)?;
        let turn = Arc::clone(&self.turn).acquire_owned().await;
        // Nobody closes the semaphore, which is the other way to have no turn.
        turn.map_err(|_| full)
    }

    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// A place in the queue.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(turns: &'a Turns) -> Option<Self> {
        let free = |waiting| (waiting < turns.most).then_some(waiting + 1);
        turns
            .waiting
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, free)
            .ok()?;
        Some(Self(&turns.waiting))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
