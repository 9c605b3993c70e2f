//! A panic of a handler is the failure of one call, and disclosed to nobody but the log.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt;
use serde_json::Value;

use crate::context::Context;
use crate::failure::{Failure, FailureCode};
use crate::handler::{ErasedHandler, Running};

/// Starts a handler.
pub(super) fn run(handler: &dyn ErasedHandler, context: &Context, input: &Value) -> Running {
    // Nothing that a panic could leave half done is shared but the product's own state, which is the product's to keep.
    catch_unwind(AssertUnwindSafe(|| handler.run(context, input)))
        .unwrap_or_else(|panic| Running::Ready(Err(failure(&*panic))))
}

/// Waits for its answer.
pub(super) async fn finish(running: Running) -> Result<String, Failure> {
    let result = match running {
        Running::Ready(result) => result,
        Running::Pending(future) => AssertUnwindSafe(future)
            .catch_unwind()
            .await
            .unwrap_or_else(|panic| Err(failure(&*panic))),
    };
    result.map_err(undisclosed)
}

/// A handler may call a failure internal itself; its words are for the log all the same.
fn undisclosed(failure: Failure) -> Failure {
    if failure.code == FailureCode::Internal && failure.reference.is_none() {
        return Failure::internal(failure.message);
    }
    failure
}

fn failure(panic: &(dyn Any + Send)) -> Failure {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    Failure::internal(format_args!("the handler panicked: {message}"))
}
