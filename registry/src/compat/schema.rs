//! Two JSON Schemas of one value, compared by the values they admit.
//!
//! Each schema is taken apart into [`alternatives`](forms): forms a value can have, with references followed and the
//! parts of one object put together, so that two ways to write one type compare as one. Forms that correspond are
//! compared limit by limit; one that has no counterpart must be covered by another, or it is a change.

mod annotations;
mod arrays;
mod forms;
mod keywords;
mod limits;
mod objects;
mod pairs;
mod values;

use std::collections::HashMap;
use std::ops::{BitOr, BitOrAssign};

use serde_json::Value;

use super::{Change, ChangeCode, Step};
use forms::{Forms, Term};

/// How deep one schema stands in the other before nothing more is said of it; a type that repeats itself ends earlier.
const DEEPEST: usize = 64;

/// How many pairs of schemas are looked at for one comparison; real types need a few hundred.
const MOST: usize = 20_000;

/// Which way values go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// From the caller: accepting less breaks a call.
    Input,
    /// To the caller: giving more kinds of values breaks who reads them.
    Output,
}

/// What a caller would notice of `new` in place of `old`.
pub(super) fn changes(old: &Value, new: &Value, side: Side) -> Vec<Change> {
    let mut comparison = Comparison::new(old, new, side);
    comparison.term(
        &vec![old],
        &vec![new],
        match side {
            Side::Input => "/input/schema",
            Side::Output => "/output/schema",
        },
    );
    comparison.changes
}

/// Which values one schema admits and the other does not, as far as is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Verdict {
    /// The old schema admits a value that the new one may not admit.
    narrower: bool,
    /// The new schema admits a value that the old one may not admit.
    wider: bool,
    /// The outermost comparison under way that this one takes for granted, by its depth.
    leans_on: usize,
}

impl Verdict {
    const SAME: Self = Self {
        narrower: false,
        wider: false,
        leans_on: usize::MAX,
    };
    const NARROWER: Self = Self {
        narrower: true,
        ..Self::SAME
    };
    const WIDER: Self = Self {
        wider: true,
        ..Self::SAME
    };
    const OTHER: Self = Self {
        narrower: true,
        wider: true,
        ..Self::SAME
    };

    fn is_same(self) -> bool {
        !self.narrower && !self.wider
    }
}

impl BitOr for Verdict {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self {
            narrower: self.narrower || other.narrower,
            wider: self.wider || other.wider,
            leans_on: self.leans_on.min(other.leans_on),
        }
    }
}

impl BitOrAssign for Verdict {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// Two terms by the places of their schemas, and whether they were compared on trial.
type Pair = (Vec<usize>, Vec<usize>, bool);

#[derive(Clone, Copy)]
enum Known {
    UnderWay(usize),
    Done(Verdict),
}

struct Comparison<'a> {
    side: Side,
    old: Forms<'a>,
    new: Forms<'a>,
    known: HashMap<Pair, Known>,
    changes: Vec<Change>,
    /// Above zero, verdicts count and nothing is reported.
    trials: usize,
    depth: usize,
    left: usize,
}

impl<'a> Comparison<'a> {
    fn new(old: &'a Value, new: &'a Value, side: Side) -> Self {
        Self {
            side,
            old: Forms::of(old),
            new: Forms::of(new),
            known: HashMap::new(),
            changes: Vec::new(),
            trials: 0,
            depth: 0,
            left: MOST,
        }
    }

    /// Compares two schemas. What recurs is the same as long as nothing else shows that it is not; what was reported
    /// once is not reported where it is used again.
    fn term(&mut self, old: &Term<'a>, new: &Term<'a>, at: &str) -> Verdict {
        let pair = (places(old), places(new), self.trials > 0);
        match self.known.get(&pair) {
            Some(Known::Done(verdict)) => return *verdict,
            Some(Known::UnderWay(depth)) => {
                return Verdict {
                    leans_on: *depth,
                    ..Verdict::SAME
                };
            }
            None => {}
        }
        if self.depth >= DEEPEST || self.left == 0 {
            return self.unmodelled(at, "it is too large or too deep to be compared");
        }
        self.left -= 1;
        self.known.insert(pair.clone(), Known::UnderWay(self.depth));
        self.depth += 1;
        let mut verdict = self.deprecation(old, new, at) | self.forms(old, new, at);
        self.depth -= 1;
        if verdict.leans_on >= self.depth {
            verdict.leans_on = usize::MAX;
        }
        // What takes an undecided comparison for granted may be looked at again once that one is decided; a report is
        // never needed twice.
        if verdict.leans_on == usize::MAX || self.trials == 0 {
            self.known.insert(pair, Known::Done(verdict));
        } else {
            self.known.remove(&pair);
        }
        verdict
    }

    fn forms(&mut self, old: &Term<'a>, new: &Term<'a>, at: &str) -> Verdict {
        match (self.old.of_term(old), self.new.of_term(new)) {
            (Ok(before), Ok(now)) => self.alternatives(&before, &now, at),
            (Err(why), _) | (_, Err(why)) => {
                // What can't be taken apart is the same only where it is written the same.
                if old == new && self.old.definitions() == self.new.definitions() {
                    Verdict::SAME
                } else {
                    self.unmodelled(at, &why)
                }
            }
        }
    }

    /// The verdict on two schemas, without a report.
    fn trial(&mut self, old: &Term<'a>, new: &Term<'a>) -> Verdict {
        self.on_trial(|this| this.term(old, new, ""))
    }

    fn on_trial<T>(&mut self, compare: impl FnOnce(&mut Self) -> T) -> T {
        self.trials += 1;
        let result = compare(self);
        self.trials -= 1;
        result
    }

    /// Reports a change that leaves fewer values.
    fn narrower(&mut self, code: ChangeCode, at: &str, notice: impl Into<String>) -> Verdict {
        let step = match self.side {
            Side::Input => Step::Major,
            Side::Output => Step::Patch,
        };
        self.report(code, at, step, notice);
        Verdict::NARROWER
    }

    /// Reports a change that leaves more values.
    fn wider(&mut self, code: ChangeCode, at: &str, notice: impl Into<String>) -> Verdict {
        let step = match self.side {
            Side::Input => Step::Minor,
            Side::Output => Step::Major,
        };
        self.report(code, at, step, notice);
        Verdict::WIDER
    }

    /// Reports that something differs and nothing is known of it.
    fn unmodelled(&mut self, at: &str, what: &str) -> Verdict {
        let notice = format!("{what}, so the change counts as breaking");
        self.report(ChangeCode::Unmodelled, at, Step::Major, notice);
        Verdict::OTHER
    }

    fn report(&mut self, code: ChangeCode, at: &str, step: Step, notice: impl Into<String>) {
        if self.trials > 0 {
            return;
        }
        let change = Change {
            code,
            capability: None,
            at: at.to_owned(),
            step,
            notice: notice.into(),
        };
        // One keyword without a type of its own is met once for each type.
        if !self.changes.contains(&change) {
            self.changes.push(change);
        }
    }

    /// What is said of values on this side.
    fn says(&self, input: &'static str, output: &'static str) -> &'static str {
        match self.side {
            Side::Input => input,
            Side::Output => output,
        }
    }
}

fn places(term: &Term<'_>) -> Vec<usize> {
    term.iter()
        .map(|schema| std::ptr::from_ref(*schema).addr())
        .collect()
}
