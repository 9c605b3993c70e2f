//! What a call tells of itself while it is under way.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happens while a handler runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// So much is done.
    Progress {
        /// How much, in whatever the handler counts.
        current: u64,
        /// How much there is in all; absent where the handler can't tell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<u64>,
        /// What is being done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// The next part of the work begins.
    Step {
        /// Its name.
        name: String,
    },
    /// A line for whoever watches.
    Log {
        /// The line.
        message: String,
    },
}

/// Whoever watches a call. It is told by the thread that runs the handler, so it must return at once.
pub trait Observer: Send + Sync {
    /// Something happened.
    fn observe(&self, event: Event);
}

impl<F: Fn(Event) + Send + Sync> Observer for F {
    fn observe(&self, event: Event) {
        self(event);
    }
}
