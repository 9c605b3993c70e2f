//! What each type is called, for small products whose types share a name.

use onefold::{Declaration, Product, Registry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::*;
use crate::fixture::{self, echoes};
use crate::openapi;
use crate::openapi::tests::{check_references, operations};

/// Three modules that each have a type of their own called `Thing`.
mod things {
    use super::{Deserialize, JsonSchema, Serialize};

    pub(super) mod one {
        use super::{Deserialize, JsonSchema, Serialize};

        #[derive(Serialize, Deserialize, JsonSchema)]
        pub(crate) struct Thing {
            a: bool,
        }
    }

    pub(super) mod two {
        use super::{Deserialize, JsonSchema, Serialize};

        /// The same on both sides.
        #[derive(Serialize, Deserialize, JsonSchema)]
        #[schemars(deny_unknown_fields)]
        pub(crate) struct Thing {
            b: bool,
        }
    }

    /// Its own kind, told by what it refers to alone.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(deny_unknown_fields)]
    pub(super) struct Holder<T> {
        thing: T,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(deny_unknown_fields, rename = "Holder")]
    pub(super) struct Other<T> {
        thing: T,
    }

    /// Refers to itself from its root.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(deny_unknown_fields)]
    pub(super) struct Tree {
        twigs: Vec<Tree>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(deny_unknown_fields)]
    pub(super) struct Wood {
        trees: Vec<Tree>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(deny_unknown_fields, rename = "Pair<a/b~%>")]
    pub(super) struct Odd {
        next: Option<Box<Odd>>,
    }
}

fn composed(declarations: Vec<Declaration>) -> Value {
    let mut modules: BTreeMap<&'static str, Vec<Declaration>> = BTreeMap::new();
    for declaration in declarations {
        let module = if declaration.id.starts_with("m.") {
            "m"
        } else {
            "n"
        };
        modules.entry(module).or_default().push(declaration);
    }
    let modules = modules
        .into_iter()
        .map(|(id, all)| fixture::module(id, all));
    let registry = Registry::composed(Product::new("p", "1.0.0"), modules).unwrap();
    registry.verify(&[&crate::Http]).unwrap();
    openapi(&registry)
}

#[track_caller]
fn check_names(declarations: Vec<Declaration>, right: &[&str]) {
    let document = composed(declarations);
    check_references(&document);
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let names: Vec<&str> = schemas
        .keys()
        .map(String::as_str)
        .filter(|name| *name != "Problem")
        .collect();
    assert_eq!(names, right);
}

#[test]
fn names_are_qualified_as_little_as_tells_them_apart() {
    use things::{Holder, Odd, Other, Tree, Wood, one, two};

    check_names(
        vec![echoes::<two::Thing>("m.a"), echoes::<two::Thing>("n.b")],
        &["Thing"],
    );
    check_names(vec![echoes::<one::Thing>("m.a")], &["Thing", "Thing-Input"]);
    check_names(
        vec![echoes::<one::Thing>("m.a"), echoes::<one::Thing>("n.b")],
        &["Thing", "Thing-Input"],
    );
    check_names(
        vec![echoes::<one::Thing>("m.a"), echoes::<two::Thing>("n.b")],
        &["m.Thing", "m.Thing-Input", "n.Thing"],
    );
    check_names(
        vec![echoes::<one::Thing>("m.a"), echoes::<two::Thing>("m.b")],
        &["m.a.Thing", "m.a.Thing-Input", "m.b.Thing"],
    );
    // Alike to the letter, and not in what they refer to.
    check_names(
        vec![
            echoes::<Other<one::Thing>>("m.a"),
            echoes::<Other<two::Thing>>("n.b"),
        ],
        &[
            "m.Holder",
            "m.Holder-Input",
            "m.Thing",
            "m.Thing-Input",
            "n.Holder",
            "n.Thing",
        ],
    );
    check_names(
        vec![echoes::<Holder<two::Thing>>("m.a")],
        &["Holder", "Thing"],
    );
    // As the root of one document and a definition of another, it is one type.
    check_names(
        vec![echoes::<Tree>("m.a"), echoes::<Wood>("n.b")],
        &["Tree", "Wood"],
    );
    check_names(
        vec![echoes::<Odd>("m.a")],
        &["Pair_a_b___", "Pair_a_b___-Input"],
    );
}

#[test]
fn another_capability_renames_no_operation() {
    let few = composed(vec![echoes::<things::one::Thing>("m.a")]);
    let more = composed(vec![
        echoes::<things::two::Thing>("m.A"),
        echoes::<things::one::Thing>("m.a"),
        echoes::<things::two::Thing>("n.a"),
    ]);
    for id in operations(&few).keys() {
        assert!(operations(&more).contains_key(id), "{id}");
    }
}
