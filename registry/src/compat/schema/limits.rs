//! Two forms of one type, compared limit by limit.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Number, Value};

use super::forms::{Term, Typed};
use super::keywords::{Kind, SCHEMA};
use super::{Comparison, Side, TOO_LARGE, Verdict};
use crate::compat::ChangeCode::{LimitLoosened, LimitTightened};
use crate::schema::escape_pointer;

/// The keywords that count something, and whether a larger number leaves fewer values.
const COUNTS: &[(&str, bool)] = &[
    ("minLength", true),
    ("maxLength", false),
    ("minItems", true),
    ("maxItems", false),
    ("minProperties", true),
    ("maxProperties", false),
];

/// The keywords that each leave fewer values the more often they are stated.
const SETS: &[&str] = &["format", "pattern"];

/// The keywords that have a comparison of their own.
const COMPARED: &[&str] = &[
    "exclusiveMaximum",
    "exclusiveMinimum",
    "items",
    "maximum",
    "minimum",
    "multipleOf",
    "prefixItems",
    "uniqueItems",
];

impl<'a> Comparison<'a> {
    pub(super) fn typed(&mut self, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        if self.left == 0 {
            return self.unmodelled(at, TOO_LARGE);
        }
        self.left -= 1;
        let numeric = old.kind.is_numeric() && new.kind.is_numeric();
        if old.kind != new.kind && !numeric {
            return Verdict::OTHER;
        }
        let mut verdict = self.rest_of_keywords(old, new, at);
        for (keyword, rising) in COUNTS {
            verdict |= self.count(old, new, keyword, *rising, at);
        }
        for keyword in SETS {
            verdict |= self.set(old, new, keyword, at);
        }
        match old.kind {
            Kind::Integer | Kind::Number => verdict | self.numbers(old, new, at),
            Kind::Array => verdict | self.arrays(old, new, at),
            Kind::Object => verdict | self.objects(old, new, at),
            Kind::Null | Kind::Boolean | Kind::String => verdict,
        }
    }

    fn count(
        &mut self,
        old: &Typed<'a>,
        new: &Typed<'a>,
        keyword: &str,
        rising: bool,
        at: &str,
    ) -> Verdict {
        let of = |form| {
            if rising {
                largest(form, keyword)
            } else {
                smallest(form, keyword)
            }
        };
        let free = if rising { 0 } else { u64::MAX };
        let (before, now) = (of(old), of(new));
        let order = now.unwrap_or(free).cmp(&before.unwrap_or(free));
        self.limit(order, rising, keyword, at, &told(before), &told(now))
    }

    /// Reports a limit that has moved, and which way.
    fn limit(
        &mut self,
        order: Ordering,
        rising: bool,
        keyword: &str,
        at: &str,
        before: &str,
        now: &str,
    ) -> Verdict {
        let at = format!("{at}/{keyword}");
        let notice = format!("`{keyword}` is {now}, and was {before}");
        match (order, rising) {
            (Ordering::Equal, _) => Verdict::SAME,
            (Ordering::Greater, true) | (Ordering::Less, false) => {
                self.narrower(LimitTightened, &at, notice)
            }
            (Ordering::Less, true) | (Ordering::Greater, false) => {
                self.wider(LimitLoosened, &at, notice)
            }
        }
    }

    fn numbers(&mut self, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        let mut verdict = match (old.kind, new.kind) {
            (Kind::Number, Kind::Integer) => {
                let at = format!("{at}/type");
                self.narrower(
                    LimitTightened,
                    &at,
                    "every number is whole, and some were not",
                )
            }
            (Kind::Integer, Kind::Number) => {
                let at = format!("{at}/type");
                self.wider(
                    LimitLoosened,
                    &at,
                    "some numbers are not whole, and all were",
                )
            }
            _ => Verdict::SAME,
        };
        let (before, now) = (Bounds::of(old), Bounds::of(new));
        let order = order(before.low, now.low, Ordering::Greater);
        verdict |= self.limit(
            order,
            true,
            "minimum",
            at,
            &told(before.low),
            &told(now.low),
        );
        let order = self::order(before.high, now.high, Ordering::Less);
        verdict |= self.limit(
            order,
            false,
            "maximum",
            at,
            &told(before.high),
            &told(now.high),
        );
        verdict | self.multiples(old, new, at)
    }

    fn multiples(&mut self, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        let of = |form: &Typed<'a>| form.facets.get("multipleOf").cloned().unwrap_or_default();
        let (before, now) = (of(old), of(new));
        if before == now {
            return Verdict::SAME;
        }
        let multiple = |a: &[&Value], b: &[&Value]| match (a, b) {
            (_, []) => true,
            ([a], [b]) => a
                .as_u64()
                .zip(b.as_u64())
                .is_some_and(|(a, b)| a.checked_rem(b) == Some(0)),
            _ => false,
        };
        let at = format!("{at}/multipleOf");
        let mut verdict = Verdict::SAME;
        if !multiple(&before, &now) {
            verdict |= self.narrower(LimitTightened, &at, "fewer multiples are possible");
        }
        if !multiple(&now, &before) {
            verdict |= self.wider(LimitLoosened, &at, "more multiples are possible");
        }
        verdict
    }

    fn set(&mut self, old: &Typed<'a>, new: &Typed<'a>, keyword: &str, at: &str) -> Verdict {
        let of = |form: &Typed<'a>| -> BTreeSet<&'a str> {
            let stated = form.facets.get(keyword).into_iter().flatten();
            let stated = stated.filter_map(|value| value.as_str());
            // A format that is a range of numbers is compared as one.
            stated
                .filter(|text| keyword != "format" || range(text).is_none())
                .collect()
        };
        let (before, now) = (of(old), of(new));
        let at = format!("{at}/{keyword}");
        let mut verdict = Verdict::SAME;
        for text in now.difference(&before) {
            let notice = format!("every value has the {keyword} `{text}`");
            verdict |= self.narrower(LimitTightened, &at, notice);
        }
        for text in before.difference(&now) {
            let notice = format!("values need not have the {keyword} `{text}`");
            verdict |= self.wider(LimitLoosened, &at, notice);
        }
        verdict
    }

    /// The keywords that have no comparison: they are the same, or nothing is known.
    fn rest_of_keywords(&mut self, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        let keywords: BTreeSet<&'a str> = old
            .facets
            .keys()
            .chain(new.facets.keys())
            .copied()
            .collect();
        let mut verdict = Verdict::SAME;
        for keyword in keywords {
            let counted = COUNTS.iter().any(|(count, _)| *count == keyword);
            let annotation = keyword == "default" && self.side == Side::Output;
            if counted || annotation || SETS.contains(&keyword) || COMPARED.contains(&keyword) {
                continue;
            }
            let of = |form: &Typed<'a>| form.facets.get(keyword).cloned().unwrap_or_default();
            let (before, now) = (of(old), of(new));
            let same = if SCHEMA.contains(&keyword) && before.len() == now.len() {
                let pairs = before.iter().zip(&now);
                pairs.fold(Verdict::SAME, |all, (before, now)| {
                    all | self.trial(&vec![before], &vec![now])
                })
            } else if before == now {
                Verdict::SAME
            } else {
                Verdict::OTHER
            };
            verdict.leans_on = verdict.leans_on.min(same.leans_on);
            if !same.is_same() {
                let at = format!("{at}/{}", escape_pointer(keyword));
                let what = format!("the keyword `{keyword}` differs, of which nothing is known");
                verdict |= self.unmodelled(&at, &what);
            }
        }
        verdict
    }
}

/// Where numbers begin and end.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    low: Option<Bound>,
    high: Option<Bound>,
}

#[derive(Clone, Copy)]
struct Bound {
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
fn order(before: Option<Bound>, now: Option<Bound>, exclusive: Ordering) -> Ordering {
    match (before, now) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => exclusive,
        (Some(_), None) => exclusive.reverse(),
        (Some(before), Some(now)) => now.cmp(before, exclusive),
    }
}

/// The range of a number type of Rust, by the format that its schema has; a format that is no range has none.
fn range(format: &str) -> Option<Bounds> {
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

/// The largest of the numbers that a keyword states.
pub(super) fn largest(form: &Typed<'_>, keyword: &str) -> Option<u64> {
    stated(form, keyword).max()
}

/// The smallest of the numbers that a keyword states.
pub(super) fn smallest(form: &Typed<'_>, keyword: &str) -> Option<u64> {
    stated(form, keyword).min()
}

fn stated(form: &Typed<'_>, keyword: &str) -> impl Iterator<Item = u64> {
    let values: Term<'_> = form.facets.get(keyword).cloned().unwrap_or_default();
    values.into_iter().filter_map(Value::as_u64)
}

fn told(limit: Option<impl fmt::Display>) -> String {
    limit.map_or_else(|| "not limited".to_owned(), |limit| limit.to_string())
}
