//! One capability as an operation.

use onefold::Entry;
use onefold::model::HttpMethod;
use onefold::schema::fields;
use serde_json::{Map, Value, json};

use super::components::Components;
use super::documents::Document;
use super::{parameters, responses};
use crate::projection::operation_id;

/// The name of the security scheme of bearer tokens.
pub(super) const BEARER: &str = "bearer";

/// The operation that a capability is, given the schemas of its input and output.
pub(super) fn operation(
    entry: &Entry,
    method: HttpMethod,
    [input, output]: &[Document; 2],
    components: &mut Components<'_>,
) -> Value {
    let mut operation = json!({
        "operationId": operation_id(entry.id().as_str()),
        "summary": entry.title(),
        "description": entry.description(),
        "tags": [entry.module()],
    });
    if entry.execution().authenticated {
        operation["security"] = json!([{ BEARER: [] }]);
    }
    let fields = fields(&input.whole());
    match method {
        HttpMethod::Get => {
            let parameters: Vec<Value> = fields
                .iter()
                .map(|field| parameters::parameter(field, components.publish(input, &field.schema)))
                .collect();
            if !parameters.is_empty() {
                operation["parameters"] = json!(parameters);
            }
        }
        HttpMethod::Post => {
            operation["requestBody"] = json!({
                // No body is an empty object.
                "required": fields.iter().any(|field| field.required),
                "content": {"application/json": {"schema": components.publish(input, &input.root)}},
            });
        }
    }
    let mut answers = Map::new();
    answers.insert(
        "200".into(),
        json!({
            "description": "The answer.",
            "content": {"application/json": {"schema": components.publish(output, &output.root)}},
        }),
    );
    answers.extend(responses::failures(method));
    operation["responses"] = Value::Object(answers);
    operation
}
