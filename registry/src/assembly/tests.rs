//! Each refusal, triggered alone; and what assembly promises of all of them together.

mod alone;

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use super::*;
use crate::declaration::{Content, Effects, Location};
use crate::model::{
    BenchmarkPolicy, CachePolicy, Exposure, HttpExposure, SkillExposure, Stability, WaiverReason,
};
use crate::projection::Claim;
use crate::{Context, Failure, Kind, State, handler};

#[derive(Deserialize, JsonSchema)]
struct Words {
    words: String,
}

fn search(input: Words) -> Result<String, Failure> {
    Ok(input.words)
}

fn count() -> Result<usize, Failure> {
    Ok(0)
}

fn query() -> Declaration {
    let mut declaration = Declaration::new("notes.search", Kind::Query);
    declaration.title = "Search".into();
    declaration.description = "Searches.".into();
    declaration.handler = Some(handler(search));
    declaration
}

fn command() -> Declaration {
    Declaration {
        kind: Kind::Command,
        ..query()
    }
}

fn resource() -> Declaration {
    let mut declaration = query();
    declaration.kind = Kind::Resource;
    declaration.handler = None;
    declaration.content = Some(Content::text("text/plain", "Hello."));
    declaration
}

fn module(id: &str, capabilities: Vec<Declaration>) -> ModuleDeclaration {
    ModuleDeclaration {
        id: id.to_owned().into(),
        version: "1.0.0".into(),
        title: "Notes".into(),
        description: "Notes.".into(),
        capabilities,
        location: Location::caller(),
    }
}

fn assemble(modules: Vec<ModuleDeclaration>) -> Result<Registry, Refusals> {
    Registry::composed(Product::new("notes", "1.0.0"), modules)
}

fn codes(result: Result<(), Refusals>) -> Vec<&'static str> {
    let refusals = result.err();
    refusals
        .iter()
        .flatten()
        .map(|refusal| refusal.code.as_str())
        .collect()
}

#[track_caller]
fn check(declaration: Declaration, right: &[&str]) {
    let result = assemble(vec![module("notes", vec![declaration])]).map(drop);
    assert_eq!(codes(result), right);
}

#[track_caller]
fn check_schemas(declaration: Declaration, right: &[&str]) {
    let registry = assemble(vec![module("notes", vec![declaration])]).unwrap();
    assert_eq!(codes(registry.verify(&[])), right);
}

fn with(mut declaration: Declaration, change: impl FnOnce(&mut Declaration)) -> Declaration {
    change(&mut declaration);
    declaration
}

fn exposed(declaration: Declaration, exposure: Exposure) -> Declaration {
    Declaration {
        exposure,
        ..declaration
    }
}

fn stating(declaration: Declaration, effects: Effects) -> Declaration {
    Declaration {
        effects,
        ..declaration
    }
}

#[test]
fn what_is_right_is_assembled() {
    let exposure = Exposure::new()
        .cli(["notes", "search"])
        .http(HttpExposure::get("/api/v1/notes/search"))
        .tool("notes_search");
    check(exposed(query(), exposure), &[]);
    check(
        exposed(
            command(),
            Exposure::new().http(HttpExposure::post("/api/v1/notes/search")),
        ),
        &[],
    );
    check(
        exposed(
            resource(),
            Exposure::new().resource("notes://guide/intro", "intro"),
        ),
        &[],
    );
    check(
        with(query(), |d| {
            (d.stability, d.handler) = (Stability::Planned, None)
        }),
        &[],
    );
    check_schemas(
        with(query(), |d| {
            d.skill = Some(SkillExposure::new("find", "words"))
        }),
        &[],
    );
}

#[test]
fn identities_are_refused() {
    check(
        with(query(), |d| d.id = "notes search".into()),
        &["id_malformed"],
    );
    check(
        with(query(), |d| d.id = "other.search".into()),
        &["id_foreign"],
    );
    let twice = || vec![query(), query()];
    assert_eq!(
        codes(assemble(vec![module("notes", twice())]).map(drop)),
        ["id_duplicate"]
    );
    assert_eq!(
        codes(
            assemble(vec![
                module("notes", vec![query()]),
                module("notes", vec![])
            ])
            .map(drop)
        ),
        ["module_duplicate", "module_empty"]
    );
    assert_eq!(
        codes(assemble(vec![module("Notes", vec![])]).map(drop)),
        ["module_malformed", "module_empty"]
    );
    let unversioned = ModuleDeclaration {
        version: "1".into(),
        ..module("notes", vec![query()])
    };
    assert_eq!(
        codes(assemble(vec![unversioned]).map(drop)),
        ["module_malformed"]
    );
    for product in [
        Product::new("My Notes", "1.0.0").package("notes"),
        Product::new("notes", "one"),
        Product::new("notes", "1.0.0").package("@notes"),
        Product::new("notes", "1.0.0").title(" "),
        Product::new("notes", "1.0.0").description("a\u{7}b"),
    ] {
        let assembled = Registry::composed(product, vec![module("notes", vec![query()])]);
        assert_eq!(codes(assembled.map(drop)), ["product_malformed"]);
    }
}

#[test]
fn names_of_surfaces_are_refused() {
    let none = Exposure::new;
    check(
        exposed(query(), none().tool("notes.search")),
        &["tool_malformed"],
    );
    check(
        exposed(query(), none().tool("a".repeat(65))),
        &["tool_malformed"],
    );
    check(
        exposed(query(), none().resource("other://guide/intro", "intro")),
        &["resource_malformed"],
    );
    check(
        exposed(query(), none().resource("notes://guide/intro", "")),
        &["resource_malformed"],
    );
    check(
        exposed(query(), none().http(HttpExposure::get("/notes"))),
        &["route_malformed"],
    );
    check(
        exposed(query(), none().cli(["Notes"])),
        &["command_malformed"],
    );
    check(exposed(query(), none().cli([])), &["command_malformed"]);
    check(
        exposed(query(), none().cli(["a"; 9])),
        &["command_malformed"],
    );
    check(
        with(query(), |d| {
            d.skill = Some(SkillExposure::new("Find It", "words"))
        }),
        &["alias_malformed"],
    );
    check(
        with(query(), |d| {
            d.skill = Some(SkillExposure::new("review", "words"))
        }),
        &["alias_malformed"],
    );
}

#[test]
fn names_that_two_share_are_refused() {
    let full = |id: &'static str| {
        let exposure = Exposure::new()
            .cli(["search"])
            .http(HttpExposure::get("/api/v1/search"))
            .tool("search")
            .resource("notes://all", "all");
        let skill = Some(SkillExposure::new("find", "words"));
        with(exposed(query(), exposure), |d| {
            (d.id, d.skill) = (id.into(), skill)
        })
    };
    assert_eq!(
        codes(
            assemble(vec![module(
                "notes",
                vec![full("notes.a"), full("notes.b")]
            )])
            .map(drop)
        ),
        [
            "tool_duplicate",
            "resource_duplicate",
            "route_duplicate",
            "command_duplicate",
            "alias_duplicate"
        ]
    );
    let words = |id: &'static str, exposure| with(exposed(query(), exposure), |d| d.id = id.into());
    let (short, long) = (
        Exposure::new().cli(["notes"]),
        Exposure::new().cli(["notes", "search"]),
    );
    assert_eq!(
        codes(
            assemble(vec![module(
                "notes",
                vec![words("notes.a", short), words("notes.b", long)]
            )])
            .map(drop)
        ),
        ["command_prefix"]
    );
}

/// A surface that folds `-` to `_` and keeps `list` for itself.
struct Folding;

impl Projection for Folding {
    fn name(&self) -> &'static str {
        "folding surface"
    }

    fn reserved(&self) -> Vec<Claim> {
        vec![Claim::new("name", "notes.list")]
    }

    fn claims(&self, entry: &Entry) -> Vec<Claim> {
        vec![Claim::new("name", entry.id().as_str().replace('-', "_"))]
    }

    fn objections(&self, entry: &Entry) -> Vec<String> {
        if entry.id().as_str().ends_with("ugly") {
            vec!["it is ugly".to_owned()]
        } else {
            Vec::new()
        }
    }
}

#[test]
fn names_that_a_surface_folds_together_are_refused() {
    let assembled = |ids: [&'static str; 2]| {
        let capabilities = ids.map(|id| with(query(), |d| d.id = id.into())).into();
        Assembly::composed(
            Product::new("notes", "1.0.0"),
            [module("notes", capabilities)],
        )
        .projection(&Folding)
        .assemble()
    };
    assert_eq!(
        codes(assembled(["notes.read-file", "notes.read_file"]).map(drop)),
        ["surface_collision"]
    );
    assert_eq!(
        codes(assembled(["notes.list", "notes.search"]).map(drop)),
        ["surface_collision"]
    );
    let registry = assembled(["notes.ugly", "notes.search"]).unwrap();
    assert_eq!(codes(registry.verify(&[&Folding])), ["surface_objection"]);
}

#[test]
fn contradictions_of_kind_are_refused() {
    check(
        with(resource(), |d| d.handler = Some(handler(search))),
        &["resource_executable"],
    );
    check(
        with(resource(), |d| d.content = None),
        &["resource_executable"],
    );
    check(
        exposed(resource(), Exposure::new().tool("notes")),
        &["resource_executable"],
    );
    check(
        exposed(resource(), Exposure::new().cli(["notes"])),
        &["resource_executable"],
    );
    check(
        exposed(
            resource(),
            Exposure::new().http(HttpExposure::get("/api/v1/x")),
        ),
        &["resource_executable"],
    );
    check(
        with(resource(), |d| {
            d.skill = Some(SkillExposure::new("find", "words"))
        }),
        &["resource_executable"],
    );
    check(with(query(), |d| d.handler = None), &["handler_missing"]);
    check(
        with(query(), |d| {
            d.content = Some(Content::text("text/plain", ""))
        }),
        &["handler_missing"],
    );
    check(
        with(query(), |d| d.stability = Stability::Planned),
        &["planned_executable"],
    );
    check(
        with(resource(), |d| {
            (d.stability, d.content) = (Stability::Planned, None)
        }),
        &[],
    );
    let shown = exposed(
        resource(),
        Exposure::new().resource("notes://guide/intro", "intro"),
    );
    check(
        with(shown, |d| {
            (d.stability, d.content) = (Stability::Planned, None)
        }),
        &["planned_executable"],
    );
    let offered = with(exposed(query(), Exposure::new().tool("notes")), |d| {
        d.stability = Stability::Unsupported
    });
    check(with(offered, |d| d.handler = None), &["planned_executable"]);
    check(
        exposed(
            command(),
            Exposure::new().http(HttpExposure::get("/api/v1/x")),
        ),
        &["command_readable"],
    );
    check(
        exposed(command(), Exposure::new().resource("notes://all", "all")),
        &["command_readable"],
    );
}

#[test]
fn facts_a_kind_cannot_have_are_refused() {
    let none = Effects::new();
    for effects in [
        none.writes_repository(),
        none.signed_input(),
        none.changes_outside(),
        none.destructive(),
        none.idempotent(),
    ] {
        check(stating(query(), effects), &["effect_contradiction"]);
        check(stating(command(), effects), &[]);
    }
    check(
        stating(command(), none.reads_nothing()),
        &["effect_contradiction"],
    );
    check(stating(query(), none.reads_nothing()), &[]);
    check(
        stating(query(), none.reads_nothing().reaches_outside()),
        &["effect_contradiction"],
    );
    check(
        stating(resource(), none.reaches_outside()),
        &["effect_contradiction"],
    );
    check(
        stating(resource(), none.cancellable()),
        &["effect_contradiction"],
    );
    let told = |_: Context| Ok::<u8, Failure>(0);
    let untold = || Ok::<u8, Failure>(0);
    let awaited = async || Ok::<u8, Failure>(0);
    for (declaration, handler, right) in [
        (command(), handler(told), &[][..]),
        (query(), handler(told), &[]),
        (command(), handler(untold), &["effect_contradiction"]),
        (query(), handler(untold), &["effect_contradiction"]),
        (command(), handler(awaited), &["effect_contradiction"]),
        (query(), handler(awaited), &[]),
    ] {
        let declaration = stating(declaration, none.cancellable());
        check(with(declaration, |d| d.handler = Some(handler)), right);
    }
    let deadline = |milliseconds| none.deadline(Duration::from_millis(milliseconds));
    check(stating(query(), deadline(1)), &[]);
    check(stating(query(), deadline(0)), &["effect_contradiction"]);
    check(stating(resource(), deadline(1)), &["effect_contradiction"]);
}

#[test]
fn policies_that_say_nothing_or_contradict_are_refused() {
    check(
        with(query(), |d| d.cache = CachePolicy::process(0)),
        &["cache_empty"],
    );
    check(
        with(query(), |d| d.cache = CachePolicy::process_for(1, 0)),
        &["cache_empty"],
    );
    check(
        with(command(), |d| d.cache = CachePolicy::process(1)),
        &["cache_contradiction"],
    );
    check(
        with(resource(), |d| d.cache = CachePolicy::process(1)),
        &["cache_contradiction"],
    );
    let waived = |reason| Some(BenchmarkPolicy::Waived { reason });
    check(
        with(query(), |d| d.benchmark = waived(WaiverReason::Destructive)),
        &["benchmark_contradiction"],
    );
    check(
        with(query(), |d| {
            d.benchmark = waived(WaiverReason::NotExecutable)
        }),
        &["benchmark_contradiction"],
    );
    check(
        with(resource(), |d| {
            d.benchmark = Some(BenchmarkPolicy::Required)
        }),
        &["benchmark_contradiction"],
    );
    check(
        with(command(), |d| {
            d.benchmark = waived(WaiverReason::Destructive)
        }),
        &[],
    );
}

#[test]
fn text_nobody_can_read_is_refused() {
    check(with(query(), |d| d.title = " ".into()), &["text_malformed"]);
    check(
        with(query(), |d| d.description = "a\u{7}b".into()),
        &["text_malformed"],
    );
    check(
        with(query(), |d| d.title = "𝄞".repeat(65).into()),
        &["text_malformed"],
    );
    check(with(query(), |d| d.title = "𝄞".repeat(64).into()), &[]);
    check(with(query(), |d| d.description = "Two\nlines.".into()), &[]);
    check(
        with(query(), |d| d.tags = vec!["".into()]),
        &["text_malformed"],
    );
    check(with(query(), |d| d.tags = vec!["text".into()]), &[]);
}

#[test]
fn state_that_nobody_provides_is_refused() {
    fn needy(_: State<Vec<u8>>) -> Result<(), Failure> {
        Ok(())
    }
    check(
        with(query(), |d| d.handler = Some(handler(needy))),
        &["state_missing"],
    );
    let modules = [module(
        "notes",
        vec![with(query(), |d| d.handler = Some(handler(needy)))],
    )];
    let product = Product::new("notes", "1.0.0").state(Vec::<u8>::new());
    assert!(Registry::composed(product, modules).is_ok());
}

#[test]
fn what_only_schemas_tell_is_refused_when_they_are_built() {
    fn number(n: u8) -> Result<u8, Failure> {
        Ok(n)
    }
    check_schemas(
        with(query(), |d| d.handler = Some(handler(number))),
        &["schema_unusable"],
    );
    check_schemas(
        exposed(query(), Exposure::new().resource("notes://all", "all")),
        &["resource_input"],
    );
    check_schemas(
        with(query(), |d| {
            d.skill = Some(SkillExposure::new("find", "word"))
        }),
        &["skill_argument"],
    );
    check_schemas(with(query(), |d| d.handler = Some(handler(count))), &[]);
}

#[test]
fn everything_is_reported_at_once_in_one_order() {
    let bad = |id: &'static str| {
        with(command(), |d| {
            (d.id, d.cache) = (id.into(), CachePolicy::process(1))
        })
    };
    let modules = |ids: [&'static str; 3]| vec![module("notes", ids.map(bad).into())];
    let forth = assemble(modules(["notes.a", "notes.b", "notes.b"])).unwrap_err();
    let back = assemble(modules(["notes.b", "notes.b", "notes.a"])).unwrap_err();
    assert_eq!(forth.to_string(), back.to_string());
    let told = forth.to_string();
    assert!(
        told.starts_with("the registry does not assemble, for 3 reasons:\nid_duplicate: "),
        "{told}"
    );
    assert!(
        told.contains("  notes.b at registry/src/assembly/tests.rs:"),
        "{told}"
    );
}

#[test]
fn the_fingerprint_is_of_what_callers_rely_on() {
    let of = |declaration, other: &'static str| {
        let other = with(query(), |d| d.id = other.into());
        assemble(vec![module("notes", vec![declaration, other])])
            .unwrap()
            .fingerprint()
            .clone()
    };
    let (plain, reworded) = (
        of(query(), "notes.b"),
        of(with(query(), |d| d.title = "Find".into()), "notes.b"),
    );
    assert_eq!(plain, of(query(), "notes.b"));
    assert_eq!(plain.contract, reworded.contract);
    assert_ne!(plain.full, reworded.full);
    assert_ne!(plain.contract, of(command(), "notes.b").contract);
    assert_ne!(plain.contract, of(query(), "notes.c").contract);
    assert_eq!(plain.contract.len(), 64);
}
