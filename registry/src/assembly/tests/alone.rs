//! For every code a mistake that triggers it and nothing else; a code without one does not compile. And the table that
//! documents the codes.

use super::*;
use crate::linked;

/// The codes that assembly and `verify` answer this mistake with.
#[expect(
    clippy::too_many_lines,
    reason = "one match holds every code, so that none is left out"
)]
fn alone(code: RefusalCode) -> Vec<&'static str> {
    use RefusalCode as Code;

    let product = || Product::new("notes", "1.0.0");
    let one = |declaration| {
        refused(assembly(
            product(),
            vec![module("notes", vec![declaration])],
        ))
    };
    let two = |exposure: Exposure| {
        let [a, b] = ["notes.a", "notes.b"]
            .map(|id| with(exposed(query(), exposure.clone()), |d| d.id = id.into()));
        refused(assembly(product(), vec![module("notes", vec![a, b])]))
    };
    let shown = |exposure| one(exposed(query(), exposure));
    let skill = |alias: &str, argument: &str| {
        let skill = Some(SkillExposure::new(alias.to_owned(), argument.to_owned()));
        with(query(), |d| d.skill = skill)
    };
    let none = Exposure::new;
    match code {
        Code::ProductMalformed => refused(assembly(
            Product::new("notes", "one"),
            vec![module("notes", vec![query()])],
        )),
        Code::ModuleMalformed => {
            let mut unversioned = module("notes", vec![query()]);
            unversioned.version = "1".into();
            refused(assembly(product(), vec![unversioned]))
        }
        Code::ModuleDuplicate => {
            let other = with(query(), |d| d.id = "notes.other".into());
            refused(assembly(
                product(),
                vec![module("notes", vec![query()]), module("notes", vec![other])],
            ))
        }
        Code::ModuleEmpty => refused(assembly(product(), vec![module("notes", vec![])])),
        Code::ModuleNotLinked => refused(found(product().module("notes").module("tasks"), vec![])),
        Code::ModuleNotNamed => refused(found(product(), vec![])),
        Code::IdMalformed => one(with(query(), |d| d.id = "notes search".into())),
        Code::IdDuplicate => refused(assembly(
            product(),
            vec![module("notes", vec![query(), query()])],
        )),
        Code::IdForeign => one(with(query(), |d| d.id = "other.search".into())),
        Code::CapabilityUnlisted => refused(found(
            product().module("notes"),
            vec![
                linked::Capability::new(&Listed),
                linked::Capability::new(&Unlisted),
            ],
        )),
        Code::TextMalformed => one(with(query(), |d| d.title = " ".into())),
        Code::ToolMalformed => shown(none().tool("a.b")),
        Code::ToolDuplicate => two(none().tool("a")),
        Code::ResourceMalformed => one(exposed(resource(), none().resource("a://b", "b"))),
        Code::ResourceDuplicate => {
            let [a, b] = ["notes.a", "notes.b"].map(|id| {
                let shown = exposed(resource(), none().resource("notes://a", "a"));
                with(shown, |d| d.id = id.into())
            });
            refused(assembly(product(), vec![module("notes", vec![a, b])]))
        }
        Code::RouteMalformed => shown(none().http(HttpExposure::get("/api/v1/{id}"))),
        Code::RouteDuplicate => two(none().http(HttpExposure::get("/api/v1/a"))),
        Code::CommandMalformed => shown(none().cli(["A"])),
        Code::CommandDuplicate => two(none().cli(["a"])),
        Code::CommandPrefix => {
            let [a, b] = [
                ("notes.a", none().cli(["a"])),
                ("notes.b", none().cli(["a", "b"])),
            ]
            .map(|(id, exposure)| with(exposed(query(), exposure), |d| d.id = id.into()));
            refused(assembly(product(), vec![module("notes", vec![a, b])]))
        }
        Code::AliasMalformed => one(skill("Find It", "words")),
        Code::AliasDuplicate => {
            let [a, b] = ["notes.a", "notes.b"]
                .map(|id| with(skill("find-it", "words"), |d| d.id = id.into()));
            refused(assembly(product(), vec![module("notes", vec![a, b])]))
        }
        Code::SurfaceCollision => one(with(query(), |d| d.id = "notes.list".into())),
        Code::ResourceExecutable => one(with(resource(), |d| d.content = None)),
        Code::HandlerMissing => one(with(query(), |d| d.handler = None)),
        Code::PlannedExecutable => one(with(query(), |d| d.stability = Stability::Planned)),
        Code::CommandReadable => one(exposed(
            command(),
            none().http(HttpExposure::get("/api/v1/a")),
        )),
        Code::EffectContradiction => one(stating(query(), Effects::new().destructive())),
        Code::CacheEmpty => one(with(query(), |d| d.cache = CachePolicy::process(0))),
        Code::CacheContradiction => one(with(command(), |d| d.cache = CachePolicy::process(1))),
        Code::BenchmarkContradiction => one(with(resource(), |d| {
            d.benchmark = Some(BenchmarkPolicy::Required)
        })),
        Code::StateMissing => {
            fn needy(_: State<Vec<u8>>) -> Result<(), Failure> {
                Ok(())
            }
            one(with(query(), |d| d.handler = Some(handler(needy))))
        }
        Code::SchemaUnusable => {
            fn number(n: u8) -> Result<u8, Failure> {
                Ok(n)
            }
            one(with(query(), |d| d.handler = Some(handler(number))))
        }
        Code::ResourceInput => shown(none().resource("notes://all", "all")),
        Code::SkillArgument => one(skill("find-it", "word")),
        Code::SurfaceObjection => one(with(query(), |d| d.id = "notes.ugly".into())),
    }
}

fn assembly(product: Product, modules: Vec<ModuleDeclaration>) -> Assembly<'static> {
    Assembly::composed(product, modules).projection(&Folding)
}

/// As if these capabilities were linked, with a module that lists the first of them.
fn found(product: Product, capabilities: Vec<linked::Capability>) -> Assembly<'static> {
    let listed = crate::__private::declare_all(&[&Listed]);
    Assembly {
        product,
        modules: vec![module("notes", listed)],
        linked: capabilities,
        roll_call: true,
        projections: Vec::new(),
    }
}

fn refused(assembly: Assembly<'_>) -> Vec<&'static str> {
    codes(
        assembly
            .assemble()
            .and_then(|registry| registry.verify(&[&Folding])),
    )
}

/// Two declarations at one place, as one call of a macro makes them.
struct Listed;
struct Unlisted;

const PLACE: Location = crate::__private::location("notes.rs", 1, 1, "notes");

impl crate::Declare for Listed {
    fn declare(&self) -> Declaration {
        Declaration {
            location: PLACE,
            declared_as: Some(self.declared_as()),
            ..query()
        }
    }

    fn location(&self) -> Location {
        PLACE
    }
}

impl crate::Declare for Unlisted {
    fn declare(&self) -> Declaration {
        Declaration {
            id: "notes.unlisted".into(),
            declared_as: Some(self.declared_as()),
            ..Listed.declare()
        }
    }

    fn location(&self) -> Location {
        PLACE
    }
}

#[test]
fn every_code_is_triggered_alone() {
    for &code in RefusalCode::ALL {
        assert_eq!(alone(code), [code.as_str()]);
    }
}

#[test]
fn the_table_has_every_code_once_in_the_order_of_reports() {
    let rows: Vec<&str> = include_str!("../../../REFUSALS.md")
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(code, _)| code)
        .collect();
    let codes: Vec<&str> = RefusalCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(rows, codes, "registry/REFUSALS.md and `RefusalCode` differ");
}
