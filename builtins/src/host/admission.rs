//! What `serve` is told of its callers: documents of tokens and keys, in files or in the environment.

use std::path::PathBuf;

use clap::{Arg, ArgMatches};
use onefold::Failure;
use onefold::admission::{Admission, Tokens, Trust};

/// The arguments; `ONEFOLD_TOKENS` and `ONEFOLD_TRUST` hold such documents themselves.
pub(super) fn arguments() -> [Arg; 3] {
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("FILE")
            .value_parser(clap::value_parser!(PathBuf))
            .help(help)
    };
    [
        file(
            "token-file",
            "The bearer tokens that are taken, as a document of JSON; ONEFOLD_TOKENS holds further ones",
        ),
        file(
            "trust",
            "The keys whose signatures of inputs are taken, as a document of JSON; ONEFOLD_TRUST holds one otherwise",
        ),
        Arg::new("allow-host")
            .long("allow-host")
            .value_name("HOST")
            .action(clap::ArgAction::Append)
            .help("A further name or address that requests may be for, without a port"),
    ]
}

/// What callers are known by.
pub(super) fn read(matches: &ArgMatches) -> Result<Admission, Failure> {
    let token_file = from_file(matches, "token-file", Tokens::read)?;
    let token_text = from_environment("ONEFOLD_TOKENS", Tokens::read)?;
    let tokens = match (token_file, token_text) {
        (Some(file), Some(text)) => Some(file.and(text)),
        (one, other) => one.or(other),
    };
    let trust = match from_file(matches, "trust", Trust::read)? {
        Some(trust) => Some(trust),
        None => from_environment("ONEFOLD_TRUST", Trust::read)?,
    };
    Ok(Admission { tokens, trust })
}

fn from_file<T>(
    matches: &ArgMatches,
    name: &str,
    read: fn(&str) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let Some(path) = matches.get_one::<PathBuf>(name) else {
        return Ok(None);
    };
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::invalid_input(format!("`--{name} {shown}` can't be read: {error}"))
            .next("name a file of JSON that this user may read")
    })?;
    read(&text)
        .map(Some)
        .map_err(|failure| within(failure, &format!("{shown}")))
}

fn from_environment<T>(
    name: &str,
    read: fn(&str) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    match std::env::var(name) {
        Ok(text) => read(&text)
            .map(Some)
            .map_err(|failure| within(failure, name)),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(std::env::VarError::NotUnicode(_)) => {
            Err(Failure::invalid_input(format!("{name} is not UTF-8")))
        }
    }
}

fn within(mut failure: Failure, place: &str) -> Failure {
    failure.message = format!("{place}: {}", failure.message);
    failure
}
