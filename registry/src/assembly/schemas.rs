//! What only schemas can tell. It is checked when they are first asked for, since building them costs more than all
//! the rest of assembly.

use serde_json::{Value, json};

use super::refusal::{Party, Refusal, RefusalCode, Refusals};
use crate::model::CapabilityKind;
use crate::projection::Projection;
use crate::registry::{Entry, Registry};
use crate::schema::{self, Shape};

/// Checks the schemas of one capability, on each of these surfaces too.
pub(crate) fn verify(entry: &Entry, projections: &[&dyn Projection]) -> Result<(), Refusals> {
    let mut refusals = Vec::new();
    check(entry, projections, &mut refusals);
    if refusals.is_empty() {
        Ok(())
    } else {
        Err(Refusals::new(refusals))
    }
}

/// Checks the schemas of every capability, and what each surface can say of all of them together only.
pub(crate) fn verify_all(
    registry: &Registry,
    projections: &[&dyn Projection],
) -> Result<(), Refusals> {
    let mut refusals = Vec::new();
    for entry in registry {
        check(entry, projections, &mut refusals);
    }
    for projection in projections {
        for objection in projection.objections_to_all(registry) {
            refusals.push(Refusal::new(
                RefusalCode::SurfaceObjection,
                vec![Party::nowhere(&registry.product().id)],
                format!(
                    "the {} can't render the product: {objection}",
                    projection.name()
                ),
            ));
        }
    }
    if refusals.is_empty() {
        Ok(())
    } else {
        Err(Refusals::new(refusals))
    }
}

fn check(entry: &Entry, projections: &[&dyn Projection], refusals: &mut Vec<Refusal>) {
    own(entry, refusals);
    for projection in projections {
        for objection in projection.objections(entry) {
            refusals.push(Refusal::new(
                RefusalCode::SurfaceObjection,
                vec![entry.into()],
                format!("the {} can't render it: {objection}", projection.name()),
            ));
        }
    }
}

/// What is wrong whatever the surface.
fn own(entry: &Entry, refusals: &mut Vec<Refusal>) {
    let mut refuse =
        |code, message: String| refusals.push(Refusal::new(code, vec![entry.into()], message));
    let input = entry.accepted().map(drop);
    let output = entry.output_validator().map(drop);
    let usable = input.is_ok() && output.is_ok();
    for (side, built) in [("input", input), ("output", output)] {
        if let Err(error) = built {
            refuse(
                RefusalCode::SchemaUnusable,
                format!("the schema of its {side} is not valid: {error}"),
            );
        }
    }
    // What is asked of it below would only be refused again.
    if !usable {
        return;
    }
    if entry.kind() == CapabilityKind::Resource {
        return;
    }
    let input = &entry.input().schema;
    let fields = schema::fields(input);
    let accepts = |instance: Value| {
        entry
            .accepted()
            .is_ok_and(|accepted| accepted.validator.is_valid(&instance))
    };
    let fault = entry
        .handler()
        .and_then(|_| input_fault(input, fields.is_empty(), &accepts));
    if let Some(fault) = fault {
        refuse(RefusalCode::SchemaUnusable, fault.to_owned());
    }
    if entry.exposure().mcp_resource().is_some() && !accepts(json!({})) {
        refuse(
            RefusalCode::ResourceInput,
            "an MCP resource is read without input, and this one requires some; make the fields optional".into(),
        );
    }
    if let Some(skill) = &entry.declaration().skill {
        let field = fields.iter().find(|field| field.name == skill.argument);
        if field.is_none_or(|field| field.shape != Shape::Text) {
            let texts = fields
                .iter()
                .filter(|field| field.shape == Shape::Text)
                .map(|field| field.name.as_str());
            let texts: Vec<&str> = texts.collect();
            refuse(
                RefusalCode::SkillArgument,
                format!(
                    "the skill fills `{}`, which is no string field of the input; there are: {}",
                    skill.argument,
                    texts.join(", ")
                ),
            );
        }
    }
}

/// Why an input is no closed object. Every surface names fields, and a misspelt one must be told.
fn input_fault(
    input: &Value,
    nameless: bool,
    accepts: &impl Fn(Value) -> bool,
) -> Option<&'static str> {
    let others = [json!(null), json!(true), json!(0), json!(""), json!([])];
    let says_object = schema::resolve(input, input).get("type") == Some(&json!("object"));
    let no_object = !says_object && nameless && !accepts(json!({}));
    if no_object || others.into_iter().any(accepts) {
        Some(
            "its input is no object, or can be something else; make it a struct, or say `\"type\": \"object\"`, so that \
             every surface can name its fields",
        )
    } else if is_open(input) {
        Some(
            "its input accepts fields of any name and value, so a misspelt one would go unnoticed; name the fields, and \
             leave `additionalProperties` out",
        )
    } else {
        None
    }
}

/// Whether an object can have fields of which nothing is said. What is made of parts is closed where the parts are.
fn is_open(input: &Value) -> bool {
    let object = schema::resolve(input, input);
    let says = ["additionalProperties", "unevaluatedProperties"]
        .iter()
        .find_map(|keyword| object.get(keyword));
    let parts = ["allOf", "anyOf", "oneOf", "if", "dependentSchemas"];
    match says {
        Some(says) => says.as_bool().unwrap_or(*says == json!({})),
        None => !parts.iter().any(|keyword| object.get(keyword).is_some()),
    }
}
