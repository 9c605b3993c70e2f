//! Serialises as another serializer does, but refuses a number that JSON has no way to write.
//!
//! `serde_json` writes null in its place, and a caller would take it for what the handler found.

use std::fmt::Display;

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// A value, or a serializer, in which every number is finite or an error.
pub(super) struct Finite<T>(pub(super) T);

impl<T: Serialize + ?Sized> Serialize for Finite<&T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Finite(serializer))
    }
}

fn finite<E: Error>(number: f64) -> Result<(), E> {
    if number.is_finite() {
        return Ok(());
    }
    Err(E::custom(format_args!("{number} is no number in JSON")))
}

/// Says where in the output it happened.
fn at<E: Error>(name: &'static str) -> impl FnOnce(E) -> E {
    move |error| E::custom(format_args!("{name}: {error}"))
}

/// Hands these on as they are.
macro_rules! as_it_is {
    ($($method:ident($($value:ident: $type:ty),*);)*) => {
        $(
            fn $method(self, $($value: $type),*) -> Result<S::Ok, S::Error> {
                self.0.$method($($value),*)
            }
        )*
    };
}

/// Begins what has parts.
macro_rules! begins {
    ($($method:ident($($value:ident: $type:ty),*) -> $parts:ident;)*) => {
        $(
            fn $method(self, $($value: $type),*) -> Result<Self::$parts, S::Error> {
                self.0.$method($($value),*).map(Finite)
            }
        )*
    };
}

impl<S: Serializer> Serializer for Finite<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Finite<S::SerializeSeq>;
    type SerializeTuple = Finite<S::SerializeTuple>;
    type SerializeTupleStruct = Finite<S::SerializeTupleStruct>;
    type SerializeTupleVariant = Finite<S::SerializeTupleVariant>;
    type SerializeMap = Finite<S::SerializeMap>;
    type SerializeStruct = Finite<S::SerializeStruct>;
    type SerializeStructVariant = Finite<S::SerializeStructVariant>;

    as_it_is! {
        serialize_bool(value: bool);
        serialize_i8(value: i8);
        serialize_i16(value: i16);
        serialize_i32(value: i32);
        serialize_i64(value: i64);
        serialize_i128(value: i128);
        serialize_u8(value: u8);
        serialize_u16(value: u16);
        serialize_u32(value: u32);
        serialize_u64(value: u64);
        serialize_u128(value: u128);
        serialize_char(value: char);
        serialize_str(value: &str);
        serialize_bytes(value: &[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(name: &'static str);
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str);
    }

    begins! {
        serialize_seq(length: Option<usize>) -> SerializeSeq;
        serialize_tuple(length: usize) -> SerializeTuple;
        serialize_tuple_struct(name: &'static str, length: usize) -> SerializeTupleStruct;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, length: usize)
            -> SerializeTupleVariant;
        serialize_map(length: Option<usize>) -> SerializeMap;
        serialize_struct(name: &'static str, length: usize) -> SerializeStruct;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, length: usize)
            -> SerializeStructVariant;
    }

    fn serialize_f32(self, value: f32) -> Result<S::Ok, S::Error> {
        finite(value.into())?;
        self.0.serialize_f32(value)
    }

    fn serialize_f64(self, value: f64) -> Result<S::Ok, S::Error> {
        finite(value)?;
        self.0.serialize_f64(value)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_some(&Finite(value))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_struct(name, &Finite(value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0
            .serialize_newtype_variant(name, index, variant, &Finite(value))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.collect_str(value)
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

/// What has parts without names.
macro_rules! parts {
    ($($parts:ident: $part:ident;)*) => {
        $(
            impl<P: $parts> $parts for Finite<P> {
                type Ok = P::Ok;
                type Error = P::Error;

                fn $part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), P::Error> {
                    self.0.$part(&Finite(value))
                }

                fn end(self) -> Result<P::Ok, P::Error> {
                    self.0.end()
                }
            }
        )*
    };
}

parts! {
    SerializeSeq: serialize_element;
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
    SerializeTupleVariant: serialize_field;
}

/// What has parts with names.
macro_rules! fields {
    ($($fields:ident)*) => {
        $(
            impl<P: $fields> $fields for Finite<P> {
                type Ok = P::Ok;
                type Error = P::Error;

                fn serialize_field<T: Serialize + ?Sized>(
                    &mut self,
                    name: &'static str,
                    value: &T,
                ) -> Result<(), P::Error> {
                    self.0.serialize_field(name, &Finite(value)).map_err(at(name))
                }

                fn skip_field(&mut self, name: &'static str) -> Result<(), P::Error> {
                    self.0.skip_field(name)
                }

                fn end(self) -> Result<P::Ok, P::Error> {
                    self.0.end()
                }
            }
        )*
    };
}

fields! { SerializeStruct SerializeStructVariant }

impl<P: SerializeMap> SerializeMap for Finite<P> {
    type Ok = P::Ok;
    type Error = P::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), P::Error> {
        self.0.serialize_key(&Finite(key))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), P::Error> {
        self.0.serialize_value(&Finite(value))
    }

    fn end(self) -> Result<P::Ok, P::Error> {
        self.0.end()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::{Value, json};

    use super::*;

    #[derive(serde::Serialize)]
    struct Point {
        x: f64,
        near: Option<f32>,
    }

    #[derive(serde::Serialize)]
    enum Shape {
        Dot,
        Round(f64),
        Box(f64, f64),
        Line { ends: [f64; 2] },
    }

    #[track_caller]
    fn check(value: &impl Serialize) {
        let right = serde_json::to_string(value).unwrap();
        assert_eq!(serde_json::to_string(&Finite(value)).unwrap(), right);
    }

    #[track_caller]
    fn check_refused(value: &impl Serialize, right: &str) {
        let error = serde_json::to_string(&Finite(value)).unwrap_err();
        assert_eq!(error.to_string(), right);
    }

    #[test]
    fn what_json_can_say_is_said_as_ever() {
        let shapes = [Shape::Dot, Shape::Round(1.5), Shape::Box(0.0, -0.0)];
        check(&shapes);
        check(&Shape::Line {
            ends: [f64::MAX, f64::MIN_POSITIVE],
        });
        check(&(
            Point {
                x: 1e300,
                near: None,
            },
            'c',
            "text",
            (),
            u64::MAX,
            i64::MIN,
        ));
        check(&BTreeMap::from([(1_u8, Some(true)), (2, None)]));
        check(&json!({"a": [1, 1.5, null, {"b": u64::MAX}]}));
        check(&Value::Null);
        check(&std::net::Ipv4Addr::LOCALHOST);
    }

    #[test]
    fn what_it_cannot_say_is_an_error_that_names_the_field() {
        check_refused(&f64::NAN, "NaN is no number in JSON");
        check_refused(&Some(f32::INFINITY), "inf is no number in JSON");
        check_refused(&vec![0.0, f64::NEG_INFINITY], "-inf is no number in JSON");
        let near = Some(f32::NAN);
        check_refused(&Point { x: 0.0, near }, "near: NaN is no number in JSON");
        let ends = [0.0, f64::NAN];
        check_refused(&Shape::Line { ends }, "ends: NaN is no number in JSON");
        check_refused(&Shape::Round(f64::NAN), "NaN is no number in JSON");
        check_refused(&Shape::Box(f64::NAN, 0.0), "NaN is no number in JSON");
        check_refused(
            &BTreeMap::from([("a", f64::NAN)]),
            "NaN is no number in JSON",
        );
    }
}
