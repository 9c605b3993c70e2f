//! The grammar of every name that a declaration gives to a surface.

use super::grammar;
use super::refusal::{Refusal, RefusalCode};
use crate::declaration::Declaration;
use crate::model::SkillExposure;
use crate::product::Product;

pub(super) fn check(declaration: &Declaration, product: &Product, refusals: &mut Vec<Refusal>) {
    let mut refuse = |code, message: String| {
        refusals.push(Refusal::new(code, vec![declaration.into()], message));
    };
    let exposure = &declaration.exposure;
    if let Some(tool) = exposure.tool_name().filter(|tool| !grammar::is_tool(tool)) {
        refuse(
            RefusalCode::ToolMalformed,
            format!(
                "the tool `{tool}` is not 1 to 64 lower-case letters, digits and `_`, which is all that every client takes"
            ),
        );
    }
    if let Some(resource) = exposure.mcp_resource() {
        let id = &product.identity.id;
        if !grammar::is_resource_uri(&resource.uri, id) {
            refuse(
                RefusalCode::ResourceMalformed,
                format!(
                    "the URI `{}` is not `{id}://<kind>/<identity>`",
                    resource.uri
                ),
            );
        }
        if let Some(fault) = super::policies::text_fault(&resource.name, 256) {
            refuse(
                RefusalCode::ResourceMalformed,
                format!("the name of the resource {fault}"),
            );
        }
    }
    if let Some(route) = exposure
        .http
        .as_ref()
        .filter(|route| !grammar::is_route(&route.path))
    {
        refuse(
            RefusalCode::RouteMalformed,
            format!(
                "the path `{}` is not `/api/v1/` and then segments of letters, digits, `-`, `_`, `.` and `~`",
                route.path
            ),
        );
    }
    if let Some(words) = exposure.cli_words() {
        if !(1..=8).contains(&words.len()) {
            refuse(
                RefusalCode::CommandMalformed,
                format!(
                    "a command has 1 to 8 words, and this one has {}",
                    words.len()
                ),
            );
        }
        for word in words.iter().filter(|word| !grammar::is_word(word)) {
            refuse(
                RefusalCode::CommandMalformed,
                format!("the word `{word}` is not lower-case letters and digits, joined by `-`"),
            );
        }
    }
    if let Some(skill) = &declaration.skill {
        if !grammar::is_alias(&skill.alias) {
            refuse(
                RefusalCode::AliasMalformed,
                format!(
                    "the alias `{}` is not 1 to 64 lower-case letters, digits and `-`",
                    skill.alias
                ),
            );
        } else if SkillExposure::RESERVED.contains(&skill.alias.as_str()) {
            refuse(
                RefusalCode::AliasMalformed,
                format!(
                    "the alias `{}` is a command of an agent product, so the skill would never be reached",
                    skill.alias
                ),
            );
        }
    }
}
