//! Whether the process lives, and whether it wants more work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use onefold::Failure;

use crate::problem::Problem;
use crate::routes::json;

/// Whether a server wants to be sent requests: shared between the server and what shuts it down. Ready until told
/// otherwise.
///
/// It is what `/readyz` answers, and nothing more: a server that drains still answers what reaches it.
#[derive(Debug, Clone)]
pub struct Readiness(Arc<AtomicBool>);

impl Readiness {
    /// Ready.
    pub fn new() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }

    /// Says whether requests are wanted.
    pub fn set(&self, ready: bool) {
        self.0.store(ready, Ordering::Relaxed);
    }

    /// Whether requests are wanted.
    pub fn is_ready(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Default for Readiness {
    fn default() -> Self {
        Self::new()
    }
}

/// `/healthz`: that there is an answer is the answer.
pub(crate) async fn live() -> Response {
    json(r#"{"status":"ok"}"#.into())
}

/// `/readyz`
pub(crate) async fn ready(State(readiness): State<Readiness>) -> Response {
    if readiness.is_ready() {
        json(r#"{"status":"ready"}"#.into())
    } else {
        Problem::from(Failure::unavailable(
            "the server is not taking new requests",
        ))
        .into_response()
    }
}
