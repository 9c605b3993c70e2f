//! One text for equal JSON values.
//!
//! Not RFC 8785: that one writes numbers as IEEE doubles, and an id of 64 bits must keep its digits.

use std::fmt::Write;

use serde_json::Value;

/// JSON with the keys of every object in the order of their bytes, whatever order this build keeps them in.
pub(crate) fn json(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(object) => {
            let mut keys: Vec<&String> = object.keys().collect();
            keys.sort();
            out.push('{');
            for (at, key) in keys.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                let _ = write!(out, "{}:", Value::String(key.clone()));
                write(&object[key], out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            let _ = write!(out, "{value}");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn keys_are_in_the_order_of_bytes_at_every_depth() {
        let value =
            json!({"b": [{"d": 1, "c": null}], "a": 18_446_744_073_709_551_615_u64, "\"": "\n"});
        let right = "{\"\\\"\":\"\\n\",\"a\":18446744073709551615,\"b\":[{\"c\":null,\"d\":1}]}";
        assert_eq!(super::json(&value), right);
    }
}
