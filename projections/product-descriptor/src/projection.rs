//! From a registry to a descriptor: every capability that the binary runs as a command becomes a command of the suite.

use onefold::{Entry, Projection, Registry, classify};
use onefold_descriptor_protocol::{
    self as protocol, Authority, AuthorityKind, Command, Confirmation, Descriptor, Executable,
    PROTOCOL_VERSION, Product, SchemaVersion, SideEffect,
};

use crate::fault::Fault;

/// The product descriptor as a surface of a registry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProductDescriptor;

impl Projection for ProductDescriptor {
    fn name(&self) -> &'static str {
        "product descriptor"
    }

    fn objections(&self, entry: &Entry) -> Vec<String> {
        command_words(entry).map_or_else(Vec::new, |words| objections(words, entry.title()))
    }

    fn objections_to_all(&self, registry: &Registry) -> Vec<String> {
        whole(registry).iter().map(ToString::to_string).collect()
    }
}

/// The descriptor of a product, its commands in the order of capability ids; or every reason why the protocol would
/// refuse it.
pub fn descriptor(registry: &Registry) -> Result<Descriptor, Vec<Fault>> {
    let identity = registry.product();
    let commands: Vec<Command> = registry
        .iter()
        .filter_map(|entry| Some(command(&identity.id, entry, command_words(entry)?)))
        .collect();

    let faults = faults(registry);
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Descriptor {
        schema_version: SchemaVersion::V1_0_0,
        protocol_version: PROTOCOL_VERSION.to_owned(),
        product: Product {
            id: identity.id.clone().into_owned(),
            display_name: identity.title.clone().into_owned(),
            package_name: identity.package.clone().into_owned(),
        },
        executables: vec![Executable {
            id: identity.id.clone().into_owned(),
            package_bin: identity.id.clone().into_owned(),
            argv_prefix: None,
        }],
        commands,
        // A product has no way to declare these yet.
        artifacts: Vec::new(),
        projections: Vec::new(),
    })
}

/// The words of a capability that the binary runs as a command.
fn command_words(entry: &Entry) -> Option<&[String]> {
    entry.handler()?;
    entry.exposure().cli_words()
}

fn command(product: &str, entry: &Entry, words: &[String]) -> Command {
    Command {
        path: words.to_vec(),
        summary: entry.title().to_owned(),
        executable_id: product.to_owned(),
        argv: words.to_vec(),
        side_effect: side_effect(entry.side_effect()),
        authority: Authority {
            kind: AuthorityKind::Product,
            product_id: product.to_owned(),
            confirmation: confirmation(entry.confirmation()),
        },
    }
}

fn side_effect(derived: classify::SideEffect) -> SideEffect {
    match derived {
        classify::SideEffect::None => SideEffect::None,
        classify::SideEffect::ReadLocal => SideEffect::ReadLocal,
        classify::SideEffect::WriteLocal => SideEffect::WriteLocal,
        classify::SideEffect::WriteExternal => SideEffect::WriteExternal,
    }
}

fn confirmation(derived: classify::Confirmation) -> Confirmation {
    match derived {
        classify::Confirmation::Never => Confirmation::Never,
        classify::Confirmation::UserRequest => Confirmation::UserRequest,
        classify::Confirmation::OperatorRequest => Confirmation::OperatorRequest,
    }
}

/// What assembly leaves to this surface. A registry's product id and package already follow the protocol's grammars.
fn faults(registry: &Registry) -> Vec<Fault> {
    let mut faults = whole(registry);
    for entry in registry {
        faults.extend(
            ProductDescriptor
                .objections(entry)
                .into_iter()
                .map(|objection| Fault::Command {
                    id: entry.id().to_string(),
                    location: entry.location(),
                    objection,
                }),
        );
    }
    faults
}

/// What is wrong with the document as a whole.
fn whole(registry: &Registry) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !protocol::is_printable(&registry.product().title, protocol::DISPLAY_NAME) {
        faults.push(Fault::DisplayName);
    }
    match registry.iter().filter_map(command_words).count() {
        0 => faults.push(Fault::NoCommand),
        1..=protocol::COMMANDS => {}
        count => faults.push(Fault::TooManyCommands { count }),
    }
    faults
}

fn objections(words: &[String], summary: &str) -> Vec<String> {
    let mut objections = Vec::new();
    if !(1..=protocol::PATH_WORDS).contains(&words.len()) {
        objections.push(format!(
            "its command has {} words, and a path has 1 to {}; give it fewer",
            words.len(),
            protocol::PATH_WORDS
        ));
    }
    for word in words {
        if !protocol::is_identifier(word) {
            objections.push(format!(
                "the word {word:?} of its command is not lower-case letters and digits, joined by `-`, from a letter on, \
                 at most 64; rename it"
            ));
        }
        if !protocol::is_safe_token(word) {
            objections.push(format!(
                "the word {word:?} of its command is a token that a router refuses, since it is unprintable, chooses a \
                 program or asks a shell to evaluate; rename it"
            ));
        }
    }
    if !protocol::is_printable(summary, protocol::SUMMARY) {
        objections.push(format!(
            "its title, the summary of the command, is not 1 to {} UTF-16 code units without control characters; \
             reword it",
            protocol::SUMMARY
        ));
    }
    objections
}

#[cfg(test)]
mod tests;
