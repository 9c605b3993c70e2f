//! What each kind of capability must have, and what it can't.

use super::refusal::{Refusal, RefusalCode};
use crate::declaration::Declaration;
use crate::handler::Mode;
use crate::model::{CapabilityKind, HttpMethod};

pub(super) fn check(declaration: &Declaration, refusals: &mut Vec<Refusal>) {
    match declaration.kind {
        CapabilityKind::Resource => resource(declaration, refusals),
        CapabilityKind::Query | CapabilityKind::Command => executable(declaration, refusals),
    }
    if declaration.kind == CapabilityKind::Command {
        command(declaration, refusals);
    }
    if !declaration.stability.is_executable() {
        planned(declaration, refusals);
    }
    effects(declaration, refusals);
}

fn resource(declaration: &Declaration, refusals: &mut Vec<Refusal>) {
    let mut refuse = |message: &str| {
        refusals.push(Refusal::new(
            RefusalCode::ResourceExecutable,
            vec![declaration.into()],
            message,
        ));
    };
    let exposure = &declaration.exposure;
    if declaration.handler.is_some() {
        refuse(
            "a resource is read and never run; give it `content` and no `handler`, or make it a query",
        );
    }
    if declaration.content.is_none() && declaration.stability.is_executable() {
        refuse("a resource without `content` has nothing to read");
    }
    if exposure.tool_name().is_some() || exposure.http.is_some() || exposure.cli.is_some() {
        refuse(
            "a resource is exposed as an MCP resource only; for a tool, a route or a command make it a query",
        );
    }
    if declaration.skill.is_some() {
        refuse("a resource can't be a skill, which runs something");
    }
}

fn executable(declaration: &Declaration, refusals: &mut Vec<Refusal>) {
    let mut refuse =
        |code, message: &str| refusals.push(Refusal::new(code, vec![declaration.into()], message));
    if declaration.content.is_some() {
        refuse(
            RefusalCode::HandlerMissing,
            "only a resource has `content`; a query or command has a `handler`",
        );
    }
    if declaration.stability.is_executable() && declaration.handler.is_none() {
        refuse(
            RefusalCode::HandlerMissing,
            "a query or command needs a `handler`, or the stability `Planned` or `Unsupported`",
        );
    }
}

/// What is only planned, or declined, is listed and nothing else.
fn planned(declaration: &Declaration, refusals: &mut Vec<Refusal>) {
    let mut refuse = |message: &str| {
        refusals.push(Refusal::new(
            RefusalCode::PlannedExecutable,
            vec![declaration.into()],
            message,
        ));
    };
    if declaration.handler.is_some() || declaration.content.is_some() {
        refuse(
            "what is planned or unsupported has no `handler` and no `content`; change the stability",
        );
    }
    let exposure = &declaration.exposure;
    let offered = exposure.mcp.is_some() || exposure.http.is_some() || exposure.cli.is_some();
    if offered || declaration.skill.is_some() {
        refuse("what is planned or unsupported is offered nowhere; remove the exposure");
    }
}

fn command(declaration: &Declaration, refusals: &mut Vec<Refusal>) {
    let mut refuse = |message: &str| {
        refusals.push(Refusal::new(
            RefusalCode::CommandReadable,
            vec![declaration.into()],
            message,
        ));
    };
    if declaration
        .exposure
        .http
        .as_ref()
        .is_some_and(|route| route.method == HttpMethod::Get)
    {
        refuse(
            "a command changes something, and `GET` must not; bind it to `POST`, or make it a query",
        );
    }
    if declaration.exposure.mcp_resource().is_some() {
        refuse(
            "a command changes something, and reading a resource must not; expose it as a tool, or make it a query",
        );
    }
}

fn effects(declaration: &Declaration, refusals: &mut Vec<Refusal>) {
    let effects = declaration.effects;
    let stated = [
        (
            effects.writes_repository,
            "writes_repository",
            &[CapabilityKind::Command][..],
        ),
        (
            effects.signed_input,
            "signed_input",
            &[CapabilityKind::Command],
        ),
        (
            effects.changes_outside,
            "changes_outside",
            &[CapabilityKind::Command],
        ),
        (
            effects.destructive,
            "destructive",
            &[CapabilityKind::Command],
        ),
        (effects.idempotent, "idempotent", &[CapabilityKind::Command]),
        (
            effects.reads_nothing,
            "reads_nothing",
            &[CapabilityKind::Query],
        ),
        (
            effects.reaches_outside,
            "reaches_outside",
            &[CapabilityKind::Query, CapabilityKind::Command],
        ),
        (
            effects.authenticated,
            "authenticated",
            &[CapabilityKind::Query, CapabilityKind::Command],
        ),
        (
            effects.deadline.is_some(),
            "deadline",
            &[CapabilityKind::Query, CapabilityKind::Command],
        ),
        (
            effects.cancellable,
            "cancellable",
            &[CapabilityKind::Query, CapabilityKind::Command],
        ),
    ];
    let mut refuse = |message: String| {
        refusals.push(Refusal::new(
            RefusalCode::EffectContradiction,
            vec![declaration.into()],
            message,
        ));
    };
    for (stated, name, kinds) in stated {
        if stated && !kinds.contains(&declaration.kind) {
            refuse(format!(
                "`{name}` can't be said of a {}",
                kind_name(declaration.kind)
            ));
        }
    }
    if effects
        .deadline
        .is_some_and(|deadline| deadline.as_millis() == 0)
    {
        refuse("a `deadline` below one millisecond lets no call through".to_owned());
    }
    // A query that awaits is dropped where it stands; whatever else runs must look.
    if let Some(handler) = &declaration.handler
        && effects.cancellable
        && !handler.is_told()
        && (handler.mode() == Mode::Blocking || declaration.kind == CapabilityKind::Command)
    {
        refuse(
            "`cancellable` is stated, and the handler takes no `Context` to be told by".to_owned(),
        );
    }
    if effects.reads_nothing && effects.reaches_outside {
        refuse("`reads_nothing` and `reaches_outside` contradict each other".to_owned());
    }
}

pub(super) fn kind_name(kind: CapabilityKind) -> &'static str {
    match kind {
        CapabilityKind::Query => "query",
        CapabilityKind::Command => "command",
        CapabilityKind::Resource => "resource",
    }
}
