//! What the format of a number says of its range: `schemars` names Rust's types there, and JSON Schema knows none of them.

use serde_json::{Number, Value};

use super::each_child;

/// The least and the greatest whole number of a format, where it names a type of at most 64 bits.
pub(super) fn integers(format: &str) -> Option<(i128, i128)> {
    Some(match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" => (i64::MIN.into(), i64::MAX.into()),
        "int" => (isize::MIN as i128, isize::MAX as i128),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" => (0, u64::MAX.into()),
        "uint" => (0, usize::MAX as i128),
        _ => return None,
    })
}

/// What `f32::MAX` is written as. Whatever is greater would be read as infinite.
const MOST_OF_FLOAT: f64 = 3.402_823_5e38;

/// Says in keywords, at every depth, which numbers fit the types that the formats name. A bound that is tighter stays.
pub(super) fn state(schema: &mut Value) {
    if let Some((least, most)) = format_range(schema) {
        tighten(schema, "minimum", least, |said, least| said < least);
        tighten(schema, "maximum", most, |said, most| said > most);
    }
    each_child(schema, |_, child| state(child));
}

fn format_range(schema: &Value) -> Option<(Number, Number)> {
    let format = schema.get("format")?.as_str()?;
    if format == "float" {
        return Number::from_f64(-MOST_OF_FLOAT).zip(Number::from_f64(MOST_OF_FLOAT));
    }
    let (least, most) = integers(format)?;
    Number::from_i128(least).zip(Number::from_i128(most))
}

fn tighten(schema: &mut Value, keyword: &str, bound: Number, is_wider: fn(f64, f64) -> bool) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    let said = object.get(keyword).and_then(Value::as_f64);
    let limit = bound.as_f64().unwrap_or_default();
    if said.is_none_or(|said| is_wider(said, limit)) {
        object.insert(keyword.to_owned(), Value::Number(bound));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(mut schema: Value, right: &Value) {
        state(&mut schema);
        assert_eq!(&schema, right);
    }

    #[test]
    fn a_format_is_a_range_and_a_tighter_one_stays() {
        check(
            json!({"type": "integer", "format": "uint64", "minimum": 0}),
            &json!({"type": "integer", "format": "uint64", "minimum": 0, "maximum": u64::MAX}),
        );
        check(
            json!({"type": "integer", "format": "int64", "maximum": 5}),
            &json!({"type": "integer", "format": "int64", "maximum": 5, "minimum": i64::MIN}),
        );
        check(
            json!({"type": "integer", "format": "uint8", "minimum": 1, "maximum": 1000}),
            &json!({"type": "integer", "format": "uint8", "minimum": 1, "maximum": 255}),
        );
        let others = json!({
            "properties": {
                "format": {"const": "uint8"},
                "wide": {"type": "integer", "format": "uint128", "minimum": 0},
                "text": {"type": "string", "format": "date-time"},
            },
        });
        check(others.clone(), &others);
    }
}
