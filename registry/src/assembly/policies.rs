//! Policies and text: what contradicts the kind, and what no surface could show.

use super::kinds::kind_name;
use super::refusal::{Refusal, RefusalCode};
use crate::declaration::Declaration;
use crate::model::{BenchmarkPolicy, CachePolicy, CapabilityKind, WaiverReason};
use crate::product::Product;

pub(super) fn check(declaration: &Declaration, product: &Product, refusals: &mut Vec<Refusal>) {
    let mut refuse = |code, message: String| {
        refusals.push(Refusal::new(code, vec![declaration.into()], message));
    };

    for (what, text, most) in [
        ("title", &declaration.title, 128),
        ("description", &declaration.description, 4096),
    ] {
        if let Some(fault) = text_fault(text, most) {
            refuse(RefusalCode::TextMalformed, format!("the {what} {fault}"));
        }
    }

    for tag in &declaration.tags {
        if let Some(fault) = text_fault(tag, 64) {
            refuse(
                RefusalCode::TextMalformed,
                format!("the tag `{}` {fault}", tag.escape_debug()),
            );
        }
    }

    match (declaration.kind, declaration.cache) {
        (_, CachePolicy::Disabled) => {}
        (CapabilityKind::Query, policy) => {
            if policy.max_entries() == Some(0) {
                refuse(
                    RefusalCode::CacheEmpty,
                    "the cache keeps 0 answers; keep some, or leave it out".into(),
                );
            }
            if let CachePolicy::Process {
                ttl_seconds: Some(0),
                ..
            } = policy
            {
                refuse(
                    RefusalCode::CacheEmpty,
                    "the cache keeps answers for 0 seconds; keep them longer, or leave it out"
                        .into(),
                );
            }
        }
        (CapabilityKind::Command | CapabilityKind::Resource, _) => refuse(
            RefusalCode::CacheContradiction,
            format!(
                "a {} is never cached; leave `cache` out",
                kind_name(declaration.kind)
            ),
        ),
    }

    match (declaration.kind, declaration.benchmark) {
        (CapabilityKind::Resource, Some(_)) => refuse(
            RefusalCode::BenchmarkContradiction,
            "a resource is waived as not executable by the registry; leave `benchmark` out".into(),
        ),
        (
            CapabilityKind::Query,
            Some(BenchmarkPolicy::Waived {
                reason: WaiverReason::Destructive,
            }),
        ) => refuse(
            RefusalCode::BenchmarkContradiction,
            "a query changes nothing, so its benchmark can't be waived as destructive".into(),
        ),
        (
            CapabilityKind::Query | CapabilityKind::Command,
            Some(BenchmarkPolicy::Waived {
                reason: WaiverReason::NotExecutable,
            }),
        ) => refuse(
            RefusalCode::BenchmarkContradiction,
            "only the registry waives a benchmark as not executable, and only for a resource"
                .into(),
        ),
        (CapabilityKind::Query | CapabilityKind::Command, Some(_)) | (_, None) => {}
    }

    for need in declaration
        .handler
        .iter()
        .flat_map(|handler| handler.needs())
    {
        if !product.state.holds(need.type_id) {
            refuse(
                RefusalCode::StateMissing,
                format!(
                    "the handler asks for state of type `{0}`, which the product does not provide; add `.state(…)` with a value of that type",
                    need.type_name
                ),
            );
        }
    }
}

/// What is wrong with a text that people read, in words that follow its name; `most` counts UTF-16 code units, as the
/// descriptor protocol does.
pub(super) fn text_fault(text: &str, most: usize) -> Option<String> {
    if text.trim().is_empty() {
        Some("is empty; say what it is".to_owned())
    } else if text
        .chars()
        .any(|c| c.is_control() && c != '\n' && c != '\t')
    {
        Some("holds control characters".to_owned())
    } else if text.encode_utf16().count() > most {
        Some(format!("is longer than {most} characters"))
    } else {
        None
    }
}
