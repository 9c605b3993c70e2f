//! Two objects, compared field by field: here the two directions differ in more than what breaks.

use std::collections::BTreeSet;

use super::forms::{Term, Typed};
use super::values::forbidden;
use super::{Comparison, Side, Verdict};
use crate::compat::ChangeCode::{
    FieldAdded, FieldOptional, FieldRemoved, FieldRequired, LimitLoosened, LimitTightened,
    RequiredFieldAdded,
};
use crate::compat::Step;
use crate::schema::escape_pointer;

impl<'a> Typed<'a> {
    /// What is asked of a field of this name.
    pub(super) fn property(&self, name: &str) -> Term<'a> {
        let of_part = self
            .parts
            .iter()
            .flat_map(|part| match part.fields.get(name) {
                Some(term) => term.clone(),
                None => part.rest.into_iter().collect(),
            });
        of_part.collect()
    }

    /// What is asked of the fields that have no name here.
    fn rest(&self) -> Term<'a> {
        self.parts.iter().filter_map(|part| part.rest).collect()
    }

    /// The fields that have a name here and are not forbidden.
    fn names(&self) -> BTreeSet<&'a str> {
        let named = self
            .parts
            .iter()
            .flat_map(|part| part.fields.keys().copied());
        named
            .chain(self.required.iter().copied())
            .filter(|name| !forbidden(&self.property(name)))
            .collect()
    }
}

impl<'a> Comparison<'a> {
    pub(super) fn objects(&mut self, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        let (before, now) = (old.names(), new.names());
        let mut verdict = Verdict::SAME;
        for name in before.union(&now) {
            let at = format!("{at}/properties/{}", escape_pointer(name));
            verdict |= match (before.contains(name), now.contains(name)) {
                (true, true) => {
                    let (term, other) = (old.property(name), new.property(name));
                    self.term(&term, &other, &at) | self.presence(name, old, new, &at)
                }
                (false, _) => self.field_added(name, old, new, &at),
                (true, false) => self.field_removed(name, old, new, &at),
            };
        }
        verdict | self.patterns(old, new, at) | self.rest(old, new, at)
    }

    /// Whether a field must be there; and where it need not, what it means to leave it out.
    fn presence(&mut self, name: &str, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        match (old.required.contains(name), new.required.contains(name)) {
            (true, true) => Verdict::SAME,
            (false, false) => self.default(&old.property(name), &new.property(name), at),
            (false, true) => {
                let (step, says) = match self.side {
                    Side::Input => (Step::Major, "must be given, and could be left out"),
                    Side::Output => (Step::Minor, "is always given, and could be absent"),
                };
                self.report(FieldRequired, at, step, format!("`{name}` {says}"));
                Verdict::NARROWER
            }
            (true, false) => {
                let (step, says) = match self.side {
                    Side::Input => (Step::Minor, "can be left out"),
                    Side::Output => (Step::Major, "can be absent, and was always given"),
                };
                self.report(FieldOptional, at, step, format!("`{name}` {says}"));
                Verdict::WIDER
            }
        }
    }

    fn field_added(&mut self, name: &str, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        let (before, now) = (old.property(name), new.property(name));
        let required = new.required.contains(name);
        match self.side {
            Side::Input => {
                // Where any field was accepted, a field of that name was too.
                let mut verdict = if forbidden(&before) {
                    Verdict::WIDER
                } else {
                    self.trial(&before, &now)
                };
                verdict.narrower |= required;
                let step = if verdict.narrower {
                    Step::Major
                } else {
                    Step::Minor
                };
                let (code, says) = if required {
                    (RequiredFieldAdded, "is new and must be given")
                } else if verdict.narrower {
                    (
                        FieldAdded,
                        "is new, and what was accepted there may be no longer",
                    )
                } else {
                    (FieldAdded, "is accepted too")
                };
                self.report(code, at, step, format!("`{name}` {says}"));
                verdict
            }
            Side::Output => {
                // Who reads every field as one type must be able to read this one.
                let every = !before.is_empty() && !forbidden(&before);
                let mut verdict = if every {
                    self.trial(&before, &now)
                } else {
                    Verdict::SAME
                };
                let (step, says) = if verdict.wider {
                    (Step::Major, "is new, and of another type than other fields")
                } else {
                    (Step::Minor, "is given too")
                };
                verdict.narrower = true;
                self.report(FieldAdded, at, step, format!("`{name}` {says}"));
                verdict
            }
        }
    }

    fn field_removed(&mut self, name: &str, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        let (before, now) = (old.property(name), new.property(name));
        let required = old.required.contains(name);
        let (mut verdict, says) = match self.side {
            Side::Input if forbidden(&now) => (Verdict::NARROWER, "is no longer accepted"),
            Side::Input => (self.trial(&before, &now), "no longer means anything"),
            Side::Output => {
                let every = !now.is_empty() && !forbidden(&now);
                let verdict = if every {
                    self.trial(&before, &now)
                } else {
                    Verdict::SAME
                };
                (verdict | Verdict::WIDER, "is no longer given")
            }
        };
        verdict.wider |= required;
        self.report(FieldRemoved, at, Step::Major, format!("`{name}` {says}"));
        verdict
    }

    /// The fields whose names follow a pattern. Of two different patterns nothing is known.
    fn patterns(&mut self, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        let of = |form: &Typed<'a>| {
            let patterns = form.parts.iter().flat_map(|part| part.patterns.clone());
            patterns
                .filter(|(_, term)| !term.is_empty())
                .collect::<Vec<(&'a str, Term<'a>)>>()
        };
        let (mut before, mut now) = (of(old), of(new));
        before.sort_by_key(|(pattern, _)| *pattern);
        now.sort_by_key(|(pattern, _)| *pattern);
        let at = format!("{at}/patternProperties");
        if !before
            .iter()
            .map(|pair| pair.0)
            .eq(now.iter().map(|pair| pair.0))
        {
            return self.unmodelled(&at, "the patterns of `patternProperties` differ");
        }
        let pairs = before.iter().zip(&now);
        pairs.fold(Verdict::SAME, |verdict, ((pattern, before), (_, now))| {
            verdict | self.term(before, now, &format!("{at}/{}", escape_pointer(pattern)))
        })
    }

    /// The fields that have no name.
    fn rest(&mut self, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        let (before, now) = (old.rest(), new.rest());
        let at = format!("{at}/additionalProperties");
        match (forbidden(&before), forbidden(&now)) {
            (true, true) => Verdict::SAME,
            (false, false) => self.term(&before, &now, &at),
            (false, true) => {
                let says = self.says("no other field is accepted", "no other field is given");
                self.narrower(LimitTightened, &at, says)
            }
            (true, false) => {
                let says = self.says("other fields are accepted too", "other fields may be given");
                // In an output, nobody reads a field that has no name.
                self.report(LimitLoosened, &at, Step::Minor, says);
                Verdict::WIDER
            }
        }
    }
}
