//! The shared schemas of the document: only what something refers to, each under the one name it has.

use std::collections::{BTreeMap, HashMap};

use onefold::schema::{definition_name, each_child};
use serde_json::{Value, json};

use super::documents::Document;
use super::names::{Place, names};
use super::responses;

/// Schemas as they are published, while operations are written.
pub(super) struct Components<'a> {
    names: HashMap<Place<'a>, String>,
    schemas: BTreeMap<String, Value>,
}

impl<'a> Components<'a> {
    /// None yet, of these documents.
    pub(super) fn new(documents: &'a [Document]) -> Self {
        Self {
            names: names(documents),
            schemas: BTreeMap::new(),
        }
    }

    /// A schema of a document, with its references leading to components; those are published too.
    pub(super) fn publish(&mut self, document: &Document, schema: &Value) -> Value {
        let mut schema = schema.clone();
        self.rewrite(document, &mut schema);
        schema
    }

    fn rewrite(&mut self, document: &Document, schema: &mut Value) {
        let reference = schema.get("$ref").and_then(Value::as_str);
        let name = reference.and_then(definition_name);
        if let Some(component) = name.and_then(|name| self.component(document, &name)) {
            schema["$ref"] = json!(format!("#/components/schemas/{component}"));
        }
        each_child(schema, |_, child| self.rewrite(document, child));
    }

    /// The name of the component that a definition is, which is published unless it is already.
    fn component(&mut self, document: &Document, name: &str) -> Option<String> {
        let definition = document.definitions.get(name)?;
        let place = (document.capability.as_str(), document.side, name);
        let component = self.names.get(&place)?.clone();
        if !self.schemas.contains_key(&component) {
            // Its place is taken first: it may refer to itself.
            self.schemas.insert(component.clone(), Value::Null);
            let schema = self.publish(document, &definition.schema);
            self.schemas.insert(component.clone(), schema);
        }
        Some(component)
    }

    /// All of them, by name.
    pub(super) fn finish(mut self) -> BTreeMap<String, Value> {
        self.schemas
            .insert(responses::PROBLEM.to_owned(), responses::problem());
        self.schemas
    }
}
