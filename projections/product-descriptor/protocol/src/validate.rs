//! Whether a document is a valid descriptor: all of its faults, in the protocol's order, in words that repeat nothing of it
//! but valid identifiers.

mod document;
mod entries;
mod product;

use serde::Deserialize;
use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic};
use crate::document::Descriptor;
use crate::read::{Unreadable, read};
use crate::shape::{Document, Slot};

/// The descriptor that these bytes hold, or everything that is wrong with them.
///
/// Half a surrogate pair in a text, which JSON can write and no `String` holds, is U+FFFD in the descriptor.
pub fn validate(bytes: &[u8]) -> Result<Descriptor, Vec<Diagnostic>> {
    read(bytes, |slot| {
        let faults = faults(&slot);
        if !faults.is_empty() {
            return Err(faults);
        }
        slot.take().and_then(document::descriptor).ok_or_else(|| {
            vec![Diagnostic::new(
                Code::Malformed,
                "the document holds no descriptor",
            )]
        })
    })
    .unwrap_or_else(|why| Err(vec![unreadable(&why)]))
}

/// Everything that is wrong with the descriptor that these bytes hold; nothing where it is valid. It costs less than
/// [`validate`].
pub fn diagnose(bytes: &[u8]) -> Vec<Diagnostic> {
    read(bytes, |slot| faults(&slot)).unwrap_or_else(|why| vec![unreadable(&why)])
}

/// Everything that is wrong with the descriptor that this value holds; nothing where it is valid.
pub fn diagnose_value(value: &Value) -> Vec<Diagnostic> {
    match Slot::<Document<'_>>::deserialize(value) {
        Ok(slot) => faults(&slot),
        Err(_) => vec![Diagnostic::new(Code::Malformed, "the value can't be read")],
    }
}

fn faults(slot: &Slot<Document<'_>>) -> Vec<Diagnostic> {
    let Some(document) = slot.get() else {
        return vec![Diagnostic::new(
            Code::Malformed,
            "the document is no JSON object; a descriptor is one",
        )];
    };
    let mut faults = Faults::default();
    faults.closed_at(document.unknown, None, &|| "the document".to_owned());
    faults.product = product::check(&document.product, &mut faults);
    product::check_versions(document, &mut faults);
    entries::check(document, &mut faults);
    faults.found.sort_unstable();
    faults.found
}

fn unreadable(why: &Unreadable) -> Diagnostic {
    let message = match why {
        Unreadable::Encoding(at) => {
            format!("the document is no UTF-8 from byte {at} on; save it as UTF-8")
        }
        Unreadable::Syntax(line, column) => {
            format!("the document is no JSON; see line {line}, column {column}")
        }
    };
    Diagnostic::new(Code::Malformed, message)
}

/// What is found, told of the product once its id is known to be valid.
#[derive(Default)]
struct Faults<'a> {
    product: Option<&'a str>,
    found: Vec<Diagnostic>,
}

impl Faults<'_> {
    fn add(&mut self, code: Code, message: String) {
        self.add_to(code, None, message);
    }

    fn add_to(&mut self, code: Code, command_path: Option<&str>, message: String) {
        self.found.push(Diagnostic {
            product_id: self.product.map(str::to_owned),
            command_path: command_path.map(str::to_owned),
            ..Diagnostic::new(code, message)
        });
    }

    /// The name of the other field is not told: it may be anything.
    fn closed_at(&mut self, unknown: bool, command_path: Option<&str>, place: &dyn Fn() -> String) {
        if unknown {
            let message = format!(
                "{} holds a field that the protocol does not know; remove it",
                place()
            );
            self.add_to(Code::UnknownField, command_path, message);
        }
    }

    /// One fault for all fields of an entry that are wrong; `fields` are names, whether they hold, and what is right.
    fn malformed(
        &mut self,
        place: &dyn Fn() -> String,
        command_path: Option<&str>,
        fields: &[(&str, bool, &str)],
    ) -> bool {
        if fields.iter().all(|(_, holds, _)| *holds) {
            return true;
        }
        let wrong: Vec<String> = fields
            .iter()
            .filter(|(_, holds, _)| !holds)
            .map(|(name, _, right)| format!("`{name}` must be {right}"))
            .collect();
        self.add_to(
            Code::Malformed,
            command_path,
            format!("{}: {}", place(), wrong.join("; ")),
        );
        false
    }
}

#[cfg(test)]
mod tests;
