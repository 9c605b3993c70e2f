//! An id without a module.

use onefold::{Failure, Kind, capability};

fn find() -> Result<u32, Failure> {
    Ok(1)
}

capability!(Find {
    id: "find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
});

fn main() {}
