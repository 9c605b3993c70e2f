//! Each kind of change, and which of the two digests it moves.

use serde_json::{Value, json};

use super::{Content, Digests, Fingerprint, Module};

#[derive(Debug, PartialEq)]
enum Moves {
    Neither,
    Full,
    Both,
}

#[track_caller]
fn check(old: &Fingerprint, new: &Fingerprint, moves: &Moves) {
    let found = match (old.contract == new.contract, old.full == new.full) {
        (true, true) => Moves::Neither,
        (true, false) => Moves::Full,
        (false, false) => Moves::Both,
        (false, true) => panic!("the contract moved, and the full digest did not"),
    };
    assert_eq!(found, *moves);
}

fn of_capability(descriptor: Value) -> Fingerprint {
    let mut digests = Digests::default();
    digests.capability(descriptor, None);
    digests.finish()
}

/// Every place where a schema holds another one.
fn schema() -> Value {
    let inner = || json!({"type": "object", "properties": {"title": {"type": "string"}, "description": {"type": "string"}}});
    json!({
        "type": "object",
        "properties": {"title": {"type": "string"}, "nested": inner(), "default": {"default": {"title": "a"}}},
        "required": ["title"],
        "patternProperties": {"^description": inner()},
        "additionalProperties": inner(),
        "propertyNames": {"type": "string"},
        "dependentSchemas": {"examples": inner()},
        "allOf": [inner()],
        "anyOf": [inner(), {"items": inner()}],
        "oneOf": [{"const": {"description": "a"}}],
        "not": inner(),
        "if": inner(),
        "then": inner(),
        "else": inner(),
        "$defs": {"title": inner(), "Deep": {"prefixItems": [inner()], "contains": inner()}},
    })
}

fn descriptor() -> Value {
    json!({
        "id": "notes.add", "module": "notes", "kind": "command", "title": "Add", "description": "Adds.", "tags": ["a"],
        "input": {"name": "Add", "schema": schema()}, "output": {"name": "Added", "schema": schema()},
        "provenance": {"source": "builtin", "module": "a"},
        "exposure": {"mcp": {"tool": "a", "resource": {"uri": "n://a/b", "name": "a"}}, "cli": {"path": ["a"]}},
        "availability": "runtime", "visibility": "public", "stability": "implemented",
        "benchmark": {"policy": "required"}, "cache": {"policy": "disabled"},
        "execution": {"effect": "read", "cancellable": false, "concurrency": "serial"},
        "skill": {"alias": "a", "argument": "title"},
    })
}

#[track_caller]
fn check_field(pointer: &str, value: Value, moves: &Moves) {
    let mut changed = descriptor();
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    changed.pointer_mut(parent).unwrap()[field] = value;
    check(&of_capability(descriptor()), &of_capability(changed), moves);
}

#[test]
fn fields_of_a_descriptor() {
    for (pointer, value, moves) in [
        ("/title", json!("Other"), Moves::Full),
        ("/description", json!("Other"), Moves::Full),
        ("/tags", json!(["b"]), Moves::Full),
        (
            "/provenance",
            json!({"source": "builtin", "module": "b"}),
            Moves::Neither,
        ),
        ("/id", json!("notes.b"), Moves::Both),
        ("/kind", json!("query"), Moves::Both),
        ("/input/name", json!("Other"), Moves::Both),
        ("/output/name", json!("Other"), Moves::Both),
        ("/exposure/mcp/tool", json!("b"), Moves::Both),
        ("/exposure/mcp/resource/name", json!("b"), Moves::Both),
        (
            "/exposure/http",
            json!({"method": "GET", "path": "/api/v1/a"}),
            Moves::Both,
        ),
        ("/exposure/cli/path", json!(["b"]), Moves::Both),
        ("/availability", json!("always"), Moves::Both),
        ("/visibility", json!("internal"), Moves::Both),
        ("/stability", json!("planned"), Moves::Both),
        (
            "/benchmark",
            json!({"policy": "waived", "reason": "destructive"}),
            Moves::Both,
        ),
        (
            "/cache",
            json!({"policy": "process", "max_entries": 1}),
            Moves::Both,
        ),
        ("/execution/effect", json!("process_state"), Moves::Both),
        ("/execution/destructive", json!(true), Moves::Both),
        ("/skill/alias", json!("b"), Moves::Both),
    ] {
        check_field(pointer, value, &moves);
    }
}

/// The places of the schemas in a schema.
const PLACES: &[&str] = &[
    "",
    "/properties/title",
    "/properties/nested",
    "/properties/nested/properties/title",
    "/properties/nested/properties/description",
    "/patternProperties/^description",
    "/additionalProperties",
    "/additionalProperties/properties/title",
    "/propertyNames",
    "/dependentSchemas/examples",
    "/allOf/0",
    "/anyOf/0/properties/description",
    "/anyOf/1/items",
    "/oneOf/0",
    "/not",
    "/if",
    "/then",
    "/else/properties/title",
    "/$defs/title",
    "/$defs/Deep/prefixItems/0",
    "/$defs/Deep/contains",
];

#[test]
fn schemas_at_every_depth() {
    for side in ["/input/schema", "/output/schema"] {
        for place in PLACES {
            for prose in ["title", "description", "$comment"] {
                check_field(
                    &format!("{side}{place}/{prose}"),
                    json!("Other."),
                    &Moves::Full,
                );
            }
            check_field(&format!("{side}{place}/examples"), json!([1]), &Moves::Full);
            for (keyword, value) in [
                ("type", json!("null")),
                ("default", json!("Other.")),
                ("deprecated", json!(true)),
                ("format", json!("uuid")),
                ("x-anything", json!("Other.")),
            ] {
                check_field(&format!("{side}{place}/{keyword}"), value, &Moves::Both);
            }
        }
    }
}

#[test]
fn what_is_named_like_prose_is_none() {
    for side in ["/input/schema", "/output/schema"] {
        for (place, value) in [
            ("/properties/title", json!({"type": "null"})),
            ("/properties/description", json!({"type": "string"})),
            ("/properties/examples", json!(true)),
            ("/properties/nested/properties/$comment", json!(true)),
            ("/$defs/title", json!(true)),
            ("/$defs/description", json!(true)),
            ("/patternProperties/title", json!(true)),
            ("/dependentSchemas/examples", json!(true)),
            // Data is no schema.
            ("/properties/default/default/title", json!("b")),
            ("/oneOf/0/const/description", json!("b")),
        ] {
            check_field(&format!("{side}{place}"), value, &Moves::Both);
        }
    }
}

#[test]
fn the_order_of_keys_is_nothing() {
    let mut reversed = serde_json::Map::new();
    for (key, value) in descriptor().as_object().unwrap().iter().rev() {
        reversed.insert(key.clone(), value.clone());
    }
    check(
        &of_capability(descriptor()),
        &of_capability(reversed.into()),
        &Moves::Neither,
    );
}

#[test]
fn contents_and_modules() {
    let of_content = |media_type: &'static str, text: &'static str| {
        let mut digests = Digests::default();
        digests.capability(descriptor(), Some(&Content::text(media_type, text)));
        digests.finish()
    };
    check(
        &of_content("text/plain", "a"),
        &of_content("text/plain", "b"),
        &Moves::Full,
    );
    check(
        &of_content("text/plain", "a"),
        &of_content("text/html", "a"),
        &Moves::Both,
    );
    let of_module = |[id, version, title, description]: [&str; 4]| {
        let mut digests = Digests::default();
        digests.module(&Module {
            id: id.to_owned().try_into().unwrap(),
            version: version.into(),
            title: title.into(),
            description: description.into(),
        });
        digests.finish()
    };
    let old = of_module(["a", "1.0.0", "A", "A"]);
    for (new, moves) in [
        (["b", "1.0.0", "A", "A"], Moves::Both),
        (["a", "1.0.1", "A", "A"], Moves::Both),
        (["a", "1.0.0", "B", "A"], Moves::Full),
        (["a", "1.0.0", "A", "B"], Moves::Full),
    ] {
        check(&old, &of_module(new), &moves);
    }
}
