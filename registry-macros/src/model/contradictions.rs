//! Fields that can't stand together, where the tokens alone show it. The registry refuses the rest.

use syn::{Expr, Ident};

use super::Meant;
use super::calls::{self, Call};
use super::literals::peel;
use crate::errors::Errors;

pub(super) fn check(meant: &Meant<'_>, errors: &mut Errors) {
    let exposed = meant.value("expose").map(calls::within).unwrap_or_default();
    match variant(meant, "kind", &["Kind", "CapabilityKind"]) {
        Some(kind) if kind == "Resource" => resource(meant, kind, &exposed, errors),
        Some(kind) if kind == "Command" => {
            executable(meant, kind, "command", errors);
            command(meant, &exposed, errors);
        }
        Some(kind) if kind == "Query" => executable(meant, kind, "query", errors),
        _ => {}
    }
    planned(meant, errors);
}

fn resource(meant: &Meant<'_>, kind: &Ident, exposed: &[Call<'_>], errors: &mut Errors) {
    for (name, why) in [
        (
            "handler",
            "a resource is read and never run; give it `content` and no `handler`, or make it a query",
        ),
        ("cache", "a resource is never cached; leave `cache` out"),
        (
            "benchmark",
            "a resource is never timed; leave `benchmark` out",
        ),
        ("skill", "a resource can't be a skill, which runs something"),
    ] {
        refuse(meant, name, why, errors);
    }
    for call in exposed {
        if ["tool", "http", "cli"]
            .iter()
            .any(|name| call.is_method(name))
        {
            errors.at(
                call.name,
                "a resource is exposed as an MCP resource only; for a tool, a route or a command make it a query",
            );
        }
    }
    if is_working(meant) && !meant.mentions("content") && !meant.mentions("handler") {
        errors.at(kind, "a resource needs `content`, which is what is read");
    }
}

fn executable(meant: &Meant<'_>, kind: &Ident, noun: &str, errors: &mut Errors) {
    refuse(
        meant,
        "content",
        "only a resource has `content`; a query or command has a `handler`",
        errors,
    );
    if is_working(meant) && !meant.mentions("content") && !meant.mentions("handler") {
        errors.at(
            kind,
            format_args!("a {noun} needs a `handler`, or the stability `Planned` or `Unsupported`"),
        );
    }
}

fn command(meant: &Meant<'_>, exposed: &[Call<'_>], errors: &mut Errors) {
    refuse(
        meant,
        "cache",
        "a command is never cached; leave `cache` out",
        errors,
    );
    for call in exposed {
        if matches!(call.of.as_deref(), Some("Http" | "HttpExposure")) && call.name == "get" {
            errors.at(
                call.name,
                "a command changes something, and `GET` must not; bind it with `Http::post`, or make it a query",
            );
        } else if call.is_method("resource") {
            errors.at(
                call.name,
                "a command changes something, and reading a resource must not; expose it as a tool, or make it a query",
            );
        }
    }
}

fn planned(meant: &Meant<'_>, errors: &mut Errors) {
    if !variant(meant, "stability", &["Stability"])
        .is_some_and(|stability| stability == "Planned" || stability == "Unsupported")
    {
        return;
    }
    refuse(
        meant,
        "handler",
        "what is planned or unsupported has no handler; change the stability",
        errors,
    );
}

/// Whether there is, beyond doubt, something to call or read.
fn is_working(meant: &Meant<'_>) -> bool {
    !meant.mentions("stability")
        || variant(meant, "stability", &["Stability"]).is_some_and(|stability| {
            ["Implemented", "BehaviorallyVerified", "Experimental"]
                .iter()
                .any(|working| stability == working)
        })
}

fn refuse(meant: &Meant<'_>, name: &str, why: &str, errors: &mut Errors) {
    if let Some(given) = meant.get(name) {
        errors.at(given.name, why);
    }
}

/// The variant that a field names: `Variant`, or the same behind one of `types`.
fn variant<'a>(meant: &Meant<'a>, field: &str, types: &[&str]) -> Option<&'a Ident> {
    let Expr::Path(value) = peel(meant.value(field)?) else {
        return None;
    };
    let mut segments = value.path.segments.iter().rev();
    let variant = segments.next()?;
    let known = segments
        .next()
        .is_none_or(|of| types.iter().any(|name| of.ident == name));
    known.then_some(&variant.ident)
}
