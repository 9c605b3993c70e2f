//! Assembly of 10, 100, 1,000 and 10,000 capabilities: ten times as many must not cost much more than ten times as much.

use std::hint::black_box;
use std::io::{self, Write as _};
use std::process::Command;
use std::time::{Duration, Instant};

use onefold::Registry;
use onefold_bench::{Bench, Comparison, Limit, Of, generated};

/// Asks this program for one assembly, the first of its process, of so many capabilities.
const FIRST: &str = "ONEFOLD_BENCH_FIRST_ASSEMBLY";

fn main() -> io::Result<()> {
    if let Some(capabilities) = std::env::var_os(FIRST) {
        let capabilities = capabilities.to_str().and_then(|text| text.parse().ok());
        let capabilities = capabilities.ok_or_else(|| io::Error::other("not a number"))?;
        return writeln!(io::stdout(), "{}", assemble(capabilities, 1).as_nanos());
    }
    let mut bench = Bench::from_args("assembly");
    for capabilities in [10, 100, 1_000, 10_000] {
        bench.figure("composed", &capabilities.to_string(), &mut |times| {
            assemble(capabilities, times)
        });
    }
    // A product assembles once, with memory that nothing has touched; again and again it finds small things in caches.
    bench.ratio(
        comparison("first in a process, 10000/1000", Some(Limit::AtMost(12.0))),
        &mut |times| first(10_000, times),
        &mut |times| first(1_000, times),
    );
    bench.ratio(
        comparison("again, 10000/1000", None),
        &mut |times| assemble(10_000, times),
        &mut |times| assemble(1_000, times),
    );
    bench.finish()
}

fn comparison(name: &str, limit: Option<Limit>) -> Comparison<'_> {
    Comparison {
        name,
        sides: ["10000", "1000"],
        of: Of::Time,
        limit,
        turns: 101,
        times: 1,
    }
}

/// What a process says that did it once.
fn first(capabilities: usize, times: u64) -> Duration {
    let once = || {
        let mut this = Command::new(std::env::current_exe()?);
        let said = this.env(FIRST, capabilities.to_string()).output()?.stdout;
        let nanoseconds = String::from_utf8_lossy(&said).trim().parse();
        nanoseconds
            .map(Duration::from_nanos)
            .map_err(io::Error::other)
    };
    (0..times)
        .map(|_| once().expect("this program can run itself"))
        .sum()
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
