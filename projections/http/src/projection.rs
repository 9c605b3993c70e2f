//! What assembly must know of this surface: the names it gives, and what it can't render.

use onefold::schema::{definition_name, each_child, fields};
use onefold::{Claim, Entry, Projection};
use serde_json::Value;

/// The HTTP server, as a surface that a registry is assembled for.
///
/// Routes need no claim of their own: a path holds no parameters and is compared byte by byte, so two are one for the
/// router only where they are one as declared, and assembly refuses that by itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Http;

impl Projection for Http {
    fn name(&self) -> &'static str {
        "HTTP server"
    }

    fn claims(&self, entry: &Entry) -> Vec<Claim> {
        let exposed = entry.exposure().http.iter();
        exposed
            .map(|_| Claim::new("operationId", operation_id(entry.id().as_str())))
            .collect()
    }

    fn objections(&self, entry: &Entry) -> Vec<String> {
        let Some(route) = &entry.exposure().http else {
            return Vec::new();
        };
        let mut objections = Vec::new();
        let input = &entry.input().schema;
        if route.method == onefold::model::HttpMethod::Get && names_nothing(input) {
            objections.push(
                "its input has no named fields, so no query string can carry it; name the fields, or use `POST`".into(),
            );
        }
        for schema in [input, &entry.output().schema] {
            let mut astray = Vec::new();
            references_astray(&mut schema.clone(), &mut astray);
            objections.extend(astray.into_iter().map(|reference| {
                format!("a schema refers to `{reference}`, which is no definition of its own")
            }));
        }
        objections
    }
}

/// The id with everything that a name in a programming language can't hold folded to `_`: clients are generated from
/// it.
pub(crate) fn operation_id(id: &str) -> String {
    id.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

/// Whether an input accepts something, and no field of it has a name.
fn names_nothing(input: &Value) -> bool {
    let closed = ["additionalProperties", "unevaluatedProperties"]
        .iter()
        .any(|keyword| input.get(keyword) == Some(&Value::Bool(false)));
    fields(input).is_empty() && !closed
}

fn references_astray(schema: &mut Value, astray: &mut Vec<String>) {
    let reference = schema.get("$ref").and_then(Value::as_str);
    if let Some(reference) = reference.filter(|&found| found != "#")
        && definition_name(reference).is_none()
    {
        astray.push(reference.to_owned());
    }
    each_child(schema, |_, child| references_astray(child, astray));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use onefold::{Assembly, Declaration, Exposure, Product, Registry};

    use super::*;
    use crate::fixture::{self, echoes};

    #[test]
    fn what_can_not_be_rendered_is_an_objection() {
        let check = |declaration: Declaration, right: &str| {
            let module = fixture::module("m", vec![declaration]);
            let registry = Registry::composed(Product::new("p", "1.0.0"), [module]).unwrap();
            let refusals = registry
                .verify(&[&Http])
                .err()
                .map(|refusals| refusals.to_string());
            assert!(
                refusals.as_ref().is_some_and(|text| text.contains(right)),
                "{refusals:?}"
            );
        };
        let mut map = echoes::<BTreeMap<String, u8>>("m.map");
        map.exposure = Exposure::new().http(onefold::Http::get("/api/v1/map"));
        check(map, "no named fields");
    }

    #[test]
    fn ids_that_fold_to_one_operation_are_refused() {
        let modules = [fixture::module(
            "m",
            vec![echoes::<String>("m.a-b"), echoes::<String>("m.a_b")],
        )];
        let refusals = Assembly::composed(Product::new("p", "1.0.0"), modules)
            .projection(&Http)
            .assemble()
            .unwrap_err();
        assert!(
            refusals.to_string().contains("operationId `m_a_b`"),
            "{refusals}"
        );
    }
}
