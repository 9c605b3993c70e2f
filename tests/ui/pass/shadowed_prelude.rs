//! The macros name nothing that a crate can take from them.
#![forbid(unsafe_code)]
#![deny(warnings, unexpected_cfgs, missing_docs, missing_debug_implementations)]
#![deny(missing_copy_implementations, unreachable_pub, unused_qualifications)]

/// The names that generated code is most often careless with, each something else here.
pub mod shadows {
    /// Not what the prelude says.
    #[derive(Debug, Clone, Copy)]
    pub struct Option;
    /// Not what the prelude says.
    #[derive(Debug, Clone, Copy)]
    pub struct Result;
    /// Not what the prelude says.
    #[derive(Debug, Clone, Copy)]
    pub struct Vec;
    /// Not what the prelude says.
    #[derive(Debug, Clone, Copy)]
    pub struct String;
    /// Not what the prelude says.
    #[derive(Debug, Clone, Copy)]
    pub struct Box;
    /// Not what the prelude says.
    #[derive(Debug, Clone, Copy)]
    #[allow(non_camel_case_types)]
    pub struct str;
    /// Not what the prelude says.
    #[allow(non_snake_case)]
    pub fn Some() {}
    /// Not what the prelude says.
    #[allow(non_upper_case_globals)]
    pub const None: () = ();
    /// Not what the prelude says.
    #[allow(non_snake_case)]
    pub fn Ok() {}
    /// Not the crate.
    pub mod core {}
    /// Not the crate.
    pub mod std {}
    /// Not the crate.
    pub mod alloc {}
    /// Not the crate.
    pub mod onefold {}
    /// Not the crate.
    pub mod inventory {}
}

/// A module where nothing has its usual name.
pub mod notes {
    #![no_implicit_prelude]

    #[allow(unused_imports)]
    use crate::shadows::*;

    fn count() -> ::std::result::Result<u32, ::onefold::Failure> {
        ::std::result::Result::Ok(1)
    }

    ::onefold::capability!(CountNotes {
        id: "notes.count",
        kind: ::onefold::Kind::Query,
        title: "Count notes",
        description: "How many notes there are.",
        handler: count,
        tags: ["notes"],
        cache: ::onefold::CachePolicy::process(1),
    });

    ::onefold::capability!(Guide {
        id: "notes.guide",
        kind: ::onefold::Kind::Resource,
        title: "Guide",
        description: "How to write notes.",
        content: ::onefold::Content::text("text/plain", "Write."),
    });

    ::onefold::module!(Notes {
        id: "notes",
        version: "1.0.0",
        title: "Notes",
        description: "Notes of the signed-in person.",
        capabilities: [CountNotes, Guide],
    });
}

fn main() {
    let module = onefold::DeclareModule::declare(&notes::Notes);
    assert_eq!(module.capabilities.len(), 2);
}
