//! An input schema as a list of fields: what a command line and a query string can say, and how text becomes JSON.

use serde_json::{Value, json};

use super::resolve;

/// One top-level field of an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name, as in JSON.
    pub name: String,
    /// What it is for; empty where nothing was written.
    pub description: String,
    /// Whether every input holds it.
    pub required: bool,
    /// How text becomes its value.
    pub shape: Shape,
    /// The value it has when it is not given.
    pub default: Option<Value>,
    /// The values it can have, each with its description, where they are enumerated strings.
    pub choices: Vec<(String, String)>,
    /// Its schema, for those who publish it.
    pub schema: Value,
}

/// How text becomes a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// As it is.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// Given as often as there are items.
    List(Box<Shape>),
    /// As JSON; text that is no JSON is a string.
    Json,
}

/// The fields of an input, in the order of its type; where the input is a union, those of all its alternatives.
pub fn fields(schema: &Value) -> Vec<Field> {
    let mut fields = Vec::new();
    gather(schema, schema, 0, &mut fields);
    fields
}

/// How deep alternatives are followed into each other; a type that is a variant of itself has no end.
const DEEPEST: usize = 16;

fn gather(root: &Value, schema: &Value, depth: usize, fields: &mut Vec<Field>) {
    if depth > DEEPEST {
        return;
    }
    let required = |name: &str| {
        let names = schema.get("required").and_then(Value::as_array);
        names.is_some_and(|names| names.iter().any(|required| required == name))
    };
    for (name, property) in schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        add(fields, field(root, name, property, required(name)));
    }
    let target = resolve(root, schema);
    if !std::ptr::eq(target, schema) {
        gather(root, target, depth + 1, fields);
    }
    for part in list(schema, "allOf") {
        gather(root, part, depth + 1, fields);
    }
    for keyword in ["oneOf", "anyOf"] {
        let alternatives: Vec<Vec<Field>> = list(schema, keyword)
            .map(|alternative| {
                let mut own = Vec::new();
                gather(root, alternative, depth + 1, &mut own);
                own
            })
            .collect();
        let everywhere = |name: &str| {
            alternatives
                .iter()
                .all(|own| own.iter().any(|field| field.name == name && field.required))
        };
        for field in alternatives.iter().flatten() {
            add(
                fields,
                Field {
                    required: everywhere(&field.name),
                    ..field.clone()
                },
            );
        }
    }
}

/// A field of several alternatives is one field that takes what any of them takes.
fn add(fields: &mut Vec<Field>, new: Field) {
    let Some(known) = fields.iter_mut().find(|known| known.name == new.name) else {
        fields.push(new);
        return;
    };
    known.required |= new.required;
    if known.schema == new.schema {
        return;
    }
    if known.choices.is_empty() || new.choices.is_empty() {
        known.schema = json!({"anyOf": [known.schema, new.schema]});
        known.choices.clear();
    } else {
        for choice in new.choices {
            if !known.choices.iter().any(|(value, _)| *value == choice.0) {
                known.choices.push(choice);
            }
        }
        let values: Vec<&str> = known
            .choices
            .iter()
            .map(|(value, _)| value.as_str())
            .collect();
        known.schema = if accepts_null(&known.schema) || accepts_null(&new.schema) {
            json!({"anyOf": [{"type": "string", "enum": values}, {"type": "null"}]})
        } else {
            json!({"type": "string", "enum": values})
        };
    }
    if known.shape != new.shape {
        known.shape = Shape::Json;
    }
}

fn accepts_null(schema: &Value) -> bool {
    let is_null = |kind: &Value| kind == "null";
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is_null),
        Some(kind) => is_null(kind),
        None => ["anyOf", "oneOf"]
            .iter()
            .any(|keyword| list(schema, keyword).any(accepts_null)),
    }
}

fn field(root: &Value, name: &str, property: &Value, required: bool) -> Field {
    let value = without_null(root, resolve(root, property));
    let text = |keyword: &str| property.get(keyword).or_else(|| value.get(keyword));
    Field {
        name: name.to_owned(),
        description: text("description")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        required,
        shape: shape(root, value),
        default: text("default")
            .filter(|default| !default.is_null())
            .cloned(),
        choices: choices(root, value),
        schema: property.clone(),
    }
}

/// The schema of a value that is there: of `T` or null, that of `T`.
fn without_null<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let is_null = |schema: &Value| schema.get("type").is_some_and(|kind| kind == "null");
    for keyword in ["anyOf", "oneOf"] {
        let rest: Vec<&Value> = list(schema, keyword)
            .filter(|alternative| !is_null(alternative))
            .collect();
        if let [one] = rest[..] {
            return resolve(root, one);
        }
    }
    schema
}

fn shape(root: &Value, schema: &Value) -> Shape {
    let kinds: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds
            .iter()
            .filter_map(Value::as_str)
            .filter(|kind| *kind != "null")
            .collect(),
        _ => Vec::new(),
    };
    match kinds[..] {
        ["string"] => Shape::Text,
        ["integer"] => Shape::Integer,
        ["number"] => Shape::Number,
        ["boolean"] => Shape::Boolean,
        ["array"] => {
            let item = schema.get("items").map_or(Shape::Json, |item| {
                shape(root, without_null(root, resolve(root, item)))
            });
            // A list of lists can't be told apart when it is given item by item.
            Shape::List(Box::new(if let Shape::List(_) = item {
                Shape::Json
            } else {
                item
            }))
        }
        [] if !choices(root, schema).is_empty() => Shape::Text,
        _ => Shape::Json,
    }
}

/// The strings that a schema enumerates, and nothing where it accepts anything else.
fn choices(root: &Value, schema: &Value) -> Vec<(String, String)> {
    let schema = resolve(root, schema);
    let description = schema
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default();
    if let Some(one) = schema.get("const").and_then(Value::as_str) {
        return vec![(one.to_owned(), description.to_owned())];
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values
            .iter()
            .filter_map(Value::as_str)
            .map(|value| (value.to_owned(), String::new()))
            .collect();
    }
    let mut all = Vec::new();
    for keyword in ["oneOf", "anyOf"] {
        for alternative in list(schema, keyword) {
            let some = choices(root, alternative);
            if some.is_empty() {
                return Vec::new();
            }
            all.extend(some);
        }
    }
    all
}

fn list<'a>(schema: &'a Value, keyword: &str) -> impl Iterator<Item = &'a Value> {
    schema
        .get(keyword)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

impl Field {
    /// Whether it is given item by item.
    pub fn is_list(&self) -> bool {
        matches!(self.shape, Shape::List(_))
    }

    /// The value that `texts` say. Text that does not fit stays a string, so that validation names what is wrong with
    /// it; several texts for what is no list stay several.
    pub fn read<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> Value {
        match &self.shape {
            Shape::List(item) => texts.into_iter().map(|text| item.read(text)).collect(),
            shape => {
                let mut values: Vec<Value> =
                    texts.into_iter().map(|text| shape.read(text)).collect();
                if values.len() == 1 {
                    values.remove(0)
                } else {
                    Value::Array(values)
                }
            }
        }
    }
}

impl Shape {
    fn read(&self, text: &str) -> Value {
        let value = match self {
            Self::Text => None,
            // `2.0` is a whole number and `2.5` is none, whichever way it reaches us.
            Self::Integer | Self::Number => integer(text).or_else(|| number(text)),
            Self::Boolean => text.parse().ok().map(Value::Bool),
            Self::List(_) | Self::Json => serde_json::from_str(text).ok(),
        };
        value.unwrap_or_else(|| Value::String(text.to_owned()))
    }
}

/// A whole number of up to 64 bits, digit for digit.
fn integer(text: &str) -> Option<Value> {
    let unsigned = || text.parse::<u64>().ok().map(Value::from);
    // Rust accepts a leading `+`, JSON does not.
    if text.starts_with('+') {
        None
    } else {
        unsigned().or_else(|| text.parse::<i64>().ok().map(Value::from))
    }
}

/// A number in the grammar of JSON, which around it would also accept white space.
fn number(text: &str) -> Option<Value> {
    let number = serde_json::from_str(text).ok().map(Value::Number);
    number.filter(|_| text.trim() == text)
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is read")]
    enum Order {
        /// The newest first.
        Newest,
        /// The oldest first.
        Oldest,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is read")]
    struct Search {
        /// The words to look for.
        words: Vec<String>,
        limit: Option<u64>,
        order: Option<Order>,
        #[serde(default)]
        exact: bool,
        weight: f64,
        near: Option<Vec<f64>>,
        nested: Option<Inner>,
        name: String,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is read")]
    struct Inner {
        a: u8,
    }

    #[track_caller]
    fn check(name: &str, texts: &[&str], right: &Value) {
        let all = fields(&crate::schema::input::<Search>().schema);
        let field = all.iter().find(|field| field.name == name).unwrap();
        assert_eq!(&field.read(texts.iter().copied()), right, "{field:?}");
    }

    #[test]
    fn text_is_read_by_the_schema() {
        check("words", &["a"], &json!(["a"]));
        check("words", &["1", "true"], &json!(["1", "true"]));
        check(
            "limit",
            &["18446744073709551615"],
            &json!(18_446_744_073_709_551_615_u64),
        );
        check("limit", &["-3"], &json!(-3));
        check("limit", &["+3"], &json!("+3"));
        check("limit", &["3.5"], &json!(3.5));
        check("limit", &[" 3"], &json!(" 3"));
        check("limit", &["3.0"], &json!(3.0));
        check("limit", &["3e1"], &json!(30.0));
        check("limit", &[""], &json!(""));
        check("limit", &["1", "2"], &json!([1, 2]));
        check("order", &["Newest"], &json!("Newest"));
        check("exact", &["true"], &json!(true));
        check("exact", &["yes"], &json!("yes"));
        check("weight", &["1.5"], &json!(1.5));
        check("weight", &["1"], &json!(1));
        check("weight", &["NaN"], &json!("NaN"));
        check("weight", &["+1"], &json!("+1"));
        check("weight", &[".5"], &json!(".5"));
        check("weight", &["1e2"], &json!(100.0));
        check("near", &["1.5", "2"], &json!([1.5, 2]));
        check("nested", &[r#"{"a": 1}"#], &json!({"a": 1}));
        check("nested", &["{"], &json!("{"));
        check("name", &["12"], &json!("12"));
    }

    #[test]
    fn references_are_followed_by_any_spelling_and_to_an_end() {
        let names = |schema: &Value| -> Vec<String> {
            fields(schema).into_iter().map(|field| field.name).collect()
        };
        let spelled = json!({"$ref": "#/$defs/Pair%3Ca~1b%3E", "$defs": {"Pair<a/b>": {"properties": {"x": {}}}}});
        assert_eq!(names(&spelled), ["x"]);
        assert_eq!(names(&json!({"$ref": "#/$defs/Nowhere"})), [""; 0]);
        let circle = json!({"properties": {"x": {}}, "oneOf": [{"$ref": "#"}]});
        assert_eq!(names(&circle), ["x"]);
    }

    #[test]
    fn fields_say_what_help_needs() {
        let all = fields(&crate::schema::input::<Search>().schema);
        let names: Vec<&str> = all.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "words", "limit", "order", "exact", "weight", "near", "nested", "name"
            ]
        );
        let required: Vec<&str> = all
            .iter()
            .filter(|field| field.required)
            .map(|field| field.name.as_str())
            .collect();
        assert_eq!(required, ["words", "weight", "name"]);
        assert_eq!(all[0].description, "The words to look for.");
        assert_eq!(
            all[2].choices,
            [
                ("Newest".to_owned(), "The newest first.".to_owned()),
                ("Oldest".to_owned(), "The oldest first.".to_owned()),
            ]
        );
        assert_eq!(all[3].default, Some(json!(false)));
    }
}
