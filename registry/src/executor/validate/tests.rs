//! What the schema says of a value is held to, with the place and what was expected there.

use std::net::IpAddr;
use std::num::{NonZeroI8, NonZeroU16};

use chrono::{NaiveDateTime, NaiveTime};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::executor::tests::alone;
use crate::model::CachePolicy;
use crate::{Call, Declaration, ErasedHandler, Executor, Failure, Kind, Schemas, handler};

fn executor(handler: std::sync::Arc<dyn ErasedHandler>, cache: CachePolicy) -> Executor {
    let mut declaration = Declaration::new("values.echo", Kind::Query);
    declaration.title = "Echo".into();
    declaration.description = "Echo.".into();
    declaration.handler = Some(handler);
    declaration.cache = cache;
    alone("values", declaration)
}

fn call(executor: &Executor, input: Value) -> Result<Value, String> {
    executor
        .call_blocking(Call::new("values.echo", input))
        .map(|answer| answer.to_value())
        .map_err(|failure| {
            let told = failure.violations.iter();
            let told: Vec<String> = told
                .map(|it| format!("{} {}", it.pointer, it.message))
                .collect();
            told.join("; ")
        })
}

/// A field of this type, and what comes of it.
#[track_caller]
fn check<T>(given: Value, right: Result<Value, &str>)
where
    T: serde::de::DeserializeOwned + Serialize + JsonSchema + Send + 'static,
{
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Holds<T> {
        it: T,
    }
    let echo = handler(|input: Holds<T>| Ok::<_, Failure>(input));
    let result = call(&executor(echo, CachePolicy::Disabled), json!({"it": given}));
    let right = right.map(|it| json!({"it": it}));
    assert_eq!(result, right.map_err(|it| format!("/it {it}")));
}

macro_rules! check_range {
    ($($type:ty: $below:expr, $above:expr;)*) => {
        $(
            check::<$type>(json!(<$type>::MIN), Ok(json!(<$type>::MIN)));
            check::<$type>(json!(<$type>::MAX), Ok(json!(<$type>::MAX)));
            let (least, most) = (<$type>::MIN, <$type>::MAX);
            let below = format!("expected at least {least}, got {}", json!($below));
            check::<$type>(json!($below), Err(&below));
            let above = format!("expected at most {most}, got {}", json!($above));
            check::<$type>(json!($above), Err(&above));
            check::<Option<$type>>(json!($above), Err(&above));
            check::<$type>(json!(1.0), Ok(json!(1)));
            check::<$type>(json!(1.5), Err("expected integer, got 1.5"));
        )*
    };
}

#[test]
fn a_number_fits_the_type_that_takes_it() {
    check_range! {
        u8: -1, 256;
        u16: -1, 65_536;
        u32: -1, 4_294_967_296_u64;
        u64: -1, 18_446_744_073_709_551_616.0;
        usize: -1, 1e300;
        i8: -129, 128;
        i16: -32_769, 32_768;
        i32: -2_147_483_649_i64, 2_147_483_648_i64;
        i64: -1e19, u64::MAX;
        isize: -1e300, u64::MAX;
    }
    check::<NonZeroU16>(json!(0), Err("expected at least 1, got 0"));
    check::<NonZeroI8>(json!(0), Err("expected anything but 0"));
    check::<f32>(
        json!(1e39),
        Err("expected at most 3.4028235e+38, got 1e+39"),
    );
    check::<f32>(json!(3.402_823_5e38), Ok(json!(3.402_823_5e38)));
    check::<f64>(json!(1), Ok(json!(1.0)));
    check::<Vec<u8>>(json!([1.0]), Ok(json!([1])));
}

#[test]
fn whole_numbers_that_may_have_lost_digits_are_refused() {
    let told = "expected a whole number of at most 64 bits with all its digits, got 1e18";
    let told = told.replace("1e18", &json!(1e18).to_string());
    check::<u64>(json!(1e18), Err(&told));
    check::<u64>(json!(10_u64.pow(18)), Ok(json!(10_u64.pow(18))));
    check::<f64>(json!(1e18), Ok(json!(1e18)));
}

/// Text of this format, as whatever type brings it.
struct Format<const N: usize>(String);

const FORMATS: [&str; 5] = ["uuid", "email", "uri", "date-time", "date"];

impl<const N: usize> JsonSchema for Format<N> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        FORMATS[N].into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": FORMATS[N]})
    }
}

impl<const N: usize> Serialize for Format<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Format<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

#[test]
fn text_is_of_the_format_that_the_schema_names() {
    let right = [
        "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "ada@example.org",
        "https://example.org/a?b",
        "2026-01-02T03:04:05Z",
        "2026-01-02",
    ];
    let wrong = |format: &str| format!("expected the format `{format}`, got \"x y\"");
    macro_rules! check_format {
        ($($at:literal)*) => {
            $(
                check::<Format<$at>>(json!(right[$at]), Ok(json!(right[$at])));
                check::<Format<$at>>(json!("x y"), Err(&wrong(FORMATS[$at])));
            )*
        };
    }
    check_format!(0 1 2 3 4);
    check::<IpAddr>(json!("::1"), Ok(json!("::1")));
    check::<IpAddr>(json!("x y"), Err(&wrong("ip")));
    check::<std::net::Ipv4Addr>(json!("x y"), Err(&wrong("ipv4")));
    check::<char>(json!("é"), Ok(json!("é")));
    check::<char>(
        json!("ab"),
        Err("expected at most 1 characters, got \"ab\""),
    );
    let naive = |format: &str, right: &str, of: fn(&str) -> bool| {
        let schema = json!({"type": "string", "format": format});
        let validator = crate::schema::validator(&schema).unwrap();
        for (text, fits) in [
            (right, true),
            ("x y", false),
            ("2026-13-01T00:00:00", false),
        ] {
            assert_eq!(validator.is_valid(&json!(text)), fits, "{format} {text}");
            assert_eq!(of(text), fits, "{format} {text}");
        }
    };
    naive("partial-date-time", "2026-01-02T03:04:05", |text| {
        text.parse::<NaiveDateTime>().is_ok()
    });
    naive("partial-time", "03:04:05.5", |text| {
        text.parse::<NaiveTime>().is_ok()
    });
}

#[test]
fn what_a_closure_leaves_to_its_schema_is_filled_in() {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"type": "integer", "default": 3}, "z": {"type": "integer"}, "a": {"type": "integer"}},
    });
    let echo = |cache| {
        let schemas = Schemas::new(schema.clone(), json!({"type": "object"}));
        executor(schemas.handler(|_, input| Ok(input)), cache)
    };
    for cache in [CachePolicy::Disabled, CachePolicy::process(4)] {
        let echo = echo(cache);
        assert_eq!(call(&echo, json!({})), Ok(json!({"n": 3})));
        assert_eq!(call(&echo, json!({"n": 4.0})), Ok(json!({"n": 4})));
        assert_eq!(
            call(&echo, json!({"n": null})).unwrap_err(),
            "/n expected integer, got null"
        );
    }
    // What order keys are in is told by no answer that may be another's.
    let kept = echo(CachePolicy::process(4));
    for input in [json!({"z": 1, "a": 2}), json!({"a": 2.0, "z": 1, "n": 3})] {
        let answer = kept.call_blocking(Call::new("values.echo", input)).unwrap();
        assert_eq!(answer.as_str(), r#"{"a":2,"n":3,"z":1}"#);
    }
}
