//! Two sides that take turns, so that what happens to the machine happens to both.

use std::time::Duration;

use crate::bench::Side;

/// The seconds that doing it once took, a pair for each turn: ours, then theirs.
#[derive(Debug)]
pub(crate) struct Pairs(Vec<[f64; 2]>);

impl Pairs {
    /// Lets each side have so many turns, after one that warms it up.
    pub(crate) fn measure(turns: usize, times: u64, ours: Side<'_>, theirs: Side<'_>) -> Self {
        ours(times);
        theirs(times);
        let pair = |turn: usize| {
            // Whoever goes first finds the caches as the other left them, so that each is first in half of the turns.
            let (first, second) = if turn.is_multiple_of(2) {
                let first = ours(times);
                (first, theirs(times))
            } else {
                let second = theirs(times);
                (ours(times), second)
            };
            [first, second].map(|took| once(took, times))
        };
        Self((0..turns).map(pair).collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The seconds that our side takes in the median.
    pub(crate) fn ours(&self) -> f64 {
        quantile(self.0.iter().map(|[ours, _]| *ours), 0.5)
    }

    /// The seconds that the other side takes in the median.
    pub(crate) fn theirs(&self) -> f64 {
        quantile(self.0.iter().map(|[_, theirs]| *theirs), 0.5)
    }

    /// A quantile of the ratios of our time to theirs.
    pub(crate) fn ratio(&self, at: f64) -> f64 {
        quantile(self.0.iter().map(|[ours, theirs]| ours / theirs), at)
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "nobody repeats a thing 2^53 times"
)]
fn once(took: Duration, times: u64) -> f64 {
    took.as_secs_f64() / times as f64
}

/// The value below which `at` of the values lie, the nearest one to it; not a number where there is none.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an index into a few hundred values, of a fraction between 0 and 1"
)]
fn quantile(values: impl Iterator<Item = f64>, at: f64) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    values
        .get((last as f64 * at).round() as usize)
        .copied()
        .unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn sides_take_turns_and_are_first_in_turn() {
        let calls = RefCell::new(String::new());
        let side = |name, took| {
            let calls = &calls;
            move |times| {
                calls.borrow_mut().push(name);
                Duration::from_millis(took * times)
            }
        };
        let pairs = Pairs::measure(3, 10, &mut side('a', 6), &mut side('b', 4));
        assert_eq!(calls.into_inner(), "ababbaab");
        assert_eq!(pairs.len(), 3);
        assert_eq!(
            (pairs.ours(), pairs.theirs(), pairs.ratio(0.5)),
            (0.006, 0.004, 1.5)
        );
    }

    #[test]
    fn quantiles() {
        let values = [5.0, 1.0, 3.0, 2.0, 4.0];
        for (at, right) in [(0.0, 1.0), (0.25, 2.0), (0.5, 3.0), (0.75, 4.0), (1.0, 5.0)] {
            let found = quantile(values.into_iter(), at);
            assert!(found.total_cmp(&right).is_eq(), "{at}: {found}");
        }
        assert!(quantile(std::iter::empty(), 0.5).is_nan());
    }
}
