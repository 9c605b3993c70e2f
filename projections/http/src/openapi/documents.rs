//! One schema of a capability as a document: its root, and the definitions that references within it lead to.

use std::collections::BTreeMap;

use onefold::Entry;
use onefold::model::CanonicalSchema;
use onefold::schema::{definition_name, each_child, plain};
use serde_json::{Map, Value, json};

/// Whether a schema says what deserialises or what serialises: one type can differ in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Side {
    Input,
    Output,
}

/// The schema of the input or the output of a capability.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) module: String,
    /// The id of the capability.
    pub(super) capability: String,
    pub(super) side: Side,
    /// The schema without its definitions; where it has a name, a reference to the definition it is.
    pub(super) root: Value,
    pub(super) definitions: BTreeMap<String, Definition>,
}

/// A schema that others refer to.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) schema: Value,
    /// The names of those it refers to itself.
    refers_to: Vec<String>,
}

impl Document {
    pub(super) fn new(entry: &Entry, side: Side, canonical: &CanonicalSchema) -> Self {
        let mut root = plain(&canonical.schema);
        let definitions = root
            .as_object_mut()
            .and_then(|object| object.shift_remove("$defs"));
        let mut schemas = match definitions {
            Some(Value::Object(definitions)) => definitions,
            _ => Map::new(),
        };
        define_root(&mut root, &mut schemas, canonical.name.as_deref(), side);
        let definitions = schemas.into_iter().map(|(name, mut schema)| {
            let mut refers_to = Vec::new();
            references(&mut schema, &mut refers_to);
            (name, Definition { schema, refers_to })
        });
        Self {
            module: entry.module().to_string(),
            capability: entry.id().to_string(),
            side,
            root,
            definitions: definitions.collect(),
        }
    }

    /// The schema with its definitions, as it was declared.
    pub(super) fn whole(&self) -> Value {
        let reference = self.root.get("$ref").and_then(Value::as_str);
        let name = reference.and_then(definition_name);
        let root = name.and_then(|name| self.definitions.get(&name));
        let mut whole = root.map_or_else(|| self.root.clone(), |root| root.schema.clone());
        if let Some(object) = whole.as_object_mut() {
            let definitions = self.definitions.iter();
            let schemas = definitions.map(|(name, found)| (name.clone(), found.schema.clone()));
            object.insert("$defs".into(), Value::Object(schemas.collect()));
        }
        whole
    }

    /// Everything that a definition means: itself, and what it refers to, at any depth.
    pub(super) fn meaning(&self, name: &str) -> BTreeMap<&str, &Value> {
        let mut meaning = BTreeMap::new();
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            if let Some((name, definition)) = self.definitions.get_key_value(name)
                && meaning.insert(name.as_str(), &definition.schema).is_none()
            {
                open.extend(definition.refers_to.iter().map(String::as_str));
            }
        }
        meaning
    }
}

/// Makes the root a definition like the others, where it has a name or something refers to it.
fn define_root(
    root: &mut Value,
    definitions: &mut Map<String, Value>,
    name: Option<&str>,
    side: Side,
) {
    let referred = refers_to_root(root) || definitions.values_mut().any(refers_to_root);
    let base = match (name, side) {
        (Some(name), _) => name,
        (None, _) if !referred => return,
        (None, Side::Input) => "Input",
        (None, Side::Output) => "Output",
    };
    let mut name = base.to_owned();
    let mut count = 1;
    while definitions.contains_key(&name) {
        // As schemars tells two types of one name apart.
        count += 1;
        name = format!("{base}{count}");
    }
    // A root is titled by its type's name, a definition is not, and both are one type.
    if let Some(object) = root.as_object_mut()
        && object.get("title").is_some_and(|title| title == base)
    {
        object.shift_remove("title");
    }
    let reference = reference_to(&name);
    definitions.insert(name, root.take());
    for definition in definitions.values_mut() {
        redirect_root(definition, &reference);
    }
    *root = json!({ "$ref": reference });
}

fn reference_to(name: &str) -> String {
    // A `%` is the one character that a reader of the reference would take for something else.
    let escaped = onefold::schema::escape_pointer(name).replace('%', "%25");
    format!("#/$defs/{escaped}")
}

fn refers_to_root(schema: &mut Value) -> bool {
    let mut found = schema.get("$ref").is_some_and(|reference| reference == "#");
    each_child(schema, |_, child| found |= refers_to_root(child));
    found
}

fn redirect_root(schema: &mut Value, to: &str) {
    if let Some(reference) = schema.get_mut("$ref").filter(|reference| *reference == "#") {
        *reference = json!(to);
    }
    each_child(schema, |_, child| redirect_root(child, to));
}

fn references(schema: &mut Value, found: &mut Vec<String>) {
    let reference = schema.get("$ref").and_then(Value::as_str);
    found.extend(reference.and_then(definition_name));
    each_child(schema, |_, child| references(child, found));
}
