//! The grammars of the texts of a declaration, so that a wrong literal is told at its place. The registry applies them
//! again, to whatever value comes out in the end.

use semver::Version;

/// What a text must follow.
pub(crate) struct Grammar {
    /// What the text is, such as `tool name`: a word that takes `a`.
    pub(crate) what: &'static str,
    /// The rule in words.
    pub(crate) rule: &'static str,
    /// The rule.
    pub(crate) holds: fn(&str) -> bool,
}

pub(crate) const CAPABILITY_ID: Grammar = Grammar {
    what: "capability id",
    rule: "`<module id>.<name>` without white space or control characters, such as `notes.search`",
    holds: |text| {
        text.split_once('.').is_some_and(|(module, local)| {
            is_module_id(module)
                && !local.is_empty()
                && !local.chars().any(|c| c.is_whitespace() || c.is_control())
        })
    },
};

pub(crate) const MODULE_ID: Grammar = Grammar {
    what: "module id",
    rule: "a lower-case letter, then lower-case letters, digits, `_` and `-`, such as `notes`",
    holds: is_module_id,
};

pub(crate) const VERSION: Grammar = Grammar {
    what: "version",
    rule: "three numbers in the form of Semantic Versioning, such as `1.0.0`",
    holds: |text| Version::parse(text).is_ok(),
};

pub(crate) const TITLE: Grammar = Grammar {
    what: "title",
    rule: "a short name for lists and menus, of 1 to 128 characters",
    holds: |text| is_prose(text, 128),
};

pub(crate) const DESCRIPTION: Grammar = Grammar {
    what: "description",
    rule: "what it does and when to use it, in 1 to 4096 characters",
    holds: |text| is_prose(text, 4096),
};

pub(crate) const TOOL: Grammar = Grammar {
    what: "tool name",
    rule: "1 to 64 lower-case letters, digits and `_`, such as `notes_search`",
    holds: |text| is_made_of(text, b'_'),
};

pub(crate) const ALIAS: Grammar = Grammar {
    what: "skill alias",
    rule: "1 to 64 lower-case letters, digits and `-`, such as `find-notes`",
    holds: |text| is_made_of(text, b'-'),
};

pub(crate) const WORD: Grammar = Grammar {
    what: "word of a command",
    rule: "a lower-case letter, then lower-case letters and digits, joined by single `-`, such as `read-file`",
    holds: |text| {
        text.len() <= 64
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.split('-').all(|part| is_alphanumeric(part.as_bytes()))
    },
};

pub(crate) const ROUTE: Grammar = Grammar {
    what: "route",
    rule: "a path of plain segments under `/api/v1/`, such as `/api/v1/notes/search`",
    holds: |text| {
        let plain = |segment: &str| {
            !matches!(segment, "" | "." | "..")
                && segment.bytes().all(|byte| {
                    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~')
                })
        };
        text.len() <= 512
            && text
                .strip_prefix("/api/v1/")
                .is_some_and(|rest| rest.split('/').all(plain))
    },
};

fn is_module_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .bytes()
            .all(|byte| is_lower_or_digit(byte) || matches!(byte, b'_' | b'-'))
}

/// `most` counts UTF-16 code units, as the descriptor protocol does.
fn is_prose(text: &str, most: usize) -> bool {
    !text.trim().is_empty()
        && !text
            .chars()
            .any(|c| c.is_control() && c != '\n' && c != '\t')
        && text.encode_utf16().count() <= most
}

fn is_made_of(text: &str, also: u8) -> bool {
    (1..=64).contains(&text.len())
        && text
            .bytes()
            .all(|byte| is_lower_or_digit(byte) || byte == also)
}

fn is_alphanumeric(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().copied().all(is_lower_or_digit)
}

fn is_lower_or_digit(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}
