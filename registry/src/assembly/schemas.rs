//! What only schemas can tell. It is checked when they are first asked for, since building them costs more than all
//! the rest of assembly.

use serde_json::Value;

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
    let usable = entry
        .validator()
        .map(drop)
        .map_err(|error| ("input", error.to_owned()))
        .and_then(|()| {
            let output = jsonschema::validator_for(&entry.output().schema);
            output
                .map(drop)
                .map_err(|error| ("output", error.to_string()))
        });
    if let Err((side, error)) = usable {
        refuse(
            RefusalCode::SchemaUnusable,
            format!("the schema of its {side} is not valid: {error}"),
        );
        // What is asked of it below would only be refused again.
        return;
    }
    if entry.kind() == CapabilityKind::Resource {
        return;
    }
    let input = &entry.input().schema;
    let fields = schema::fields(input);
    let accepts = |instance: Value| {
        entry
            .validator()
            .is_ok_and(|validator| validator.is_valid(&instance))
    };
    if entry.handler().is_some() && fields.is_empty() && !accepts(serde_json::json!({})) {
        refuse(
            RefusalCode::SchemaUnusable,
            "its input is no object; wrap it in a struct, so that every surface can name its fields".into(),
        );
    }
    if entry.exposure().mcp_resource().is_some() && !accepts(serde_json::json!({})) {
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
