//! The protocol's bounds, one predicate or number each. Lengths of texts are in UTF-16 code units, as its validator
//! counts them; its JSON Schema counts code points and so accepts more.

/// The most executables a descriptor holds; it holds at least one.
pub const EXECUTABLES: usize = 16;
/// The most commands a descriptor holds; it holds at least one.
pub const COMMANDS: usize = 256;
/// The most artifacts a descriptor holds.
pub const ARTIFACTS: usize = 128;
/// The most projections a descriptor holds.
pub const PROJECTIONS: usize = 128;
/// The most words a command's path holds; it holds at least one.
pub const PATH_WORDS: usize = 8;
/// The most tokens an argv holds.
pub const ARGV: usize = 64;
/// The longest identifier.
pub const IDENTIFIER: usize = 64;
/// The longest name of a product that people read.
pub const DISPLAY_NAME: usize = 128;
/// The longest name of a package.
pub const PACKAGE_NAME: usize = 214;
/// The longest summary of a command.
pub const SUMMARY: usize = 256;
/// The longest token of an argv.
pub const TOKEN: usize = 1024;
/// The longest media type.
pub const MEDIA_TYPE: usize = 127;
/// The longest reference to a schema.
pub const SCHEMA_REF: usize = 512;
/// The longest description of an artifact or a projection.
pub const DESCRIPTION: usize = 256;

/// `[a-z][a-z0-9]*(-[a-z0-9]+)*`, at most 64.
pub fn is_identifier(text: &str) -> bool {
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
pub fn is_printable(text: &str, most: usize) -> bool {
    // A code unit takes one to three bytes, so most texts need no counting.
    let fits = text.len() <= most || text.len() <= most * 3 && text.encode_utf16().count() <= most;
    fits && !text.is_empty() && !text.bytes().any(|byte| byte.is_ascii_control())
}

/// A token that a program can be given: printable, and neither choosing the program nor asking a shell to evaluate.
pub fn is_safe_token(token: &str) -> bool {
    is_printable(token, TOKEN) && !selects_program(token)
}

/// `-c`, or `--exec`, `--executable` or `--shell`, alone or with a value.
pub(crate) fn selects_program(token: &str) -> bool {
    let option = token.split_once('=').map_or(token, |(option, _)| option);
    token == "-c" || matches!(option, "--exec" | "--executable" | "--shell")
}

/// `(@scope/)?name`, each of `[a-z0-9][a-z0-9._-]*`, at most 214 together.
pub fn is_package_name(text: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_lowercase() || first.is_ascii_digit())
            && part
                .bytes()
                .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-'))
    };
    text.len() <= PACKAGE_NAME
        && match text.strip_prefix('@') {
            Some(scoped) => scoped
                .split_once('/')
                .is_some_and(|(scope, name)| part(scope) && part(name)),
            None => part(text),
        }
}

/// `type/subtype` in lower case, without parameters, at most 127.
pub fn is_media_type(text: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| {
                matches!(byte, b'a'..=b'z' | b'0'..=b'9') || b"!#$&^_.+-".contains(&byte)
            })
    };
    text.len() <= MEDIA_TYPE
        && text
            .split_once('/')
            .is_some_and(|(kind, subtype)| part(kind) && part(subtype))
}

/// The major of `major.minor.patch`, each 0 or at most six digits that do not begin with 0.
pub(crate) fn protocol_major(text: &str) -> Option<&str> {
    let number = |part: &&str| {
        matches!(part.len(), 1..=6)
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && (*part == "0" || !part.starts_with('0'))
    };
    let mut parts = text.split('.');
    let major = parts.next().filter(number)?;
    let rest = [parts.next(), parts.next()];
    let numbers = rest.into_iter().flatten().filter(number).count();
    (numbers == 2 && parts.next().is_none()).then_some(major)
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

    #[test]
    fn package_names() {
        check(
            is_package_name,
            &["a", "0", "a.b_c-d", "@a/b", "@0/0", &"a".repeat(214)],
            &[
                "",
                "@",
                "@/",
                "@a",
                "@a/",
                "@/a",
                "@a/b/c",
                "a/b",
                "A",
                ".a",
                "_a",
                "-a",
                "@.a/b",
                "@a/.b",
                "a ",
                "a\n",
                &"a".repeat(215),
            ],
        );
    }

    #[test]
    fn media_types() {
        check(
            is_media_type,
            &[
                "a/b",
                "application/vnd.x+json",
                "!#$&^_.+-/!",
                &format!("a/{}", "b".repeat(125)),
            ],
            &[
                "",
                "a",
                "/",
                "a/",
                "/b",
                "a/b/c",
                "A/b",
                "a/b;c=d",
                "a/b ",
                &format!("a/{}", "b".repeat(126)),
            ],
        );
    }

    #[test]
    fn protocol_versions() {
        check(
            |text| protocol_major(text).is_some(),
            &["0.0.0", "1.0.0", "1.999999.999999", "999999.0.0"],
            &[
                "",
                "1",
                "1.0",
                "1.0.0.0",
                "01.0.0",
                "1.00.0",
                "1.0.1000000",
                "1.0.0-a",
                "1.0.",
                ".0.0",
                "1..0",
                "+1.0.0",
                "1.0.0\n",
            ],
        );
        assert_eq!(protocol_major("12.0.3"), Some("12"));
    }
}
