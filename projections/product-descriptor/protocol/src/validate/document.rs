//! From the shape of a valid document to the descriptor.

use crate::document::{
    Argv, Artifact, ArtifactDirection, Authority, AuthorityKind, Command, Confirmation, Descriptor,
    Executable, Product, ProjectionRef, SchemaVersion, SideEffect,
};
use crate::shape::{self, Document, List, Slot, Text, Tokens};

/// The descriptor; none where something is missing, which validation has told before.
pub(super) fn descriptor(document: Document<'_>) -> Option<Descriptor> {
    let product = document.product.take()?;
    Some(Descriptor {
        schema_version: SchemaVersion::V1_0_0,
        protocol_version: owned(document.protocol_version)?,
        product: Product {
            id: owned(product.id)?,
            display_name: owned(product.display_name)?,
            package_name: owned(product.package_name)?,
        },
        executables: all(document.executables, executable)?,
        commands: all(document.commands, command)?,
        artifacts: all(document.artifacts, artifact)?,
        projections: all(document.projections, projection)?,
    })
}

fn owned(text: Slot<Text<'_>>) -> Option<String> {
    text.take().map(Text::into_owned)
}

fn all<T, U, const MOST: usize>(
    list: Slot<List<T, MOST>>,
    one: impl Fn(T) -> Option<U>,
) -> Option<Vec<U>> {
    let entries = list.take()?.entries.into_iter();
    entries.map(|entry| entry.take().and_then(&one)).collect()
}

fn tokens(tokens: Slot<Tokens<'_>>) -> Option<Argv> {
    all(tokens, |token| Some(token.into_owned()))
}

fn executable(entry: shape::Executable<'_>) -> Option<Executable> {
    Some(Executable {
        id: owned(entry.id)?,
        package_bin: owned(entry.package_bin)?,
        argv_prefix: match entry.argv_prefix {
            Slot::Absent => None,
            prefix => Some(tokens(prefix)?),
        },
    })
}

fn command(entry: shape::Command<'_>) -> Option<Command> {
    let authority = entry.authority.take()?;
    Some(Command {
        path: all(entry.path, |word| Some(word.into_owned()))?,
        summary: owned(entry.summary)?,
        executable_id: owned(entry.executable_id)?,
        argv: tokens(entry.argv)?,
        side_effect: SideEffect::named(entry.side_effect.text())?,
        authority: Authority {
            kind: AuthorityKind::named(authority.kind.text())?,
            product_id: owned(authority.product_id)?,
            confirmation: Confirmation::named(authority.confirmation.text())?,
        },
    })
}

fn artifact(entry: shape::Artifact<'_>) -> Option<Artifact> {
    Some(Artifact {
        id: owned(entry.id)?,
        direction: ArtifactDirection::named(entry.direction.text())?,
        media_type: owned(entry.media_type)?,
        description: owned(entry.description)?,
    })
}

fn projection(entry: shape::ProjectionRef<'_>) -> Option<ProjectionRef> {
    Some(ProjectionRef {
        id: owned(entry.id)?,
        schema_ref: owned(entry.schema_ref)?,
        description: owned(entry.description)?,
    })
}
