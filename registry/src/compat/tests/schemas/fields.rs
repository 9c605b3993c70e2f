//! Changes of the fields of an object.

use serde_json::{Value, json};

use super::{check, object, same};

#[test]
fn fields() {
    let one = || object(json!({"a": {"type": "string"}}), json!(["a"]));
    let more = |required| {
        object(
            json!({"a": {"type": "string"}, "b": {"type": "string"}}),
            required,
        )
    };
    check(
        one(),
        more(json!(["a"])),
        &["minor field_added /properties/b"],
        &["minor field_added /properties/b"],
    );
    check(
        one(),
        more(json!(["a", "b"])),
        &["major required_field_added /properties/b"],
        &["minor field_added /properties/b"],
    );
    check(
        more(json!(["a"])),
        one(),
        &["major field_removed /properties/b"],
        &["major field_removed /properties/b"],
    );
    check(
        more(json!(["a", "b"])),
        one(),
        &["major field_removed /properties/b"],
        &["major field_removed /properties/b"],
    );
    check(
        more(json!(["a"])),
        more(json!(["a", "b"])),
        &["major field_required /properties/b"],
        &["minor field_required /properties/b"],
    );
    check(
        more(json!(["a", "b"])),
        more(json!(["a"])),
        &["minor field_optional /properties/b"],
        &["major field_optional /properties/b"],
    );
    // A renamed field is one that is gone and one that is new.
    check(
        object(json!({"a": {"type": "string"}}), json!([])),
        object(json!({"b": {"type": "string"}}), json!([])),
        &[
            "major field_removed /properties/a",
            "minor field_added /properties/b",
        ],
        &[
            "major field_removed /properties/a",
            "minor field_added /properties/b",
        ],
    );
    // Fields that are named like prose are fields.
    check(
        object(json!({"title": {"type": "string"}}), json!([])),
        object(json!({"title": {"type": "integer"}}), json!([])),
        &[
            "major form_removed /properties/title",
            "minor form_added /properties/title",
        ],
        &[
            "patch form_removed /properties/title",
            "major form_added /properties/title",
        ],
    );
    check(
        object(json!({"a/b~c": {"type": "string"}}), json!([])),
        object(json!({}), json!([])),
        &["major field_removed /properties/a~1b~0c"],
        &["major field_removed /properties/a~1b~0c"],
    );
}

#[test]
fn fields_of_objects_that_have_others_too() {
    let open = |fields| json!({"type": "object", "properties": fields});
    let map = |of| json!({"type": "object", "additionalProperties": of});
    // What any field could be is no longer what this one can be.
    check(
        open(json!({})),
        open(json!({"a": {"type": "string"}})),
        &["major field_added /properties/a"],
        &["minor field_added /properties/a"],
    );
    check(
        open(json!({})),
        open(json!({"a": true})),
        &["minor field_added /properties/a"],
        &["minor field_added /properties/a"],
    );
    check(
        open(json!({"a": {"type": "string"}})),
        open(json!({})),
        &["major field_removed /properties/a"],
        &["major field_removed /properties/a"],
    );
    check(
        map(json!({"type": "string"})),
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "string"}}),
        &["major field_added /properties/a"],
        &["major field_added /properties/a"],
    );
    check(
        map(json!({"type": "string"})),
        map(json!({"type": ["string", "null"]})),
        &["minor value_added /additionalProperties"],
        &["major value_added /additionalProperties"],
    );
    check(
        map(json!(true)),
        map(json!(false)),
        &["major limit_tightened /additionalProperties"],
        &["patch limit_tightened /additionalProperties"],
    );
    check(
        map(json!(false)),
        map(json!(true)),
        &["minor limit_loosened /additionalProperties"],
        &["minor limit_loosened /additionalProperties"],
    );
    check(
        json!({"type": "object", "patternProperties": {"^a": {"type": "string"}}, "additionalProperties": false}),
        json!({"type": "object", "patternProperties": {"^a": {"type": ["string", "null"]}}, "additionalProperties": false}),
        &["minor value_added /patternProperties/^a"],
        &["major value_added /patternProperties/^a"],
    );
    check(
        json!({"type": "object", "patternProperties": {"^a": true}, "additionalProperties": false}),
        json!({"type": "object", "patternProperties": {"^b": true}, "additionalProperties": false}),
        &["major unmodelled /patternProperties"],
        &["major unmodelled /patternProperties"],
    );
    check(
        json!({"type": "object", "minProperties": 1}),
        json!({"type": "object", "maxProperties": 3}),
        &[
            "minor limit_loosened /minProperties",
            "major limit_tightened /maxProperties",
        ],
        &[
            "major limit_loosened /minProperties",
            "patch limit_tightened /maxProperties",
        ],
    );
}

#[test]
fn what_it_means_to_leave_a_field_out() {
    let field = |default: Value| {
        object(
            json!({"a": {"type": "integer", "default": default}}),
            json!([]),
        )
    };
    let none = || object(json!({"a": {"type": "integer"}}), json!([]));
    let required = || object(json!({"a": {"type": "integer"}}), json!(["a"]));
    check(
        field(json!(1)),
        field(json!(2)),
        &["major default_changed /properties/a/default"],
        &[],
    );
    check(
        none(),
        field(json!(2)),
        &["major default_changed /properties/a/default"],
        &[],
    );
    check(
        field(json!(1)),
        none(),
        &["major default_changed /properties/a/default"],
        &[],
    );
    same(none(), field(json!(null)));
    check(
        required(),
        field(json!(1)),
        &["minor field_optional /properties/a"],
        &["major field_optional /properties/a"],
    );
    check(
        field(json!(1)),
        required(),
        &["major field_required /properties/a"],
        &["minor field_required /properties/a"],
    );
    let deprecated = || {
        object(
            json!({"a": {"type": "integer", "deprecated": true}}),
            json!([]),
        )
    };
    check(
        none(),
        deprecated(),
        &["minor deprecation_changed /properties/a/deprecated"],
        &["minor deprecation_changed /properties/a/deprecated"],
    );
    check(
        deprecated(),
        none(),
        &["patch deprecation_changed /properties/a/deprecated"],
        &["patch deprecation_changed /properties/a/deprecated"],
    );
}
