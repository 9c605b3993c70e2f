//! From a type to its canonical schema: inputs as they deserialise, outputs as they serialise.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use super::close;
use crate::model::CanonicalSchema;

/// The closed schema of what deserialises into `T`.
pub(crate) fn input<T: JsonSchema>() -> CanonicalSchema {
    let mut canonical = generate::<T>(SchemaSettings::draft2020_12().for_deserialize());
    close::close(&mut canonical.schema);
    canonical
}

/// The schema of what `T` serialises into.
pub(crate) fn output<T: JsonSchema>() -> CanonicalSchema {
    generate::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn generate<T: JsonSchema>(mut settings: SchemaSettings) -> CanonicalSchema {
    settings.meta_schema = None;
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    // A type that is inlined wherever it stands has no name of its own, and its title would only look like one.
    let name = if T::inline_schema() {
        schema
            .as_object_mut()
            .and_then(|schema| schema.shift_remove("title"));
        None
    } else {
        Some(T::schema_name().into_owned())
    };
    CanonicalSchema { name, schema }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use super::*;

    /// A thing to look for.
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Search {
        /// The words.
        #[serde(default)]
        words: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<u8>,
    }

    #[test]
    fn an_input_is_closed_and_says_what_deserialises() {
        let schema = input::<Search>();
        assert_eq!(schema.name.as_deref(), Some("Search"));
        assert_eq!(schema.schema["additionalProperties"], json!(false));
        assert_eq!(schema.schema.get("required"), None);
        assert_eq!(schema.schema.get("$schema"), None);
    }

    #[test]
    fn an_output_says_what_serialises() {
        let schema = output::<Search>();
        assert_eq!(schema.schema["required"], json!(["words"]));
        assert_eq!(schema.schema.get("additionalProperties"), None);
    }

    #[test]
    fn no_input_is_an_empty_object_without_a_name() {
        let schema = input::<crate::NoInput>();
        assert_eq!(schema.name, None);
        assert_eq!(
            schema.schema,
            json!({"type": "object", "additionalProperties": false})
        );
    }
}
