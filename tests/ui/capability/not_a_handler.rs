//! A function that answers no `Result`.

use onefold::{Kind, capability};

fn double(n: u32) -> u32 {
    n * 2
}

capability!(Double {
    id: "numbers.double",
    kind: Kind::Query,
    title: "Double",
    description: "Twice the number.",
    handler: double,
});

fn main() {}
