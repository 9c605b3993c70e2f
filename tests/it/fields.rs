//! Each field of a declaration changes what it claims to change in the descriptor, and nothing else.

use std::collections::BTreeSet;
use std::path::Path;

use onefold::{
    Declare, DeclareModule, Failure, Kind, ModuleDeclaration, Product, Registry, capability, module,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

fn count() -> Result<u32, Failure> {
    Ok(1)
}

#[derive(Deserialize, JsonSchema)]
struct Words {
    text: String,
}

fn count_words(words: Words) -> Result<usize, Failure> {
    Ok(words.text.split_whitespace().count())
}

/// A query, with the fields that are given beside those that every one has.
macro_rules! query {
    ($name:ident { $($more:tt)* }) => {
        capability!($name {
            id: "notes.count",
            kind: Kind::Query,
            title: "Count",
            description: "Counts.",
            handler: count,
            $($more)*
        });
    };
}

query!(Base {});
query!(Exposed {
    expose: onefold::Exposure::new().tool("notes_count")
});
query!(Experimental {
    stability: onefold::Stability::Experimental
});
query!(Tagged { tags: ["text"] });
query!(Cached {
    cache: onefold::CachePolicy::process(8)
});
query!(Waived {
    benchmark: onefold::BenchmarkPolicy::Waived {
        reason: onefold::WaiverReason::ExternalDependency
    }
});
query!(Open {
    execution: onefold::Effects::new().reaches_outside()
});

capability!(OtherId {
    id: "notes.total",
    kind: Kind::Query,
    title: "Count",
    description: "Counts.",
    handler: count,
});
capability!(OtherKind {
    id: "notes.count",
    kind: Kind::Command,
    title: "Count",
    description: "Counts.",
    handler: count,
});
capability!(OtherTitle {
    id: "notes.count",
    kind: Kind::Query,
    title: "Count notes",
    description: "Counts.",
    handler: count,
});
capability!(OtherDescription {
    id: "notes.count",
    kind: Kind::Query,
    title: "Count",
    description: "Counts notes.",
    handler: count,
});
capability!(OtherHandler {
    id: "notes.count",
    kind: Kind::Query,
    title: "Count",
    description: "Counts.",
    handler: count_words,
});
capability!(Skilled {
    id: "notes.count",
    kind: Kind::Query,
    title: "Count",
    description: "Counts.",
    handler: count_words,
    skill: onefold::SkillExposure::new("count-words", "text"),
});
capability!(Guide {
    id: "notes.guide",
    kind: Kind::Resource,
    title: "Guide",
    description: "How to count.",
    content: onefold::Content::text("text/plain", "One, two."),
});
capability!(OtherGuide {
    id: "notes.guide",
    kind: Kind::Resource,
    title: "Guide",
    description: "How to count.",
    content: onefold::Content::text("text/markdown", "One, *two*."),
});

fn registry(declared: &dyn Declare) -> Registry {
    let mut module = ModuleDeclaration::new("notes", "1.0.0");
    module.title = "Notes".into();
    module.description = "Notes.".into();
    module.capabilities = vec![declared.declare()];
    Registry::composed(Product::new("notes", "1.0.0"), [module]).unwrap()
}

fn descriptor(declared: &dyn Declare) -> Value {
    let registry = registry(declared);
    let entry = registry.iter().next().unwrap();
    let mut descriptor = serde_json::to_value(entry.descriptor()).unwrap();
    // Where it was declared is no field, and differs everywhere.
    descriptor.as_object_mut().unwrap().remove("provenance");
    descriptor
}

/// A field, two declarations that differ in it, and the members of the descriptor that must differ.
type Case<'a> = (&'a str, &'a dyn Declare, &'a dyn Declare, &'a [&'a str]);

/// The members of two objects that differ.
fn changed(before: &Value, after: &Value) -> BTreeSet<String> {
    let (before, after) = (before.as_object().unwrap(), after.as_object().unwrap());
    before
        .keys()
        .chain(after.keys())
        .filter(|member| before.get(*member) != after.get(*member))
        .cloned()
        .collect()
}

/// The fields that the mirror documents, which are those of the macro.
fn fields(of: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../registry/src/__private/mirror.rs");
    let mirror = std::fs::read_to_string(path).unwrap();
    let (_, from) = mirror.split_once(&format!("pub struct {of}<")).unwrap();
    let (fields, _) = from.split_once("\n}").unwrap();
    fields
        .lines()
        .filter_map(|line| {
            Some(
                line.trim()
                    .strip_prefix("pub ")?
                    .split_once(':')?
                    .0
                    .to_owned(),
            )
        })
        .collect()
}

#[test]
fn each_field_of_a_capability_changes_what_it_claims() {
    let cases: [Case; 12] = [
        ("id", &Base, &OtherId, &["id"]),
        // A command changes something, is not repeated at will, and takes its turn.
        ("kind", &Base, &OtherKind, &["kind", "execution"]),
        ("title", &Base, &OtherTitle, &["title"]),
        ("description", &Base, &OtherDescription, &["description"]),
        ("handler", &Base, &OtherHandler, &["input", "output"]),
        // Who is offered it decides who sees it.
        ("expose", &Base, &Exposed, &["exposure", "visibility"]),
        ("stability", &Base, &Experimental, &["stability"]),
        ("tags", &Base, &Tagged, &["tags"]),
        ("cache", &Base, &Cached, &["cache"]),
        ("benchmark", &Base, &Waived, &["benchmark"]),
        ("skill", &OtherHandler, &Skilled, &["skill"]),
        ("execution", &Base, &Open, &["execution"]),
    ];
    let mut seen = BTreeSet::from(["content".to_owned()]);
    for (field, before, after, right) in cases {
        let right: BTreeSet<String> = right.iter().map(|&member| member.to_owned()).collect();
        assert_eq!(
            changed(&descriptor(before), &descriptor(after)),
            right,
            "{field}"
        );
        seen.insert(field.to_owned());
    }
    assert_eq!(seen, fields("Capability"));
}

/// The content is what is read, which no descriptor holds.
#[test]
fn the_content_of_a_resource_is_what_is_read() {
    assert_eq!(
        changed(&descriptor(&Guide), &descriptor(&OtherGuide)),
        BTreeSet::new()
    );
    let media_type = |declared: &dyn Declare| {
        let registry = registry(declared);
        let entry = registry.iter().next().unwrap();
        entry.content().unwrap().media_type.clone()
    };
    assert_eq!(media_type(&Guide), "text/plain");
    assert_eq!(media_type(&OtherGuide), "text/markdown");
}

module!(Counting {
    id: "notes",
    version: "1.2.3",
    title: "Counting",
    description: "What counts.",
    capabilities: [Base, Guide],
});

#[test]
fn each_field_of_a_module_says_what_it_claims() {
    let module = Counting.declare();
    assert_eq!(
        fields("Module"),
        ["capabilities", "description", "id", "title", "version"]
            .map(str::to_owned)
            .into()
    );
    assert_eq!(
        (
            &*module.id,
            &*module.version,
            &*module.title,
            &*module.description
        ),
        ("notes", "1.2.3", "Counting", "What counts.")
    );
    let listed: Vec<&str> = module
        .capabilities
        .iter()
        .map(|listed| &*listed.id)
        .collect();
    assert_eq!(listed, ["notes.count", "notes.guide"]);
}
