//! A route outside of `/api/v1/`.

use onefold::{Exposure, Failure, Http, Kind, capability};

fn find() -> Result<u32, Failure> {
    Ok(1)
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
    expose: Exposure::new().http(Http::get("/notes/find")),
});

fn main() {}
