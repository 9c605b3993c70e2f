//! One benchmark target: its figures by criterion, its ratios by taking turns.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use criterion::Criterion;

use crate::figures::{Figures, Limit, Of, Ratio};
use crate::pairs::Pairs;

/// One way to do a thing: it does it so many times, and tells how long that took.
pub type Side<'a> = &'a mut dyn FnMut(u64) -> Duration;

/// A benchmark target, from its command line to its last lines.
#[expect(missing_debug_implementations, reason = "criterion has none")]
pub struct Bench {
    name: &'static str,
    criterion: Criterion,
    /// Whether to measure, or to run everything once, as `cargo test --benches` does.
    measures: bool,
    ratios: Vec<Ratio>,
}

/// How two sides are compared.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'a> {
    /// What both do.
    pub name: &'a str,
    /// The names of the two sides; the first is ours.
    pub sides: [&'a str; 2],
    /// What the ratio is of.
    pub of: Of,
    /// What the ratio must keep to, where something is promised.
    pub limit: Option<Limit>,
    /// How many turns each side takes.
    pub turns: usize,
    /// How often a side does its thing in one turn.
    pub times: u64,
}

impl Bench {
    /// The target of this name, with what `cargo bench -- …` says to criterion.
    pub fn from_args(name: &'static str) -> Self {
        Self {
            name,
            criterion: Criterion::default()
                .warm_up_time(Duration::from_secs(1))
                .measurement_time(Duration::from_secs(3))
                .configure_from_args(),
            measures: std::env::args().any(|argument| argument == "--bench"),
            ratios: Vec::new(),
        }
    }

    /// Whether it measures; else everything is cheap, and runs once.
    pub fn measures(&self) -> bool {
        self.measures
    }

    /// The absolute figure of one side.
    pub fn figure(&mut self, group: &str, name: &str, side: Side<'_>) {
        self.criterion
            .benchmark_group(format!("{}/{group}", self.name))
            .bench_function(name, |bencher| bencher.iter_custom(&mut *side));
    }

    /// The ratio of two sides.
    pub fn ratio(&mut self, comparison: Comparison<'_>, ours: Side<'_>, theirs: Side<'_>) {
        if self.measures {
            let pairs = Pairs::measure(comparison.turns, comparison.times, ours, theirs);
            self.ratios.push(Ratio::new(comparison, &pairs));
        }
    }

    /// Both figures and the ratio.
    pub fn compare(&mut self, comparison: Comparison<'_>, ours: Side<'_>, theirs: Side<'_>) {
        let [our_name, their_name] = comparison.sides;
        self.figure(comparison.name, our_name, ours);
        self.figure(comparison.name, their_name, theirs);
        self.ratio(comparison, ours, theirs);
    }

    /// Prints a line for each ratio, and writes them to `target/onefold-bench/<name>.json`.
    pub fn finish(self) -> io::Result<()> {
        self.criterion.final_summary();
        if !self.measures {
            return Ok(());
        }
        let folder = target_folder()?.join("onefold-bench");
        fs::create_dir_all(&folder)?;
        let figures = Figures::new(self.name, self.ratios);
        fs::write(
            folder.join(format!("{}.json", self.name)),
            figures.to_json(),
        )?;
        io::stdout().lock().write_all(figures.to_text().as_bytes())
    }
}

/// The target folder of the benchmark that runs: cargo builds it as `<target>/<profile>/deps/<name>`.
pub fn target_folder() -> io::Result<PathBuf> {
    let this = std::env::current_exe()?;
    let folder = this.ancestors().nth(3).ok_or_else(|| {
        io::Error::other("a benchmark runs from the `deps` folder of a cargo target folder")
    })?;
    Ok(folder.to_owned())
}
