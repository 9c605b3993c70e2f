//! Values that are not what their fields hold.

use onefold::{Failure, capability};

fn double(n: u32) -> Result<u32, Failure> {
    Ok(n * 2)
}

capability!(Double {
    id: "numbers.double",
    kind: "query",
    title: 2,
    description: "Twice the number.",
    handler: double,
    cache: 64,
});

fn main() {}
