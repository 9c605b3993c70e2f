//! Closes an input schema at every depth, so that an unknown field is an error wherever it stands.

use serde_json::{Map, Value, json};

use super::{definition_name, each_child};

/// The keywords that apply another schema to the same instance.
const IN_PLACE: &[&str] = &[
    "$ref",
    "allOf",
    "anyOf",
    "dependentSchemas",
    "else",
    "if",
    "oneOf",
    "then",
];

/// The keywords whose schema asks something of the instance without describing it: closed, it would ask something else.
const CONDITIONS: &[&str] = &["contains", "if", "not", "propertyNames"];

/// How deep definitions are copied into the objects they are a part of; real types end long before.
const DEEPEST: usize = 16;

/// Closes every object that names its properties and does not say what else it accepts.
///
/// Where one object is described by several schemas (a flattened field, a variant that wraps a struct), each alone
/// would refuse the fields of the others. There the outermost closes it, with `unevaluatedProperties`, and those
/// that apply in place stay open.
pub(super) fn close(root: &mut Value) {
    let definitions = root.get("$defs").cloned().unwrap_or_default();
    let closing = Closing {
        definitions: &definitions,
    };
    closing.close(root, Closes::Itself, 0);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Closes {
    /// Nothing else describes the object.
    Itself,
    /// A schema around this one describes the object too, and closes it.
    Outside,
}

struct Closing<'a> {
    definitions: &'a Value,
}

impl Closing<'_> {
    fn close(&self, schema: &mut Value, closes: Closes, depth: usize) {
        let Some(object) = schema.as_object_mut() else {
            return;
        };
        let applies_in_place = IN_PLACE.iter().any(|keyword| object.contains_key(*keyword));
        let shared =
            object.contains_key("allOf") || (object.contains_key("properties") && applies_in_place);
        if closes == Closes::Itself && !says_what_else(object) {
            if shared {
                object.insert("unevaluatedProperties".into(), json!(false));
            } else if object.contains_key("properties") || is_empty_object(object) {
                object.insert("additionalProperties".into(), json!(false));
            }
        }
        let parts = if shared || closes == Closes::Outside {
            Closes::Outside
        } else {
            Closes::Itself
        };
        if parts == Closes::Outside && depth < DEEPEST {
            self.copy_definition(object);
        }
        each_child(schema, |keyword, child| {
            if CONDITIONS.contains(&keyword) {
                return;
            }
            let closes = if IN_PLACE.contains(&keyword) {
                parts
            } else {
                Closes::Itself
            };
            self.close(child, closes, depth + 1);
        });
    }

    /// A definition closes itself; as a part of a larger object it is needed open, so a copy takes its place.
    fn copy_definition(&self, object: &mut Map<String, Value>) {
        let name = object
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(definition_name);
        let Some(definition) = name.and_then(|name| self.definitions.get(name)).cloned() else {
            return;
        };
        object.shift_remove("$ref");
        let parts = object.entry("allOf").or_insert_with(|| json!([]));
        if let Some(parts) = parts.as_array_mut() {
            parts.push(definition);
        }
    }
}

fn says_what_else(object: &Map<String, Value>) -> bool {
    object.contains_key("additionalProperties") || object.contains_key("unevaluatedProperties")
}

/// `struct Nothing {}`: an object that names no property accepts none.
fn is_empty_object(object: &Map<String, Value>) -> bool {
    object.get("type").is_some_and(|kind| kind == "object")
        && !["patternProperties", "propertyNames", "minProperties"]
            .iter()
            .any(|word| object.contains_key(*word))
        && !IN_PLACE.iter().any(|keyword| object.contains_key(*keyword))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use schemars::JsonSchema;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is read")]
    struct Inner {
        a: u8,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t")]
    #[allow(dead_code, reason = "only its schema is read")]
    enum Tagged {
        Struct { x: u32 },
        Wraps(Inner),
        Unit,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is read")]
    struct All {
        #[serde(flatten)]
        flat: Inner,
        #[serde(flatten)]
        tagged: Tagged,
        nested: Option<Inner>,
        map: Option<BTreeMap<String, u8>>,
        #[serde(default)]
        list: Vec<Inner>,
    }

    #[track_caller]
    fn check<T: JsonSchema>(instance: &Value, valid: bool) {
        let schema = crate::schema::input::<T>().schema;
        let errors: Vec<_> = jsonschema::validator_for(&schema)
            .unwrap()
            .iter_errors(instance)
            .map(|error| error.to_string())
            .collect();
        assert_eq!(
            errors.is_empty(),
            valid,
            "{instance}: {errors:?}\n{schema:#}"
        );
    }

    #[test]
    fn flattened_fields_and_variants_are_accepted() {
        check::<All>(&json!({"a": 1, "t": "Struct", "x": 2}), true);
        check::<All>(&json!({"a": 1, "t": "Wraps"}), true);
        check::<All>(
            &json!({"a": 1, "t": "Unit", "nested": {"a": 1}, "map": {"k": 1}, "list": [{"a": 1}]}),
            true,
        );
        check::<Tagged>(&json!({"t": "Wraps", "a": 1}), true);
    }

    #[test]
    fn a_condition_goes_on_to_mean_what_it_says() {
        let condition = json!({"properties": {"a": {"const": 1}}, "required": ["a"]});
        for keyword in ["not", "if", "contains"] {
            let mut schema = json!({"type": "object", keyword: condition});
            close(&mut schema);
            assert_eq!(schema[keyword], condition, "{keyword}");
        }
    }

    #[test]
    fn unknown_fields_are_refused_at_every_depth() {
        check::<All>(&json!({"a": 1, "t": "Unit", "z": 1}), false);
        check::<All>(&json!({"a": 1, "t": "Unit", "x": 1}), false);
        check::<All>(
            &json!({"a": 1, "t": "Unit", "nested": {"a": 1, "z": 1}}),
            false,
        );
        check::<All>(
            &json!({"a": 1, "t": "Unit", "list": [{"a": 1, "z": 1}]}),
            false,
        );
        check::<Tagged>(&json!({"t": "Wraps", "a": 1, "z": 1}), false);
        check::<Tagged>(&json!({"t": "Struct", "x": 1, "a": 1}), false);
        check::<Inner>(&json!({"a": 1, "b": 1}), false);
    }
}
