//! A caller's problem as a value: the same code on every surface, and what to do next.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a call has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// The input breaks the schema, or what the handler demands of it.
    InvalidInput,
    /// What the input names does not exist.
    NotFound,
    /// This caller may not do this.
    Forbidden,
    /// The input is well-formed, and the answer is no.
    Refused,
    /// It contradicts what is there now.
    Conflict,
    /// Not now: busy, past its deadline, or shutting down. Trying again can help.
    Unavailable,
    /// A fault of the product. The cause is in its log, under the reference.
    Internal,
}

impl FailureCode {
    /// Every code.
    pub const ALL: [Self; 7] = [
        Self::InvalidInput,
        Self::NotFound,
        Self::Forbidden,
        Self::Refused,
        Self::Conflict,
        Self::Unavailable,
        Self::Internal,
    ];

    /// The code as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidInput => "invalid_input",
            Self::NotFound => "not_found",
            Self::Forbidden => "forbidden",
            Self::Refused => "refused",
            Self::Conflict => "conflict",
            Self::Unavailable => "unavailable",
            Self::Internal => "internal",
        }
    }

    /// The HTTP status it is answered with.
    pub fn http_status(self) -> u16 {
        match self {
            Self::InvalidInput => 400,
            Self::NotFound => 404,
            Self::Forbidden => 403,
            Self::Refused => 422,
            Self::Conflict => 409,
            Self::Unavailable => 503,
            Self::Internal => 500,
        }
    }

    /// The exit code of a command that ends with it; 75 and 70 are `EX_TEMPFAIL` and `EX_SOFTWARE` of sysexits.h.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::InvalidInput => 2,
            Self::NotFound => 3,
            Self::Forbidden => 4,
            Self::Refused | Self::Conflict => 1,
            Self::Unavailable => 75,
            Self::Internal => 70,
        }
    }
}

impl fmt::Display for FailureCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One place of an input that breaks its schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// The place, as a JSON Pointer (RFC 6901); empty for the whole input.
    pub pointer: String,
    /// What is wrong there, and what was expected.
    pub message: String,
    /// For an unknown name, the valid ones that come nearest, the nearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
}

impl Violation {
    /// Something is wrong at `pointer`.
    pub fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            message: message.into(),
            nearest: Vec::new(),
        }
    }

    /// Names the valid names that come nearest to the one given.
    pub fn nearest(mut self, nearest: Vec<String>) -> Self {
        self.nearest = nearest;
        self
    }
}

/// A call that has no answer: a code to branch on, a message to read, and what to do next.
///
/// ```
/// use onefold::{Failure, FailureCode};
///
/// let failure = Failure::not_found("no note has the id 7").next("list the notes with `notes list`");
/// assert_eq!(failure.code, FailureCode::NotFound);
/// assert_eq!(failure.code.exit_code(), 3);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What to branch on.
    pub code: FailureCode,
    /// What happened, for a person; without paths and secrets of the host.
    pub message: String,
    /// Every place of the input that is wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Violation>,
    /// What to do next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// For an internal failure, what the cause is logged under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

impl Failure {
    /// A failure of this code.
    pub fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            violations: Vec::new(),
            next: None,
            reference: None,
        }
    }

    /// The input breaks what the handler demands of it.
    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(FailureCode::InvalidInput, message)
    }

    /// What the input names does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(FailureCode::NotFound, message)
    }

    /// This caller may not do this.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(FailureCode::Forbidden, message)
    }

    /// The input is well-formed, and the answer is no.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(FailureCode::Refused, message)
    }

    /// It contradicts what is there now.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(FailureCode::Conflict, message)
    }

    /// Not now; trying again can help.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(FailureCode::Unavailable, message)
    }

    /// A fault of the product. `cause` goes to the log alone, under the reference that the caller gets.
    pub fn internal(cause: impl fmt::Display) -> Self {
        let reference = new_reference();
        tracing::error!(reference, %cause, "internal failure");
        let mut failure = Self::new(
            FailureCode::Internal,
            format!("something went wrong inside the product; reference {reference}"),
        )
        .next("look the reference up in the log of the product");
        failure.reference = Some(reference);
        failure
    }

    /// Says what to do next.
    pub fn next(mut self, next: impl Into<String>) -> Self {
        self.next = Some(next.into());
        self
    }

    /// Adds a place of the input that is wrong.
    pub fn violation(mut self, violation: Violation) -> Self {
        self.violations.push(violation);
        self
    }

    /// Suggests names where there are any: `did you mean a, b?`.
    pub fn did_you_mean(self, nearest: &[String]) -> Self {
        if nearest.is_empty() {
            return self;
        }
        self.next(format!("did you mean {}?", nearest.join(", ")))
    }
}

impl From<std::convert::Infallible> for Failure {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}

/// A name for one internal failure: random enough to find it in a log, and no secret.
fn new_reference() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(COUNT.fetch_add(1, Ordering::Relaxed));
    format!("{:012x}", hasher.finish() >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_written_as_it_serialises() {
        for code in FailureCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
    }

    #[test]
    fn a_cause_reaches_nobody_but_the_log() {
        let failure = Failure::internal("/etc/secret is unreadable");
        let told = serde_json::to_string(&failure).unwrap();
        assert!(!told.contains("secret"), "{told}");
        assert!(told.contains(failure.reference.as_deref().unwrap()));
    }
}
