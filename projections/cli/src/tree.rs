//! The commands of a product as a tree of words, and how far an invocation leads into it.

use std::collections::BTreeMap;
use std::ffi::OsString;

use onefold::{Entry, Registry};

use crate::host::HostCommand;

/// Every command, by its words. Making it asks for no schema.
pub(crate) struct Tree<'a> {
    registry: &'a Registry,
    commands: Vec<(&'a [String], Leaf<'a>)>,
}

/// What stands at the end of a command's words.
#[derive(Clone, Copy)]
pub(crate) enum Leaf<'a> {
    Capability(&'a Entry),
    Host(&'a HostCommand),
}

/// How far the words of an invocation lead.
#[derive(Default)]
pub(crate) struct Walk<'a> {
    /// The words that are words of the tree.
    pub(crate) words: Vec<&'a str>,
    /// The command, where they lead to one and not to a group.
    pub(crate) leaf: Option<Leaf<'a>>,
    /// Whether the version is asked for before any command, which needs no parser at all.
    pub(crate) asks_version: bool,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(registry: &'a Registry, host: &'a [HostCommand]) -> Self {
        let declared = registry
            .iter()
            .filter_map(|entry| Some((entry.exposure().cli_words()?, Leaf::Capability(entry))));
        let added = host
            .iter()
            .map(|command| (command.words.as_slice(), Leaf::Host(command)));
        Self {
            registry,
            commands: declared.chain(added).collect(),
        }
    }

    pub(crate) fn registry(&self) -> &'a Registry {
        self.registry
    }

    /// Every command's words, joined by spaces.
    pub(crate) fn commands(&self) -> impl Iterator<Item = String> {
        self.commands.iter().map(|(words, _)| words.join(" "))
    }

    /// The words that can follow these, in alphabetical order, each with the command it completes.
    pub(crate) fn following(&self, words: &[&str]) -> BTreeMap<&'a str, Option<Leaf<'a>>> {
        self.below(words)
            .filter_map(|(rest, leaf)| {
                let (first, deeper) = rest.split_first()?;
                Some((first.as_str(), deeper.is_empty().then_some(leaf)))
            })
            .collect()
    }

    /// Follows the words of an invocation as clap will, past what may stand between them.
    pub(crate) fn walk(&self, args: &[OsString]) -> Walk<'a> {
        let mut walk = Walk::default();
        let mut help = false;
        let mut args = args.iter().skip(1);
        while walk.leaf.is_none()
            && let Some(arg) = args.next().and_then(|arg| arg.to_str())
        {
            match arg {
                // Its value is no word.
                "--format" => drop(args.next()),
                _ if arg.starts_with("--format=") => {}
                // `help notes search` asks about the command that follows.
                "help" if walk.words.is_empty() && !help => help = true,
                _ => {
                    let Some((word, leaf)) = self.step(&walk.words, arg) else {
                        walk.asks_version = matches!(arg, "-V" | "--version");
                        break;
                    };
                    walk.words.push(word);
                    walk.leaf = leaf;
                }
            }
        }
        walk
    }

    fn step(&self, words: &[&str], next: &str) -> Option<(&'a str, Option<Leaf<'a>>)> {
        self.below(words)
            .find(|(rest, _)| rest.first().is_some_and(|word| word == next))
            .map(|(rest, leaf)| (rest[0].as_str(), (rest.len() == 1).then_some(leaf)))
    }

    /// The commands that begin with these words, each with the rest of its own.
    fn below(&self, words: &[&str]) -> impl Iterator<Item = (&'a [String], Leaf<'a>)> {
        self.commands.iter().filter_map(move |(command, leaf)| {
            let begins =
                command.len() >= words.len() && command.iter().zip(words).all(|(a, b)| a == b);
            begins.then(|| (&command[words.len()..], *leaf))
        })
    }
}
