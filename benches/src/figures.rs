//! What a target found: as lines for people, and as JSON for programs.

use std::fmt::Write as _;

use serde::Serialize;

use crate::bench::Comparison;
use crate::machine::Machine;
use crate::pairs::Pairs;

/// What a ratio is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// Our time over theirs: less is better.
    Time,
    /// How often ours does it in a second over how often theirs does: more is better.
    Throughput,
}

/// What a ratio must keep to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// This or less.
    AtMost(f64),
    /// This or more.
    AtLeast(f64),
}

/// A ratio of two sides.
#[derive(Debug, Serialize)]
pub(crate) struct Ratio {
    name: String,
    sides: [String; 2],
    of: Of,
    /// Over all turns.
    median: f64,
    /// The first and third quartile.
    quartiles: [f64; 2],
    limit: Option<Limit>,
    holds: Option<bool>,
    /// The median nanoseconds of doing it once, for each side.
    nanoseconds: [f64; 2],
    turns: usize,
}

/// Everything a target found, and where.
#[derive(Debug, Serialize)]
pub(crate) struct Figures {
    bench: &'static str,
    machine: Machine,
    ratios: Vec<Ratio>,
}

impl Limit {
    fn holds(self, ratio: f64) -> bool {
        match self {
            Self::AtMost(most) => ratio <= most,
            Self::AtLeast(least) => ratio >= least,
        }
    }

    fn value(self) -> f64 {
        match self {
            Self::AtMost(value) | Self::AtLeast(value) => value,
        }
    }
}

impl Ratio {
    pub(crate) fn new(comparison: Comparison<'_>, pairs: &Pairs) -> Self {
        let quantile = |at: f64| match comparison.of {
            Of::Time => pairs.ratio(at),
            Of::Throughput => 1.0 / pairs.ratio(1.0 - at),
        };
        let median = quantile(0.5);
        Self {
            name: comparison.name.to_owned(),
            sides: comparison.sides.map(str::to_owned),
            of: comparison.of,
            median,
            quartiles: [quantile(0.25), quantile(0.75)],
            limit: comparison.limit,
            holds: comparison.limit.map(|limit| limit.holds(median)),
            nanoseconds: [pairs.ours(), pairs.theirs()].map(|seconds| seconds * 1e9),
            turns: pairs.len(),
        }
    }
}

impl Figures {
    pub(crate) fn new(bench: &'static str, ratios: Vec<Ratio>) -> Self {
        Self {
            bench,
            machine: Machine::this(),
            ratios,
        }
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts and numbers are always JSON") + "\n"
    }

    /// Such as `ratio assembly 10000/1000: 10.3 (limit 12)`.
    pub(crate) fn to_text(&self) -> String {
        self.ratios.iter().fold(String::new(), |mut text, ratio| {
            let Ratio {
                name,
                median,
                limit,
                ..
            } = ratio;
            let _ = write!(text, "ratio {} {name}: {}", self.bench, figure(*median));
            let _ = match limit {
                Some(limit) if limit.holds(*median) => writeln!(text, " (limit {})", limit.value()),
                Some(limit) => writeln!(text, " (limit {}, missed)", limit.value()),
                None => writeln!(text),
            };
            text
        })
    }
}

/// Three digits are all that a ratio of times is good for.
fn figure(value: f64) -> String {
    let places = if value < 10.0 { 2 } else { 1 };
    format!("{value:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[track_caller]
    fn check(of: Of, limit: Option<Limit>, took: [u64; 2], right: &str) {
        let comparison = Comparison {
            name: "it",
            sides: ["ours", "theirs"],
            of,
            limit,
            turns: 3,
            times: 1,
        };
        let [mut ours, mut theirs] = took.map(|took| move |_| Duration::from_millis(took));
        let ratio = Ratio::new(comparison, &Pairs::measure(3, 1, &mut ours, &mut theirs));
        assert_eq!(
            Figures::new("bench", vec![ratio]).to_text(),
            format!("ratio bench it: {right}\n")
        );
    }

    #[test]
    fn the_line_tells_the_ratio_and_the_limit() {
        check(Of::Time, None, [30, 10], "3.00");
        check(
            Of::Time,
            Some(Limit::AtMost(12.0)),
            [103, 10],
            "10.3 (limit 12)",
        );
        check(
            Of::Time,
            Some(Limit::AtMost(1.5)),
            [16, 10],
            "1.60 (limit 1.5, missed)",
        );
        check(
            Of::Throughput,
            Some(Limit::AtLeast(0.9)),
            [8, 10],
            "1.25 (limit 0.9)",
        );
        check(
            Of::Throughput,
            Some(Limit::AtLeast(0.9)),
            [10, 8],
            "0.80 (limit 0.9, missed)",
        );
    }
}
