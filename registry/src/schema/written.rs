//! Schemas that a program wrote as values, and the validators of all schemas: each is whole in itself, and nothing is
//! ever fetched.

use std::error::Error;
use std::net::IpAddr;

use chrono::{NaiveDateTime, NaiveTime};
use jsonschema::{Draft, Retrieve, Uri, Validator};
use serde_json::Value;

use super::{close, each_child, ranges};
use crate::model::CanonicalSchema;

/// The only dialect, which therefore goes without saying.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A schema without what only names it to the world outside.
pub(crate) fn written(mut schema: Value) -> CanonicalSchema {
    if let Some(object) = schema.as_object_mut() {
        object.shift_remove("$id");
        if object.get("$schema").is_some_and(|said| said == DIALECT) {
            object.shift_remove("$schema");
        }
    }
    CanonicalSchema { name: None, schema }
}

/// The same, closed.
pub(crate) fn written_input(schema: Value) -> CanonicalSchema {
    let mut canonical = written(schema);
    close::close(&mut canonical.schema);
    canonical
}

/// The validator of a schema, or what is wrong with it. It holds to the formats too, those of numbers included.
pub(crate) fn validator(schema: &Value) -> Result<Validator, String> {
    let mut faults = Vec::new();
    outside(&mut schema.clone(), &mut faults);
    if !faults.is_empty() {
        return Err(faults.join("; "));
    }
    let mut schema = schema.clone();
    ranges::state(&mut schema);
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .with_retriever(Nowhere)
        .should_validate_formats(true)
        // What `schemars` calls the types that have no format of their own in JSON Schema.
        .with_format("ip", |text| text.parse::<IpAddr>().is_ok())
        .with_format("partial-date-time", |text| {
            text.parse::<NaiveDateTime>().is_ok()
        })
        .with_format("partial-time", |text| text.parse::<NaiveTime>().is_ok())
        .build(&schema)
        .map_err(|error| error.to_string())
}

/// What can't be read without looking outside the schema.
fn outside(schema: &mut Value, faults: &mut Vec<String>) {
    for keyword in ["$ref", "$dynamicRef"] {
        let reference = schema.get(keyword).and_then(Value::as_str);
        if let Some(reference) = reference.filter(|reference| !reference.starts_with('#')) {
            faults.push(format!(
                "it refers to `{reference}`, which is outside it, and nothing is fetched; \
                 put what is meant under `$defs` and refer to `#/$defs/…`"
            ));
        }
    }
    if let Some(dialect) = schema.get("$schema") {
        faults.push(format!(
            "it is written in the dialect {dialect}; write it in `{DIALECT}`"
        ));
    }
    if schema.get("$id").is_some() {
        faults.push(
            "a part of it has an `$id`, which references would be read against; remove it".into(),
        );
    }
    each_child(schema, |_, child| outside(child, faults));
}

/// Whatever features another crate turns on in the validator, it looks nowhere.
struct Nowhere;

impl Retrieve for Nowhere {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        Err(format!("`{uri}` is outside the schema, and nothing is fetched").into())
    }
}
