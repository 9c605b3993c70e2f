//! Composed registries and the descriptors they make, or the reasons why they make none.

use onefold::{
    Assembly, Content, Declaration, Effects, Exposure, Failure, Kind, Location, ModuleDeclaration,
    RefusalCode, Stability, handler,
};

use super::*;

fn run() -> Result<u32, Failure> {
    Ok(0)
}

fn declare(id: impl Into<String>, kind: Kind) -> Declaration {
    let mut declaration = Declaration::new(id.into(), kind);
    declaration.title = "Title".into();
    declaration.description = "Description.".into();
    declaration.handler = Some(handler(run));
    declaration
}

fn command<const N: usize>(id: &str, kind: Kind, words: [&str; N]) -> Declaration {
    let mut declaration = declare(id, kind);
    declaration.exposure = Exposure::new().cli(words);
    declaration
}

fn compose(product: onefold::Product, capabilities: Vec<Declaration>) -> Registry {
    let module = ModuleDeclaration {
        id: "notes".into(),
        version: "1.0.0".into(),
        title: "Notes".into(),
        description: "Notes.".into(),
        capabilities,
        location: Location::caller(),
    };
    Registry::composed(product, [module]).unwrap()
}

fn notes(capabilities: Vec<Declaration>) -> Registry {
    compose(onefold::Product::new("notes", "1.0.0"), capabilities)
}

fn many(count: usize) -> Vec<Declaration> {
    let name = |at: usize| (format!("notes.n{at:03}"), format!("n{at:03}"));
    (0..count)
        .map(name)
        .map(|(id, word)| command(&id, Kind::Query, [&word]))
        .collect()
}

#[test]
fn one_product_whole() {
    let mut search = command("notes.search", Kind::Query, ["notes", "search"]);
    search.title = "Search \u{201c}notes\u{201d} \u{1f600}".into();
    let mut publish = command("notes.publish", Kind::Command, ["publish"]);
    publish.effects = Effects::new().changes_outside();
    let product = onefold::Product::new("notes", "0.3.0")
        .title("Notes")
        .package("@example/notes");
    let described = descriptor(&compose(product, vec![search, publish])).unwrap();
    assert_eq!(described.to_json(), include_str!("notes.json"));
    assert_eq!(
        serde_json::from_str::<Descriptor>(include_str!("notes.json")).unwrap(),
        described
    );
}

#[test]
fn the_order_of_declarations_does_not_show() {
    let mut backwards = many(20);
    backwards.reverse();
    assert_eq!(
        descriptor(&notes(backwards)).unwrap().to_json(),
        descriptor(&notes(many(20))).unwrap().to_json()
    );
}

#[test]
fn unknown_fields_are_refused() {
    let closed = include_str!("notes.json").replacen("\"kind\"", "\"scope\": 1, \"kind\"", 1);
    let error = serde_json::from_str::<Descriptor>(&closed).unwrap_err();
    assert!(
        error.to_string().starts_with("unknown field `scope`"),
        "{error}"
    );
}

#[test]
fn what_a_command_says_of_its_effects() {
    let none = Effects::new();
    for (kind, effects, side_effect, confirmation) in [
        (Kind::Query, none.reads_nothing(), "none", "never"),
        (Kind::Query, none, "read-local", "never"),
        (Kind::Query, none.reaches_outside(), "read-local", "never"),
        (Kind::Command, none, "write-local", "user-request"),
        (
            Kind::Command,
            none.writes_repository(),
            "write-local",
            "user-request",
        ),
        (
            Kind::Command,
            none.destructive(),
            "write-local",
            "operator-request",
        ),
        (
            Kind::Command,
            none.changes_outside(),
            "write-external",
            "operator-request",
        ),
    ] {
        let mut declaration = command("notes.x", kind, ["x"]);
        declaration.effects = effects;
        let described = descriptor(&notes(vec![declaration])).unwrap();
        let command = serde_json::to_value(&described.commands[0]).unwrap();
        assert_eq!(command["sideEffect"], side_effect, "{kind:?} {effects:?}");
        assert_eq!(
            command["authority"]["confirmation"], confirmation,
            "{kind:?} {effects:?}"
        );
    }
}

#[test]
fn only_what_the_binary_runs_is_a_command() {
    let mut tool = declare("notes.tool", Kind::Query);
    tool.exposure = Exposure::new().tool("notes_tool");
    let mut planned = declare("notes.planned", Kind::Query);
    planned.handler = None;
    planned.stability = Stability::Planned;
    let mut guide = declare("notes.guide", Kind::Resource);
    guide.handler = None;
    guide.content = Some(Content::text("text/plain", "Hello."));
    guide.exposure = Exposure::new().resource("notes://guide/all", "guide");
    let mut early = command("notes.early", Kind::Query, ["early"]);
    early.stability = Stability::Experimental;

    let registry = notes(vec![tool, planned, guide, early]);
    let described = descriptor(&registry).unwrap();
    let paths: Vec<_> = described
        .commands
        .iter()
        .map(|command| command.path.join(" "))
        .collect();
    assert_eq!(paths, ["early"]);
}

#[test]
fn limits_of_the_whole_document() {
    for (count, fault) in [
        (1, None),
        (256, None),
        (257, Some(Fault::TooManyCommands { count: 257 })),
    ] {
        let described = descriptor(&notes(many(count)));
        assert_eq!(
            described.as_ref().err(),
            fault.map(|fault| vec![fault]).as_ref(),
            "{count}"
        );
        assert_eq!(
            described.map_or(count, |described| described.commands.len()),
            count
        );
    }
    let hidden = declare("notes.hidden", Kind::Query);
    assert_eq!(
        descriptor(&notes(vec![hidden])).unwrap_err(),
        [Fault::NoCommand]
    );
}

#[test]
fn faults_are_reported_together_and_say_what_to_do() {
    let mut lines = many(257);
    lines[3].title = "Two\nlines".into();
    let location = lines[3].location;
    let product = onefold::Product::new("notes", "1.0.0").title("Tab\tbed");
    let faults = descriptor(&compose(product, lines)).unwrap_err();
    let said: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "the title of the product is not 1 to 128 UTF-16 code units without control characters; reword it"
                .to_owned(),
            "257 capabilities are commands of the binary, and a descriptor holds at most 256; take `.cli([…])` from 1 \
             of them, or split the product"
                .to_owned(),
            format!(
                "`notes.n003` at {location}: its title, the summary of the command, is not 1 to 256 UTF-16 code units \
                 without control characters; reword it"
            ),
        ]
    );
}

#[test]
fn objections_are_refusals_when_a_registry_is_verified() {
    let mut lines = command("notes.x", Kind::Query, ["x"]);
    lines.title = "Two\nlines".into();
    let refusals = notes(vec![lines])
        .verify(&[&ProductDescriptor])
        .unwrap_err();
    let codes: Vec<_> = refusals.iter().map(|refusal| refusal.code).collect();
    assert_eq!(codes, [RefusalCode::SurfaceObjection]);
}

#[test]
fn one_path_for_two_commands_is_one_mistake() {
    let module = |id: &'static str, capability| ModuleDeclaration {
        id: id.into(),
        version: "1.0.0".into(),
        title: "Notes".into(),
        description: "Notes.".into(),
        capabilities: vec![capability],
        location: Location::caller(),
    };
    let modules = [
        module("a", command("a.x", Kind::Query, ["notes", "x"])),
        module("b", command("b.x", Kind::Query, ["notes", "x"])),
    ];
    let refusals = Assembly::composed(onefold::Product::new("notes", "1.0.0"), modules)
        .projection(&ProductDescriptor)
        .assemble()
        .unwrap_err();
    let codes: Vec<_> = refusals.iter().map(|refusal| refusal.code).collect();
    assert_eq!(codes, [RefusalCode::CommandDuplicate]);
}

#[track_caller]
fn check_objections(words: &[&str], summary: &str, right: &[&str]) {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    let objections = objections(&words, summary);
    assert_eq!(objections.len(), right.len(), "{objections:#?}");
    for (objection, part) in objections.iter().zip(right) {
        assert!(objection.contains(part), "{objection:?} holds {part:?}");
    }
}

#[test]
fn what_the_protocol_would_refuse_of_one_command() {
    let astral = |count: usize| "\u{1f600}".repeat(count);
    check_objections(&["a"; 8], "x", &[]);
    check_objections(&["a"; 9], "x", &["9 words"]);
    check_objections(&[], "x", &["0 words"]);
    check_objections(&["Search", "b_c"], "x", &["\"Search\"", "\"b_c\""]);
    check_objections(&["--shell"], "x", &["lower-case", "a router refuses"]);
    check_objections(&["a"], "", &["1 to 256"]);
    check_objections(&["a"], &"x".repeat(256), &[]);
    check_objections(&["a"], &"x".repeat(257), &["1 to 256"]);
    // 128 characters outside the basic plane are 256 code units; 129 are too many, though far from 256 characters.
    check_objections(&["a"], &astral(128), &[]);
    check_objections(&["a"], &astral(129), &["1 to 256"]);
}
