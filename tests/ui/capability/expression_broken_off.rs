//! A path that is half typed.

use onefold::{Failure, capability};

fn double(n: u32) -> Result<u32, Failure> {
    Ok(n * 2)
}

capability!(Double {
    id: "numbers.double",
    kind: onefold::Kind::,
    title: "Double",
    description: "Twice the number.",
    handler: double,
});

fn main() {}
