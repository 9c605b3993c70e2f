//! Two descriptors of one capability, compared field by field.

mod effects;

use serde::Serialize;
use serde_json::Value;

use super::schema::{self, Side};
use super::{Change, ChangeCode, Step};
use crate::model::{
    Capability, CapabilityAvailability, CapabilityId, CapabilityVisibility, Exposure, HttpExposure,
    SkillExposure, Stability,
};

/// What a caller of the one would notice of the other. A field that a descriptor gains has to be decided here.
pub(super) fn changes(old: &Capability, new: &Capability) -> Vec<Change> {
    let Capability {
        id,
        kind,
        input,
        output,
        exposure,
        availability,
        visibility,
        stability,
        cache,
        execution,
        skill,
        // For people, for maintainers, or told by the id.
        title: _,
        description: _,
        tags: _,
        module: _,
        provenance: _,
        benchmark: _,
    } = old;
    let mut found = Found {
        id,
        changes: Vec::new(),
    };
    if *kind != new.kind {
        let notice = format!("it is a {}, and was a {}", word(&new.kind), word(kind));
        found.push(ChangeCode::KindChanged, "/kind", Step::Major, notice);
    }
    exposures(
        &mut found,
        exposure,
        &new.exposure,
        skill.as_ref(),
        new.skill.as_ref(),
    );
    effects::changes(&mut found, execution, &new.execution);
    lifecycle(
        &mut found,
        *availability,
        new.availability,
        *visibility,
        new.visibility,
    );
    stabilities(&mut found, *stability, new.stability);
    if *cache != new.cache {
        let notice = "its answers are kept otherwise, so they are older or younger".to_owned();
        found.push(ChangeCode::CacheChanged, "/cache", Step::Patch, notice);
    }
    for (side, old, new) in [
        (Side::Input, &input.schema, &new.input.schema),
        (Side::Output, &output.schema, &new.output.schema),
    ] {
        for mut change in schema::changes(old, new, side) {
            change.capability = Some(id.clone());
            found.changes.push(change);
        }
    }
    found.changes
}

/// The type of a resource's content.
pub(super) fn media_type(
    id: &CapabilityId,
    old: Option<&str>,
    new: Option<&str>,
) -> Option<Change> {
    (old != new).then(|| Change {
        code: ChangeCode::MediaTypeChanged,
        capability: Some(id.clone()),
        at: String::new(),
        step: Step::Major,
        notice: format!(
            "its content is of the type `{}`, and was `{}`",
            new.unwrap_or("none"),
            old.unwrap_or("none")
        ),
    })
}

struct Found<'a> {
    id: &'a CapabilityId,
    changes: Vec<Change>,
}

impl Found<'_> {
    fn push(&mut self, code: ChangeCode, at: &str, step: Step, notice: String) {
        self.changes.push(Change {
            code,
            capability: Some(self.id.clone()),
            at: at.to_owned(),
            step,
            notice,
        });
    }

    /// A name under which a surface offers it.
    fn name(&mut self, surface: &str, at: &str, old: Option<String>, new: Option<String>) {
        use ChangeCode::{ExposureAdded, ExposureChanged, ExposureRemoved};
        match (old, new) {
            (None, Some(new)) => self.push(
                ExposureAdded,
                at,
                Step::Minor,
                format!("it is the {surface} `{new}` too"),
            ),
            (Some(old), None) => {
                let notice = format!("it is no longer the {surface} `{old}`");
                self.push(ExposureRemoved, at, Step::Major, notice)
            }
            (Some(old), Some(new)) if old != new => {
                let notice = format!("it is the {surface} `{new}`, and was `{old}`");
                self.push(ExposureChanged, at, Step::Major, notice)
            }
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
}

fn exposures(
    found: &mut Found<'_>,
    old: &Exposure,
    new: &Exposure,
    old_skill: Option<&SkillExposure>,
    new_skill: Option<&SkillExposure>,
) {
    let tool = |exposure: &Exposure| exposure.tool_name().map(str::to_owned);
    let uri = |exposure: &Exposure| exposure.mcp_resource().map(|resource| resource.uri.clone());
    let route = |exposure: &Exposure| {
        let HttpExposure { method, path } = exposure.http.as_ref()?;
        Some(format!("{} {path}", method.as_str()))
    };
    let words = |exposure: &Exposure| exposure.cli_words().map(|words| words.join(" "));
    let skill = |skill: &SkillExposure| format!("{} {{{}}}", skill.alias, skill.argument);
    found.name("MCP tool", "/exposure/mcp/tool", tool(old), tool(new));
    found.name("MCP resource", "/exposure/mcp/resource", uri(old), uri(new));
    if let (Some(old), Some(new)) = (old.mcp_resource(), new.mcp_resource())
        && old.name != new.name
    {
        // It is read at its URI; the name is what a list shows.
        let notice = format!(
            "clients list it as `{}`, and did as `{}`",
            new.name, old.name
        );
        let at = "/exposure/mcp/resource/name";
        found.push(ChangeCode::ExposureChanged, at, Step::Patch, notice);
    }
    found.name("HTTP route", "/exposure/http", route(old), route(new));
    found.name("command", "/exposure/cli", words(old), words(new));
    found.name(
        "skill",
        "/skill",
        old_skill.map(skill),
        new_skill.map(skill),
    );
}

fn lifecycle(
    found: &mut Found<'_>,
    old: CapabilityAvailability,
    new: CapabilityAvailability,
    old_visibility: CapabilityVisibility,
    new_visibility: CapabilityVisibility,
) {
    /// In how many environments it answers; one that was taken at build compares with no other.
    fn reach(availability: CapabilityAvailability) -> Option<u8> {
        match availability {
            CapabilityAvailability::Always => Some(2),
            CapabilityAvailability::Runtime => Some(1),
            CapabilityAvailability::Authenticated => Some(0),
            CapabilityAvailability::BuildTime => None,
        }
    }
    fn audience(visibility: CapabilityVisibility) -> u8 {
        match visibility {
            CapabilityVisibility::Public => 2,
            CapabilityVisibility::Developer => 1,
            CapabilityVisibility::Internal => 0,
        }
    }
    let more = |wider: bool| if wider { Step::Minor } else { Step::Major };
    if old != new {
        let wider = reach(old)
            .zip(reach(new))
            .is_some_and(|(old, new)| new > old);
        let notice = format!("it answers: {}; that was: {}", word(&new), word(&old));
        found.push(
            ChangeCode::AvailabilityChanged,
            "/availability",
            more(wider),
            notice,
        );
    }
    if old_visibility != new_visibility {
        let wider = audience(new_visibility) > audience(old_visibility);
        let notice = format!(
            "it is {}, and was {}",
            word(&new_visibility),
            word(&old_visibility)
        );
        found.push(
            ChangeCode::VisibilityChanged,
            "/visibility",
            more(wider),
            notice,
        );
    }
}

fn stabilities(found: &mut Found<'_>, old: Stability, new: Stability) {
    fn trust(stability: Stability) -> u8 {
        match stability {
            Stability::BehaviorallyVerified => 4,
            Stability::Implemented => 3,
            Stability::Experimental => 2,
            Stability::Planned => 1,
            Stability::Unsupported => 0,
        }
    }
    let step = match (old.is_executable(), new.is_executable()) {
        (true, false) => Step::Major,
        (false, true) => Step::Minor,
        // The calls that worked go on working; only what may come of them is said anew.
        (true, true) | (false, false) if trust(new) < trust(old) => Step::Minor,
        (true, true) | (false, false) => Step::Patch,
    };
    if old != new {
        let notice = format!("it is {}, and was {}", word(&new), word(&old));
        found.push(ChangeCode::StabilityChanged, "/stability", step, notice);
    }
}

/// A value of an enumeration as it is written in a descriptor.
fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}
