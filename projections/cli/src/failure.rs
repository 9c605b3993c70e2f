//! What clap could not read, as a failure with the code it has on every surface.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use onefold::schema::{Field, escape_pointer};
use onefold::{Failure, Violation, suggest};

use crate::arguments::{is_positional, pointer};
use crate::flag::{self, RESERVED};
use crate::tree::{Leaf, Tree, Walk};

/// What was being read when it failed.
pub(crate) struct Reading<'a> {
    pub(crate) tree: &'a Tree<'a>,
    pub(crate) walk: &'a Walk<'a>,
    /// Those of the capability that the words lead to.
    pub(crate) fields: &'a [Field],
}

impl Reading<'_> {
    /// The words name a group and no command.
    pub(crate) fn incomplete(&self) -> Failure {
        let following: Vec<&str> = self.tree.following(&self.walk.words).into_keys().collect();
        Failure::invalid_input(format!(
            "`{}` needs one of: {}",
            self.invocation(),
            following.join(", ")
        ))
        .next(self.help())
    }

    /// Anything else that clap could not read.
    pub(crate) fn failure(&self, error: &clap::Error) -> Failure {
        let arguments = texts(error, ContextKind::InvalidArg);
        match (error.kind(), &arguments[..]) {
            (ErrorKind::InvalidSubcommand, _) => {
                let words = texts(error, ContextKind::InvalidSubcommand);
                self.unknown_word(words.first().map_or("", String::as_str))
            }
            // Before the words lead to a command, an argument can only be one of them.
            (ErrorKind::UnknownArgument, [word])
                if self.walk.leaf.is_none() && !word.starts_with('-') =>
            {
                self.unknown_word(word)
            }
            (ErrorKind::UnknownArgument, [argument]) => self.wrong(self.unknown(argument)),
            (ErrorKind::InvalidValue, [argument]) if is_missing_value(error) => {
                let message = format!("a value is missing for `{}`", bare(argument));
                self.wrong([Violation::new(self.pointer(argument), message)])
            }
            (ErrorKind::InvalidUtf8, []) => {
                self.wrong([Violation::new("", "an argument is not UTF-8")])
            }
            (ErrorKind::InvalidUtf8, [argument]) => {
                let message = format!("the value of `{}` is not UTF-8", bare(argument));
                self.wrong([Violation::new(self.pointer(argument), message)])
            }
            (_, []) => self.wrong([Violation::new("", first_line(error))]),
            (_, arguments) => {
                let message = first_line(error);
                self.wrong(
                    arguments
                        .iter()
                        .map(|argument| Violation::new(self.pointer(argument), &*message)),
                )
            }
        }
    }

    fn wrong(&self, violations: impl IntoIterator<Item = Violation>) -> Failure {
        let violations: Vec<Violation> = violations.into_iter().collect();
        let mut failure = Failure::invalid_input(match &violations[..] {
            [one] => one.message.clone(),
            _ => format!("the arguments are wrong in {} places", violations.len()),
        });
        failure.violations = violations;
        failure.next(self.help())
    }

    /// The nearest word that can stand here; or else commands that hold it elsewhere.
    fn unknown_word(&self, word: &str) -> Failure {
        let here = self.tree.following(&self.walk.words);
        let spelled = [&self.walk.words[..], &[word]].concat().join(" ");
        let mut nearest: Vec<String> = suggest::nearest(word, here.into_keys())
            .into_iter()
            .map(|near| [&self.walk.words[..], &[near.as_str()]].concat().join(" "))
            .collect();
        if nearest.is_empty() {
            let all: Vec<String> = self.tree.commands().collect();
            nearest = suggest::nearest(word, all.iter().map(String::as_str));
        }
        let failure = Failure::not_found(format!("there is no command `{spelled}`"));
        if nearest.is_empty() {
            failure.next(self.help())
        } else {
            failure.did_you_mean(&nearest)
        }
    }

    fn unknown(&self, argument: &str) -> [Violation; 1] {
        let Some(name) = argument.strip_prefix("--") else {
            let message = if argument.starts_with('-') {
                format!(
                    "unknown flag `{argument}`; a value that begins with `-` is written `--flag={argument}`, or follows `--`"
                )
            } else {
                format!("unexpected argument `{argument}`")
            };
            return [Violation::new("", message)];
        };
        if let Some(field) = self
            .fields
            .iter()
            .find(|field| is_positional(field) && flag::of(&field.name) == name)
        {
            let message = format!(
                "`{}` is given without a flag: `{} <{}>`",
                field.name,
                self.invocation(),
                flag::placeholder(name)
            );
            return [Violation::new(pointer(field), message)];
        }
        let flags = self.flags();
        let nearest: Vec<String> = suggest::nearest(name, flags.iter().map(String::as_str))
            .into_iter()
            .map(|flag| format!("--{flag}"))
            .collect();
        let message = if nearest.is_empty() {
            format!("unknown flag `{argument}`")
        } else {
            format!(
                "unknown flag `{argument}`; did you mean {}?",
                nearest.join(", ")
            )
        };
        [Violation::new(self.pointer(argument), message).nearest(nearest)]
    }

    /// The flags of the command that was being read, without their dashes.
    fn flags(&self) -> Vec<String> {
        let own: Vec<String> = match self.walk.leaf {
            Some(Leaf::Host(host)) => host
                .args
                .iter()
                .filter_map(|arg| Some(arg.get_long()?.to_owned()))
                .collect(),
            Some(Leaf::Capability(_)) | None => {
                let flags = self.fields.iter().filter(|field| !is_positional(field));
                flags.map(|field| flag::of(&field.name)).collect()
            }
        };
        let takes_input = matches!(self.walk.leaf, Some(Leaf::Capability(_)));
        let common = RESERVED
            .into_iter()
            .filter(|flag| takes_input || *flag != "input");
        own.into_iter().chain(common.map(str::to_owned)).collect()
    }

    /// The place of the input that an argument, as clap shows it, gives.
    fn pointer(&self, argument: &str) -> String {
        let bare = bare(argument);
        let field = self.fields.iter().find(|field| {
            let flag = flag::of(&field.name);
            if is_positional(field) {
                bare == flag::placeholder(&flag)
            } else {
                bare.strip_prefix("--") == Some(&flag)
            }
        });
        let named = || {
            bare.trim_start_matches('-')
                .replace('-', "_")
                .to_lowercase()
        };
        field.map_or_else(|| format!("/{}", escape_pointer(&named())), pointer)
    }

    /// What was typed to come here: `notes list`.
    fn invocation(&self) -> String {
        let product = &*self.tree.registry().product().id;
        [&[product], &self.walk.words[..]].concat().join(" ")
    }

    fn help(&self) -> String {
        format!("`{} --help` shows what there is", self.invocation())
    }
}

/// An argument as clap shows it, without its value: `--limit` of `--limit <LIMIT>`, `ID` of `<ID>`.
fn bare(argument: &str) -> &str {
    let argument = argument.trim_start_matches(['<', '[']);
    argument
        .split([' ', '=', '[', '<', '>', ']'])
        .next()
        .unwrap_or_default()
}

fn texts(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// clap tells a missing value as an empty one.
fn is_missing_value(error: &clap::Error) -> bool {
    matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if value.is_empty())
}

/// What clap says, without its heading and advice.
fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
