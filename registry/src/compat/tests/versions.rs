//! The step a module owes, and the least version that takes it.

use semver::Version;
use serde_json::{Value, json};

use crate::compat::{Diff, Saved, Step, diff};

#[track_caller]
fn check_least(old: &str, step: Step, least: &str) {
    let old = Version::parse(old).unwrap();
    assert_eq!(
        step.from(&old).least(&old).to_string(),
        least,
        "{step:?} from {old}"
    );
}

#[test]
fn the_least_version_takes_the_step_and_no_more() {
    use Step::{Major, Minor, None, Patch};
    for (old, steps) in [
        ("1.2.3", ["1.2.3", "1.2.4", "1.3.0", "2.0.0"]),
        ("0.2.3", ["0.2.3", "0.2.4", "0.2.4", "0.3.0"]),
        ("0.0.3", ["0.0.3", "0.0.4", "0.0.4", "0.1.0"]),
        ("2.0.0-rc.1", ["2.0.0-rc.1", "2.0.0", "2.0.0", "2.0.0"]),
        ("1.2.0-rc.1", ["1.2.0-rc.1", "1.2.0", "1.2.0", "2.0.0"]),
        ("1.2.3-rc.1", ["1.2.3-rc.1", "1.2.3", "1.3.0", "2.0.0"]),
        ("1.2.3+build", ["1.2.3+build", "1.2.4", "1.3.0", "2.0.0"]),
    ] {
        for (step, least) in [None, Patch, Minor, Major].into_iter().zip(steps) {
            check_least(old, step, least);
        }
    }
}

/// A product of one module with these capabilities, whose outputs have these types.
fn saved(version: &str, outputs: &[(&str, &str)]) -> Value {
    let capabilities: Vec<Value> = outputs
        .iter()
        .map(|(id, output)| {
            json!({
                "id": id, "module": "notes", "kind": "query", "title": "A", "description": "A.",
                "input": {"schema": {"type": "object", "additionalProperties": false}},
                "output": {"schema": {"type": output}},
                "provenance": {"source": "builtin", "module": "notes"},
                "exposure": {}, "availability": "runtime", "visibility": "internal", "stability": "implemented",
                "benchmark": {"policy": "required"}, "cache": {"policy": "disabled"},
                "execution": {"effect": "read", "cancellable": false, "concurrency": "unrestricted"},
            })
        })
        .collect();
    json!({
        "format": 1, "product": {"id": "notes", "version": "1.0.0"}, "fingerprint": {"contract": "", "full": ""},
        "modules": [{"id": "notes", "version": version, "title": "N", "description": "N."}],
        "capabilities": capabilities,
    })
}

fn compare(old: &Value, new: &Value) -> Diff {
    let [old, new] =
        [old, new].map(|saved| Saved::from_json(saved.to_string().as_bytes()).unwrap());
    diff(&old, &new)
}

const ONE: &[(&str, &str)] = &[("notes.a", "string")];
const OTHER: &[(&str, &str)] = &[("notes.a", "null")];
const MORE: &[(&str, &str)] = &[("notes.a", "string"), ("notes.b", "string")];

/// What the module owes, and whether its new version is enough.
#[track_caller]
fn check(old: (&str, &[(&str, &str)]), new: (&str, &[(&str, &str)]), step: Step, enough: bool) {
    let diff = compare(&saved(old.0, old.1), &saved(new.0, new.1));
    let [module] = diff.modules.as_slice() else {
        panic!("{diff:?}");
    };
    assert_eq!((module.step, module.enough), (step, enough), "{module:?}");
    assert_eq!(diff.behind().count(), usize::from(!enough));
}

#[test]
fn a_version_below_what_its_changes_demand_is_not_enough() {
    for (old, new, step, enough) in [
        (("1.0.0", ONE), ("1.0.0", OTHER), Step::Major, false),
        (("1.0.0", ONE), ("1.9.9", OTHER), Step::Major, false),
        (("1.0.0", ONE), ("2.0.0", OTHER), Step::Major, true),
        (("1.0.0", ONE), ("3.1.4", OTHER), Step::Major, true),
        (("1.0.0", ONE), ("2.0.0-rc.1", OTHER), Step::Major, false),
        (
            ("2.0.0-rc.1", ONE),
            ("2.0.0-rc.2", OTHER),
            Step::Major,
            false,
        ),
        (("2.0.0-rc.1", ONE), ("2.0.0", OTHER), Step::Major, true),
        (("0.1.0", ONE), ("0.1.9", OTHER), Step::Minor, false),
        (("0.1.0", ONE), ("0.2.0", OTHER), Step::Minor, true),
        (("1.0.0", ONE), ("1.0.1", MORE), Step::Minor, false),
        (("1.0.0", ONE), ("1.1.0", MORE), Step::Minor, true),
        (("0.1.0", ONE), ("0.1.0", MORE), Step::Patch, false),
        (("0.1.0", ONE), ("0.1.1", MORE), Step::Patch, true),
        (("1.0.0", MORE), ("1.1.0", ONE), Step::Major, false),
        (("1.0.0", MORE), ("2.0.0", ONE), Step::Major, true),
        // Nothing changed: only going back is wrong.
        (("1.0.0", ONE), ("1.0.1", ONE), Step::None, true),
        (("1.0.0", ONE), ("0.9.0", ONE), Step::None, false),
        (("1.0.0+b", ONE), ("1.0.0+a", ONE), Step::None, true),
    ] {
        check(old, new, step, enough);
    }
}

#[test]
fn a_module_that_is_gone_is_owed_by_the_product() {
    let old = saved("1.0.0", ONE);
    let mut new = old.clone();
    new["modules"] = json!([]);
    new["capabilities"] = json!([]);
    let gone = compare(&old, &new);
    assert_eq!(gone.product.least, Some(Version::new(2, 0, 0)));
    assert_eq!(
        gone.behind()
            .map(|part| part.id.as_str())
            .collect::<Vec<_>>(),
        ["notes"]
    );
    new["product"]["version"] = json!("2.0.0");
    assert_eq!(compare(&old, &new).behind().count(), 0);
    // One that is new begins with any version.
    let come = compare(&new, &old);
    assert_eq!(
        (come.modules[0].step, come.modules[0].enough),
        (Step::Minor, true)
    );
}

#[test]
fn another_product_breaks_every_name_of_it() {
    let old = saved("1.0.0", ONE);
    let mut new = old.clone();
    new["product"]["id"] = json!("other");
    let diff = compare(&old, &new);
    assert_eq!(
        (diff.product.step, diff.product.enough),
        (Step::Major, false)
    );
}

#[test]
fn the_type_of_a_content_is_what_its_readers_expect() {
    let mut old = saved("1.0.0", ONE);
    old["media_types"] = json!({"notes.a": "text/plain"});
    let mut new = old.clone();
    new["media_types"]["notes.a"] = json!("text/html");
    let diff = compare(&old, &new);
    assert_eq!(
        super::told(&diff.modules[0].changes),
        ["major media_type_changed"]
    );
}
