//! The product as a binary: by the road that it is asked to take.

#![forbid(unsafe_code)]

use onefold::{DeclareModule, Registry};

fn main() {
    let road = std::env::args().nth(1).unwrap_or_default();
    let told = match road.as_str() {
        "composed" => {
            product::told(Registry::composed(product::product(), [notes::Notes.declare()]))
        }
        "silent" => product::linked(&["notes", "silent"]),
        _ => product::linked(&["notes"]),
    };
    println!("{told}");
}
