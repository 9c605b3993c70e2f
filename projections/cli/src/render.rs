//! Answers and failures as text. Nothing here reads or writes anything.

mod table;
mod visible;

use onefold::Failure;
use serde_json::{Value, json};

use crate::format::Format;
use visible::visible;

/// A failure as text, and the kind of text it is.
pub(crate) enum Rendered {
    /// For a program that reads the answer.
    Document(String),
    /// For a person.
    Text(String),
}

/// The answer of a capability. `width` is that of the terminal, in columns; without one, lines are as long as they
/// must be.
pub(crate) fn answer(json: &str, format: Format, width: Option<u16>) -> Result<String, Failure> {
    let value: Value = serde_json::from_str(json).map_err(Failure::internal)?;
    match format {
        Format::Table => Ok(table::table(&value, width)),
        Format::Json => serde_json::to_string_pretty(&value).map_err(Failure::internal),
        Format::Yaml => serde_saphyr::to_string(&value).map_err(Failure::internal),
    }
}

pub(crate) fn failure(failure: &Failure, format: Format) -> Rendered {
    let document = json!({ "error": failure });
    match format {
        Format::Table => Rendered::Text(told(failure)),
        Format::Json => Rendered::Document(format!("{document:#}")),
        // A failure is plain text and lists of it, which YAML can always say; and JSON is YAML.
        Format::Yaml => Rendered::Document(
            serde_saphyr::to_string(&document).unwrap_or_else(|_| format!("{document:#}")),
        ),
    }
}

fn told(failure: &Failure) -> String {
    let mut lines = vec![format!(
        "error[{}]: {}",
        failure.code,
        visible(&failure.message)
    )];
    for violation in &failure.violations {
        let place = match violation.pointer.as_str() {
            "" => String::new(),
            pointer => format!("{}: ", visible(pointer)),
        };
        let line = format!("  {place}{}", visible(&violation.message));
        // What stands there word for word need not be read twice.
        if !(place.is_empty() && violation.message == failure.message) {
            lines.push(line);
        }
    }
    if let Some(next) = &failure.next {
        lines.push(format!("  next: {}", visible(next)));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests;
