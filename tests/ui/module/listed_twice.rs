//! A capability that is listed twice.

use onefold::{Failure, Kind, capability, module};

fn double(n: u32) -> Result<u32, Failure> {
    Ok(n * 2)
}

capability!(Double {
    id: "numbers.double",
    kind: Kind::Query,
    title: "Double",
    description: "Twice the number.",
    handler: double,
});

module!(Numbers {
    id: "numbers",
    version: "1.0.0",
    title: "Numbers",
    description: "What can be done with numbers.",
    capabilities: [Double, Double],
});

fn main() {}
