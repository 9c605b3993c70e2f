//! Writes: the answer to stdout, everything else to stderr. A reader that has gone away is no error.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use onefold::{Failure, FailureCode};

use crate::format::Format;
use crate::render;

/// Prints the answer of a capability, given as JSON, and returns the exit code of success.
///
/// ```
/// use onefold_cli::{Format, print_answer};
///
/// print_answer(r#"{"answer": 42}"#, Format::Json);
/// ```
pub fn print_answer(json: &str, format: Format) -> ExitCode {
    match render::answer(json, format, terminal_width()) {
        Ok(text) => print_document(&text),
        Err(failure) => print_failure(&failure, format),
    }
}

/// Prints a finished text as it is, ends it with a line feed, and returns the exit code of success.
pub fn print_document(text: &str) -> ExitCode {
    ended(write(io::stdout().lock(), text), ExitCode::SUCCESS)
}

/// Prints a failure and returns the exit code of its code: text on stderr, or the document `{"error": …}` on stdout
/// where one is asked for.
pub fn print_failure(failure: &Failure, format: Format) -> ExitCode {
    let code = ExitCode::from(failure.code.exit_code());
    match render::failure(failure, format) {
        render::Rendered::Document(text) => ended(write(io::stdout().lock(), &text), code),
        render::Rendered::Text(text) => ended(write(io::stderr().lock(), &text), code),
    }
}

/// Prints what clap made: help goes to stdout where it was asked for, else to stderr.
pub(crate) fn print_help(help: &clap::Error, code: ExitCode) -> ExitCode {
    ended(help.print(), code)
}

fn write(mut to: impl Write, text: &str) -> io::Result<()> {
    to.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        to.write_all(b"\n")?;
    }
    to.flush()
}

fn ended(written: io::Result<()>, code: ExitCode) -> ExitCode {
    match written {
        Ok(()) => code,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => code,
        Err(error) => {
            // Where stderr takes nothing either, the exit code tells.
            let _ = writeln!(io::stderr(), "the output can't be written: {error}");
            ExitCode::from(FailureCode::Internal.exit_code())
        }
    }
}

/// The columns of the terminal that stdout is, if it is one.
fn terminal_width() -> Option<u16> {
    let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
    Some(width.0)
}
