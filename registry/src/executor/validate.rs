//! Checks an input against its schema: every violation at once, each with its place and what was expected there.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;

use super::normal;
use crate::failure::{Failure, Violation};
use crate::model::CachePolicy;
use crate::registry::{Accepted, Entry};
use crate::schema::{escape_pointer, resolve};
use crate::suggest;

/// More violations than this help nobody, and an input of a million faults must not make an answer of a million.
const MOST: usize = 32;

/// Text of the input that is shown again is cut to this many characters.
const SHOWN: usize = 60;

/// The input as the handler is given it, if it fits.
pub(super) fn validate(entry: &Entry, mut input: Value) -> Result<Value, Failure> {
    let Accepted {
        validator,
        states_defaults,
    } = entry.accepted().map_err(Failure::internal)?;
    normal::numbers(&mut input);
    if validator.is_valid(&input) {
        let is_kept = entry.cache() != CachePolicy::Disabled;
        // A type fills in its own defaults, and only a key would see them; a closure has nobody else to do it.
        let is_typed = entry.handler().is_some_and(|handler| handler.is_typed());
        if *states_defaults && (is_kept || !is_typed) {
            input = normal::filled(&entry.input().schema, input, |it| validator.is_valid(it));
        }
        if is_kept {
            input.sort_all_objects();
        }
        return Ok(input);
    }
    let mut told = Told {
        schema: &entry.input().schema,
        input: &input,
        violations: Vec::new(),
    };
    for error in validator.iter_errors(&input) {
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
    let count = violations.len();
    let many = if count >= MOST {
        format!("at least {count}")
    } else {
        count.to_string()
    };
    let mut failure = Failure::invalid_input(match &violations[..] {
        [one] if one.pointer.is_empty() => {
            format!("the input of `{}` is wrong: {}", entry.id(), one.message)
        }
        [one] => format!(
            "the input of `{}` is wrong at {}: {}",
            entry.id(),
            one.pointer,
            one.message
        ),
        _ => format!("the input of `{}` is wrong in {many} places", entry.id()),
    });
    failure.violations = violations;
    Err(failure.next(format!(
        "`capabilities describe {}` shows the schema of the input",
        entry.id()
    )))
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

fn message(error: &ValidationError<'_>) -> String {
    let given = shown_value(error.instance());
    match error.kind() {
        Kind::Type { kind } => {
            let kinds = null_last(kinds_of(kind));
            format!("expected {}, got {given}", kinds.join(" or "))
        }
        Kind::Minimum { limit } => format!("expected at least {limit}, got {given}"),
        Kind::Maximum { limit } => format!("expected at most {limit}, got {given}"),
        Kind::ExclusiveMinimum { limit } => format!("expected more than {limit}, got {given}"),
        Kind::ExclusiveMaximum { limit } => format!("expected less than {limit}, got {given}"),
        Kind::MultipleOf { multiple_of } => {
            format!("expected a multiple of {multiple_of}, got {given}")
        }
        Kind::MinLength { limit } => format!("expected at least {limit} characters, got {given}"),
        Kind::MaxLength { limit } => format!("expected at most {limit} characters, got {given}"),
        Kind::MinItems { limit } => format!("expected at least {limit} items"),
        Kind::MaxItems { limit } => format!("expected at most {limit} items"),
        Kind::MinProperties { limit } => format!("expected at least {limit} fields"),
        Kind::MaxProperties { limit } => format!("expected at most {limit} fields"),
        Kind::UniqueItems => "expected no item twice".to_owned(),
        Kind::Pattern { pattern } => format!("expected text that matches `{pattern}`, got {given}"),
        Kind::Format { format } => format!("expected the format `{format}`, got {given}"),
        Kind::Constant { expected_value } => format!("expected {expected_value}, got {given}"),
        Kind::Enum { options } => {
            let options: Vec<String> = options
                .as_array()
                .into_iter()
                .flatten()
                .map(plain)
                .collect();
            format!("expected one of {}, got {given}", listed(&options))
        }
        Kind::FalseSchema => "nothing is expected here".to_owned(),
        Kind::Not { schema } if schema.get("const").is_some() => {
            format!("expected anything but {given}")
        }
        Kind::OneOfMultipleValid { .. } => {
            "more than one of the alternatives fits, and exactly one must".to_owned()
        }
        // What no type of ours produces is told by its keyword; the schema is one command away.
        kind => format!("breaks `{}` of the schema", kind.keyword()),
    }
}

fn kinds_of(kind: &TypeKind) -> Vec<String> {
    match kind {
        TypeKind::Single(one) => vec![one.to_string()],
        TypeKind::Multiple(many) => many.iter().map(|one| one.to_string()).collect(),
    }
}

/// Leaving a field out is the usual way to say nothing, so `null` is named last.
fn null_last(mut kinds: Vec<String>) -> Vec<String> {
    kinds.sort_by_key(|kind| kind == "null");
    kinds.dedup();
    kinds
}

/// The properties that the schema around the failing keyword knows.
fn known_properties(error: &ValidationError<'_>, schema: &Value) -> Vec<String> {
    let path = error.schema_path().as_str();
    let holder = path.rsplit_once('/').map_or("", |(holder, _)| holder);
    let mut names = Vec::new();
    if let Some(holder) = at_schema_path(schema, holder) {
        collect_properties(schema, holder, 0, &mut names);
    }
    names
}

/// A schema path goes through references; a pointer does not.
fn at_schema_path<'a>(root: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('/').skip(1).try_fold(root, |at, segment| {
        if segment == "$ref" {
            return Some(resolve(root, at));
        }
        let segment = segment.replace("~1", "/").replace("~0", "~");
        match at {
            Value::Array(items) => items.get(segment.parse::<usize>().ok()?),
            _ => at.get(&segment),
        }
    })
}

fn collect_properties(root: &Value, schema: &Value, depth: usize, names: &mut Vec<String>) {
    if depth > 16 {
        return;
    }
    for name in schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|map| map.keys())
    {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let parts = ["allOf", "anyOf", "oneOf"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword)?.as_array());
    for part in parts.flatten() {
        collect_properties(root, resolve(root, part), depth + 1, names);
    }
}

fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(12)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = names.len().saturating_sub(shown.len());
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    shown.join(", ") + &rest
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn shown_value(value: &Value) -> String {
    match value {
        Value::Object(_) => "an object".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::String(text) => format!("\"{}\"", shown(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// Text of the input as it can be shown again: short, and without control characters.
fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(SHOWN)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests;
