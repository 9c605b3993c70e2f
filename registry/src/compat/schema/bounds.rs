//! Where the numbers of a form begin and end.

use std::cmp::Ordering;
use std::fmt;

use serde_json::Number;

use super::forms::Typed;
use super::keywords::Kind;

/// Where numbers begin and end.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) low: Option<Bound>,
    pub(super) high: Option<Bound>,
}

/// A number that is the least or the greatest, or lies next to it.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    /// The number as it is, where it is whole.
    exact: Option<i128>,
    near: f64,
    exclusive: bool,
}

impl Bounds {
    /// The bounds that are stated and those of the type that the format names.
    pub(super) fn of(form: &Typed<'_>) -> Self {
        let whole = form.kind == Kind::Integer;
        let stated = |keyword: &str, exclusive| {
            let values = form.facets.get(keyword).into_iter().flatten();
            let numbers = values.filter_map(|value| value.as_number());
            numbers
                .map(|number| Bound::of(number, exclusive))
                .collect::<Vec<_>>()
        };
        let formats = form.facets.get("format").into_iter().flatten();
        let ranges: Vec<Self> = formats
            .filter_map(|value| value.as_str())
            .filter_map(range)
            .collect();
        let lows = stated("minimum", false)
            .into_iter()
            .chain(
                stated("exclusiveMinimum", true)
                    .into_iter()
                    .map(|b| b.whole(whole, 1)),
            )
            .chain(ranges.iter().filter_map(|range| range.low));
        let highs = stated("maximum", false)
            .into_iter()
            .chain(
                stated("exclusiveMaximum", true)
                    .into_iter()
                    .map(|b| b.whole(whole, -1)),
            )
            .chain(ranges.iter().filter_map(|range| range.high));
        Self {
            low: lows.reduce(|a, b| {
                if a.cmp(b, Ordering::Greater).is_lt() {
                    b
                } else {
                    a
                }
            }),
            high: highs.reduce(|a, b| {
                if a.cmp(b, Ordering::Less).is_gt() {
                    b
                } else {
                    a
                }
            }),
        }
    }

    pub(super) fn admit(self, number: &Number) -> bool {
        let value = Bound::of(number, false);
        self.low
            .is_none_or(|low| value.cmp(low, Ordering::Greater).is_ge())
            && self
                .high
                .is_none_or(|high| value.cmp(high, Ordering::Less).is_le())
    }
}

impl Bound {
    fn of(number: &Number, exclusive: bool) -> Self {
        Self {
            exact: number.as_i128(),
            near: number.as_f64().unwrap_or(f64::NAN),
            exclusive,
        }
    }

    /// Between whole numbers, to exclude one is to begin with the next.
    fn whole(self, whole: bool, step: i128) -> Self {
        match self.exact.and_then(|exact| exact.checked_add(step)) {
            Some(next) if whole => Self::exactly(next),
            _ => self,
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "it is only as near as that where the exact one is not known"
    )]
    fn exactly(exact: i128) -> Self {
        Self {
            exact: Some(exact),
            near: exact as f64,
            exclusive: false,
        }
    }

    /// `exclusive` says on which side of its number a bound lies that excludes it.
    fn cmp(self, other: Self, exclusive: Ordering) -> Ordering {
        let numbers = match (self.exact, other.exact) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.near.total_cmp(&other.near),
        };
        numbers.then(match (self.exclusive, other.exclusive) {
            (true, false) => exclusive,
            (false, true) => exclusive.reverse(),
            (true, true) | (false, false) => Ordering::Equal,
        })
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact {
            Some(exact) => write!(f, "{exact}")?,
            None => write!(f, "{}", self.near)?,
        }
        f.write_str(if self.exclusive { " (excluded)" } else { "" })
    }
}

/// How the bound now stands to the one before; the absent one is beyond every other.
pub(super) fn order(before: Option<Bound>, now: Option<Bound>, exclusive: Ordering) -> Ordering {
    match (before, now) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => exclusive,
        (Some(_), None) => exclusive.reverse(),
        (Some(before), Some(now)) => now.cmp(before, exclusive),
    }
}

/// The range of a number type of Rust, by the format that its schema has; a format that is no range has none.
pub(super) fn range(format: &str) -> Option<Bounds> {
    let whole = |low: i128, high: i128| Bounds {
        low: Some(Bound::exactly(low)),
        high: Some(Bound::exactly(high)),
    };
    let real = |most: f64| Bound {
        exact: None,
        near: most,
        exclusive: false,
    };
    Some(match format {
        "int8" => whole(i8::MIN.into(), i8::MAX.into()),
        "int16" => whole(i16::MIN.into(), i16::MAX.into()),
        "int32" => whole(i32::MIN.into(), i32::MAX.into()),
        "int" | "int64" => whole(i64::MIN.into(), i64::MAX.into()),
        "int128" => whole(i128::MIN, i128::MAX),
        "uint8" => whole(0, u8::MAX.into()),
        "uint16" => whole(0, u16::MAX.into()),
        "uint32" => whole(0, u32::MAX.into()),
        "uint" | "uint64" => whole(0, u64::MAX.into()),
        "uint128" => Bounds {
            low: Some(Bound::exactly(0)),
            high: None,
        },
        "float" => Bounds {
            low: Some(real(f32::MIN.into())),
            high: Some(real(f32::MAX.into())),
        },
        "double" => Bounds {
            low: None,
            high: None,
        },
        _ => return None,
    })
}
