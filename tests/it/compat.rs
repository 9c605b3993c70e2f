//! Saved registries, compared by the binary: what it says, and the exit code that a pipeline sees.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::harness::{Product, Run};

const DESCRIBE: &str = "/capabilities/0";

/// The registry of the product, with changes, in a file.
struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn write(&self, name: &str, change: impl FnOnce(&mut Value)) -> String {
        let run = Product::Onefold.run(&["registry", "print"]);
        assert_eq!(run.code, 0, "{run:?}");
        let mut registry = run.json();
        change(&mut registry);
        self.text(name, &registry.to_string())
    }

    fn text(&self, name: &str, text: &str) -> String {
        let path: PathBuf = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

fn at<'a>(registry: &'a mut Value, pointer: &str) -> &'a mut Value {
    registry.pointer_mut(pointer).unwrap()
}

/// The input had a field that it has no longer.
fn accepted_more(registry: &mut Value) {
    assert_eq!(registry["capabilities"][0]["id"], "capabilities.describe");
    let input = at(registry, &format!("{DESCRIBE}/input/schema/properties"));
    input["depth"] = json!({"type": "integer"});
}

#[track_caller]
fn check(arguments: &[&str], code: i32) -> Run {
    let run = Product::Onefold.run(arguments);
    assert_eq!(run.code, code, "{run:?}");
    run
}

#[test]
fn a_registry_is_printed_alike_each_time() {
    let first = check(&["registry", "print"], 0).stdout;
    assert_eq!(check(&["registry", "print"], 0).stdout, first);
    assert_eq!(
        check(&["registry", "print", "--format", "yaml"], 0).stdout,
        first
    );
}

#[test]
fn what_is_the_same_differs_in_nothing() {
    let files = Files::new();
    let same = files.write("same.json", |_| {});
    let run = check(&["registry", "diff", &same, &same], 0);
    assert_eq!(run.stdout, "a caller would notice nothing\n");
    let report = check(&["registry", "diff", &same, &same, "--format", "json"], 0).json();
    assert_eq!(
        (&report["enough"], &report["modules"]),
        (&json!(true), &json!([]))
    );
    let valid = check(&["validate", "--against", &same, "--format", "json"], 0).json();
    assert_eq!(valid["valid"], true);
}

#[test]
fn a_version_that_is_too_low_is_told_with_what_demands_more() {
    let files = Files::new();
    let old = files.write("old.json", accepted_more);
    let new = files.write("new.json", |_| {});
    let run = check(&["registry", "diff", &old, &new], 10);
    assert!(
        run.stdout
            .contains("capabilities: 0.1.1 -> 0.1.1; its changes demand 0.2.0 or later"),
        "{run:?}"
    );
    assert!(
        run.stdout
            .contains("capabilities.describe: `depth` is no longer accepted"),
        "{run:?}"
    );

    let report = check(&["registry", "diff", &old, &new, "--format", "json"], 10).json();
    let module = &report["modules"][0];
    assert_eq!(report["enough"], false);
    assert_eq!(
        module["changes"],
        json!([{
            "code": "field_removed",
            "capability": "capabilities.describe",
            "at": "/input/schema/properties/depth",
            "step": "major",
            "notice": "`depth` is no longer accepted",
        }])
    );
    assert_eq!(
        (
            &module["id"],
            &module["step"],
            &module["least"],
            &module["enough"]
        ),
        (
            &json!("capabilities"),
            &json!("minor"),
            &json!("0.2.0"),
            &json!(false)
        )
    );
    let yaml = check(&["registry", "diff", &old, &new, "--format", "yaml"], 10);
    assert!(yaml.stdout.contains("least: \"0.2.0\""), "{yaml:?}");

    // The other way around, the input accepts more; and a version that says so is enough.
    check(&["registry", "diff", &new, &old], 10);
    let raised = files.write("raised.json", |registry| {
        accepted_more(registry);
        *at(registry, "/modules/0/version") = json!("0.1.2");
    });
    check(&["registry", "diff", &new, &raised], 0);
}

#[test]
fn a_product_is_held_to_the_versions_of_its_changes() {
    let files = Files::new();
    let old = files.write("old.json", accepted_more);
    let run = check(&["validate", "--against", &old], 10);
    assert_eq!(run.stdout, "");
    for part in [
        "capabilities: 0.1.1 -> 0.1.1; its changes demand 0.2.0",
        "`depth` is no longer accepted",
        "next: raise the versions",
    ] {
        assert!(run.stderr.contains(part), "{run:?}");
    }
    let report = check(&["validate", "--against", &old, "--format", "json"], 10).json();
    assert_eq!(report["valid"], false);
    assert_eq!(report["behind"][0]["least"], "0.2.0");
    assert_eq!(report["behind"][0]["changes"][0]["code"], "field_removed");
}

#[test]
fn a_file_that_is_no_registry_is_named_and_so_is_the_place() {
    let files = Files::new();
    let good = files.write("good.json", |_| {});
    let unknown = files.write("unknown.json", |registry| registry["format"] = json!(9));
    let extra = files.write("extra.json", |registry| {
        registry["capabilities"][1]["deadline"] = json!(1)
    });
    let broken = files.text("broken.json", "{\n  \"format\": 1,,\n}");
    for (file, part) in [
        (unknown.as_str(), "format 9"),
        (&extra, "capabilities.1.deadline"),
        (&broken, "line 2 column 15"),
        ("missing.json", "missing.json"),
    ] {
        for arguments in [
            ["registry", "diff", &good, file],
            ["registry", "diff", file, &good],
            ["validate", "--against", file, "--format=table"],
        ] {
            let run = check(&arguments, 2);
            assert!(
                run.stderr.contains(part) && run.stderr.contains(file),
                "{run:?}"
            );
        }
        let run = check(&["registry", "diff", &good, file, "--format", "json"], 2);
        assert_eq!(run.json()["error"]["code"], "invalid_input");
    }
    check(&["registry", "diff", &good], 2);
}
