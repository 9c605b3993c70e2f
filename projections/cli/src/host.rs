//! A command that the product's host adds: it is declared by no capability, and runs what the host says.

use std::fmt;
use std::process::ExitCode;

use clap::{Arg, ArgMatches};
use onefold::Executor;

use crate::format::Format;

/// What a host command does.
pub type Run = Box<dyn Fn(&Executor, &ArgMatches, Format) -> ExitCode + Send + Sync>;

/// In a [`HostCommand`], stands for what it does until that is said.
#[derive(Debug)]
pub struct Unset;

/// A command that the product's host adds, such as `serve`.
pub struct HostCommand<R = Run> {
    pub(crate) words: Vec<String>,
    pub(crate) about: String,
    pub(crate) args: Vec<Arg>,
    run: R,
}

impl HostCommand<Unset> {
    /// The command of these words, with what it does in a line.
    pub fn new<W: Into<String>>(
        words: impl IntoIterator<Item = W>,
        about: impl Into<String>,
    ) -> Self {
        Self {
            words: words.into_iter().map(Into::into).collect(),
            about: about.into(),
            args: Vec::new(),
            run: Unset,
        }
    }

    /// Adds an argument. `--format`, `--help` and `--version` are there already.
    pub fn arg(mut self, arg: Arg) -> Self {
        self.args.push(arg);
        self
    }

    /// Says what it does: it gets the executor, its own matches, and the format its output is asked in.
    pub fn run(
        self,
        run: impl Fn(&Executor, &ArgMatches, Format) -> ExitCode + Send + Sync + 'static,
    ) -> HostCommand {
        HostCommand {
            words: self.words,
            about: self.about,
            args: self.args,
            run: Box::new(run),
        }
    }
}

impl HostCommand {
    pub(crate) fn start(
        &self,
        executor: &Executor,
        matches: &ArgMatches,
        format: Format,
    ) -> ExitCode {
        (self.run)(executor, matches, format)
    }
}

impl<R> fmt::Debug for HostCommand<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostCommand")
            .field("words", &self.words)
            .field("args", &self.args)
            .finish_non_exhaustive()
    }
}
