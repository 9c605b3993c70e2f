//! Which of several descriptors count: the first valid one of each product, in the order they were given.

use std::collections::HashSet;

use serde::Serialize;

use crate::diagnostic::{Code, Diagnostic};
use crate::document::Descriptor;
use crate::validate::validate;

/// The descriptors that count, and why others do not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Negotiated {
    /// Whether there is no diagnostic. Otherwise what counts is a part of what was offered.
    pub ok: bool,
    /// The first valid one of each product, in the order of the candidates.
    pub descriptors: Vec<Descriptor>,
    /// In the order of code, product and message.
    pub diagnostics: Vec<Diagnostic>,
}

/// Validates each candidate, given as JSON, and keeps the first valid one of each product.
pub fn negotiate<C: AsRef<[u8]>>(candidates: impl IntoIterator<Item = C>) -> Negotiated {
    let mut descriptors: Vec<Descriptor> = Vec::new();
    let mut diagnostics = Vec::new();
    let mut products = HashSet::new();
    for candidate in candidates {
        match validate(candidate.as_ref()) {
            Err(found) => diagnostics.extend(found),
            Ok(descriptor) if products.insert(descriptor.product.id.clone()) => {
                descriptors.push(descriptor);
            }
            Ok(descriptor) => {
                let id = descriptor.product.id;
                diagnostics.push(Diagnostic {
                    product_id: Some(id.clone()),
                    ..Diagnostic::new(
                        Code::DuplicateIdentity,
                        format!(
                            "another candidate before it describes the product `{id}`; offer one"
                        ),
                    )
                });
            }
        }
    }
    diagnostics.sort_by(|one, other| {
        (one.code, &one.product_id, &one.message, &one.command_path).cmp(&(
            other.code,
            &other.product_id,
            &other.message,
            &other.command_path,
        ))
    });
    Negotiated {
        ok: diagnostics.is_empty(),
        descriptors,
        diagnostics,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(id: &str, title: &str) -> String {
        include_str!("validate/valid.json")
            .replace("\"notes\"", &format!("\"{id}\""))
            .replace("\"Notes\"", &format!("\"{title}\""))
    }

    #[test]
    fn the_first_valid_one_of_each_product_stays() {
        let all = [
            candidate("b", "Bad\\n"),
            candidate("b", "First"),
            candidate("a", "Another"),
            candidate("b", "Second"),
        ];
        let found = negotiate(&all);
        let kept: Vec<_> = found
            .descriptors
            .iter()
            .map(|kept| (kept.product.id.as_str(), kept.product.display_name.as_str()))
            .collect();
        assert_eq!(kept, [("b", "First"), ("a", "Another")]);
        let codes: Vec<_> = found.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(codes, [Code::DuplicateIdentity, Code::Malformed]);
        assert!(!found.ok);
    }

    #[test]
    fn nothing_offered_is_nothing_wrong() {
        let found = negotiate([] as [&[u8]; 0]);
        assert!(found.ok && found.descriptors.is_empty());
    }
}
