//! A capability that would be many.

use onefold::{Failure, Kind, capability};

fn double(n: u32) -> Result<u32, Failure> {
    Ok(n * 2)
}

capability!(Double<T> {
    id: "numbers.double",
    kind: Kind::Query,
    title: "Double",
    description: "Twice the number.",
    handler: double,
});

fn main() {}
