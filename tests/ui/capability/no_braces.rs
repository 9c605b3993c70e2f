//! Fields without a name.

use onefold::{Failure, capability};

fn double(n: u32) -> Result<u32, Failure> {
    Ok(n * 2)
}

capability!(
    id: "numbers.double",
    kind: onefold::Kind::Query,
    title: "Double",
    description: "Twice the number.",
    handler: double,
);

fn main() {}
