//! Arguments that are refused: the code, the place, and the nearest valid name.

use std::process::ExitCode;

use onefold::{Assembly, FailureCode, RefusalCode, Violation};

use super::fixture::{cli, declared, executor, modules, product};
use super::{Outcome, outcome};

/// `right` holds the pointer of each violation and the nearest name it suggests, or a part of its message.
#[track_caller]
fn check(args: &[&str], right: &[(&str, &str)]) {
    let Outcome::Failed(failure) = outcome(args) else {
        panic!("{args:?}: {:?}", outcome(args));
    };
    assert_eq!(failure.code, FailureCode::InvalidInput, "{failure:?}");
    assert_eq!(failure.violations.len(), right.len(), "{failure:?}");
    for (
        Violation {
            pointer,
            message,
            nearest,
        },
        (place, part),
    ) in failure.violations.iter().zip(right)
    {
        assert_eq!(pointer, place, "{failure:?}");
        assert!(
            message.contains(part) || nearest.iter().any(|name| name == part),
            "{failure:?}"
        );
    }
    assert!(failure.next.is_some(), "{failure:?}");
}

#[test]
fn an_unknown_flag_is_named_with_the_nearest() {
    check(
        &["notes", "search", "milk", "--max-result", "3"],
        &[("/max_result", "--max-results")],
    );
    check(
        &["notes", "search", "milk", "--zzz=1"],
        &[("/zzz", "unknown flag `--zzz`")],
    );
    check(&["notes", "search", "-x"], &[("", "unknown flag `-x`")]);
    check(
        &["notes", "list", "--inptu", "{}"],
        &[("/inptu", "--input")],
    );
    check(&["serve", "--adr", "x"], &[("/adr", "--addr")]);
    check(
        &["serve", "--input", "{}"],
        &[("/input", "unknown flag `--input`")],
    );
    check(&["--fromat", "json"], &[("/fromat", "--format")]);
}

#[test]
fn a_positional_is_no_flag() {
    check(
        &["notes", "search", "--query", "milk"],
        &[("/query", "`notes notes search <QUERY>`")],
    );
    check(&["notes", "search", "milk", "tea"], &[("", "`tea`")]);
    check(&["notes", "list", "tea"], &[("", "`tea`")]);
}

#[test]
fn a_missing_value_is_not_the_next_flag() {
    check(
        &["notes", "search", "milk", "--max-results", "--exact"],
        &[("/max_results", "`--max-results`")],
    );
    check(
        &["notes", "search", "milk", "--tags"],
        &[("/tags", "`--tags`")],
    );
    check(
        &["notes", "search", "milk", "--input"],
        &[("/input", "`--input`")],
    );
    check(&["notes", "list", "--format"], &[("/format", "`--format`")]);
    check(&["serve", "--addr"], &[("/addr", "`--addr`")]);
    check(
        &["notes", "search", "milk", "--order", "-x"],
        &[("", "`--flag=-x`")],
    );
}

#[test]
fn a_value_that_does_not_fit_is_told_as_on_every_surface() {
    check(&["notes", "search"], &[("/query", "missing")]);
    check(
        &["notes", "move"],
        &[("/from", "missing"), ("/to", "missing")],
    );
    check(&["notes", "move", "1"], &[("/to", "missing")]);
    check(
        &["notes", "search", "milk", "--max-results", "many"],
        &[("/max_results", "many")],
    );
    check(
        &["notes", "search", "milk", "--max-results", "-1"],
        &[("/max_results", "0")],
    );
    check(
        &[
            "notes",
            "search",
            "milk",
            "--max-results=1",
            "--max-results=2",
        ],
        &[("/max_results", "integer")],
    );
    check(
        &["notes", "search", "milk", "--exact=perhaps"],
        &[("/exact", "perhaps")],
    );
    check(
        &["notes", "search", "milk", "--order", "newst"],
        &[("/order", "newest")],
    );
    check(
        &["notes", "search", "milk", "--near", "{"],
        &[("/near", "")],
    );
    check(
        &["notes", "search", "milk", "--near", r#"{"x": 1, "y": 2}"#],
        &[("/near/y", "y")],
    );
    check(
        &[
            "notes",
            "search",
            "--input",
            r#"{"query": "milk", "tag": []}"#,
        ],
        &[("/tag", "tags")],
    );
}

#[test]
fn what_every_command_takes_is_checked_too() {
    check(&["notes", "list", "--format", "xml"], &[("/format", "xml")]);
    check(
        &["notes", "list", "--format=json", "--format=yaml"],
        &[("/format", "multiple times")],
    );
    check(&["serve", "--addr", "nowhere"], &[("/addr", "nowhere")]);
    check(
        &["notes", "list", "--input", "{"],
        &[("", "line 1 column 1")],
    );
    check(
        &["notes", "list", "--input", "[]", "--input", "[]"],
        &[("/input", "multiple times")],
    );
}

#[track_caller]
fn check_unknown(args: &[&str], right: Option<&str>) {
    let Outcome::Failed(failure) = outcome(args) else {
        panic!("{args:?}: {:?}", outcome(args));
    };
    assert_eq!(failure.code, FailureCode::NotFound, "{failure:?}");
    let next = failure.next.unwrap_or_default();
    match right {
        Some(right) => assert_eq!(next, format!("did you mean {right}?")),
        None => assert!(next.contains("--help"), "{next}"),
    }
}

#[test]
fn an_unknown_word_is_answered_with_the_nearest_commands() {
    check_unknown(&["nots", "search"], Some("notes"));
    check_unknown(&["notes", "serach"], Some("notes search"));
    check_unknown(&["search"], Some("notes search"));
    check_unknown(&["--", "notes"], Some("notes"));
    check_unknown(&["zzz"], None);
    check_unknown(&["notes", "help"], None);
    check_unknown(&["help", "nots"], Some("notes"));
}

#[test]
fn a_group_is_no_command() {
    let Outcome::Incomplete(help, failure) = outcome(&["notes"]) else {
        panic!("{:?}", outcome(&["notes"]));
    };
    assert!(help.contains("search"), "{help}");
    assert_eq!(failure.code.exit_code(), 2);
    assert!(failure.message.contains("list, move, search"), "{failure}");
    assert!(matches!(
        outcome(&["--format", "json"]),
        Outcome::Incomplete(..)
    ));
}

#[test]
fn an_exit_code_tells_the_outcome() {
    let (cli, executor) = (cli(), executor());
    for (args, code) in [
        ("notes --version", 0),
        ("notes notes list --format json", 0),
        ("notes notes search", 2),
        ("notes notes", 2),
        ("notes nots", 3),
        ("notes serve", 0),
        ("notes serve --addr 127.0.0.1:0", 1),
        // A field of it is called `format`.
        ("notes odd clashing", 70),
        ("notes odd clashing --help", 70),
    ] {
        let args = args.split(' ').map(Into::into);
        assert_eq!(cli.run(&executor, args), ExitCode::from(code));
    }
}

#[track_caller]
fn check_collision<const N: usize>(words: [&str; N], right: Option<&str>) {
    let cli = cli().command(
        crate::HostCommand::new(["plan", "make"], "Makes").run(|_, _, _| ExitCode::SUCCESS),
    );
    let [mut module, _] = modules();
    module.capabilities.push(declared("notes.new", words));
    let assembled = Assembly::composed(product(), [module])
        .projection(&cli)
        .assemble();
    let refusals: Vec<_> = assembled.err().iter().flatten().cloned().collect();
    match (&refusals[..], right) {
        ([], None) => {}
        ([one], Some(right)) => {
            assert_eq!(one.code, RefusalCode::SurfaceCollision);
            assert!(one.message.contains(right), "{one}");
        }
        _ => panic!("{refusals:?}"),
    }
}

#[test]
fn the_words_of_the_host_are_taken() {
    check_collision(["serve"], Some("`serve`"));
    check_collision(["serve", "now"], Some("`serve`"));
    check_collision(["help", "me"], Some("`help`"));
    check_collision(["plan"], Some("`plan make`"));
    check_collision(["plan", "show"], None);
    check_collision(["notes", "help"], None);
}

#[test]
fn two_host_commands_of_which_one_begins_the_other_collide() {
    let second =
        crate::HostCommand::new(["serve", "now"], "Serves").run(|_, _, _| ExitCode::SUCCESS);
    let cli = cli().command(second);
    let refusals = Assembly::composed(product(), modules())
        .projection(&cli)
        .assemble()
        .unwrap_err();
    let codes: Vec<_> = refusals.iter().map(|refusal| refusal.code).collect();
    assert_eq!(codes, [RefusalCode::SurfaceCollision]);
}
