//! What a handler can know of the call it answers, and what it can tell of it.

use std::fmt;
use std::sync::Arc;

use crate::cancellation::Cancellation;
use crate::executor::stopped;
use crate::failure::Failure;
use crate::observer::{Event, Observer};
use crate::registry::Registry;

/// The way a call came in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Surface {
    /// From the program itself.
    #[default]
    InProcess,
    /// From the command line.
    Cli,
    /// Over HTTP.
    Http,
    /// Over MCP, whatever carries it.
    Mcp,
}

impl Surface {
    /// The name a log shows.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InProcess => "in_process",
            Self::Cli => "cli",
            Self::Http => "http",
            Self::Mcp => "mcp",
        }
    }
}

/// The call that a handler answers: a cheap handle, to be taken by value as an argument.
///
/// It does not tell which way the call came in: one call has one answer, on every surface.
///
/// A handler whose declaration states [`crate::Effects::cancellable`] is told here that nobody waits for its answer any
/// longer. One that does not state it is never told, so the declaration is true either way.
///
/// ```
/// use onefold::{Context, Failure};
///
/// fn count(context: Context) -> Result<u64, Failure> {
///     for done in 0..10 {
///         context.checkpoint()?;
///         context.progress(done, Some(10), "counting");
///     }
///     Ok(10)
/// }
/// ```
#[derive(Clone)]
pub struct Context {
    registry: Arc<Registry>,
    /// Absent where the handler is never told.
    cancellation: Option<Cancellation>,
    observer: Option<Arc<dyn Observer>>,
}

impl Context {
    pub(crate) fn new(
        registry: Arc<Registry>,
        cancellation: Option<Cancellation>,
        observer: Option<Arc<dyn Observer>>,
    ) -> Self {
        Self {
            registry,
            cancellation,
            observer,
        }
    }

    /// Everything the product can do.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Whether the work should stop: its caller has cancelled or left, its time is over, or the product shuts down.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation
            .as_ref()
            .is_some_and(Cancellation::is_cancelled)
    }

    /// Waits until the work should stop; for ever, where that never happens.
    pub async fn cancelled(&self) {
        match &self.cancellation {
            Some(cancellation) => cancellation.cancelled().await,
            None => std::future::pending().await,
        }
    }

    /// Fails where the work should stop, so that a handler stops with `context.checkpoint()?`. Nobody is told of the
    /// failure: whoever waited has been answered, or has left.
    pub fn checkpoint(&self) -> Result<(), Failure> {
        if self.is_cancelled() {
            return Err(stopped::cancelled());
        }
        Ok(())
    }

    /// Tells whoever watches that `current` of `total` is done, in whatever unit the handler counts.
    pub fn progress(&self, current: u64, total: Option<u64>, message: &str) {
        self.tell(|| Event::Progress {
            current,
            total,
            message: (!message.is_empty()).then(|| message.to_owned()),
        });
    }

    /// Tells whoever watches that the next part of the work begins.
    pub fn step(&self, name: impl Into<String>) {
        self.tell(|| Event::Step { name: name.into() });
    }

    /// Tells whoever watches a line.
    pub fn log(&self, message: impl Into<String>) {
        self.tell(|| Event::Log {
            message: message.into(),
        });
    }

    /// Where nobody watches, nothing is made.
    fn tell(&self, event: impl FnOnce() -> Event) {
        if let Some(observer) = &self.observer {
            observer.observe(event());
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("cancelled", &self.is_cancelled())
            .field("watched", &self.observer.is_some())
            .finish_non_exhaustive()
    }
}
