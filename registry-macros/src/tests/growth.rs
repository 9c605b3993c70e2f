//! A macro's work grows with what is written and no faster. It is counted in allocations, which are the same on every
//! machine and whatever else that is doing.

use allocation_counter::measure;
use proc_macro2::TokenStream;

use super::tokens;
use crate::declare;
use crate::fields::{CAPABILITY, MODULE, Macro};

fn work(called: &Macro, input: TokenStream) -> (u64, u64) {
    let counted = measure(|| drop(declare(called, input)));
    (counted.count_total, counted.bytes_total)
}

/// Ten times as much of `part`, at most ten and a half times the work.
#[track_caller]
fn check(called: &Macro, before: &str, part: fn(usize) -> String, after: &str) {
    let of = |count: usize| {
        let parts: String = (0..count).map(part).collect();
        work(called, tokens(&format!("{before}{parts}{after}")))
    };
    let (few, many) = (of(200), of(2_000));
    assert!(many.0 * 2 <= few.0 * 21, "allocations: {few:?}, {many:?}");
    // A buffer that doubles may be caught just after, so bytes get twice the room.
    assert!(many.1 <= few.1 * 20, "bytes: {few:?}, {many:?}");
}

#[test]
fn work_grows_with_what_is_written() {
    let list =
        r#"Notes { id: "notes", version: "1.0.0", title: "T", description: "D", capabilities: ["#;
    check(&MODULE, list, |n| format!("user::C{n}, "), "] }");
    check(&MODULE, list, |n| format!("\"no name {n}\", "), "] }");
    let query = r#"Find { id: "notes.find", kind: Kind::Query, title: "T", description: "D", handler: find, "#;
    check(
        &CAPABILITY,
        &format!("{query}tags: ["),
        |n| format!("\"tag {n}\", "),
        "] }",
    );
    check(&CAPABILITY, query, |n| format!("unknown{n}: {n}, "), "}");
    check(&CAPABILITY, query, |_| "title: \"T\", ".to_owned(), "}");
    check(&CAPABILITY, query, |n| format!("{n} "), "}");
    check(
        &CAPABILITY,
        &format!("{query}expose: Exposure::new().cli(["),
        |_| "\"Word\", ".to_owned(),
        "]) }",
    );
    check(&CAPABILITY, query, |_| "tags [ ] , , ".to_owned(), "}");
}
