//! Two forms of one type, compared limit by limit.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use super::bounds::{self, Bounds};
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
        let order = bounds::order(before.low, now.low, Ordering::Greater);
        verdict |= self.limit(
            order,
            true,
            "minimum",
            at,
            &told(before.low),
            &told(now.low),
        );
        let order = bounds::order(before.high, now.high, Ordering::Less);
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
                .filter(|text| keyword != "format" || bounds::range(text).is_none())
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
