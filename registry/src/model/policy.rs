//! The policies of a capability: whether it is timed, whether its answers are kept, what running it means.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether a capability must be timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "policy", rename_all = "snake_case")]
pub enum BenchmarkPolicy {
    /// It is timed in process and through each surface that offers it.
    Required,
    /// As required, where a named precondition holds; elsewhere reported as inapplicable.
    RequiredWhen {
        /// What must hold.
        precondition: BenchmarkPrecondition,
    },
    /// It is not timed, for a stated reason.
    Waived {
        /// Why not.
        reason: WaiverReason,
    },
}

/// A condition on the data at hand without which a benchmark would time an error path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BenchmarkPrecondition {
    /// The plan at hand has at least one issue.
    PlanHoldsAnIssue,
}

/// Why a capability is not timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaiverReason {
    /// It is a resource: there is nothing to run. The registry says so; a declaration can't.
    NotExecutable,
    /// Running it again and again would change something outside this process.
    Destructive,
    /// It needs something the benchmark host can't offer.
    ExternalDependency,
    /// It is about work that exists only while it is running.
    TransientState,
    /// It is about published releases, and a benchmark fixture has none.
    PublishedHistory,
}

/// Whether, and for how long, the executor keeps a capability's answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "policy", rename_all = "snake_case")]
pub enum CachePolicy {
    /// Each call runs the handler.
    #[default]
    Disabled,
    /// Answers are kept in this process, for equal inputs.
    Process {
        /// How many answers are kept; the least recently used goes first.
        max_entries: usize,
        /// Seconds that an answer stays good; absent for as long as the process lives.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ttl_seconds: Option<u64>,
    },
    /// Answers are kept, for equal inputs, while the state that computed them is the one asked.
    Generation {
        /// How many answers are kept; the least recently used goes first.
        max_entries: usize,
    },
    /// Answers are kept, for equal inputs, while the checkout is as it was: HEAD, the index, the refs and every changed
    /// or untracked path. It is for what reads nothing else: no ignored file, no network, no clock.
    Checkout {
        /// How many answers are kept; the least recently used goes first.
        max_entries: usize,
    },
}

impl CachePolicy {
    /// Keeps up to `max_entries` answers for the life of the process.
    pub const fn process(max_entries: usize) -> Self {
        Self::Process {
            max_entries,
            ttl_seconds: None,
        }
    }

    /// Keeps up to `max_entries` answers for `ttl_seconds` each.
    pub const fn process_for(max_entries: usize, ttl_seconds: u64) -> Self {
        Self::Process {
            max_entries,
            ttl_seconds: Some(ttl_seconds),
        }
    }

    /// Keeps up to `max_entries` answers while the state that computed them is the one asked.
    pub const fn generation(max_entries: usize) -> Self {
        Self::Generation { max_entries }
    }

    /// Keeps up to `max_entries` answers while the checkout is as it was. Each call asks git, which is worth it for an
    /// answer that costs more; where git can't tell, every call runs the handler. See [`crate::Product::checkout`].
    pub const fn checkout(max_entries: usize) -> Self {
        Self::Checkout { max_entries }
    }

    /// How many answers are kept at most; `None` where none is.
    pub const fn max_entries(self) -> Option<usize> {
        match self {
            Self::Disabled => None,
            Self::Process { max_entries, .. }
            | Self::Generation { max_entries }
            | Self::Checkout { max_entries } => Some(max_entries),
        }
    }
}

/// What running a capability means: what it changes and how its runs may overlap.
///
/// Derived by [`crate::classify::execution`] from the kind and the facts the declaration states with
/// [`crate::Effects`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each a field of the contract"
)]
pub struct ExecutionPolicy {
    /// What it changes.
    pub effect: ExecutionEffect,
    /// Whether asking it to stop does anything.
    pub cancellable: bool,
    /// Whether two runs may overlap.
    pub concurrency: ExecutionConcurrency,
    /// Whether a signed input admits a caller from another machine.
    #[serde(default, skip_serializing_if = "is_false")]
    pub signed_input: bool,
    /// Whether every network surface must know its caller; absent means no. It makes the availability `authenticated`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub authenticated: bool,
    /// Whether it reaches something outside this machine; absent means no. It becomes the open-world hint.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reaches_outside: bool,
    /// Whether it changes something outside this machine; absent means no. A router must ask an operator first.
    #[serde(default, skip_serializing_if = "is_false")]
    pub changes_outside: bool,
    /// Whether it can destroy what can't be had back; absent means no. It becomes the destructive hint.
    #[serde(default, skip_serializing_if = "is_false")]
    pub destructive: bool,
    /// Whether running it again changes nothing more; absent means no. It becomes the idempotent hint.
    #[serde(default, skip_serializing_if = "is_false")]
    pub idempotent: bool,
    /// Whether it looks at nothing but its input; absent means no. A descriptor then claims no side effect at all.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reads_nothing: bool,
    /// Milliseconds that a call takes at most, waiting for its turn included; absent where it takes as long as it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_ms: Option<u64>,
}

/// What a run changes outside its caller.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ExecutionEffect {
    /// Nothing.
    Read,
    /// What the process holds.
    ProcessState,
    /// What the repository holds.
    RepositoryMutation,
}

/// Whether two runs of one capability may overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExecutionConcurrency {
    /// Any number at once.
    Unrestricted,
    /// One at a time; the next one waits.
    Serial,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_false(value: &bool) -> bool {
    !value
}
