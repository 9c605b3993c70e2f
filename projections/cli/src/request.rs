//! What an invocation asks for, once clap has read it.

use std::ffi::OsString;

use clap::ArgMatches;
use clap::error::ErrorKind;
use onefold::Failure;
use onefold::schema;

use crate::arguments;
use crate::command::{self, FORMAT, INPUT, Required};
use crate::failure::Reading;
use crate::format::Format;
use crate::host::HostCommand;
use crate::input::Input;
use crate::tree::{Leaf, Tree, Walk};

/// Something to run.
pub(crate) enum Request<'a> {
    Call {
        id: &'a str,
        input: Input,
        format: Format,
    },
    Host {
        command: &'a HostCommand,
        matches: ArgMatches,
        format: Format,
    },
}

/// Nothing to run, and why.
pub(crate) enum Stop {
    Version,
    /// Help was asked for.
    Help(clap::Error),
    /// The words lead to a group: its help, or a failure for who reads no help.
    Incomplete(clap::Error, Failure),
    Failed(Failure),
}

impl<'a> Request<'a> {
    pub(crate) fn read(tree: &Tree<'a>, walk: &Walk<'a>, args: &[OsString]) -> Result<Self, Stop> {
        if walk.asks_version {
            return Err(Stop::Version);
        }
        let fields = match walk.leaf {
            Some(Leaf::Capability(entry)) => schema::fields(&entry.input().schema),
            Some(Leaf::Host(_)) | None => Vec::new(),
        };
        let reading = Reading {
            tree,
            walk,
            fields: &fields,
        };
        let matches = matches(&reading, args).map_err(|error| stop(error, &reading))?;
        let matches = innermost(matches);
        let format = matches.get_one(FORMAT).copied().unwrap_or_default();
        match walk.leaf {
            Some(Leaf::Host(command)) => Ok(Self::Host {
                command,
                matches,
                format,
            }),
            Some(Leaf::Capability(entry)) => Ok(Self::Call {
                id: entry.id().as_str(),
                input: Input {
                    source: matches.get_one::<String>(INPUT).cloned(),
                    given: arguments::given(&fields, &matches),
                },
                format,
            }),
            None => Err(Stop::Failed(Failure::internal(
                "clap accepted a command that the words do not lead to",
            ))),
        }
    }
}

/// Reads the arguments as help shows them; where that leaves required fields out, a second time without asking for
/// them, since `--input` may hold them and the executor names all that are missing.
fn matches(reading: &Reading<'_>, args: &[OsString]) -> Result<ArgMatches, clap::Error> {
    let read = |required| {
        let Reading { tree, walk, fields } = reading;
        command::command(tree, walk, fields, required).try_get_matches_from(args)
    };
    match read(Required::Told) {
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => {
            read(Required::Withheld)
        }
        result => result,
    }
}

fn innermost(mut matches: ArgMatches) -> ArgMatches {
    while let Some((_, inner)) = matches.remove_subcommand() {
        matches = inner;
    }
    matches
}

fn stop(error: clap::Error, reading: &Reading<'_>) -> Stop {
    match error.kind() {
        ErrorKind::DisplayVersion => Stop::Version,
        ErrorKind::DisplayHelp => Stop::Help(error),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            Stop::Incomplete(error, reading.incomplete())
        }
        _ => Stop::Failed(reading.failure(&error)),
    }
}
