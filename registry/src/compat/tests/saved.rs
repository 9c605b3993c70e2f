//! What is read as a saved registry, and what is refused.

use serde_json::{Value, json};

use crate::compat::Saved;
use crate::declaration::{Content, Declaration, Location, ModuleDeclaration};
use crate::{Kind, Product, Registry};

fn registry() -> Registry {
    let resource = |id: &'static str| {
        let mut declaration = Declaration::new(id, Kind::Resource);
        declaration.title = "A".into();
        declaration.description = "A.".into();
        declaration.content = Some(Content::text("text/plain", "Hello."));
        declaration
    };
    let module = |id: &'static str, capabilities| ModuleDeclaration {
        id: id.into(),
        version: "1.0.0".into(),
        title: "A".into(),
        description: "A.".into(),
        capabilities,
        location: Location::caller(),
    };
    let product = Product::new("notes", "1.0.0")
        .module("notes")
        .module("other");
    let modules = [
        module("other", vec![resource("other.a")]),
        module("notes", vec![resource("notes.b"), resource("notes.a")]),
    ];
    Registry::composed(product, modules).unwrap()
}

/// The document, changed, and what reading it complains of.
#[track_caller]
fn check(change: impl FnOnce(&mut Value), right: &str) {
    let mut document = serde_json::to_value(Saved::of(&registry())).unwrap();
    change(&mut document);
    let error = Saved::from_json(document.to_string().as_bytes())
        .unwrap_err()
        .to_string();
    assert!(error.contains(right), "{error}");
}

#[test]
fn what_is_written_is_read_and_written_alike() {
    let saved = Saved::of(&registry());
    let text = saved.to_json().unwrap();
    assert_eq!(Saved::of(&registry()).to_json().unwrap(), text);
    let read = Saved::from_json(text.as_bytes()).unwrap();
    assert_eq!(read, saved);
    assert_eq!(read.to_json().unwrap(), text);
    let ids: Vec<&str> = saved
        .capabilities()
        .iter()
        .map(|capability| capability.id.as_str())
        .collect();
    assert_eq!(ids, ["notes.a", "notes.b", "other.a"]);
    assert_eq!(saved.fingerprint(), registry().fingerprint());
}

#[test]
fn what_can_not_be_compared_is_refused() {
    check(
        |document| document["format"] = json!(2),
        "format 2 of saved registries is not known, only 1",
    );
    check(|document| document["extra"] = json!(1), "`extra`");
    check(
        |document| document["capabilities"][0]["deadline"] = json!(1),
        "`capabilities.0.deadline`",
    );
    check(
        |document| document["capabilities"][0]["exposure"]["grpc"] = json!({}),
        "`capabilities.0.exposure.grpc`",
    );
    check(
        |document| document["capabilities"].as_array_mut().unwrap().swap(0, 1),
        "`notes.a` stands after `notes.b`",
    );
    check(
        |document| document["capabilities"][1]["id"] = json!("notes.a"),
        "`notes.a` stands after `notes.a`",
    );
    check(
        |document| document["modules"].as_array_mut().unwrap().swap(0, 1),
        "`notes` stands after `other`",
    );
    check(
        |document| document["modules"] = json!([]),
        "`notes.a` belongs to no module",
    );
    check(
        |document| document["modules"][0]["version"] = json!("one"),
        "unexpected character",
    );
    check(
        |document| document["capabilities"][0]["id"] = json!("No id"),
        "capability id",
    );
    check(
        |document| drop(document.as_object_mut().unwrap().remove("modules")),
        "missing field `modules`",
    );
}

#[test]
fn where_it_is_wrong_is_told() {
    for (text, right) in [
        ("", "line 1 column 0"),
        ("{\n  \"format\": 1,\n  oops\n}", "line 3 column 3"),
        ("{\n  \"format\": 7\n}", "line 3 column 1"),
        ("[]", "line 1"),
    ] {
        let error = Saved::from_json(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(right), "{error}");
    }
    let text = Saved::of(&registry()).to_json().unwrap() + "x";
    let error = Saved::from_json(text.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("trailing characters"), "{error}");
}
