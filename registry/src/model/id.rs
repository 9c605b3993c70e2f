//! The two identities of the model, each a string that has passed its grammar.

use std::borrow::Borrow;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A text that does not follow the grammar of the name it was given for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no {what}: {rule}")]
pub struct GrammarError {
    /// What the text was meant to be, such as `module id`.
    pub what: &'static str,
    /// The offending text.
    pub text: String,
    /// The rule in words.
    pub rule: &'static str,
}

/// The identity of a capability: the id of its module, a dot, and an opaque local part.
///
/// The module id matches `[a-z][a-z0-9_-]*`; the local part is not empty and holds neither white space nor
/// control characters, so it may be a word, a path or a versioned name.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String")]
#[schemars(!try_from)]
pub struct CapabilityId(String);

/// The identity of a module, `[a-z][a-z0-9_-]*`: the namespace of the ids of its capabilities.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String")]
#[schemars(!try_from)]
pub struct ModuleId(String);

impl CapabilityId {
    /// Checks `text` against the grammar.
    pub fn new(text: impl Into<String>) -> Result<Self, GrammarError> {
        let text = text.into();
        let well_formed = text.split_once('.').is_some_and(|(module, local)| {
            is_module_id(module)
                && !local.is_empty()
                && !local.chars().any(|c| c.is_whitespace() || c.is_control())
        });
        if well_formed {
            Ok(Self(text))
        } else {
            Err(GrammarError {
                what: "capability id",
                text,
                rule: "write `<module id>.<name>`, without white space or control characters",
            })
        }
    }

    /// The part before the first dot.
    pub fn namespace(&self) -> &str {
        self.0.split_once('.').map_or("", |(module, _)| module)
    }

    /// The whole id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl ModuleId {
    /// Checks `text` against the grammar.
    pub fn new(text: impl Into<String>) -> Result<Self, GrammarError> {
        let text = text.into();
        if is_module_id(&text) {
            Ok(Self(text))
        } else {
            Err(GrammarError {
                what: "module id",
                text,
                rule: "start with a lower-case letter and go on with lower-case letters, digits, `_` and `-`",
            })
        }
    }

    /// The whole id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_module_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-')
}

macro_rules! string_like {
    ($name:ident) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = GrammarError;

            fn try_from(text: String) -> Result<Self, GrammarError> {
                Self::new(text)
            }
        }
    };
}

string_like!(CapabilityId);
string_like!(ModuleId);

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_capability(text: &str, namespace: Option<&str>) {
        let parsed = CapabilityId::new(text);
        assert_eq!(
            parsed.as_ref().ok().map(CapabilityId::namespace),
            namespace,
            "{text:?}"
        );
    }

    #[test]
    fn capability_ids_follow_their_grammar() {
        check_capability("notes.search", Some("notes"));
        check_capability("rule.majordomus.scope-integrity@1", Some("rule"));
        check_capability("policy..ai/repo/policy.yaml", Some("policy"));
        check_capability("a_b-1.ü/✓", Some("a_b-1"));
        for bad in [
            "",
            "notes",
            "notes.",
            ".x",
            "Notes.x",
            "1n.x",
            "n.a b",
            "n.a\u{a0}b",
            "n.a\u{7}",
            "n x.a",
        ] {
            check_capability(bad, None);
        }
    }

    #[test]
    fn module_ids_follow_their_grammar() {
        for (text, right) in [
            ("notes", true),
            ("a1_-", true),
            ("", false),
            ("1a", false),
            ("A", false),
            ("a.b", false),
            ("ä", false),
            ("-a", false),
        ] {
            assert_eq!(ModuleId::new(text).is_ok(), right, "{text:?}");
        }
    }
}
