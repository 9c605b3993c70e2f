//! The command line as assembly sees it: the words it takes itself, and the inputs it can't say.

use std::collections::HashMap;

use onefold::schema::{self, Field};
use onefold::{Claim, Entry, Projection};

use crate::cli::Cli;
use crate::flag::{self, RESERVED};

/// The name space of commands.
const COMMAND: &str = "command";

impl Cli {
    /// The words of every command that is no capability.
    fn taken(&self) -> impl Iterator<Item = Vec<&str>> {
        let host = self.host.iter();
        std::iter::once(vec!["help"])
            .chain(host.map(|command| command.words.iter().map(String::as_str).collect()))
    }
}

impl Projection for Cli {
    fn name(&self) -> &'static str {
        "command line"
    }

    /// Two host commands of which one begins the other claim one name, and so collide as capabilities do.
    fn reserved(&self) -> Vec<Claim> {
        let taken: Vec<Vec<&str>> = self.taken().collect();
        let first = |words: &[&str]| {
            let at = taken.iter().find(|other| overlap(other, words));
            at.map(|other| Claim::new(COMMAND, other.join(" ")))
        };
        taken.iter().filter_map(|words| first(words)).collect()
    }

    /// The commands of the host that its words run into. Those of another capability are refused by the registry
    /// itself, and are not reported a second time here.
    fn claims(&self, entry: &Entry) -> Vec<Claim> {
        let Some(words) = entry.exposure().cli_words() else {
            return Vec::new();
        };
        self.taken()
            .filter(|taken| overlap(taken, words))
            .map(|taken| Claim::new(COMMAND, taken.join(" ")))
            .collect()
    }

    fn objections(&self, entry: &Entry) -> Vec<String> {
        if entry.exposure().cli.is_none() {
            return Vec::new();
        }
        objections(&schema::fields(&entry.input().schema))
    }
}

/// Whether one begins the other: `serve` and `serve now` can't both be commands.
fn overlap<A: AsRef<str>, B: AsRef<str>>(a: &[A], b: &[B]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.as_ref() == b.as_ref())
}

/// A positional has no flag, but becomes one as soon as it is made optional: its name is held to the same rules.
fn objections(fields: &[Field]) -> Vec<String> {
    let mut objections = Vec::new();
    let mut holders: HashMap<String, &str> = HashMap::new();
    for Field { name, .. } in fields {
        let flag = flag::of(name);
        if flag.is_empty() {
            objections.push(format!(
                "the field `{name}` makes no flag; give it letters or digits"
            ));
        } else if RESERVED.contains(&flag.as_str()) {
            objections.push(format!(
                "the field `{name}` would be the flag `--{flag}`, which every command has; rename the field"
            ));
        } else if let Some(other) = holders.insert(flag.clone(), name) {
            objections.push(format!(
                "the fields `{other}` and `{name}` would both be the flag `--{flag}`; rename one"
            ));
        }
    }
    objections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], right: &[&str]) {
        let properties: serde_json::Map<_, _> = names
            .iter()
            .map(|name| ((*name).to_owned(), serde_json::json!({"type": "string"})))
            .collect();
        let fields = schema::fields(&serde_json::json!({"properties": properties}));
        let objections = objections(&fields);
        assert_eq!(objections.len(), right.len(), "{objections:?}");
        for (objection, part) in objections.iter().zip(right) {
            assert!(objection.contains(part), "{objection}");
        }
    }

    #[test]
    fn a_field_that_makes_no_flag_of_its_own_is_refused() {
        check(&["id", "max_results", "json"], &[]);
        check(&["help"], &["`--help`"]);
        check(
            &["version", "format", "Input"],
            &["`version`", "`format`", "`Input`"],
        );
        check(
            &["max_results", "maxResults"],
            &["`max_results` and `maxResults`"],
        );
        check(&["_", "-"], &["`_`", "`-`"]);
    }

    #[test]
    fn words_overlap_where_one_begins_the_other() {
        assert!(overlap(&["serve"], &["serve", "now"]));
        assert!(overlap(&["a", "b"], &["a"]));
        assert!(!overlap(&["a", "b"], &["a", "c"]));
    }
}
