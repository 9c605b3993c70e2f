//! A handler whose future can't move to another thread.

use std::rc::Rc;

use onefold::{Failure, Kind, capability};

async fn double(n: u32) -> Result<u32, Failure> {
    let n = Rc::new(n);
    std::future::ready(()).await;
    Ok(*n * 2)
}

capability!(Double {
    id: "numbers.double",
    kind: Kind::Query,
    title: "Double",
    description: "Twice the number.",
    handler: double,
});

fn main() {}
