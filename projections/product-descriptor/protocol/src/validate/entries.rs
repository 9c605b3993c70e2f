//! The lists of a descriptor: executables, commands, artifacts and projections, and how they refer to each other.

use std::collections::HashSet;

use super::Faults;
use super::product::IDENTIFIER;
use crate::diagnostic::Code;
use crate::document::{ArtifactDirection, AuthorityKind, Confirmation, SideEffect};
use crate::limits::{self, is_identifier, is_printable};
use crate::shape::{Artifact, Command, Document, Executable, List, ProjectionRef, Slot, Tokens};

const TOKENS: &str =
    "at most 64 safe tokens of 1 to 1024 UTF-16 code units without control characters";
const DESCRIBED: &str = "1 to 256 UTF-16 code units without control characters";

pub(super) fn check<'a>(document: &'a Document<'a>, faults: &mut Faults<'_>) {
    let mut executables = HashSet::new();
    entries(
        &document.executables,
        "executables",
        1,
        faults,
        |place, entry, faults| {
            executable(place, entry, &mut executables, faults);
        },
    );
    let mut paths = HashSet::new();
    entries(
        &document.commands,
        "commands",
        1,
        faults,
        |place, entry, faults| {
            command(place, entry, &executables, &mut paths, faults);
        },
    );
    entries(&document.artifacts, "artifacts", 0, faults, artifact);
    entries(&document.projections, "projections", 0, faults, projection);
}

/// Goes through a list that is neither too short nor too long.
fn entries<'a, T, const MOST: usize>(
    list: &'a Slot<List<T, MOST>>,
    name: &str,
    least: usize,
    faults: &mut Faults<'_>,
    mut check: impl FnMut(&dyn Fn() -> String, &'a T, &mut Faults<'_>),
) {
    let list = match list.get() {
        Some(list) if !list.too_long && list.entries.len() >= least => list,
        _ => {
            return faults.add(
                Code::Malformed,
                format!("`{name}` must be a list of {least} to {MOST} entries"),
            );
        }
    };
    for (at, entry) in list.entries.iter().enumerate() {
        let place = || format!("`{name}[{at}]`");
        match entry.get() {
            Some(entry) => check(&place, entry, faults),
            None => faults.add(Code::Malformed, format!("{} must be an object", place())),
        }
    }
}

fn executable<'a>(
    place: &dyn Fn() -> String,
    entry: &'a Executable<'a>,
    known: &mut HashSet<&'a str>,
    faults: &mut Faults<'_>,
) {
    faults.closed_at(entry.unknown, None, place);
    let (id, bin) = (
        is_identifier(entry.id.text()),
        is_identifier(entry.package_bin.text()),
    );
    // As in the protocol's own validator, tokens are judged where what stands before them is right.
    let prefix = matches!(entry.argv_prefix, Slot::Absent)
        || argv(&entry.argv_prefix, id && bin, None, place, faults);
    let valid = faults.malformed(
        place,
        None,
        &[
            ("id", id, IDENTIFIER),
            ("packageBin", bin, IDENTIFIER),
            ("argvPrefix", prefix, TOKENS),
        ],
    );
    if valid && !known.insert(entry.id.text()) {
        faults.add(
            Code::DuplicateExecutable,
            format!(
                "{} repeats the id `{}`; give it another",
                place(),
                entry.id.text()
            ),
        );
    }
}

fn command<'a>(
    place: &dyn Fn() -> String,
    entry: &'a Command<'a>,
    executables: &HashSet<&str>,
    paths: &mut HashSet<String>,
    faults: &mut Faults<'_>,
) {
    faults.closed_at(entry.unknown, None, place);
    let path = path(entry);
    let told = path.as_deref();
    let authority = entry.authority.get();
    if let Some(authority) = authority {
        faults.closed_at(authority.unknown, told, &|| {
            format!("`authority` of {}", place())
        });
    }
    let summary = is_printable(entry.summary.text(), limits::SUMMARY);
    let executable_id = entry.executable_id.text();
    let identified = is_identifier(executable_id);
    let tokens = argv(
        &entry.argv,
        told.is_some() && summary && identified,
        told,
        place,
        faults,
    );
    let answers = authority.is_some_and(|authority| {
        AuthorityKind::named(authority.kind.text()).is_some()
            && is_identifier(authority.product_id.text())
            && Confirmation::named(authority.confirmation.text()).is_some()
    });
    faults.malformed(
        place,
        told,
        &[
            ("path", told.is_some(), "a list of 1 to 8 identifiers"),
            ("summary", summary, DESCRIBED),
            ("executableId", identified, IDENTIFIER),
            ("argv", tokens, TOKENS),
            (
                "sideEffect",
                SideEffect::named(entry.side_effect.text()).is_some(),
                "none, read-local, write-local or write-external",
            ),
            (
                "authority",
                answers,
                "{kind: product, productId, confirmation: never, user-request or operator-request}",
            ),
        ],
    );
    if identified && !executables.contains(executable_id) {
        faults.add_to(
            Code::UnknownExecutable,
            told,
            format!(
                "{} names the executable `{executable_id}`, which is not validly declared",
                place()
            ),
        );
    }
    if let (Some(authority), Some(product)) = (authority, faults.product)
        && authority.product_id.text() != product
    {
        faults.add_to(
            Code::AuthorityMismatch,
            told,
            format!(
                "`authority.productId` of {} must be `{product}`, the descriptor's own product",
                place()
            ),
        );
    }
    if let Some(path) = path {
        if paths.contains(&path) {
            let message = format!("{} repeats the path `{path}`; give it another", place());
            faults.add_to(Code::DuplicateCommand, Some(&path), message);
        }
        paths.insert(path);
    }
}

/// The words of a command joined by a space, where all are valid.
fn path(entry: &Command<'_>) -> Option<String> {
    let words = entry.path.get().filter(|words| !words.too_long)?;
    let mut path = String::new();
    for word in &words.entries {
        let word = word.text();
        if !is_identifier(word) {
            return None;
        }
        if !path.is_empty() {
            path.push(' ');
        }
        path.push_str(word);
    }
    (!path.is_empty()).then_some(path)
}

/// Whether the tokens are valid; one that selects a program is told where `tell`.
fn argv(
    slot: &Slot<Tokens<'_>>,
    tell: bool,
    command_path: Option<&str>,
    place: &dyn Fn() -> String,
    faults: &mut Faults<'_>,
) -> bool {
    let Some(tokens) = slot.get().filter(|tokens| !tokens.too_long) else {
        return false;
    };
    let texts = || tokens.entries.iter().map(Slot::text);
    if !texts().all(|token| is_printable(token, limits::TOKEN)) {
        return false;
    }
    let selecting = texts().position(limits::selects_program);
    if let Some(at) = selecting
        && tell
    {
        faults.add_to(
            Code::UnsafeArgv,
            command_path,
            format!(
                "token {at} of {} selects a program or asks a shell to evaluate; remove it",
                place()
            ),
        );
    }
    selecting.is_none()
}

fn artifact(place: &dyn Fn() -> String, entry: &Artifact<'_>, faults: &mut Faults<'_>) {
    faults.closed_at(entry.unknown, None, place);
    faults.malformed(
        place,
        None,
        &[
            ("id", is_identifier(entry.id.text()), IDENTIFIER),
            (
                "direction",
                ArtifactDirection::named(entry.direction.text()).is_some(),
                "input, output or input-output",
            ),
            (
                "mediaType",
                limits::is_media_type(entry.media_type.text()),
                "type/subtype in lower case without parameters, at most 127 characters",
            ),
            (
                "description",
                is_printable(entry.description.text(), limits::DESCRIPTION),
                DESCRIBED,
            ),
        ],
    );
}

fn projection(place: &dyn Fn() -> String, entry: &ProjectionRef<'_>, faults: &mut Faults<'_>) {
    faults.closed_at(entry.unknown, None, place);
    faults.malformed(
        place,
        None,
        &[
            ("id", is_identifier(entry.id.text()), IDENTIFIER),
            (
                "schemaRef",
                is_printable(entry.schema_ref.text(), limits::SCHEMA_REF),
                "1 to 512 UTF-16 code units without control characters",
            ),
            (
                "description",
                is_printable(entry.description.text(), limits::DESCRIPTION),
                DESCRIBED,
            ),
        ],
    );
}
