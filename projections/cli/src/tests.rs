//! Invocations: what they ask for, what they are refused for, and what they show, on a small product.

mod arguments;
mod fixture;
mod help;
mod refusals;

use std::ffi::OsString;

use onefold::{Executor, Failure};
use serde_json::Value;

use crate::request::{Request, Stop};
use crate::tree::Tree;
use fixture::{cli, executor};

/// What an invocation came to. A capability was called, as it is by [`crate::Cli::run`].
#[derive(Debug)]
enum Outcome {
    /// With this input, and it answers its input.
    Called(Value),
    Host(&'static str),
    Version,
    Help(String),
    /// The help of a group, shown for want of a word, and the failure.
    Incomplete(String, Failure),
    Failed(Failure),
}

fn outcome(args: &[&str]) -> Outcome {
    let (cli, executor) = (cli(), executor());
    let args: Vec<OsString> = std::iter::once("notes")
        .chain(args.iter().copied())
        .map(OsString::from)
        .collect();
    let tree = Tree::new(executor.registry(), &cli.host);
    match Request::read(&tree, &tree.walk(&args), &args) {
        Ok(Request::Call { id, input, .. }) => {
            match input.value().and_then(|input| call(&executor, id, input)) {
                Ok(answer) => Outcome::Called(answer),
                Err(failure) => Outcome::Failed(failure),
            }
        }
        Ok(Request::Host { .. }) => Outcome::Host("serve"),
        Err(Stop::Version) => Outcome::Version,
        Err(Stop::Help(help)) => Outcome::Help(help.render().to_string()),
        Err(Stop::Incomplete(help, failure)) => {
            Outcome::Incomplete(help.render().to_string(), failure)
        }
        Err(Stop::Failed(failure)) => Outcome::Failed(failure),
    }
}

fn call(executor: &Executor, id: &str, input: Value) -> Result<Value, Failure> {
    executor
        .call_blocking(onefold::Call::new(id, input))
        .map(|answer| answer.to_value())
}
