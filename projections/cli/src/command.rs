//! From the tree to clap: the words of one invocation, what can follow them, and nothing else, so that a thousand
//! capabilities cost what one does.

use clap::{Arg, Command};
use onefold::schema::Field;

use crate::arguments;
use crate::format::Format;
use crate::tree::{Leaf, Tree, Walk};

/// The id of the global argument that says the format.
pub(crate) const FORMAT: &str = "format";
/// The id of the argument that gives the input as JSON.
pub(crate) const INPUT: &str = "input";

/// Help wider than this is hard to read.
const WIDEST: usize = 100;

/// Help lists what every command takes after what is its own.
const COMMON: usize = 900;

/// Whether clap is told which fields are required.
///
/// Help and usage must show it; but clap would report a missing field its own way, and without looking at the rest or
/// at `--input`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Required {
    Told,
    Withheld,
}

/// The command line as far as this invocation needs it. `fields` are those of the capability it leads to.
pub(crate) fn command(
    tree: &Tree<'_>,
    walk: &Walk<'_>,
    fields: &[Field],
    required: Required,
) -> Command {
    let (mut rest, mut inner) = match (walk.leaf, walk.words.split_last()) {
        (Some(leaf), Some((word, outer))) => {
            let command = brief(tree, outer, word, Some(leaf));
            (outer, vec![whole(command, leaf, fields, required)])
        }
        _ => (walk.words.as_slice(), listed(tree, &walk.words)),
    };
    while let Some((word, outer)) = rest.split_last() {
        let group = brief(tree, outer, word, None).disable_help_subcommand(true);
        inner = vec![demanding(group.subcommands(inner))];
        rest = outer;
    }
    demanding(root(tree).subcommands(inner))
}

/// The commands and groups that can follow these words.
fn listed(tree: &Tree<'_>, words: &[&str]) -> Vec<Command> {
    tree.following(words)
        .into_iter()
        .map(|(word, leaf)| brief(tree, words, word, leaf))
        .collect()
}

fn root(tree: &Tree<'_>) -> Command {
    let product = tree.registry().product();
    Command::new(product.id.clone().into_owned())
        .bin_name(product.id.clone().into_owned())
        .version(product.version.clone().into_owned())
        .propagate_version(true)
        .about(product.title.clone().into_owned())
        .long_about(match &*product.description {
            "" => product.title.clone().into_owned(),
            description => description.to_owned(),
        })
        .max_term_width(WIDEST)
        .arg(
            Arg::new(FORMAT)
                .long("format")
                .value_name("FORMAT")
                .global(true)
                .display_order(COMMON)
                .default_value(Format::default().as_str())
                .value_parser(clap::value_parser!(Format))
                .help("How the answer is printed"),
        )
}

/// A group is no command: without a further word it shows what there is.
fn demanding(group: Command) -> Command {
    group.subcommand_required(true).arg_required_else_help(true)
}

/// A word with a line about it, as a list of commands shows it.
fn brief(tree: &Tree<'_>, outer: &[&str], word: &str, leaf: Option<Leaf<'_>>) -> Command {
    let command = Command::new(word.to_owned());
    match leaf {
        Some(Leaf::Capability(entry)) => command.about(entry.title().to_owned()),
        Some(Leaf::Host(host)) => command.about(host.about.clone()),
        None => describe_group(command, tree, outer, word),
    }
}

/// A group is described by the module it is named for, or else by what is in it.
fn describe_group(command: Command, tree: &Tree<'_>, outer: &[&str], word: &str) -> Command {
    let mut modules = tree.registry().modules().iter();
    let module = modules.find(|module| outer.is_empty() && module.id.as_str() == word);
    if let Some(module) = module {
        return command
            .about(module.title.clone())
            .long_about(module.description.clone());
    }
    let words = [outer, &[word]].concat();
    let following: Vec<&str> = tree.following(&words).into_keys().collect();
    command.about(following.join(", "))
}

/// The command with everything it takes.
fn whole(command: Command, leaf: Leaf<'_>, fields: &[Field], required: Required) -> Command {
    match leaf {
        Leaf::Host(host) => command.args(&host.args),
        Leaf::Capability(entry) => command
            .long_about(entry.description().to_owned())
            .args(arguments::of(fields, required))
            .arg(
                Arg::new(INPUT)
                    .long("input")
                    .value_name("JSON|@FILE|-")
                    .display_order(COMMON)
                    .help("The whole input as JSON, from a file or from stdin; fields given by themselves win over it"),
            ),
    }
}
