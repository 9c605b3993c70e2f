//! What help and version show: what exists, what is required, and nothing else.

use std::ffi::OsString;
use std::process::ExitCode;

use onefold::{Executor, Registry};

use super::fixture::{cli, executor, product};
use super::{Outcome, outcome};
use crate::Cli;
use crate::tree::Tree;

#[track_caller]
fn check(args: &[&str], parts: &[&str]) -> String {
    let Outcome::Help(help) = outcome(args) else {
        panic!("{args:?}: {:?}", outcome(args));
    };
    // Where lines are broken depends on the terminal.
    let flowing = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in parts {
        assert!(flowing.contains(part), "{part:?} is not in\n{help}");
    }
    flowing
}

#[test]
fn the_product_lists_its_groups_and_commands() {
    check(
        &["--help"],
        &[
            "Keeps notes.",
            "Usage: notes",
            "notes Title of notes",
            "odd Title of odd",
            "serve Serves HTTP",
            "--format <FORMAT>",
            "--version",
        ],
    );
    check(&["help"], &["Usage: notes"]);
}

#[test]
fn a_group_lists_its_commands() {
    let help = check(
        &["notes", "--help"],
        &[
            "All about the module notes.",
            "search Title of notes.search",
            "list Title of notes.list",
        ],
    );
    assert!(!help.contains("serve"), "{help}");
    check(&["odd", "-h"], &["very deep"]);
}

#[test]
fn a_command_shows_what_it_takes() {
    let parts = [
        "All about notes.search.",
        "Usage: notes notes search [OPTIONS] <QUERY>",
        "<QUERY>",
        "All of them must occur.",
        "--max-results <MAX_RESULTS>",
        "At most this many.",
        "--tags <TAGS>",
        "--exact[=<true|false>]",
        "[default: newest]",
        "- oldest: The oldest.",
        "--near <JSON>",
        "--input <JSON|@FILE|->",
    ];
    check(&["notes", "search", "--help"], &parts);
    check(&["help", "notes", "search"], &parts);
    let brief = check(
        &["notes", "search", "-h"],
        &[
            "Title of notes.search",
            "The words to look for.",
            "[possible values: newest, oldest]",
        ],
    );
    assert!(!brief.contains("All of them must occur."), "{brief}");
    check(&["serve", "--help"], &["Serves HTTP", "--addr <addr>"]);
}

#[test]
fn the_version_is_shown_wherever_it_is_asked_for() {
    for args in [
        &["--version"][..],
        &["-V"],
        &["notes", "-V"],
        &["notes", "search", "--version"],
    ] {
        assert!(matches!(outcome(args), Outcome::Version), "{args:?}");
    }
}

#[test]
fn a_product_without_commands_has_help_and_version() {
    let empty = Executor::new(Registry::composed(product(), []).unwrap());
    for (args, code) in [
        ("notes --help", 0),
        ("notes --version", 0),
        ("notes", 2),
        ("notes x", 3),
    ] {
        let args = args.split(' ').map(Into::into);
        assert_eq!(Cli::new().run(&empty, args), ExitCode::from(code));
    }
}

#[track_caller]
fn check_walk(args: &str, words: &[&str], is_command: bool) {
    let (cli, executor) = (cli(), executor());
    let args: Vec<OsString> = args.split(' ').map(OsString::from).collect();
    let walk = Tree::new(executor.registry(), &cli.host).walk(&args);
    assert_eq!(
        (walk.words.as_slice(), walk.leaf.is_some()),
        (words, is_command),
        "{args:?}"
    );
}

#[test]
fn only_the_words_of_the_command_are_followed() {
    check_walk("notes notes search notes", &["notes", "search"], true);
    check_walk("notes --format json notes list", &["notes", "list"], true);
    check_walk("notes --format=json notes", &["notes"], false);
    check_walk("notes help odd very deep", &["odd", "very", "deep"], true);
    check_walk("notes notes nope list", &["notes"], false);
    check_walk("notes --help notes list", &[], false);
    check_walk("notes -- notes list", &[], false);
    check_walk("notes", &[], false);
}
