//! Equal keys are equal inputs, to whatever type reads them.

use std::collections::BTreeMap;

use proptest::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::*;

/// The form of an input, and the text that answers are kept under.
fn form(schema: &Value, mut input: Value) -> Value {
    numbers(&mut input);
    let mut input = filled(schema, input, |_| true);
    input.sort_all_objects();
    input
}

#[track_caller]
fn check_numbers(given: &str, right: &str) {
    let mut value = serde_json::from_str(given).unwrap();
    numbers(&mut value);
    assert_eq!(value.to_string(), right);
}

#[test]
fn a_number_is_what_it_is_worth() {
    check_numbers("[1, 1.0, 1e0, 10e-1]", "[1,1,1,1]");
    check_numbers("[0, -0, -0.0, 0e9]", "[0,0,0,0]");
    check_numbers("[1.5, 15e-1, -2.0]", "[1.5,1.5,-2]");
    check_numbers(
        "[9007199254740992, 9007199254740993, 18446744073709551615, -9223372036854775808]",
        "[9007199254740992,9007199254740993,18446744073709551615,-9223372036854775808]",
    );
    check_numbers("9007199254740991.0", "9007199254740991");
    // It may have been written with another last digit.
    check_numbers("9007199254740992.0", "9007199254740992.0");
    check_numbers("1e300", "1e+300");
}

#[track_caller]
fn check_filled(schema: &Value, given: &Value, right: &Value) {
    assert_eq!(&filled(schema, given.clone(), |_| true), right);
}

#[test]
fn a_default_is_filled_in_at_every_depth() {
    let schema = json!({
        "properties": {
            "near": {"default": 1},
            "far": {"$ref": "#/$defs/Far"},
            "list": {"items": {"$ref": "#/$defs/Far"}},
            "pair": {"prefixItems": [{"$ref": "#/$defs/Far"}], "items": {"properties": {"z": {"default": 3}}}},
            "all": {"allOf": [{"properties": {"x": {"default": 1}}}, {"$ref": "#/$defs/Far"}]},
            "map": {"additionalProperties": {"$ref": "#/$defs/Far"}},
            "nothing": {"default": null},
            "referred": {"$ref": "#/$defs/Deep"},
        },
        "$defs": {
            "Far": {"properties": {"y": {"default": [2.0]}}},
            "Deep": {"default": {}, "properties": {"w": {"default": "w"}}},
        },
    });
    let far = json!({"y": [2]});
    let deep = json!({"w": "w"});
    check_filled(&schema, &json!({}), &json!({"near": 1, "referred": deep}));
    let given = json!({
        "near": 5, "far": {}, "list": [{}, {"y": []}], "pair": [{}, {}], "all": {}, "map": {"k": {}}, "referred": {},
    });
    let right = json!({
        "near": 5, "far": far, "list": [far, {"y": []}], "pair": [far, {"z": 3}], "all": {"x": 1, "y": [2]},
        "map": {"k": far}, "referred": deep,
    });
    check_filled(&schema, &given, &right);
}

#[test]
fn in_a_union_the_one_that_is_meant_is_filled_and_none_where_that_is_unclear() {
    let tagged = json!({"oneOf": [
        {"properties": {"t": {"const": "a"}, "x": {"default": 1}}, "required": ["t"]},
        {"properties": {"t": {"const": "b"}, "y": {"default": 2}}, "required": ["t"]},
    ]});
    check_filled(&tagged, &json!({"t": "b"}), &json!({"t": "b", "y": 2}));
    let nullable = json!({"anyOf": [{"properties": {"x": {"default": 1}}, "type": "object"}, {"type": "null"}]});
    check_filled(&nullable, &json!({}), &json!({"x": 1}));
    check_filled(&nullable, &json!(null), &json!(null));
    let unclear = json!({"anyOf": [{"properties": {"x": {"default": 1}}}, {"properties": {"y": {"default": 1}}}]});
    check_filled(&unclear, &json!({}), &json!({}));
    // With `b` filled in, the second would read as the first.
    let alike = json!({"anyOf": [
        {"properties": {"a": {}, "b": {}}, "required": ["a", "b"]},
        {"properties": {"a": {}, "b": {"default": 0}}, "required": ["a"]},
    ]});
    check_filled(&alike, &json!({"a": 1}), &json!({"a": 1}));
    check_filled(&alike, &json!({"a": 1, "b": 2}), &json!({"a": 1, "b": 2}));
}

#[test]
fn a_default_that_does_not_fit_is_none() {
    let schema = json!({"properties": {"a": {"default": "x"}}});
    let input = json!({"b": 1});
    assert_eq!(filled(&schema, input.clone(), |_| false), input);
}

#[test]
fn references_in_a_circle_come_to_an_end() {
    let schema = json!({"$ref": "#/$defs/A", "$defs": {
        "A": {"allOf": [{"$ref": "#/$defs/B"}]}, "B": {"anyOf": [{"$ref": "#/$defs/A"}]},
    }});
    check_filled(&schema, &json!({}), &json!({}));
}

/// Of each kind of field one: what is filled in, what is spelled in several ways, what is nested.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(in crate::executor) struct Input {
    pub(in crate::executor) whole: i64,
    #[serde(default = "ten")]
    times: u8,
    #[serde(default)]
    weight: f64,
    #[serde(default)]
    names: Vec<String>,
    inner: Option<Inner>,
    #[serde(default)]
    by_name: BTreeMap<String, Inner>,
    choice: Choice,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Inner {
    #[serde(default)]
    exact: bool,
    #[serde(default)]
    limit: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Choice {
    Nothing,
    Some {
        #[serde(default = "ten")]
        count: u8,
    },
}

fn ten() -> u8 {
    10
}

/// Few values, so that two inputs are often equal.
pub(in crate::executor) fn inputs() -> impl Strategy<Value = Input> {
    let inner = || (any::<bool>(), 0..2_u32).prop_map(|(exact, limit)| Inner { exact, limit });
    let choice = prop_oneof![
        Just(Choice::Nothing),
        (9..11_u8).prop_map(|count| Choice::Some { count })
    ];
    let whole = prop_oneof![
        -1..2_i64,
        Just(i64::MAX),
        Just(1 << 53),
        Just((1 << 53) + 1)
    ];
    let weight = prop_oneof![Just(0.0), Just(-0.0), Just(1.0), Just(1.5), Just(1e300)];
    (
        whole,
        9..11_u8,
        weight,
        proptest::collection::vec("[ab]", 0..2),
        proptest::option::of(inner()),
        proptest::collection::btree_map("[ab]", inner(), 0..3),
        choice,
    )
        .prop_map(
            |(whole, times, weight, names, inner, by_name, choice)| Input {
                whole,
                times,
                weight,
                names,
                inner,
                by_name,
                choice,
            },
        )
}

/// The same input in other words: keys in another order, defaults left out, numbers with a point.
pub(in crate::executor) fn spelled(value: &Value, words: &mut impl Iterator<Item = bool>) -> Value {
    let mut flip = || words.next().unwrap_or_default();
    match value {
        Value::Number(number) => match number.as_i64() {
            Some(whole) if whole.abs() < 1 << 53 && flip() => {
                serde_json::from_str(&format!("{whole}.0")).unwrap()
            }
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(|item| spelled(item, words)).collect(),
        Value::Object(fields) => {
            let mut out: Vec<(String, Value)> = Vec::new();
            for (name, value) in fields {
                let is_default = match name.as_str() {
                    "times" | "count" => *value == json!(10),
                    "weight" => *value == json!(0.0),
                    "limit" => *value == json!(0),
                    "exact" => *value == json!(false),
                    "names" => *value == json!([]),
                    "by_name" => *value == json!({}),
                    "inner" => value.is_null(),
                    _ => false,
                };
                if is_default && (name == "inner" || words.next().unwrap_or_default()) {
                    continue;
                }
                let value = spelled(value, words);
                let at = if words.next().unwrap_or_default() {
                    out.len()
                } else {
                    0
                };
                out.insert(at, (name.clone(), value));
            }
            Value::Object(out.into_iter().collect())
        }
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

proptest! {
    #[test]
    fn equal_keys_are_equal_inputs(
        one in inputs(),
        other in inputs(),
        words in proptest::collection::vec(any::<bool>(), 64),
    ) {
        let canonical = crate::schema::input::<Input>();
        let validator = crate::schema::validator(&canonical.schema).unwrap();
        let written = |input: &Input| serde_json::to_value(input).unwrap();
        let mut words = words.into_iter();
        let spelled = spelled(&written(&one), &mut words);
        prop_assert!(validator.is_valid(&spelled), "{spelled}");

        let forms = [written(&one), spelled.clone(), written(&other)].map(|mut input| {
            // An `Option` that is left out is no default of the schema, so it is left out everywhere.
            if input["inner"].is_null() {
                input.as_object_mut().map(|fields| fields.shift_remove("inner"));
            }
            form(&canonical.schema, input)
        });
        for form in &forms {
            prop_assert!(validator.is_valid(form), "{form}");
        }
        // What the type reads is what was meant, in whatever words.
        let read = |form: &Value| Input::deserialize(form).unwrap();
        prop_assert_eq!(&read(&forms[0]), &one);
        prop_assert_eq!(&read(&forms[1]), &one, "{}", spelled);
        prop_assert_eq!(&read(&forms[2]), &other);
        // Equal keys for equal inputs, and for no others.
        let keys = forms.map(|form| form.to_string());
        prop_assert_eq!(&keys[0], &keys[1]);
        prop_assert_eq!(one == other, keys[1] == keys[2]);
    }
}
