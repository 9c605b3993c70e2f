//! The formats an answer can be printed in.

use std::ffi::OsString;

use clap::ValueEnum;
use clap::builder::PossibleValue;

/// How an answer is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// For people: a table. Failures are text on stderr.
    #[default]
    Table,
    /// One JSON document on stdout, whether it is an answer or a failure.
    Json,
    /// The same as YAML.
    Yaml,
}

impl Format {
    /// The format as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Json => "json",
            Self::Yaml => "yaml",
        }
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Table, Self::Json, Self::Yaml]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.as_str()))
    }
}

/// The first word of a command line: what is no flag, and not the value of `--format`.
pub fn first_word(args: &[OsString]) -> Option<&str> {
    let mut args = args.iter().skip(1).filter_map(|arg| arg.to_str());
    while let Some(arg) = args.next() {
        if arg == "--format" {
            args.next();
        } else if !arg.starts_with('-') {
            return Some(arg);
        }
    }
    None
}

/// The format that `--format` asks for, as far as can be told before the arguments are parsed: a failure to parse them
/// is printed in it too. Where none is asked for, or none that exists, it is [`Format::Table`].
pub fn format_of(args: &[OsString]) -> Format {
    let mut asked = args
        .iter()
        .take_while(|arg| *arg != "--")
        .filter_map(|arg| arg.to_str());
    let mut format = None;
    while let Some(arg) = asked.next() {
        let text = if arg == "--format" {
            asked.next()
        } else {
            arg.strip_prefix("--format=")
        };
        format = text
            .and_then(|text| Format::from_str(text, false).ok())
            .or(format);
    }
    format.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(args: &str, right: Format) {
        let args: Vec<OsString> = args.split(' ').map(OsString::from).collect();
        assert_eq!(format_of(&args), right, "{args:?}");
    }

    #[test]
    fn the_format_is_known_before_parsing() {
        check("notes list", Format::Table);
        check("notes --format json list", Format::Json);
        check("notes list --format=yaml --nope", Format::Yaml);
        check("notes list --format", Format::Table);
        check("notes list --format xml", Format::Table);
        check("notes add -- --format json", Format::Table);
    }
}
