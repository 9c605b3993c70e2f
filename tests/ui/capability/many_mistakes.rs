//! Many mistakes in two calls, of form, of type and of name: each is told once, at its place, and what names the
//! declarations still compiles.

use onefold::{Declare, Exposure, Failure, Kind, capability};

fn double(n: u32) -> Result<u32, Failure> {
    Ok(n * 2)
}

capability!(Double {
    id: "double",
    kind: Kind::Qery,
    titel: "Double",
    description "Twice the number.",
    handler: double,
    handler: double,
    expose: Exposure::new().cli(["Double"]).tol("double"),
    cache: 64,
    tags:
});

capability!(Half {
    id: "numbers.half",
    kind: Kind::Query,
    title: "",
    handler: halve,
});

fn main() {
    let _: [&dyn Declare; 2] = [&Double, &Half];
}
