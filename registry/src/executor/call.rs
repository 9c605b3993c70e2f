//! What is asked of the executor, and what it answers.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::oneshot;

use super::limits::Limits;
use crate::admission::Caller;
use crate::cancellation::Cancellation;
use crate::context::Surface;
use crate::observer::Observer;
use crate::registry::Entry;

/// A call: which capability, with what, where it came from, and for how long.
#[derive(Clone)]
pub struct Call<'a> {
    pub(super) id: &'a str,
    pub(super) caller: Caller,
    pub(super) input: Value,
    pub(super) surface: Surface,
    /// Boxed, since most calls have none of it and all are moved around.
    watch: Option<Box<Watch>>,
}

/// Who watches a call, and what ends it early.
#[derive(Default, Clone)]
struct Watch {
    deadline: Option<Duration>,
    cancellation: Option<Cancellation>,
    observer: Option<Arc<dyn Observer>>,
    /// Gone when the work has ended.
    alive: Option<Arc<oneshot::Sender<()>>>,
}

impl<'a> Call<'a> {
    /// Calls the capability `id` with `input`, from the program itself.
    pub fn new(id: &'a str, input: Value) -> Self {
        Self {
            id,
            caller: Caller::in_process(),
            input,
            surface: Surface::InProcess,
            watch: None,
        }
    }

    /// Says which way the call came in.
    pub fn from(mut self, surface: Surface) -> Self {
        self.surface = surface;
        self
    }

    /// Says who is calling.
    pub fn by(mut self, caller: Caller) -> Self {
        self.caller = caller;
        self
    }

    /// Waits no longer than this; then the call is `unavailable`. A capability may allow itself less.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.watch().deadline = Some(deadline);
        self
    }

    /// Leaves the call when this is cancelled; then it is `unavailable`.
    pub fn cancelled_by(mut self, cancellation: Cancellation) -> Self {
        self.watch().cancellation = Some(cancellation);
        self
    }

    /// Tells this what happens while the handler runs. A call that is answered from the cache or by another's run is
    /// told nothing.
    pub fn observed_by(mut self, observer: Arc<dyn Observer>) -> Self {
        self.watch().observer = Some(observer);
        self
    }

    /// Whether something could stop it before it ends by itself.
    pub(super) fn may_be_stopped(&self, entry: &Entry) -> bool {
        let watched = self.watch.as_ref();
        entry.execution().deadline_ms.is_some()
            || watched.is_some_and(|it| it.deadline.is_some() || it.cancellation.is_some())
    }

    /// The call, and what waits until its work has ended.
    pub(super) fn outlived(mut self) -> (Self, impl Future<Output = ()>) {
        let (alive, ended) = oneshot::channel();
        self.watch().alive = Some(Arc::new(alive));
        (self, async {
            // Nothing is ever sent: the other end is dropped.
            let _ = ended.await;
        })
    }

    /// The input, what ends the waiting for this capability, and what its run needs beside the input.
    pub(super) fn split(
        self,
        entry: &Entry,
        shutdown: &'a Cancellation,
    ) -> (Value, Limits<'a>, Task) {
        let watch = self.watch.map_or_else(Watch::default, |watch| *watch);
        let limits = Limits {
            id: self.id,
            allowed: shorter(watch.deadline, entry.execution().deadline_ms),
            cancellation: watch.cancellation,
            shutdown: entry.execution().cancellable.then_some(shutdown),
        };
        let task = Task {
            observer: watch.observer,
            alive: watch.alive,
        };
        (self.input, limits, task)
    }

    fn watch(&mut self) -> &mut Watch {
        self.watch.get_or_insert_default()
    }
}

/// What a run needs of its call beside the input.
pub(super) struct Task {
    pub(super) observer: Option<Arc<dyn Observer>>,
    pub(super) alive: Option<Arc<oneshot::Sender<()>>>,
}

impl fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("id", &self.id)
            .field("surface", &self.surface)
            .field("caller", &self.caller)
            .finish_non_exhaustive()
    }
}

fn shorter(asked: Option<Duration>, milliseconds: Option<u64>) -> Option<Duration> {
    asked
        .into_iter()
        .chain(milliseconds.map(Duration::from_millis))
        .min()
}

/// The answer of a capability: JSON text, encoded once and never decoded on its way to a caller that takes text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer(Arc<str>);

impl Answer {
    pub(super) fn new(json: impl Into<Arc<str>>) -> Self {
        Self(json.into())
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value.
    pub fn to_value(&self) -> Value {
        // It was encoded by serde_json, so it is JSON.
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}
