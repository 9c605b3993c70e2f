//! A module whose crate is a dependency of the product and is named nowhere in its code.

#![forbid(unsafe_code)]

use onefold::{Failure, Kind, capability, module};

fn hush() -> Result<(), Failure> {
    Ok(())
}

capability!(Hush {
    id: "silent.hush",
    kind: Kind::Query,
    title: "Hush",
    description: "Says nothing.",
    handler: hush,
});

module!(Silent {
    id: "silent",
    version: "1.0.0",
    title: "Silent",
    description: "Says nothing.",
    capabilities: [Hush],
});
