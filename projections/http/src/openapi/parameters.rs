//! One field of an input as a parameter of a query string.

use onefold::schema::{Field, Shape};
use serde_json::{Value, json};

/// The parameter that a field is; `schema` is the field's own, as it is published.
pub(super) fn parameter(field: &Field, mut schema: Value) -> Value {
    let mut parameter = json!({"name": field.name, "in": "query"});
    if !field.description.is_empty() {
        parameter["description"] = json!(field.description);
    }
    if let Some(object) = schema.as_object_mut() {
        // It stands on the parameter, where readers look for it.
        object.shift_remove("description");
    }
    parameter["required"] = json!(field.required);
    match &field.shape {
        Shape::Json => {
            parameter["content"] = json!({"application/json": {"schema": schema}});
        }
        Shape::List(item) => {
            without_null(&mut schema);
            if **item == Shape::Json {
                encode_items(&mut schema);
            }
            // `key=a&key=b`
            parameter["style"] = json!("form");
            parameter["explode"] = json!(true);
            parameter["schema"] = schema;
        }
        Shape::Text | Shape::Integer | Shape::Number | Shape::Boolean => {
            without_null(&mut schema);
            parameter["schema"] = schema;
        }
    }
    parameter
}

/// A query string can leave a value out, and can't say null.
fn without_null(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    if object.get("default").is_some_and(Value::is_null) {
        object.shift_remove("default");
    }
    if let Some(Value::Array(kinds)) = object.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = &kinds[..] {
            object["type"] = kind.clone();
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(alternatives)) = object.get_mut(keyword) else {
            continue;
        };
        alternatives.retain(|one| one.get("type").is_none_or(|kind| kind != "null"));
        if let [Value::Object(one)] = &alternatives[..] {
            let one = one.clone();
            object.shift_remove(keyword);
            for (keyword, value) in one {
                object.entry(keyword).or_insert(value);
            }
        }
    }
}

/// Items that are no plain values are given as JSON text each, which only the item's own schema can say.
fn encode_items(schema: &mut Value) {
    let items = schema.get("items").cloned().unwrap_or(json!(true));
    schema["items"] = json!({
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": items,
    });
}
