//! An answer that breaks the schema of its output reaches nobody.

use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::json;

use crate::executor::tests::alone;
use crate::model::CanonicalSchema;
use crate::{
    Call, Context, Declaration, ErasedHandler, Failure, FailureCode, Kind, Mode, Running,
    StateNeed, handler,
};

/// Says that it is text, and is what it is.
#[derive(Clone, Serialize)]
#[serde(transparent)]
struct Claims<T>(T);

impl<T> JsonSchema for Claims<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Claims".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "maxLength": 3})
    }
}

/// A handler that is no function, and answers with any text.
struct Written(&'static str);

impl ErasedHandler for Written {
    fn mode(&self) -> Mode {
        Mode::Blocking
    }

    fn needs(&self) -> Vec<StateNeed> {
        Vec::new()
    }

    fn input_schema(&self) -> CanonicalSchema {
        crate::schema::input::<crate::NoInput>()
    }

    fn output_schema(&self) -> CanonicalSchema {
        crate::schema::output::<u8>()
    }

    fn run(&self, _: &Context, _: &serde_json::Value) -> Running {
        Running::Ready(Ok(self.0.to_owned()))
    }
}

#[track_caller]
fn check(handler: Arc<dyn ErasedHandler>, right: Option<&str>) {
    let mut declaration = Declaration::new("answers.give", Kind::Query);
    declaration.title = "Give".into();
    declaration.description = "Give.".into();
    declaration.handler = Some(handler);
    let executor = alone("answers", declaration);
    let answer = executor.call_blocking(Call::new("answers.give", json!({})));
    if let Some(right) = right {
        assert_eq!(answer.unwrap().as_str(), right);
        return;
    }
    let failure = answer.unwrap_err();
    assert_eq!(failure.code, FailureCode::Internal);
    assert!(failure.reference.is_some());
    assert!(!failure.to_string().contains("secret"), "{failure}");
}

fn claims<T: Serialize + Clone + Send + Sync + 'static>(value: T) -> Arc<dyn ErasedHandler> {
    handler(move || Ok::<_, Failure>(Claims(value.clone())))
}

#[test]
fn an_answer_fits_the_schema_of_its_output() {
    check(claims("abc"), Some(r#""abc""#));
    let built_for_debugging = cfg!(debug_assertions);
    let text = Some(r#""a secret""#).filter(|_| !built_for_debugging);
    check(claims("a secret"), text);
    check(claims(5), Some("5").filter(|_| !built_for_debugging));
}

#[test]
fn a_number_that_json_can_not_say_is_no_null() {
    check(handler(|| Ok::<_, Failure>(vec![1.5])), Some("[1.5]"));
    check(handler(|| Ok::<_, Failure>(f64::NAN)), None);
    // Null would fit the schema.
    check(handler(|| Ok::<_, Failure>(Some(f32::INFINITY))), None);
}

#[test]
fn a_handler_of_no_types_is_held_to_what_it_says() {
    check(Arc::new(Written("7")), Some("7"));
    check(Arc::new(Written("\"secret\"")), None);
    check(Arc::new(Written("256")), None);
    check(Arc::new(Written("no JSON")), None);
}
