//! A module that says nothing to the linker but by its declarations.

#![forbid(unsafe_code)]
#![deny(warnings)]

use onefold::{Exposure, Failure, Kind, capability, module};

fn count() -> Result<u32, Failure> {
    Ok(3)
}

/// Both calls stand at one place: that of the call of this macro.
macro_rules! two {
    ($first:ident, $second:ident) => {
        capability!($first {
            id: "notes.count",
            kind: Kind::Query,
            title: "Count",
            description: "How many notes there are.",
            handler: count,
            expose: Exposure::new().tool("notes_count"),
        });

        capability!($second {
            id: "notes.recount",
            kind: Kind::Query,
            title: "Recount",
            description: "How many notes there are, counted again.",
            handler: count,
            expose: Exposure::new().tool("notes_recount"),
        });
    };
}

two!(Count, Recount);

module!(Notes {
    id: "notes",
    version: "1.0.0",
    title: "Notes",
    description: "Notes.",
    capabilities: [Count, Recount],
});
