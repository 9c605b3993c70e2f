//! `registry print` and `registry diff`: the account of a product that is kept, and what changed between two.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgMatches};
use onefold::Failure;
use onefold::compat::{self, Change, Diff, Part, Saved};
use onefold_cli::{Format, HostCommand, print_answer, print_document, print_failure};
use serde::Serialize;

use super::validate::GATE;

pub(super) fn print() -> HostCommand {
    HostCommand::new(
        ["registry", "print"],
        "Prints the whole registry as JSON, to be kept and compared with",
    )
    .run(
        |executor, _, format| match Saved::of(executor.registry()).to_json() {
            Ok(json) => print_document(&json),
            Err(error) => print_failure(&Failure::internal(error), format),
        },
    )
}

pub(super) fn diff() -> HostCommand {
    HostCommand::new(
        ["registry", "diff"],
        "Says what a caller would notice between two saved registries, and which versions that demands",
    )
    .arg(file("old", "OLD").required(true).help("The registry that callers know"))
    .arg(file("new", "NEW").required(true).help("The registry that takes its place"))
    .run(|_, matches, format| {
        let diff = saved(matches, "old")
            .and_then(|old| Ok(compat::diff(&old, &saved(matches, "new")?)));
        match diff {
            Ok(diff) => answer(&diff, format),
            Err(failure) => print_failure(&failure, format),
        }
    })
}

/// An argument that names a saved registry.
pub(super) fn file(id: &'static str, name: &'static str) -> Arg {
    Arg::new(id)
        .value_name(name)
        .value_parser(clap::value_parser!(PathBuf))
}

/// Reads the file that an argument names.
pub(super) fn saved(matches: &ArgMatches, id: &str) -> Result<Saved, Failure> {
    let path = matches
        .get_one::<PathBuf>(id)
        .ok_or_else(|| Failure::invalid_input(format!("`{id}` is missing")))?;
    let wrong = |what: String| {
        Failure::invalid_input(format!("{}: {what}", path.display()))
            .next("write the file with `registry print`")
    };
    let text = contents(path).map_err(|error| wrong(error.to_string()))?;
    Saved::from_json(&text).map_err(|error| wrong(error.to_string()))
}

/// One byte more than is allowed tells that the file is too long, however long it is.
fn contents(path: &Path) -> std::io::Result<Vec<u8>> {
    let most = u64::try_from(Saved::LONGEST).unwrap_or(u64::MAX);
    let mut text = Vec::new();
    File::open(path)?
        .take(most.saturating_add(1))
        .read_to_end(&mut text)?;
    Ok(text)
}

/// What `registry diff` answers.
#[derive(Serialize)]
struct Report<'a> {
    enough: bool,
    #[serde(flatten)]
    diff: &'a Diff,
}

fn answer(diff: &Diff, format: Format) -> ExitCode {
    let enough = diff.behind().next().is_none();
    let json = match format {
        Format::Table => serde_json::to_string(&lines(diff)),
        Format::Json | Format::Yaml => serde_json::to_string(&Report { enough, diff }),
    };
    let printed = match json {
        Ok(json) => print_answer(&json, format),
        Err(error) => return print_failure(&Failure::internal(error), format),
    };
    // What could not be printed is a worse fault than a version.
    if printed == ExitCode::SUCCESS && !enough {
        return ExitCode::from(GATE);
    }
    printed
}

fn lines(diff: &Diff) -> Vec<String> {
    let different = |part: &&Part| !part.changes.is_empty() || part.old != part.new;
    let mut lines: Vec<String> = diff
        .parts()
        .filter(different)
        .flat_map(|part| std::iter::once(headline(part)).chain(part.changes.iter().map(line)))
        .collect();
    if diff.is_empty() {
        lines.push("a caller would notice nothing".to_owned());
    }
    lines
}

/// The versions of a module or the product, and whether they tell what changed.
pub(super) fn headline(part: &Part) -> String {
    let versions = match (&part.old, &part.new) {
        (Some(old), Some(new)) => format!("{old} -> {new}"),
        (None, Some(new)) => format!("new, {new}"),
        (Some(old), None) => format!("gone, was {old}"),
        (None, None) => String::new(),
    };
    let demanded = match &part.least {
        Some(least) if !part.enough => format!("; its changes demand {least} or later"),
        _ => String::new(),
    };
    format!("{}: {versions}{demanded}", part.id)
}

/// The changes that demand the step of the whole, each in a line.
pub(super) fn demanding(part: &Part) -> impl Iterator<Item = String> {
    let most = part.changes.iter().map(|change| change.step).max();
    let demanding = part
        .changes
        .iter()
        .filter(move |change| Some(change.step) == most);
    demanding.map(line)
}

fn line(change: &Change) -> String {
    let subject = match &change.capability {
        Some(id) => format!("{id}: "),
        None => String::new(),
    };
    let place = match change.at.as_str() {
        "" => String::new(),
        at => format!(" ({at})"),
    };
    format!(
        "  {:5} {subject}{}{place}",
        change.step.as_str(),
        change.notice
    )
}
