//! A registry as a command line: words and arguments in, an answer and an exit code out.
//!
//! An invocation is read in steps, one file each: the words lead into the `tree` of commands; clap gets a `command` that
//! holds what those words need and nothing else; its matches become a `request`; `cli` runs it. What is shown is made in
//! `render`, and `output` alone writes it.
//!
//! # How an input is said
//!
//! A required text or number is a positional, in the order of the type's fields; every other field is a flag. A list is
//! its flag given again and again; a boolean is `--flag`, or `--flag=false`; anything else is JSON. `--input` gives the
//! whole input as JSON (`-` reads stdin, `@FILE` a file), and a field given by itself wins over the same field in it.

mod cli;
mod host;
mod projection;

mod tree;

mod arguments;
mod command;
mod flag;

mod failure;
mod format;
mod input;
mod request;

mod output;
mod render;

#[cfg(test)]
mod tests;

pub use cli::Cli;
pub use format::{Format, first_word, format_of};
pub use host::{HostCommand, Run, Unset};
pub use output::{print_answer, print_document, print_failure};
