//! Assembly of 10, 100, 1,000 and 10,000 capabilities: ten times as many must not cost much more than ten times as much.

use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

use onefold::Registry;
use onefold_bench::{Bench, Comparison, Limit, Of, generated};

fn main() -> io::Result<()> {
    let mut bench = Bench::from_args("assembly");
    for capabilities in [10, 100, 1_000, 10_000] {
        bench.figure("composed", &capabilities.to_string(), &mut |times| {
            assemble(capabilities, times)
        });
    }
    bench.ratio(
        Comparison {
            name: "10000/1000",
            sides: ["10000", "1000"],
            of: Of::Time,
            limit: Some(Limit::AtMost(12.0)),
            turns: 51,
            times: 1,
        },
        &mut |times| assemble(10_000, times),
        &mut |times| assemble(1_000, times),
    );
    bench.finish()
}

/// Only assembly is timed: neither the making of the declarations nor the end of the registry.
fn assemble(capabilities: usize, times: u64) -> Duration {
    (0..times)
        .map(|_| {
            let (product, modules) = (generated::product(), generated::modules(capabilities));
            let start = Instant::now();
            let registry = Registry::composed(product, modules);
            let took = start.elapsed();
            assert_eq!(
                black_box(registry).map(|registry| registry.len()),
                Ok(capabilities)
            );
            took
        })
        .sum()
}
