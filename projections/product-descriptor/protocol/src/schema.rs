//! The protocol's structure as JSON Schema 2020-12, made from the same numbers and names that `validate` uses.
//!
//! It counts code points where `validate` counts UTF-16 code units, and sees no relation between fields.

use serde_json::{Value, json};

use crate::document::{ArtifactDirection, AuthorityKind, Confirmation, SCHEMA_VERSION, SideEffect};
use crate::limits::{
    ARGV, ARTIFACTS, COMMANDS, DESCRIPTION, DISPLAY_NAME, EXECUTABLES, IDENTIFIER, MEDIA_TYPE,
    PACKAGE_NAME, PATH_WORDS, PROJECTIONS, SCHEMA_REF, SUMMARY, TOKEN,
};

/// The name under which the schema is known.
pub const SCHEMA_ID: &str = "https://kontour.ai/schemas/product-capability-descriptor/1.0.0";

/// The schema of a descriptor.
pub fn schema() -> Value {
    let list = |least: usize, most: usize, of: &str| json!({ "type": "array", "minItems": least, "maxItems": most, "items": { "$ref": format!("#/$defs/{of}") } });
    let identifier = json!({ "$ref": "#/$defs/identifier" });
    let argv = json!({ "$ref": "#/$defs/argv" });
    let mut root = closed(
        "What a product offers to a suite: inert data, in which nothing is code.",
        &[
            ("schemaVersion", json!({ "const": SCHEMA_VERSION })),
            (
                "protocolVersion",
                pattern(r"^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){2}$", 20),
            ),
            ("product", json!({ "$ref": "#/$defs/product" })),
            ("executables", list(1, EXECUTABLES, "executable")),
            ("commands", list(1, COMMANDS, "command")),
            ("artifacts", list(0, ARTIFACTS, "artifact")),
            ("projections", list(0, PROJECTIONS, "projection")),
        ],
        &[],
    );
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["$id"] = json!(SCHEMA_ID);
    root["title"] = json!("Product capability descriptor");
    root["$defs"] = json!({
        "identifier": pattern("^[a-z][a-z0-9]*(-[a-z0-9]+)*$", IDENTIFIER),
        "argv": {
            "description": "Literal tokens; none chooses a program or asks a shell to evaluate.",
            "type": "array",
            "maxItems": ARGV,
            "items": token(),
        },
        "product": closed("The identity of a product.", &[
            ("id", identifier.clone()),
            ("displayName", printable(DISPLAY_NAME)),
            ("packageName", pattern("^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$", PACKAGE_NAME)),
        ], &[]),
        "executable": closed("A program of the product's package.", &[
            ("id", identifier.clone()),
            ("packageBin", identifier.clone()),
        ], &[("argvPrefix", argv.clone())]),
        "command": closed("One command that can be delegated.", &[
            ("path", list(1, PATH_WORDS, "identifier")),
            ("summary", printable(SUMMARY)),
            ("executableId", identifier.clone()),
            ("argv", argv),
            ("sideEffect", json!({ "enum": SideEffect::NAMES })),
            ("authority", json!({ "$ref": "#/$defs/authority" })),
        ], &[]),
        "authority": closed("Who answers for a command, and who must have asked for it.", &[
            ("kind", json!({ "enum": AuthorityKind::NAMES })),
            ("productId", identifier.clone()),
            ("confirmation", json!({ "enum": Confirmation::NAMES })),
        ], &[]),
        "artifact": closed("A kind of file that the product takes or makes.", &[
            ("id", identifier.clone()),
            ("direction", json!({ "enum": ArtifactDirection::NAMES })),
            ("mediaType", pattern("^[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+$", MEDIA_TYPE)),
            ("description", printable(DESCRIPTION)),
        ], &[]),
        "projection": closed("A view that the product publishes.", &[
            ("id", identifier),
            ("schemaRef", printable(SCHEMA_REF)),
            ("description", printable(DESCRIPTION)),
        ], &[]),
    });
    root
}

fn closed(about: &str, required: &[(&str, Value)], optional: &[(&str, Value)]) -> Value {
    let properties: serde_json::Map<String, Value> = required
        .iter()
        .chain(optional)
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    let required: Vec<&str> = required.iter().map(|(name, _)| *name).collect();
    json!({
        "description": about,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn pattern(pattern: &str, most: usize) -> Value {
    json!({ "type": "string", "pattern": pattern, "minLength": 1, "maxLength": most })
}

fn printable(most: usize) -> Value {
    pattern(r"^[^\u0000-\u001f\u007f]*$", most)
}

fn token() -> Value {
    let mut token = printable(TOKEN);
    token["not"] = json!({ "pattern": "^(--exec(utable)?|--shell)(=|$)|^-c$" });
    token
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::diagnose_value;

    /// What the schema says of a change to a valid document, and whether `validate` agrees.
    #[track_caller]
    fn check(pointer: &str, value: Value, admitted: bool, agreed: bool) {
        let schema = jsonschema::draft202012::new(&super::schema()).unwrap();
        let mut document: Value =
            serde_json::from_str(include_str!("validate/valid.json")).unwrap();
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        document.pointer_mut(parent).unwrap()[field] = value;
        assert_eq!(schema.is_valid(&document), admitted, "{document}");
        assert_eq!(
            diagnose_value(&document).is_empty() == admitted,
            agreed,
            "{document}"
        );
    }

    #[test]
    fn it_agrees_on_structure() {
        let text = |count: usize| json!("x".repeat(count));
        for (pointer, most) in [
            ("/product/displayName", 128),
            ("/product/packageName", 214),
            ("/commands/0/summary", 256),
            ("/projections/0/schemaRef", 512),
            ("/artifacts/0/description", 256),
            ("/projections/0/description", 256),
            ("/artifacts/0/id", 64),
        ] {
            check(pointer, text(most), true, true);
            check(pointer, text(most + 1), false, true);
            check(pointer, text(0), false, true);
            check(pointer, json!("x\u{7f}"), false, true);
            check(pointer, Value::Null, false, true);
        }
        for object in ["", "/product", "/commands/0", "/commands/0/authority"] {
            check(&format!("{object}/extra"), json!(1), false, true);
        }
        check("/commands/0/argv", json!(["--shell"]), false, true);
        check("/commands/0/argv", json!(vec!["x"; 64]), true, true);
        check("/commands/0/argv", json!(vec!["x"; 65]), false, true);
        check("/commands/0/sideEffect", json!("read"), false, true);
        check("/schemaVersion", json!("1.0.1"), false, true);
        check("/artifacts/0/mediaType", json!("Text/plain"), false, true);
    }

    #[test]
    fn it_sees_no_relations_and_counts_code_points() {
        let other = json!("other");
        check("/commands/0/authority/productId", other, true, false);
        check("/commands/0/executableId", json!("absent"), true, false);
        check("/protocolVersion", json!("2.0.0"), true, false);
        let astral = json!("\u{1f600}".repeat(128));
        check("/product/displayName", astral, true, false);
    }
}
