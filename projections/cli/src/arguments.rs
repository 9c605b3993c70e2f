//! The fields of an input as clap's arguments, and what was matched as fields again.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use onefold::schema::{Field, Shape, escape_pointer};
use serde_json::{Map, Value};

use crate::command::Required;
use crate::flag;

/// An argument for each field, positionals in the order of the fields.
pub(crate) fn of(fields: &[Field], required: Required) -> impl Iterator<Item = Arg> {
    fields.iter().map(move |field| argument(field, required))
}

/// What was given on the command line; a default that clap filled in is the handler's to fill in.
pub(crate) fn given(fields: &[Field], matches: &ArgMatches) -> Map<String, Value> {
    fields
        .iter()
        .filter_map(|field| {
            let id = pointer(field);
            if matches.value_source(&id) != Some(ValueSource::CommandLine) {
                return None;
            }
            let texts = matches.get_many::<String>(&id)?.map(String::as_str);
            Some((field.name.clone(), field.read(texts)))
        })
        .collect()
}

/// The JSON Pointer of a field. It is the argument's id too, so that it can be no other argument's.
pub(crate) fn pointer(field: &Field) -> String {
    format!("/{}", escape_pointer(&field.name))
}

/// Whether a field is given by its place, and has no flag.
pub(crate) fn is_positional(field: &Field) -> bool {
    field.required && matches!(field.shape, Shape::Text | Shape::Integer | Shape::Number)
}

fn argument(field: &Field, required: Required) -> Arg {
    let flag = flag::of(&field.name);
    let arg = Arg::new(pointer(field))
        .value_name(match field.shape {
            Shape::Boolean => "true|false".to_owned(),
            Shape::Json => "JSON".to_owned(),
            Shape::Text | Shape::Integer | Shape::Number | Shape::List(_) => {
                flag::placeholder(&flag)
            }
        })
        .value_parser(AnyText {
            choices: field.choices.clone(),
        })
        .allow_negative_numbers(may_be_number(&field.shape))
        .required(field.required && required == Required::Told);
    let arg = described(arg, field);
    if is_positional(field) {
        return arg;
    }
    // Repeated, a flag has several values; where the field is no list, the executor says so as on every surface.
    let arg = arg.long(flag).action(ArgAction::Append);
    let arg = if field.shape == Shape::Boolean {
        arg.num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
    } else {
        arg
    };
    match &field.default {
        Some(default) if !field.required => arg.default_values(shown_default(default)),
        Some(_) | None => arg,
    }
}

fn may_be_number(shape: &Shape) -> bool {
    match shape {
        Shape::Integer | Shape::Number | Shape::Json => true,
        Shape::List(item) => may_be_number(item),
        Shape::Text | Shape::Boolean => false,
    }
}

/// `-h` shows the first paragraph, `--help` all of it.
fn described(arg: Arg, field: &Field) -> Arg {
    match field.description.split_once("\n\n") {
        Some((first, _)) => arg
            .help(first.to_owned())
            .long_help(field.description.clone()),
        None if field.description.is_empty() => arg,
        None => arg.help(field.description.clone()),
    }
}

/// A default as it would be typed. That a flag which is not given is false goes without saying.
fn shown_default(default: &Value) -> Vec<String> {
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    match default {
        Value::Bool(false) => Vec::new(),
        Value::Array(items) => items.iter().map(text).collect(),
        one => vec![text(one)],
    }
}

/// Takes any text: whether it fits is for the executor to say, in the same words on every surface. The choices are
/// there to be shown.
#[derive(Clone)]
struct AnyText {
    choices: Vec<(String, String)>,
}

impl TypedValueParser for AnyText {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        value.to_str().map(str::to_owned).ok_or_else(|| {
            let mut error = clap::Error::new(ErrorKind::InvalidUtf8).with_cmd(command);
            if let Some(arg) = arg {
                error.insert(
                    ContextKind::InvalidArg,
                    ContextValue::String(arg.to_string()),
                );
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        if self.choices.is_empty() {
            return None;
        }
        Some(Box::new(self.choices.iter().map(|(value, description)| {
            let value = PossibleValue::new(value.clone());
            match description.as_str() {
                "" => value,
                description => value.help(description.to_owned()),
            }
        })))
    }
}
