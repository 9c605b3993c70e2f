//! Where a capability answers, whom it is for, and how far it can be relied on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The environment in which a capability answers. Derived by [`crate::classify::availability`], never declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CapabilityAvailability {
    /// Anywhere, a rendered page without a server included.
    Always,
    /// Where a process of the product runs.
    Runtime,
    /// A value taken when the product was built, shown as of then.
    BuildTime,
    /// Where a process runs and knows who is calling.
    Authenticated,
}

/// Whom a capability is offered to. Derived by [`crate::classify::visibility`], never declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CapabilityVisibility {
    /// To whoever reaches the process over HTTP or MCP.
    Public,
    /// To whoever runs the binary.
    Developer,
    /// To nobody, and on purpose.
    Internal,
}

/// How far a capability can be relied on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stability {
    /// It works; no test of its behaviour names it yet.
    #[default]
    Implemented,
    /// It works, and a test of its behaviour says so.
    BehaviorallyVerified,
    /// It works and will change.
    Experimental,
    /// It is specified only: listed, and callable nowhere.
    Planned,
    /// It was considered and declined: listed, and callable nowhere.
    Unsupported,
}

impl Stability {
    /// Whether there is something to call.
    pub fn is_executable(self) -> bool {
        match self {
            Self::Implemented | Self::BehaviorallyVerified | Self::Experimental => true,
            Self::Planned | Self::Unsupported => false,
        }
    }
}
