//! A command bound to a method that must not change anything.

use onefold::{Exposure, Failure, Http, Kind, capability};

fn double(n: u32) -> Result<u32, Failure> {
    Ok(n * 2)
}

capability!(Double {
    id: "numbers.double",
    kind: Kind::Command,
    title: "Double",
    description: "Twice the number.",
    handler: double,
    expose: Exposure::new().http(Http::get("/api/v1/double")),
});

fn main() {}
