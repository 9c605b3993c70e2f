//! From a query string to an input: decoded strictly, and bound by the schema.

use std::borrow::Cow;

use onefold::Failure;
use onefold::schema::Field;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// The input that a query string says.
///
/// A key that no field has stays, as text: the executor refuses it, and names the nearest field.
pub(crate) fn bind(query: &str, fields: &[Field]) -> Result<Value, Failure> {
    let mut given = query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decode(key)?, decode(value)?))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    // A key that is repeated lists its values in the order in which they came.
    given.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut input = Map::with_capacity(given.len());
    for alike in given.chunk_by(|(a, _), (b, _)| a == b) {
        let key = &*alike[0].0;
        let texts = alike.iter().map(|(_, text)| &**text);
        let value = match fields.iter().find(|field| field.name == key) {
            Some(field) => field.read(texts),
            None => texts.collect(),
        };
        input.insert(key.to_owned(), value);
    }
    Ok(Value::Object(input))
}

/// The text that `application/x-www-form-urlencoded` writes as `text`. Where the usual decoders leave an escape that is
/// none, or put U+FFFD for bytes that are no UTF-8, this is an error: the caller meant something else.
fn decode(text: &str) -> Result<Cow<'_, str>, Failure> {
    if !text.bytes().any(|byte| matches!(byte, b'+' | b'%')) {
        return Ok(Cow::Borrowed(text));
    }
    if let Some(escape) = bad_escape(text) {
        return Err(malformed(&format!("`{escape}` is no percent escape")));
    }
    percent_decode_str(&text.replace('+', " "))
        .decode_utf8()
        .map(|decoded| Cow::Owned(decoded.into_owned()))
        .map_err(|_| malformed(&format!("`{text}` does not decode to UTF-8")))
}

/// The first `%` that two hexadecimal digits don't follow, and what follows it instead.
fn bad_escape(text: &str) -> Option<String> {
    text.match_indices('%')
        .map(|(at, _)| text[at..].chars().take(3).collect::<String>())
        .find(|escape| escape.len() != 3 || !escape[1..].bytes().all(|b| b.is_ascii_hexdigit()))
}

fn malformed(what: &str) -> Failure {
    Failure::invalid_input(format!("the query string is malformed: {what}"))
        .next("escape the UTF-8 bytes of a text, and write `%` itself as `%25`")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields() -> Vec<Field> {
        onefold::schema::fields(&json!({"type": "object", "properties": {
            "text": {"type": "string"},
            "count": {"type": ["integer", "null"]},
            "weight": {"type": "number"},
            "exact": {"type": "boolean"},
            "order": {"enum": ["newest", "oldest"]},
            "tags": {"type": "array", "items": {"type": "string"}},
            "ids": {"type": "array", "items": {"type": "integer"}},
            "filter": {"type": "object"},
        }}))
    }

    #[track_caller]
    fn check(query: &str, right: &Value) {
        assert_eq!(&bind(query, &fields()).unwrap(), right, "{query}");
    }

    #[track_caller]
    fn check_malformed(query: &str, right: &str) {
        let failure = bind(query, &fields()).unwrap_err();
        assert_eq!(
            failure.message,
            format!("the query string is malformed: {right}")
        );
    }

    #[test]
    fn values_are_read_by_the_schema() {
        check("", &json!({}));
        check("&&", &json!({}));
        check("text=12", &json!({"text": "12"}));
        check("count=12", &json!({"count": 12}));
        check(
            "count=18446744073709551615",
            &json!({"count": 18_446_744_073_709_551_615_u64}),
        );
        check("count=-3", &json!({"count": -3}));
        check("count=", &json!({"count": ""}));
        check("count", &json!({"count": ""}));
        check("count=1&count=2", &json!({"count": [1, 2]}));
        check("weight=1.5", &json!({"weight": 1.5}));
        check("exact=true", &json!({"exact": true}));
        check("exact=yes", &json!({"exact": "yes"}));
        check("order=newest", &json!({"order": "newest"}));
        check("tags=a", &json!({"tags": ["a"]}));
        check(
            "tags=a&text=x&tags=b",
            &json!({"tags": ["a", "b"], "text": "x"}),
        );
        check("tags=", &json!({"tags": [""]}));
        check("ids=1&ids=x", &json!({"ids": [1, "x"]}));
        check("filter={\"a\":1}", &json!({"filter": {"a": 1}}));
    }

    #[test]
    fn unknown_keys_stay() {
        check("txet=1", &json!({"txet": ["1"]}));
        check("a=1&a=2", &json!({"a": ["1", "2"]}));
        check("=1", &json!({"": ["1"]}));
    }

    #[test]
    fn escapes_are_decoded_strictly() {
        check("text=a+b%20c%2Bd", &json!({"text": "a b c+d"}));
        check("text=%C3%BC=%26", &json!({"text": "ü=&"}));
        check("t%65xt=x", &json!({"text": "x"}));
        check("text=ü", &json!({"text": "ü"}));
        check_malformed("text=%zz", "`%zz` is no percent escape");
        check_malformed("text=100%", "`%` is no percent escape");
        check_malformed("text=%2", "`%2` is no percent escape");
        check_malformed("%=1", "`%` is no percent escape");
        check_malformed("text=%+1", "`%+1` is no percent escape");
        check_malformed("text=%aü", "`%aü` is no percent escape");
        check_malformed("text=%ff", "`%ff` does not decode to UTF-8");
        check_malformed("text=%C3", "`%C3` does not decode to UTF-8");
    }
}
