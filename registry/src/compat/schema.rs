//! Two JSON Schemas of one value, compared by the values they admit.
//!
//! Each schema is taken apart into [`alternatives`](forms): forms a value can have, with references followed and the
//! parts of one object put together, so that two ways to write one type compare as one. Forms that correspond are
//! compared limit by limit; one that has no counterpart must be covered by another, or it is a change.

mod annotations;
mod arrays;
mod bounds;
mod draft;
mod forms;
mod keywords;
mod limits;
mod objects;
mod pairs;
mod values;

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::{BitOr, BitOrAssign};

use serde_json::Value;

use super::{Change, ChangeCode, Step};
use forms::{Forms, Term};

/// How deep a trial goes before it is given up; a type that repeats itself ends earlier.
const DEEPEST: usize = 64;

/// How many pairs of schemas are looked at for one comparison; real types need a few hundred.
const MOST: usize = 20_000;

/// Said of what would take too long.
const TOO_LARGE: &str = "it is too large to be compared";

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
    let at = match side {
        Side::Input => "/input/schema",
        Side::Output => "/output/schema",
    };
    Comparison::new(old, new, side).report_on(vec![old], vec![new], at)
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

/// Two terms by the places of their schemas.
type Pair = (Vec<usize>, Vec<usize>);

#[derive(Clone, Copy)]
enum Known {
    UnderWay(usize),
    Done(Verdict),
}

/// The comparison of two documents.
///
/// What is reported is found breadth first, so that a change is told where a reader meets it first, and once. Whether
/// one form covers another is found on trial, which reports nothing and goes as deep as it must.
struct Comparison<'a> {
    side: Side,
    old: Forms<'a>,
    new: Forms<'a>,
    changes: Vec<Change>,
    /// What is still to be reported on.
    queue: VecDeque<(Term<'a>, Term<'a>, String)>,
    /// What was tried.
    known: HashMap<Pair, Known>,
    /// How many trials stand in each other.
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
            changes: Vec::new(),
            queue: VecDeque::new(),
            known: HashMap::new(),
            trials: 0,
            depth: 0,
            left: MOST,
        }
    }

    fn report_on(mut self, old: Term<'a>, new: Term<'a>, at: &str) -> Vec<Change> {
        let mut seen = HashSet::new();
        self.queue.push_back((old, new, at.to_owned()));
        while let Some((old, new, at)) = self.queue.pop_front() {
            // A field may be deprecated whose type is not.
            self.deprecation(&old, &new, &at);
            if !seen.insert(self.pair(&old, &new)) {
                continue;
            }
            if self.left == 0 {
                self.unmodelled(&at, TOO_LARGE);
                break;
            }
            self.left -= 1;
            self.forms(&old, &new, &at);
        }
        self.changes
    }

    /// Compares two schemas: at once on trial, else in their turn, and then the verdict is of no use.
    fn term(&mut self, old: &Term<'a>, new: &Term<'a>, at: &str) -> Verdict {
        if self.trials == 0 {
            self.queue
                .push_back((old.clone(), new.clone(), at.to_owned()));
            return Verdict::SAME;
        }
        let pair = self.pair(old, new);
        match self.known.get(&pair) {
            Some(Known::Done(verdict)) => return *verdict,
            // What recurs is the same as long as nothing else shows that it is not.
            Some(Known::UnderWay(depth)) => {
                return Verdict {
                    leans_on: *depth,
                    ..Verdict::SAME
                };
            }
            None => {}
        }
        if self.depth >= DEEPEST || self.left == 0 {
            return Verdict::OTHER;
        }
        self.left -= 1;
        self.known.insert(pair.clone(), Known::UnderWay(self.depth));
        self.depth += 1;
        let mut verdict = self.forms(old, new, at);
        self.depth -= 1;
        if verdict.leans_on >= self.depth {
            verdict.leans_on = usize::MAX;
            self.known.insert(pair, Known::Done(verdict));
        } else {
            // It takes for granted what is not decided yet, so it is looked at again once that is.
            self.known.remove(&pair);
        }
        verdict
    }

    fn pair(&self, old: &Term<'a>, new: &Term<'a>) -> Pair {
        (self.old.places(old), self.new.places(new))
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

/// Whether the new schema admits less, and whether it admits more.
#[cfg(test)]
pub(super) fn verdict(old: &Value, new: &Value, side: Side) -> (bool, bool) {
    let verdict = Comparison::new(old, new, side).trial(&vec![old], &vec![new]);
    (verdict.narrower, verdict.wider)
}
