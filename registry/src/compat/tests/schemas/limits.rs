//! Changes of types, of values and of their limits.

use serde_json::{Value, json};

use super::{check, same};

#[test]
fn types_and_values() {
    check(
        json!({"type": "string"}),
        json!({"type": ["string", "null"]}),
        &["minor value_added"],
        &["major value_added"],
    );
    check(
        json!({"type": "string"}),
        json!({"type": "integer"}),
        &["major form_removed", "minor form_added"],
        &["patch form_removed", "major form_added"],
    );
    check(
        json!({"type": "integer"}),
        json!({"type": "number"}),
        &["minor limit_loosened /type"],
        &["major limit_loosened /type"],
    );
    check(
        json!({"type": "number"}),
        json!({"type": "integer"}),
        &["major limit_tightened /type"],
        &["patch limit_tightened /type"],
    );
    check(
        json!({"enum": ["a"]}),
        json!({"enum": ["a", "b"]}),
        &["minor value_added"],
        &["major value_added"],
    );
    check(
        json!({"enum": ["a", "b"]}),
        json!({"enum": ["b"]}),
        &["major value_removed"],
        &["patch value_removed"],
    );
    check(
        json!({"const": "a"}),
        json!({"const": "b"}),
        &["major value_removed", "minor value_added"],
        &["patch value_removed", "major value_added"],
    );
    check(
        json!({"enum": ["a"]}),
        json!({"type": "string"}),
        &["minor form_added"],
        &["major form_added"],
    );
    check(
        json!({"type": "string"}),
        json!({"enum": ["a"]}),
        &["major form_removed"],
        &["patch form_removed"],
    );
    check(
        json!({"enum": ["a"]}),
        json!({"type": "string", "minLength": 2}),
        &["major value_removed", "minor form_added"],
        &["patch value_removed", "major form_added"],
    );
    check(
        json!({"type": "boolean"}),
        json!({"const": true}),
        &["major form_removed"],
        &["patch form_removed"],
    );
    check(
        json!({"type": "string"}),
        json!({"type": "string", "enum": ["a"], "pattern": "a"}),
        &["major unmodelled"],
        &["major unmodelled"],
    );
    check(
        json!({"type": "null"}),
        json!(false),
        &["major value_removed"],
        &["patch value_removed"],
    );
}

#[test]
fn limits_of_numbers() {
    let n = |more: Value| {
        let mut schema = json!({"type": "integer"});
        schema
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        schema
    };
    check(
        n(json!({"minimum": 1})),
        n(json!({"minimum": 2})),
        &["major limit_tightened /minimum"],
        &["patch limit_tightened /minimum"],
    );
    check(
        n(json!({"maximum": 1})),
        n(json!({"maximum": 2})),
        &["minor limit_loosened /maximum"],
        &["major limit_loosened /maximum"],
    );
    check(
        n(json!({})),
        n(json!({"exclusiveMinimum": 5})),
        &["major limit_tightened /minimum"],
        &["patch limit_tightened /minimum"],
    );
    check(
        json!({"type": "number", "minimum": 0}),
        json!({"type": "number", "exclusiveMinimum": 0}),
        &["major limit_tightened /minimum"],
        &["patch limit_tightened /minimum"],
    );
    check(
        json!({"type": "number", "exclusiveMaximum": 1.5}),
        json!({"type": "number", "maximum": 1.5}),
        &["minor limit_loosened /maximum"],
        &["major limit_loosened /maximum"],
    );
    // The numbers of Rust are ranges.
    check(
        n(json!({"format": "uint32", "minimum": 0})),
        n(json!({"format": "uint64", "minimum": 0})),
        &["minor limit_loosened /maximum"],
        &["major limit_loosened /maximum"],
    );
    check(
        n(json!({"format": "int64"})),
        n(json!({"format": "uint64"})),
        &[
            "major limit_tightened /minimum",
            "minor limit_loosened /maximum",
        ],
        &[
            "patch limit_tightened /minimum",
            "major limit_loosened /maximum",
        ],
    );
    check(
        n(json!({"maximum": 18_446_744_073_709_551_614_u64})),
        n(json!({"maximum": 18_446_744_073_709_551_615_u64})),
        &["minor limit_loosened /maximum"],
        &["major limit_loosened /maximum"],
    );
    check(
        json!({"type": "number", "format": "double"}),
        json!({"type": "number", "format": "float"}),
        &[
            "major limit_tightened /minimum",
            "major limit_tightened /maximum",
        ],
        &[
            "patch limit_tightened /minimum",
            "patch limit_tightened /maximum",
        ],
    );
    check(
        n(json!({"multipleOf": 2})),
        n(json!({"multipleOf": 4})),
        &["major limit_tightened /multipleOf"],
        &["patch limit_tightened /multipleOf"],
    );
    check(
        n(json!({"multipleOf": 2})),
        n(json!({"multipleOf": 3})),
        &[
            "major limit_tightened /multipleOf",
            "minor limit_loosened /multipleOf",
        ],
        &[
            "patch limit_tightened /multipleOf",
            "major limit_loosened /multipleOf",
        ],
    );
    check(
        n(json!({"multipleOf": 2})),
        n(json!({})),
        &["minor limit_loosened /multipleOf"],
        &["major limit_loosened /multipleOf"],
    );
}

#[test]
fn limits_of_texts() {
    let s = |keyword: &str, value: Value| json!({"type": "string", keyword: value});
    let free = || json!({"type": "string"});
    check(
        s("minLength", json!(1)),
        s("minLength", json!(2)),
        &["major limit_tightened /minLength"],
        &["patch limit_tightened /minLength"],
    );
    check(
        s("maxLength", json!(9)),
        free(),
        &["minor limit_loosened /maxLength"],
        &["major limit_loosened /maxLength"],
    );
    same(s("minLength", json!(0)), free());
    check(
        free(),
        s("pattern", json!("^a")),
        &["major limit_tightened /pattern"],
        &["patch limit_tightened /pattern"],
    );
    check(
        s("pattern", json!("^a")),
        s("pattern", json!("^b")),
        &[
            "major limit_tightened /pattern",
            "minor limit_loosened /pattern",
        ],
        &[
            "patch limit_tightened /pattern",
            "major limit_loosened /pattern",
        ],
    );
    check(
        free(),
        s("format", json!("uuid")),
        &["major limit_tightened /format"],
        &["patch limit_tightened /format"],
    );
    check(
        s("format", json!("uuid")),
        free(),
        &["minor limit_loosened /format"],
        &["major limit_loosened /format"],
    );
}

#[test]
fn arrays() {
    let a = |keyword: &str, value: Value| json!({"type": "array", keyword: value});
    check(
        a("items", json!({"type": "string"})),
        a("items", json!({"type": ["string", "null"]})),
        &["minor value_added /items"],
        &["major value_added /items"],
    );
    check(
        a("maxItems", json!(3)),
        a("maxItems", json!(4)),
        &["minor limit_loosened /maxItems"],
        &["major limit_loosened /maxItems"],
    );
    check(
        a("minItems", json!(3)),
        a("minItems", json!(4)),
        &["major limit_tightened /minItems"],
        &["patch limit_tightened /minItems"],
    );
    check(
        json!({"type": "array"}),
        a("uniqueItems", json!(true)),
        &["major limit_tightened /uniqueItems"],
        &["patch limit_tightened /uniqueItems"],
    );
    check(
        a("prefixItems", json!([{"type": "string"}, {"type": "null"}])),
        a(
            "prefixItems",
            json!([{"type": "string"}, {"type": "boolean"}]),
        ),
        &[
            "major value_removed /prefixItems/1",
            "minor form_added /prefixItems/1",
        ],
        &[
            "patch value_removed /prefixItems/1",
            "major form_added /prefixItems/1",
        ],
    );
    check(
        a("contains", json!({"type": "string"})),
        a("contains", json!({"type": "string", "description": "a"})),
        &[],
        &[],
    );
    check(
        a("contains", json!({"type": "string"})),
        a("contains", json!({"type": "null"})),
        &["major unmodelled /contains"],
        &["major unmodelled /contains"],
    );
}
