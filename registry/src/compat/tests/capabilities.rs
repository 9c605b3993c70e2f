//! Each field of a descriptor: what a caller notices when it changes.

use serde_json::{Value, json};

use super::told;
use crate::compat::fields;
use crate::model::Capability;

/// A command that states everything it can.
fn capability() -> Value {
    json!({
        "id": "notes.add", "module": "notes", "kind": "command", "title": "Add", "description": "Adds.",
        "input": {"name": "Add", "schema": {"type": "object", "additionalProperties": false}},
        "output": {"schema": {"type": "string"}},
        "provenance": {"source": "builtin", "module": "notes"},
        "exposure": {
            "mcp": {"tool": "notes_add", "resource": {"uri": "notes://n/a", "name": "a"}},
            "http": {"method": "POST", "path": "/api/v1/notes"},
            "cli": {"path": ["notes", "add"]},
        },
        "availability": "runtime", "visibility": "public", "stability": "implemented", "tags": ["a"],
        "benchmark": {"policy": "required"}, "cache": {"policy": "disabled"},
        "execution": {"effect": "process_state", "cancellable": false, "concurrency": "serial"},
        "skill": {"alias": "add", "argument": "text"},
    })
}

/// Sets the field at `pointer` to each value and compares, there and back.
#[track_caller]
fn check(pointer: &str, [a, b]: [Value; 2], there: &[&str], back: &[&str]) {
    let [old, new] = [a, b].map(|value| {
        let mut capability = capability();
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        capability.pointer_mut(parent).unwrap()[field] = value;
        serde_json::from_value::<Capability>(capability).unwrap()
    });
    assert_eq!(told(&fields::changes(&old, &new)), there, "{pointer}");
    assert_eq!(told(&fields::changes(&new, &old)), back, "{pointer}, back");
    assert_eq!(fields::changes(&old, &old), [], "{pointer}");
}

#[test]
fn prose_and_what_no_caller_sees_is_nothing() {
    for (pointer, new) in [
        ("/title", json!("Other")),
        ("/description", json!("Other.")),
        ("/tags", json!(["b", "c"])),
        (
            "/provenance",
            json!({"source": "builtin", "module": "moved"}),
        ),
        (
            "/benchmark",
            json!({"policy": "waived", "reason": "destructive"}),
        ),
        ("/input/name", json!("Renamed")),
        ("/output/name", json!("Renamed")),
    ] {
        let old = capability().pointer(pointer).cloned().unwrap_or_default();
        check(pointer, [old, new], &[], &[]);
    }
}

#[test]
fn exposures() {
    for (pointer, value, other) in [
        ("/exposure/mcp/tool", json!("notes_add"), json!("other")),
        (
            "/exposure/mcp/resource",
            json!({"uri": "n://a/b", "name": "a"}),
            json!({"uri": "n://a/c", "name": "a"}),
        ),
        (
            "/exposure/http",
            json!({"method": "POST", "path": "/api/v1/a"}),
            json!({"method": "GET", "path": "/api/v1/a"}),
        ),
        (
            "/exposure/http",
            json!({"method": "POST", "path": "/api/v1/a"}),
            json!({"method": "POST", "path": "/api/v1/b"}),
        ),
        (
            "/exposure/cli",
            json!({"path": ["a"]}),
            json!({"path": ["a", "b"]}),
        ),
        (
            "/skill",
            json!({"alias": "a", "argument": "t"}),
            json!({"alias": "b", "argument": "t"}),
        ),
        (
            "/skill",
            json!({"alias": "a", "argument": "t"}),
            json!({"alias": "a", "argument": "u"}),
        ),
    ] {
        let [added, removed, changed] = [
            "minor exposure_added",
            "major exposure_removed",
            "major exposure_changed",
        ]
        .map(|told| format!("{told} {pointer}"));
        check(
            pointer,
            [json!(null), value.clone()],
            &[&added],
            &[&removed],
        );
        check(pointer, [value, other], &[&changed], &[&changed]);
    }
    check(
        "/exposure/mcp/resource/name",
        [json!("a"), json!("b")],
        &["patch exposure_changed /exposure/mcp/resource/name"],
        &["patch exposure_changed /exposure/mcp/resource/name"],
    );
}

#[test]
fn effects() {
    let off = || json!(false);
    let stronger = "major effect_stronger /execution/";
    let weaker = "minor effect_weaker /execution/";
    let asks = [
        "major confirmation_stronger /execution",
        "minor confirmation_weaker /execution",
    ];
    for (field, confirmation) in [
        ("destructive", true),
        ("changes_outside", true),
        ("reaches_outside", false),
        ("signed_input", false),
        ("authenticated", false),
    ] {
        let (there, back) = (format!("{stronger}{field}"), format!("{weaker}{field}"));
        let (mut there, mut back) = (vec![there.as_str()], vec![back.as_str()]);
        if confirmation {
            there.push(asks[0]);
            back.push(asks[1]);
        }
        check(
            &format!("/execution/{field}"),
            [off(), json!(true)],
            &there,
            &back,
        );
    }
    for field in ["idempotent", "cancellable", "reads_nothing"] {
        let (there, back) = (format!("{weaker}{field}"), format!("{stronger}{field}"));
        check(
            &format!("/execution/{field}"),
            [off(), json!(true)],
            &[&there],
            &[&back],
        );
    }
    for (field, old, new) in [
        ("deadline_ms", json!(null), json!(50)),
        ("deadline_ms", json!(60), json!(50)),
    ] {
        let (there, back) = (format!("{stronger}{field}"), format!("{weaker}{field}"));
        check(
            &format!("/execution/{field}"),
            [old, new],
            &[&there],
            &[&back],
        );
    }
    check(
        "/execution/effect",
        [json!("read"), json!("process_state")],
        &["major effect_stronger /execution/effect", asks[0]],
        &["minor effect_weaker /execution/effect", asks[1]],
    );
    check(
        "/execution/effect",
        [json!("process_state"), json!("repository_mutation")],
        &["major effect_stronger /execution/effect"],
        &["minor effect_weaker /execution/effect"],
    );
    check(
        "/execution/concurrency",
        [json!("unrestricted"), json!("serial")],
        &["minor effect_stronger /execution/concurrency"],
        &["minor effect_weaker /execution/concurrency"],
    );
}

#[test]
fn kinds_stages_and_the_rest() {
    let kind = "major kind_changed /kind";
    check(
        "/kind",
        [json!("query"), json!("command")],
        &[kind],
        &[kind],
    );
    let [more, less] =
        ["minor", "major"].map(|step| format!("{step} availability_changed /availability"));
    check(
        "/availability",
        [json!("runtime"), json!("always")],
        &[&more],
        &[&less],
    );
    check(
        "/availability",
        [json!("authenticated"), json!("runtime")],
        &[&more],
        &[&less],
    );
    check(
        "/availability",
        [json!("build_time"), json!("runtime")],
        &[&less],
        &[&less],
    );
    let [more, less] =
        ["minor", "major"].map(|step| format!("{step} visibility_changed /visibility"));
    check(
        "/visibility",
        [json!("developer"), json!("public")],
        &[&more],
        &[&less],
    );
    check(
        "/visibility",
        [json!("internal"), json!("developer")],
        &[&more],
        &[&less],
    );
    let [none, some, gone] =
        ["patch", "minor", "major"].map(|step| format!("{step} stability_changed /stability"));
    check(
        "/stability",
        [json!("implemented"), json!("behaviorally_verified")],
        &[&none],
        &[&some],
    );
    check(
        "/stability",
        [json!("experimental"), json!("implemented")],
        &[&none],
        &[&some],
    );
    check(
        "/stability",
        [json!("planned"), json!("implemented")],
        &[&some],
        &[&gone],
    );
    check(
        "/stability",
        [json!("unsupported"), json!("planned")],
        &[&none],
        &[&some],
    );
    let cache = "patch cache_changed /cache";
    check(
        "/cache",
        [
            json!({"policy": "disabled"}),
            json!({"policy": "process", "max_entries": 1}),
        ],
        &[cache],
        &[cache],
    );
    check(
        "/input/schema",
        [
            json!({"type": "object"}),
            json!({"type": "object", "required": ["a"]}),
        ],
        &["major required_field_added /properties/a"],
        &["major field_removed /properties/a"],
    );
    check(
        "/output/schema",
        [
            json!({"type": "string"}),
            json!({"type": ["string", "null"]}),
        ],
        &["major value_added"],
        &["patch value_removed"],
    );
}
