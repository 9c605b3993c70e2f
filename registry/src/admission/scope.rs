//! What a caller who is known may do: `read` or `write`, everywhere or in one module or capability.

use std::fmt;
use std::str::FromStr;

use crate::model::{CapabilityId, ExecutionEffect, ModuleId};
use crate::registry::Entry;

/// How far a scope goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// What changes nothing.
    Read,
    /// Everything.
    Write,
}

/// A scope: `read`, `write`, `write:notes`, `read:notes.search`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    access: Access,
    /// The id of a module or of a capability; everywhere where there is none.
    within: Option<String>,
}

impl Scope {
    /// The narrowest scope that covers a capability.
    pub fn least(entry: &Entry) -> Self {
        Self {
            access: needed(entry),
            within: Some(entry.id().as_str().to_owned()),
        }
    }

    /// Whether it covers a capability.
    pub fn covers(&self, entry: &Entry) -> bool {
        self.access >= needed(entry)
            && self.within.as_deref().is_none_or(|within| {
                within == entry.module().as_str() || within == entry.id().as_str()
            })
    }
}

fn needed(entry: &Entry) -> Access {
    match entry.execution().effect {
        ExecutionEffect::Read => Access::Read,
        ExecutionEffect::ProcessState | ExecutionEffect::RepositoryMutation => Access::Write,
    }
}

/// A text that is no scope. It does not repeat the text: what stands in the wrong place may be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a scope is `read` or `write`, and may go on with `:` and the id of a module or a capability"
)]
pub struct NotAScope;

impl FromStr for Scope {
    type Err = NotAScope;

    fn from_str(text: &str) -> Result<Self, NotAScope> {
        let (access, within) = match text.split_once(':') {
            Some((access, within)) => (access, Some(within)),
            None => (text, None),
        };
        let access = match access {
            "read" => Access::Read,
            "write" => Access::Write,
            _ => return Err(NotAScope),
        };
        let is_id = |text: &str| ModuleId::new(text).is_ok() || CapabilityId::new(text).is_ok();
        if within.is_some_and(|within| !is_id(within)) {
            return Err(NotAScope);
        }
        Ok(Self {
            access,
            within: within.map(str::to_owned),
        })
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.access {
            Access::Read => "read",
            Access::Write => "write",
        })?;
        match &self.within {
            Some(within) => write!(f, ":{within}"),
            None => Ok(()),
        }
    }
}
