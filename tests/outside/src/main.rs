//! A user's crate as strict as they come: one capability, one module, a `main` of one line.

#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use std::process::ExitCode;

use onefold::{Exposure, Failure, Http, Kind, Product, capability, module};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

capability!(Halve {
    id: "numbers.halve",
    kind: Kind::Query,
    title: "Halve",
    description: "Half of an even number.",
    handler: halve,
    expose: Exposure::new().http(Http::get("/api/v1/numbers/halve")).tool("numbers_halve"),
});

module!(Numbers {
    id: "numbers",
    version: "0.1.0",
    title: "Numbers",
    description: "Numbers.",
    capabilities: [Halve],
});

/// A number.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Number {
    /// Its value.
    value: u32,
}

fn halve(Number { value }: Number) -> Result<Number, Failure> {
    if value.is_multiple_of(2) {
        Ok(Number { value: value / 2 })
    } else {
        Err(Failure::refused("the number is odd").next("give an even one"))
    }
}

fn main() -> ExitCode {
    onefold_builtins::run(Product::new("outside", env!("CARGO_PKG_VERSION")).module("numbers"))
}
