//! The types of JSON values, and which keywords say something of which type.

use serde_json::Value;

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            // A number without a fraction is an integer, however it is written.
            Value::Number(number) if number.as_f64().is_some_and(|n| n.fract() == 0.0) => {
                Self::Integer
            }
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }

    pub(super) fn named(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Integer => "a whole number",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }

    /// Whole numbers are numbers, so they are compared with them.
    pub(super) fn is_numeric(self) -> bool {
        matches!(self, Self::Integer | Self::Number)
    }
}

/// A set of types; numbers are those that are whole and those that are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u8);

const WHOLE: u8 = 1 << Kind::Integer as u8;
const FRACTION: u8 = 1 << Kind::Number as u8;

impl Kinds {
    pub(super) const ALL: Self = Self(0b111_1111);

    /// The types that the keyword `type` names.
    pub(super) fn named(value: &Value) -> Self {
        match value {
            Value::Array(names) => Self(
                names
                    .iter()
                    .fold(0, |kinds, name| kinds | Self::named(name).0),
            ),
            value => Self(match value.as_str() {
                Some("null") => 1 << Kind::Null as u8,
                Some("boolean") => 1 << Kind::Boolean as u8,
                Some("integer") => WHOLE,
                Some("number") => WHOLE | FRACTION,
                Some("string") => 1 << Kind::String as u8,
                Some("array") => 1 << Kind::Array as u8,
                Some("object") => 1 << Kind::Object as u8,
                _ => 0,
            }),
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Each type of the set, in order.
    pub(super) fn iter(self) -> impl Iterator<Item = Kind> {
        let all = [
            Kind::Null,
            Kind::Boolean,
            Kind::Integer,
            Kind::Number,
            Kind::String,
            Kind::Array,
            Kind::Object,
        ];
        all.into_iter().filter(move |kind| {
            self.0 & (1 << *kind as u8) != 0
                // Where fractions are allowed, whole numbers are numbers among others.
                && !(*kind == Kind::Integer && self.0 & FRACTION != 0)
        })
    }

    /// The type of this value, where the set has it.
    pub(super) fn kind_of(self, value: &Value) -> Option<Kind> {
        let kind = Kind::of(value);
        (self.0 & (1 << kind as u8) != 0).then_some(kind)
    }
}

/// Whether a keyword says anything of values of this type. What is not known here may concern any.
pub(super) fn concerns(keyword: &str, kind: Kind) -> bool {
    match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            kind.is_numeric()
        }
        "minLength" | "maxLength" | "pattern" | "contentEncoding" | "contentMediaType"
        | "contentSchema" => kind == Kind::String,
        "format" => kind == Kind::String || kind.is_numeric(),
        "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains"
        | "minContains" | "maxContains" | "unevaluatedItems" => kind == Kind::Array,
        "minProperties" | "maxProperties" | "propertyNames" | "dependentRequired"
        | "dependentSchemas" => kind == Kind::Object,
        _ => true,
    }
}

/// The keywords whose value is one schema and that are compared for sameness only.
pub(super) const SCHEMA: &[&str] = &[
    "contains",
    "contentSchema",
    "else",
    "if",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
];
