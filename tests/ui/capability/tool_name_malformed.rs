//! A name that MCP clients reject.

use onefold::{Exposure, Failure, Kind, capability};

fn double(n: u32) -> Result<u32, Failure> {
    Ok(n * 2)
}

capability!(Double {
    id: "numbers.double",
    kind: Kind::Query,
    title: "Double",
    description: "Twice the number.",
    handler: double,
    expose: Exposure::new().tool("numbers-double"),
});

fn main() {}
