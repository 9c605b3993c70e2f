//! An alias with a blank.

use onefold::{Failure, Kind, SkillExposure, capability};

fn find() -> Result<u32, Failure> {
    Ok(1)
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
    skill: SkillExposure::new("find notes", "text"),
});

fn main() {}
