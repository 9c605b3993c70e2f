//! Laws that hold for every two schemas, tried on all pairs of many small ones.

use serde_json::{Value, json};

use crate::compat::schema::{self, Side};
use crate::compat::{ChangeCode, Step};

/// Schemas of which every two are compared: types, limits, values, unions, and objects of these.
fn schemas() -> Vec<Value> {
    let scalars = vec![
        json!({}),
        json!(false),
        json!({"type": "null"}),
        json!({"type": "boolean"}),
        json!({"type": "integer"}),
        json!({"type": "integer", "minimum": 1, "maximum": 9}),
        json!({"type": "number", "exclusiveMinimum": 1}),
        json!({"type": "integer", "format": "uint8", "minimum": 0}),
        json!({"type": "string"}),
        json!({"type": "string", "minLength": 1, "maxLength": 2}),
        json!({"type": "string", "pattern": "^a"}),
        json!({"enum": ["a", "b"]}),
        json!({"const": "b"}),
        json!({"type": ["string", "null"]}),
        json!({"anyOf": [{"type": "integer"}, {"enum": ["b", "c"]}]}),
        json!({"not": {"type": "string"}}),
    ];
    let arrays = scalars
        .iter()
        .step_by(3)
        .map(|of| json!({"type": "array", "items": of}));
    let mut objects = Vec::new();
    for of in scalars.iter().step_by(3) {
        for required in [json!([]), json!(["a"])] {
            for rest in [json!(true), json!(false)] {
                objects.push(json!({
                    "type": "object",
                    "properties": {"a": of},
                    "required": required,
                    "additionalProperties": rest,
                }));
            }
        }
    }
    objects.push(json!({"type": "object", "additionalProperties": false}));
    objects.push(json!({"type": "object", "additionalProperties": {"type": "string"}}));
    objects.push(json!({"oneOf": [
        {"type": "object", "properties": {"t": {"const": "a"}}, "required": ["t"]},
        {"type": "object", "properties": {"t": {"const": "b"}, "x": true}, "required": ["t"]},
    ]}));
    objects.push(json!({"oneOf": [
        {"type": "object", "properties": {"t": {"const": "b"}, "x": {"type": "string"}}, "required": ["t"]},
        {"type": "object", "properties": {"t": {"const": "c"}}, "required": ["t"]},
    ]}));
    scalars
        .iter()
        .cloned()
        .chain(arrays)
        .chain(objects)
        .collect()
}

const SIDES: [Side; 2] = [Side::Input, Side::Output];

#[test]
fn nothing_changed_where_nothing_changed() {
    for schema in schemas() {
        for side in SIDES {
            let changes = schema::changes(&schema, &schema.clone(), side);
            assert_eq!(changes, [], "{side:?} {schema}");
        }
    }
}

#[test]
fn narrower_one_way_is_wider_the_other_way() {
    let schemas = schemas();
    for old in &schemas {
        for new in &schemas {
            for side in SIDES {
                let [there, back] =
                    [(old, new), (new, old)].map(|(old, new)| schema::verdict(old, new, side));
                assert_eq!(there, (back.1, back.0), "{side:?}\n{old}\n{new}");
            }
        }
    }
}

/// What was reported and what was found on trial are one judgement.
#[test]
fn something_is_told_exactly_where_something_differs() {
    let schemas = schemas();
    for old in &schemas {
        for new in &schemas {
            for side in SIDES {
                let changes = schema::changes(old, new, side);
                let (narrower, wider) = schema::verdict(old, new, side);
                let breaks = changes.iter().any(|change| change.step == Step::Major);
                let place = format!("{side:?}\n{old}\n{new}\n{changes:?}");
                assert_eq!(changes.is_empty(), !narrower && !wider, "{place}");
                match side {
                    // A field that goes unread, in an object that takes any, takes nothing away from what is accepted.
                    Side::Input => {
                        let unread = changes
                            .iter()
                            .any(|change| change.code == ChangeCode::FieldRemoved);
                        assert_eq!(breaks, narrower || (unread && wider), "{place}");
                    }
                    // Other fields in an output are read by nobody.
                    Side::Output => {
                        let other = changes.iter().all(|change| {
                            change.step != Step::Major
                                && (change.code != ChangeCode::LimitLoosened
                                    || change.at.ends_with("additionalProperties"))
                        });
                        assert!(breaks || !wider || other, "{place}");
                        assert!(wider || !breaks, "{place}");
                    }
                }
            }
        }
    }
}

/// What the validator accepts of the old schema and refuses by the new one is a call that breaks.
#[test]
fn no_call_breaks_unseen() {
    let schemas = schemas();
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(9),
        json!(10),
        json!(1.5),
        json!(300),
        json!(""),
        json!("a"),
        json!("b"),
        json!("c"),
        json!("abc"),
        json!([]),
        json!([1]),
        json!(["a"]),
        json!([null]),
        json!({}),
        json!({"a": 1}),
        json!({"a": "a"}),
        json!({"a": null}),
        json!({"b": 1}),
        json!({"a": "a", "b": "b"}),
        json!({"t": "a"}),
        json!({"t": "b"}),
        json!({"t": "b", "x": 1}),
        json!({"t": "c"}),
    ];
    let accepted: Vec<Vec<bool>> = schemas
        .iter()
        .map(|schema| {
            let validator = jsonschema::validator_for(schema).unwrap();
            values
                .iter()
                .map(|value| validator.is_valid(value))
                .collect()
        })
        .collect();
    let mut broken = 0;
    for (old, before) in schemas.iter().zip(&accepted) {
        for (new, now) in schemas.iter().zip(&accepted) {
            let lost = before
                .iter()
                .zip(now)
                .position(|(before, now)| *before && !now);
            let Some(lost) = lost else { continue };
            broken += 1;
            let changes = schema::changes(old, new, Side::Input);
            let told = changes.iter().any(|change| change.step == Step::Major);
            assert!(told, "{} is lost\n{old}\n{new}\n{changes:?}", values[lost]);
        }
    }
    assert!(broken > 500, "{broken}");
}
