//! From a registry to an `OpenAPI` 3.1 document: pure, and in the order of the registry.

mod components;
mod documents;
mod names;
mod operations;
mod parameters;
mod responses;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use onefold::model::ModuleId;
use onefold::{Identity, Registry};
use serde_json::{Map, Value, json};

use components::Components;
use documents::{Document, Side};

/// The `OpenAPI` document of what a registry exposes over HTTP.
pub fn openapi(registry: &Registry) -> Value {
    let exposed: Vec<_> = registry
        .iter()
        .filter_map(|entry| Some((entry, entry.exposure().http.as_ref()?)))
        .collect();
    let methods: Vec<_> = exposed.iter().map(|(_, route)| route.method).collect();
    let documents: Vec<Document> = exposed
        .iter()
        .flat_map(|(entry, _)| {
            [
                Document::new(entry, Side::Input, entry.input()),
                Document::new(entry, Side::Output, entry.output()),
            ]
        })
        .collect();
    let mut components = Components::new(&documents);
    let mut paths = Map::new();
    for ((entry, route), schemas) in exposed.iter().zip(documents.as_chunks().0) {
        let operation = operations::operation(entry, route.method, schemas, &mut components);
        let path = paths.entry(&route.path).or_insert_with(|| json!({}));
        path[route.method.as_str().to_ascii_lowercase()] = operation;
    }
    let used: BTreeSet<&ModuleId> = exposed.iter().map(|(entry, _)| entry.module()).collect();
    let tags: Vec<Value> = registry
        .modules()
        .iter()
        .filter(|module| used.contains(&module.id))
        .map(|module| json!({"name": module.id, "description": module.description}))
        .collect();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": info(registry.product()),
        "servers": [{"url": "/"}],
        // What demands to know its caller says so itself.
        "security": [],
        "tags": tags,
        "paths": paths,
        "components": {
            "responses": responses::components(&methods),
            "schemas": components.finish(),
        },
    });
    if exposed
        .iter()
        .any(|(entry, _)| entry.execution().authenticated)
    {
        document["components"]["securitySchemes"] =
            json!({ operations::BEARER: {"type": "http", "scheme": "bearer"} });
    }
    document
}

/// [`openapi`] as text, indented and with a line feed at its end: what the server answers, what the command prints
/// and what is committed are these bytes.
pub fn openapi_json(registry: &Registry) -> String {
    format!("{:#}\n", openapi(registry))
}

fn info(product: &Identity) -> Value {
    let mut info = json!({"title": product.title, "version": product.version});
    if !product.description.is_empty() {
        info["description"] = json!(product.description);
    }
    if !product.license.is_empty() {
        info["license"] = json!({"name": product.license, "identifier": product.license});
    }
    info
}
