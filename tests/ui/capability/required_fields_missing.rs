//! Fields that every capability has are missing.

use onefold::{Failure, Kind, capability};

fn double(n: u32) -> Result<u32, Failure> {
    Ok(n * 2)
}

capability!(Double {
    id: "numbers.double",
    kind: Kind::Query,
    handler: double,
});

fn main() {}
