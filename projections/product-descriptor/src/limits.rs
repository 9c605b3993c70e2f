//! The protocol's bounds, one predicate or number each. Lengths of texts are in UTF-16 code units, as its validator
//! counts them; its JSON Schema counts code points and so accepts more.

/// The most commands a descriptor holds.
pub(crate) const COMMANDS: usize = 256;
/// The most words a command's path holds.
pub(crate) const PATH_WORDS: usize = 8;
/// The longest name of a product that people read.
pub(crate) const DISPLAY_NAME: usize = 128;
/// The longest summary of a command.
pub(crate) const SUMMARY: usize = 256;

/// The longest identifier.
const IDENTIFIER: usize = 64;
/// The longest token of an argv.
const TOKEN: usize = 1024;

/// `[a-z][a-z0-9]*(-[a-z0-9]+)*`, at most 64.
pub(crate) fn is_identifier(text: &str) -> bool {
    let alphanumeric = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9'))
    };
    text.len() <= IDENTIFIER
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.split('-').all(alphanumeric)
}

/// 1 to `most` code units, none of them U+0000 to U+001F or U+007F.
pub(crate) fn is_printable(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.encode_utf16().count())
        && !text.bytes().any(|byte| byte.is_ascii_control())
}

/// A token that a program can be given: printable, and neither choosing the program nor asking a shell to evaluate.
pub(crate) fn is_safe_token(token: &str) -> bool {
    let option = token.split_once('=').map_or(token, |(option, _)| option);
    is_printable(token, TOKEN)
        && token != "-c"
        && !matches!(option, "--exec" | "--executable" | "--shell")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(predicate: impl Fn(&str) -> bool, right: &[&str], wrong: &[&str]) {
        for text in right {
            assert!(predicate(text), "{text:?} is right");
        }
        for text in wrong {
            assert!(!predicate(text), "{text:?} is wrong");
        }
    }

    #[test]
    fn identifiers() {
        check(
            is_identifier,
            &["a", "a1", "a-1", "flow-agents", &"a".repeat(64)],
            &[
                "",
                "A",
                "1a",
                "-a",
                "a-",
                "a--b",
                "a_b",
                "ä",
                "a\n",
                &"a".repeat(65),
            ],
        );
    }

    #[test]
    fn printable_text_is_counted_in_code_units() {
        check(
            |text| is_printable(text, 4),
            // U+1F600 is two units, U+FFFD one; U+0080 to U+009F are control characters that the protocol admits.
            &[
                "a",
                "abcd",
                "ääää",
                "\u{1f600}\u{1f600}",
                "\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
                "\u{85}",
                "    ",
            ],
            &[
                "",
                "abcde",
                "\u{1f600}\u{1f600}a",
                "a\nb",
                "a\tb",
                "\0",
                "\u{1f}",
                "\u{7f}",
            ],
        );
    }

    #[test]
    fn tokens_choose_no_program_and_no_shell() {
        check(
            is_safe_token,
            &[
                "a",
                "--execute",
                "--shells",
                "-C",
                "-cx",
                "-c=",
                "exec",
                "a=--shell",
                "$(x); y",
                &"a".repeat(1024),
            ],
            &[
                "",
                "-c",
                "--exec",
                "--exec=",
                "--executable",
                "--executable=x",
                "--shell",
                "--shell=a=b",
                "a\0",
                &"a".repeat(1025),
            ],
        );
    }
}
