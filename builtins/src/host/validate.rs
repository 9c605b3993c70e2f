//! `validate`: assembles, builds every schema, reports every refusal, and holds versions to what changed.

use std::ffi::OsString;
use std::process::ExitCode;

use onefold::compat::{self, Part, Saved};
use onefold::{Executor, Failure, Refusal, Refusals, Violation};
use onefold_cli::{Format, HostCommand};
use serde::Serialize;

use super::{command_line, registry, surfaces};

/// A gate that does not hold.
pub(super) const GATE: u8 = 10;
/// `EX_SOFTWARE` of sysexits.h: the product itself is at fault.
pub(super) const FAULT: u8 = 70;

pub(super) fn validate() -> HostCommand {
    HostCommand::new(
        ["validate"],
        "Checks every declaration and schema, and reports all that is wrong",
    )
    .arg(
        registry::file("against", "FILE")
            .long("against")
            .help("A saved registry; every version must tell what changed since"),
    )
    .run(|executor, matches, format| {
        if let Err(refusals) = verify(executor) {
            return print_refusals(&refusals, format, GATE);
        }
        if !matches.contains_id("against") {
            return report(executor, &[], format);
        }
        let diff = registry::saved(matches, "against")
            .map(|old| compat::diff(&old, &Saved::of(executor.registry())));
        match diff {
            Ok(diff) => report(executor, &diff.behind().collect::<Vec<_>>(), format),
            Err(failure) => onefold_cli::print_failure(&failure, format),
        }
    })
}

/// What only schemas can tell, on every surface.
pub(super) fn verify(executor: &Executor) -> Result<(), Refusals> {
    executor.registry().verify(&surfaces(&command_line()))
}

/// A registry that did not assemble: nothing starts, and whatever was asked, the reasons are the answer.
pub(super) fn refused(refusals: &Refusals, arguments: &[OsString]) -> ExitCode {
    let asked_to_validate = onefold_cli::first_word(arguments) == Some("validate");
    let code = if asked_to_validate { GATE } else { FAULT };
    print_refusals(refusals, onefold_cli::format_of(arguments), code)
}

/// What `validate` answers.
#[derive(Serialize)]
struct Report<'a> {
    valid: bool,
    modules: usize,
    capabilities: usize,
    refusals: Vec<&'a Refusal>,
    /// What has a version below that which its changes demand.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    behind: &'a [&'a Part],
}

fn report(executor: &Executor, behind: &[&Part], format: Format) -> ExitCode {
    let registry = executor.registry();
    if !behind.is_empty() && format == Format::Table {
        onefold_cli::print_failure(&told(behind), format);
        return ExitCode::from(GATE);
    }
    let printed = print(
        &Report {
            valid: behind.is_empty(),
            modules: registry.modules().len(),
            capabilities: registry.len(),
            refusals: Vec::new(),
            behind,
        },
        format,
    );
    if behind.is_empty() {
        printed
    } else {
        ExitCode::from(GATE)
    }
}

/// The versions that are too low, each followed by the changes that demand more.
fn told(behind: &[&Part]) -> Failure {
    let mut failure = Failure::refused("some versions are below what their changes demand");
    for part in behind {
        failure
            .violations
            .push(Violation::new("", registry::headline(part)));
        let changes = registry::demanding(part);
        failure
            .violations
            .extend(changes.map(|change| Violation::new("", change)));
    }
    failure.next("raise the versions, or take back what breaks")
}

/// The reasons, as a document where one is asked for, else as text that names files and lines.
pub(super) fn print_refusals(refusals: &Refusals, format: Format, code: u8) -> ExitCode {
    match format {
        Format::Table => super::complain(&refusals.to_string()),
        Format::Json | Format::Yaml => {
            let refusals = refusals.iter().collect();
            print(
                &Report {
                    valid: false,
                    modules: 0,
                    capabilities: 0,
                    refusals,
                    behind: &[],
                },
                format,
            );
        }
    }
    ExitCode::from(code)
}

fn print(report: &Report<'_>, format: Format) -> ExitCode {
    match serde_json::to_string(report) {
        Ok(json) => onefold_cli::print_answer(&json, format),
        Err(error) => onefold_cli::print_failure(&Failure::internal(error), format),
    }
}
