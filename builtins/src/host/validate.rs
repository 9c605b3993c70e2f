//! `validate`: assembles, builds every schema, and reports every refusal.

use std::ffi::OsString;
use std::process::ExitCode;

use onefold::{Executor, Failure, Refusal, Refusals};
use onefold_cli::{Format, HostCommand};
use serde::Serialize;

use super::{command_line, surfaces};

/// A gate that does not hold.
pub(super) const GATE: u8 = 10;
/// `EX_SOFTWARE` of sysexits.h: the product itself is at fault.
pub(super) const FAULT: u8 = 70;

pub(super) fn validate() -> HostCommand {
    HostCommand::new(
        ["validate"],
        "Checks every declaration and schema, and reports all that is wrong",
    )
    .run(|executor, _, format| match verify(executor) {
        Ok(()) => report(executor, format),
        Err(refusals) => print_refusals(&refusals, format, GATE),
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
}

fn report(executor: &Executor, format: Format) -> ExitCode {
    let registry = executor.registry();
    print(
        &Report {
            valid: true,
            modules: registry.modules().len(),
            capabilities: registry.len(),
            refusals: Vec::new(),
        },
        format,
    )
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
