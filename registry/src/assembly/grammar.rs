//! The grammars of the names that surfaces use.

use crate::model::HttpExposure;

/// `[a-z0-9_]+`, at most 64: what every MCP client accepts.
pub(super) fn is_tool(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// `[a-z][a-z0-9]*(-[a-z0-9]+)*`, at most 64: a word of a command, the id of a product, an identifier of the
/// descriptor protocol.
pub(super) fn is_word(word: &str) -> bool {
    let letters = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    word.len() <= 64
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.split('-').all(letters)
}

/// `[a-z0-9-]{1,64}`
pub(super) fn is_alias(alias: &str) -> bool {
    (1..=64).contains(&alias.len())
        && alias
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// An absolute path under [`HttpExposure::PREFIX`] of plain, non-empty segments: what stands in a declaration is what
/// stands in a request line.
pub(super) fn is_route(path: &str) -> bool {
    let plain = |segment: &str| {
        !matches!(segment, "" | "." | "..")
            && segment.bytes().all(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~')
            })
    };
    path.len() <= 512
        && path
            .strip_prefix(HttpExposure::PREFIX)
            .is_some_and(|rest| rest.split('/').all(plain))
}

/// `<product id>://<kind>/<identity>`, or `<product id>://<identity>`, of visible ASCII characters.
pub(super) fn is_resource_uri(uri: &str, product: &str) -> bool {
    let rest = uri
        .strip_prefix(product)
        .and_then(|rest| rest.strip_prefix("://"));
    uri.len() <= 512
        && rest.is_some_and(|rest| {
            !rest.is_empty()
                && rest.split('/').all(|segment| !segment.is_empty())
                && rest.bytes().all(|byte| {
                    byte.is_ascii_graphic()
                        && !matches!(
                            byte,
                            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}'
                        )
                })
        })
}

/// `(@scope/)?name` as npm takes it, at most 214.
pub(super) fn is_package(name: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && part.bytes().all(|byte| {
                byte.is_ascii_lowercase()
                    || byte.is_ascii_digit()
                    || matches!(byte, b'.' | b'_' | b'-')
            })
    };
    name.len() <= 214
        && match name.strip_prefix('@').map(|scoped| scoped.split_once('/')) {
            Some(Some((scope, name))) => part(scope) && part(name),
            Some(None) => false,
            None => part(name),
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::policies::text_fault;
    use crate::model::{CapabilityId, ModuleId};

    #[track_caller]
    fn check(grammar: fn(&str) -> bool, right: &[&str], wrong: &[&str]) {
        for text in right {
            assert!(grammar(text), "{text:?}");
        }
        for text in wrong {
            assert!(!grammar(text), "{text:?}");
        }
    }

    type Rule = fn(&str) -> bool;

    /// The macros' tests read the same table.
    #[test]
    fn texts_are_held_to_the_grammars_of_the_macros() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../registry-macros/grammars.json"
        );
        let table = std::fs::read_to_string(path).unwrap();
        let table: serde_json::Value = serde_json::from_str(&table).unwrap();
        let grammars: [(&str, Rule); 8] = [
            ("capability id", |text| CapabilityId::new(text).is_ok()),
            ("module id", |text| ModuleId::new(text).is_ok()),
            ("version", |text| semver::Version::parse(text).is_ok()),
            ("title", |text| text_fault(text, 128).is_none()),
            ("tool name", is_tool),
            ("skill alias", is_alias),
            ("word of a command", is_word),
            ("route", is_route),
        ];
        assert_eq!(table.as_object().unwrap().len(), grammars.len());
        for (what, holds) in grammars {
            for (list, right) in [("holds", true), ("breaks", false)] {
                for text in table[what][list].as_array().unwrap() {
                    let text = text.as_str().unwrap();
                    assert_eq!(holds(text), right, "{what}: {text:?}");
                }
            }
        }
    }

    #[test]
    fn the_names_that_only_the_registry_judges_follow_their_grammars() {
        check(
            |uri| is_resource_uri(uri, "notes"),
            &["notes://guide/intro", "notes://all"],
            &[
                "notes://",
                "other://a/b",
                "notes:/a",
                "notes://a//b",
                "notes://a b",
                "notes://ä",
            ],
        );
        check(
            is_package,
            &["notes", "@scope/notes", "a.b_c-1"],
            &["", "@scope", "Notes", "@/x", "a/b", "_a"],
        );
    }
}
