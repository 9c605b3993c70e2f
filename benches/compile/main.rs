//! What a capability costs to compile, beside the same types and functions without a registry and as tools of rmcp's macros.
//!
//! Crates are generated under the target folder, each in four kinds and three sizes, and built one at a time; what they
//! depend on has been built before. A turn is one build after a touch of the source, as after an edit.

mod crates;
mod sources;

use std::io::{self, Write as _};

use onefold_bench::{Bench, Comparison, Limit, Of};

use crates::{Crate, Workshop};
use sources::Kind;

/// So many capabilities are many for a crate.
const MANY: usize = 1_000;
/// And so many are few.
const FEW: usize = 100;

fn main() -> io::Result<()> {
    let mut bench = Bench::from_args("compile");
    if !bench.measures() {
        // Each build takes seconds; that all of them can be written is what a quick run shows.
        for kind in Kind::ALL {
            writeln!(
                io::stdout(),
                "{}: {} bytes",
                kind.name(),
                kind.source(FEW).len()
            )?;
        }
        return Ok(());
    }
    let workshop = Workshop::open()?;
    let many = workshop.make(Kind::Onefold, MANY)?;
    ratio(
        &mut bench,
        "1,000 capabilities to 100",
        Some(Limit::AtMost(11.0)),
        &many,
        &workshop.make(Kind::Onefold, FEW)?,
    );
    ratio(
        &mut bench,
        "1,000 capabilities to 500",
        None,
        &many,
        &workshop.make(Kind::Onefold, MANY / 2)?,
    );
    for (kind, limit) in [
        (Kind::Derives, Some(Limit::AtMost(1.3))),
        (Kind::ByHand, None),
        (Kind::Rmcp, Some(Limit::AtMost(1.0))),
    ] {
        let name = format!("1,000 capabilities to {}", kind.name());
        ratio(&mut bench, &name, limit, &many, &workshop.make(kind, MANY)?);
    }
    for kind in Kind::ALL {
        let size = |count| workshop.make(kind, count)?.binary_size();
        let each = size(MANY)?.saturating_sub(size(FEW)?) / (MANY - FEW) as u64;
        writeln!(io::stdout(), "size of one of {}: {each} bytes", kind.name())?;
    }
    bench.finish()
}

fn ratio(bench: &mut Bench, name: &str, limit: Option<Limit>, ours: &Crate, theirs: &Crate) {
    bench.ratio(
        Comparison {
            name,
            sides: [ours.name(), theirs.name()],
            of: Of::Time,
            limit,
            turns: 3,
            times: 1,
        },
        &mut |times| ours.build(times),
        &mut |times| theirs.build(times),
    );
}
