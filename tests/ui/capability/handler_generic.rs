//! A handler that is many functions.

use onefold::{Failure, Kind, capability};

fn double<T>(_: T) -> Result<u32, Failure> {
    Ok(2)
}

capability!(Double {
    id: "numbers.double",
    kind: Kind::Query,
    title: "Double",
    description: "Twice the number.",
    handler: double,
});

fn main() {}
