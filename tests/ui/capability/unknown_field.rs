//! A field that there isn't, near one that there is.

use onefold::{Failure, Kind, capability};

fn double(n: u32) -> Result<u32, Failure> {
    Ok(n * 2)
}

capability!(Double {
    id: "numbers.double",
    kind: Kind::Query,
    titel: "Double",
    description: "Twice the number.",
    handler: double,
});

fn main() {}
