//! From what the validator finds to what a caller is told: each violation with its place and the nearest right names.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::known::known_properties;
use super::words::{kinds_of, listed, message, null_last, plain, shown, shown_value};
use crate::failure::Violation;
use crate::schema::escape_pointer;
use crate::suggest;

/// More violations than this help nobody, and an input of a million faults must not make an answer of a million.
pub(super) const MOST: usize = 32;

/// Every violation of an invalid input, by place.
pub(super) fn violations<'i>(
    schema: &Value,
    input: &'i Value,
    errors: impl Iterator<Item = ValidationError<'i>>,
) -> Vec<Violation> {
    let mut told = Told {
        schema,
        input,
        violations: Vec::new(),
    };
    for error in errors {
        told.tell(&error);
        if told.violations.len() >= MOST {
            break;
        }
    }
    let mut violations = told.violations;
    if violations.is_empty() {
        violations.push(Violation::new("", "it does not fit its schema"));
    }
    violations.sort_by(|a, b| a.pointer.cmp(&b.pointer));
    violations.dedup();
    violations
}

/// What is said of an input, and what it is said by.
struct Told<'a> {
    schema: &'a Value,
    input: &'a Value,
    violations: Vec<Violation>,
}

impl Told<'_> {
    fn tell(&mut self, error: &ValidationError<'_>) {
        let at = error.instance_path().as_str().to_owned();
        let inside = |name: &str| format!("{at}/{}", escape_pointer(&shown(name)));
        match error.kind() {
            Kind::AdditionalProperties { unexpected } => {
                self.unknown(error, unexpected.iter());
            }
            // A field that some alternative has is told by what is wrong with that alternative.
            Kind::UnevaluatedProperties { unexpected } => {
                let known = known_properties(error, self.schema);
                let unexpected = unexpected.iter().filter(|name| !known.contains(name));
                self.unknown(error, unexpected);
            }
            // Where nothing at all is expected, the validator names none of what is there.
            Kind::FalseSchema
                if error
                    .schema_path()
                    .as_str()
                    .ends_with("/additionalProperties") =>
            {
                let here = self.input.pointer(error.instance_path().as_str());
                let fields = here.and_then(Value::as_object).into_iter().flatten();
                self.unknown(error, fields.map(|(name, _)| name));
            }
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                self.violations.push(Violation::new(
                    inside(name),
                    format!("the field `{name}` is missing"),
                ));
            }
            Kind::OneOfNotValid { context } | Kind::AnyOf { context } => {
                self.alternatives(error, context);
            }
            _ => self.violations.push(Violation::new(at, message(error))),
        }
    }

    /// Fields that nothing knows, each with the valid names that come nearest.
    fn unknown<'n>(
        &mut self,
        error: &ValidationError<'_>,
        names: impl Iterator<Item = &'n String>,
    ) {
        let valid = known_properties(error, self.schema);
        for name in names.take(MOST.saturating_sub(self.violations.len())) {
            let nearest = suggest::nearest(name, valid.iter().map(String::as_str));
            let rest = match (&nearest[..], valid.is_empty()) {
                ([], true) => "; nothing is expected here".to_owned(),
                ([], false) => format!("; expected {}", listed(&valid)),
                (near, _) => format!("; did you mean {}?", listed(near)),
            };
            let pointer = format!(
                "{}/{}",
                error.instance_path().as_str(),
                escape_pointer(&shown(name))
            );
            let message = format!("unknown field `{}`{rest}", shown(name));
            self.violations
                .push(Violation::new(pointer, message).nearest(nearest));
        }
    }

    /// None of several alternatives fits. Where they are plain values, those are named; where one of them is clearly
    /// meant, its own violations are told; else all that can be said is that none fits.
    fn alternatives(
        &mut self,
        error: &ValidationError<'_>,
        context: &[Vec<ValidationError<'static>>],
    ) {
        let at = error.instance_path().as_str();
        let values: Option<Vec<Vec<String>>> = context
            .iter()
            .map(|errors| expected_values(errors))
            .collect();
        if let Some(values) = values.map(|values| values.concat()) {
            let given = error.instance();
            let nearest = given
                .as_str()
                .map(|given| suggest::nearest(given, values.iter().map(String::as_str)));
            let message = format!(
                "expected one of {}, got {}",
                listed(&values),
                shown_value(given)
            );
            self.violations
                .push(Violation::new(at, message).nearest(nearest.unwrap_or_default()));
            return;
        }
        // An alternative that fails by its kind or by a constant (the tag of a union) is not the one that was meant.
        let meant: Vec<&Vec<ValidationError<'static>>> = context
            .iter()
            .filter(|errors| {
                !errors.iter().any(|inner| match inner.kind() {
                    Kind::Type { .. } => inner.instance_path().as_str() == at,
                    Kind::Constant { .. } => true,
                    _ => false,
                })
            })
            .collect();
        if let [errors] = meant[..] {
            for inner in errors {
                self.tell(inner);
            }
            return;
        }
        if let Some(kinds) = kinds_at(at, context) {
            let given = shown_value(error.instance());
            self.violations.push(Violation::new(
                at,
                format!("expected {}, got {given}", kinds.join(" or ")),
            ));
            return;
        }
        let tags: Vec<String> = context.iter().flatten().filter_map(tag_value).collect();
        let (pointer, message) = match context
            .iter()
            .flatten()
            .find(|inner| tag_value(inner).is_some())
        {
            Some(inner) if meant.is_empty() => (
                inner.instance_path().as_str().to_owned(),
                format!(
                    "expected one of {}, got {}",
                    listed(&tags),
                    shown_value(inner.instance())
                ),
            ),
            _ => (
                at.to_owned(),
                format!("none of the {} alternatives fits", context.len()),
            ),
        };
        self.violations.push(Violation::new(pointer, message));
    }
}

/// The kinds that the alternatives accept at `at`, where each fails by the kind of what was given.
fn kinds_at(at: &str, context: &[Vec<ValidationError<'static>>]) -> Option<Vec<String>> {
    let mut kinds = Vec::new();
    for errors in context {
        let kind = errors.iter().find_map(|inner| match inner.kind() {
            Kind::Type { kind } if inner.instance_path().as_str() == at => Some(kinds_of(kind)),
            _ => None,
        })?;
        kinds.extend(kind);
    }
    Some(null_last(kinds))
}

/// The values an alternative accepts, where it is nothing but values.
fn expected_values(errors: &[ValidationError<'static>]) -> Option<Vec<String>> {
    match errors {
        [error] => match error.kind() {
            Kind::Constant { expected_value } => Some(vec![plain(expected_value)]),
            Kind::Enum { options } => Some(options.as_array()?.iter().map(plain).collect()),
            _ => None,
        },
        _ => None,
    }
}

fn tag_value(error: &ValidationError<'static>) -> Option<String> {
    match error.kind() {
        Kind::Constant { expected_value } => expected_value.as_str().map(str::to_owned),
        _ => None,
    }
}
