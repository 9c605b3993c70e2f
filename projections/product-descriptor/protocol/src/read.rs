//! From bytes to the shape of a document, in one pass and without recursion into what the protocol does not know.

use serde::de::{Deserialize, IgnoredAny};

use crate::shape::{Document, Slot};

/// Why bytes hold no JSON value.
#[derive(Debug)]
pub(crate) enum Unreadable {
    /// They are no UTF-8; the first byte that is not.
    Encoding(usize),
    /// They are no JSON; the line and the column, both counted from 1.
    Syntax(usize, usize),
}

/// Reads a document and hands it on. Some JSON fits no Rust type: half a surrogate pair and a number beyond a double. Such
/// a document is read with U+FFFD and with 0 in their place, which no rule of the protocol tells apart from them.
pub(crate) fn read<T>(
    bytes: &[u8],
    then: impl FnOnce(Slot<Document<'_>>) -> T,
) -> Result<T, Unreadable> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| Unreadable::Encoding(error.valid_up_to()))?;
    if let Ok(document) = serde_json::from_str(text) {
        return Ok(then(document));
    }
    let syntax = |error: serde_json::Error| Unreadable::Syntax(error.line(), error.column());
    // What is skipped is checked for its syntax alone.
    serde_json::from_str::<IgnoredAny>(text).map_err(syntax)?;
    let text = representable(text);
    let mut deserializer = serde_json::Deserializer::from_str(&text);
    Slot::deserialize(&mut deserializer)
        .map(then)
        .map_err(syntax)
}

/// The same JSON, with `0` for every number and U+FFFD for every surrogate that has no partner.
fn representable(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find(|c: char| matches!(c, '"' | '-' | '0'..='9')) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        rest = if from.starts_with('"') {
            text(from, &mut out)
        } else {
            out.push('0');
            from.trim_start_matches(|c: char| matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'))
        };
    }
    out.push_str(rest);
    out
}

/// Copies the text that `json` begins with, and returns what follows it.
fn text<'a>(json: &'a str, out: &mut String) -> &'a str {
    let (quote, mut rest) = json.split_at(1);
    out.push_str(quote);
    while let Some(at) = rest.find(['"', '\\']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        if let Some(after) = from.strip_prefix('"') {
            out.push('"');
            return after;
        }
        let escape = match surrogate(from) {
            Some(High) if surrogate(&from[6..]).is_some_and(|half| half == Low) => 12,
            Some(_) => {
                out.push('\u{fffd}');
                rest = &from[6..];
                continue;
            }
            // The second character of any other escape is ASCII, and what follows `\u` is no quote and no backslash.
            None => 2,
        };
        let (escape, after) = from.split_at(escape);
        out.push_str(escape);
        rest = after;
    }
    out.push_str(rest);
    ""
}

#[derive(PartialEq, Eq)]
enum Half {
    High,
    Low,
}
use Half::{High, Low};

/// The half of a pair that the escape at the beginning stands for.
fn surrogate(json: &str) -> Option<Half> {
    let digits = json.strip_prefix("\\u")?.get(..4)?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdbff => Some(High),
        0xdc00..=0xdfff => Some(Low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::representable;

    #[track_caller]
    fn check(json: &str, right: &str) {
        assert_eq!(representable(json), right);
    }

    #[test]
    fn what_rust_can_not_hold_is_replaced() {
        check(r#"{"a":[1e400,-0,12.5E+3,true]}"#, r#"{"a":[0,0,0,true]}"#);
        check(r#"["1e400", "-"]"#, r#"["1e400", "-"]"#);
        check(r#""\ud800""#, "\"\u{fffd}\"");
        check(r#""\ude00\ud83d""#, "\"\u{fffd}\u{fffd}\"");
        check(r#""\ud83d\ud83d\ude00x""#, "\"\u{fffd}\\ud83d\\ude00x\"");
        check(r#""\\ud800\"\ud800é""#, "\"\\\\ud800\\\"\u{fffd}é\"");
        check(r#"{"\uDBFF":"\u0041"}"#, "{\"\u{fffd}\":\"\\u0041\"}");
    }
}
