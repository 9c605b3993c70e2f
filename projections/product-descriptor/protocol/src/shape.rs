//! What a document holds, as far as the protocol looks: right kinds of values where they are expected, and nothing kept
//! of the rest. A field that stands twice counts as its last.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::limits::{ARGV, ARTIFACTS, COMMANDS, EXECUTABLES, PATH_WORDS, PROJECTIONS, TOKEN};

/// A place in a document.
#[derive(Debug, Default)]
pub(crate) enum Slot<T> {
    /// Nothing stands there.
    #[default]
    Absent,
    /// A value of another kind, or a text longer than any that the protocol allows.
    Wrong,
    /// A value of the right kind.
    Is(T),
}

impl<T> Slot<T> {
    pub(crate) fn get(&self) -> Option<&T> {
        match self {
            Self::Is(value) => Some(value),
            Self::Absent | Self::Wrong => None,
        }
    }

    pub(crate) fn take(self) -> Option<T> {
        match self {
            Self::Is(value) => Some(value),
            Self::Absent | Self::Wrong => None,
        }
    }
}

impl Slot<Text<'_>> {
    /// The text, or one that no rule admits.
    pub(crate) fn text(&self) -> &str {
        self.get().map_or("", |text| text)
    }
}

pub(crate) type Text<'a> = Cow<'a, str>;

/// The entries of a list, unless there are more than `MOST`: then none is looked at.
#[derive(Debug)]
pub(crate) struct List<T, const MOST: usize> {
    pub(crate) entries: Vec<Slot<T>>,
    pub(crate) too_long: bool,
}

pub(crate) type Tokens<'a> = List<Text<'a>, ARGV>;

/// Reads one kind of value; another kind is read to its end and is `None`.
pub(crate) trait Shape<'de>: Sized {
    fn text(_text: Text<'de>) -> Option<Self> {
        None
    }

    fn list<A: SeqAccess<'de>>(mut list: A) -> Result<Option<Self>, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn object<A: MapAccess<'de>>(mut object: A) -> Result<Option<Self>, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

impl<'de> Shape<'de> for Text<'de> {
    fn text(text: Text<'de>) -> Option<Self> {
        Some(text)
    }
}

impl<'de, T: Shape<'de>, const MOST: usize> Shape<'de> for List<T, MOST> {
    fn list<A: SeqAccess<'de>>(mut list: A) -> Result<Option<Self>, A::Error> {
        let mut entries = Vec::new();
        while entries.len() < MOST {
            match list.next_element()? {
                Some(entry) => entries.push(entry),
                None => {
                    return Ok(Some(Self {
                        entries,
                        too_long: false,
                    }));
                }
            }
        }
        let mut too_long = false;
        while list.next_element::<IgnoredAny>()?.is_some() {
            too_long = true;
        }
        Ok(Some(Self { entries, too_long }))
    }
}

macro_rules! objects {
    ($($name:ident { $($field:ident $key:literal: $kind:ty,)+ })+) => {
        $(
            #[derive(Debug, Default)]
            pub(crate) struct $name<'a> {
                /// Whether the object holds any other field.
                pub(crate) unknown: bool,
                $(pub(crate) $field: Slot<$kind>,)+
            }

            impl<'de> Shape<'de> for $name<'de> {
                fn object<A: MapAccess<'de>>(mut object: A) -> Result<Option<Self>, A::Error> {
                    let mut read = Self::default();
                    while let Some(key) = object.next_key::<Slot<Text<'de>>>()? {
                        match key.text() {
                            $($key => read.$field = object.next_value()?,)+
                            _ => {
                                read.unknown = true;
                                object.next_value::<IgnoredAny>()?;
                            }
                        }
                    }
                    Ok(Some(read))
                }
            }
        )+
    };
}

objects! {
    Document {
        schema_version "schemaVersion": Text<'a>,
        protocol_version "protocolVersion": Text<'a>,
        product "product": Product<'a>,
        executables "executables": List<Executable<'a>, EXECUTABLES>,
        commands "commands": List<Command<'a>, COMMANDS>,
        artifacts "artifacts": List<Artifact<'a>, ARTIFACTS>,
        projections "projections": List<ProjectionRef<'a>, PROJECTIONS>,
    }
    Product {
        id "id": Text<'a>,
        display_name "displayName": Text<'a>,
        package_name "packageName": Text<'a>,
    }
    Executable {
        id "id": Text<'a>,
        package_bin "packageBin": Text<'a>,
        argv_prefix "argvPrefix": Tokens<'a>,
    }
    Command {
        path "path": List<Text<'a>, PATH_WORDS>,
        summary "summary": Text<'a>,
        executable_id "executableId": Text<'a>,
        argv "argv": Tokens<'a>,
        side_effect "sideEffect": Text<'a>,
        authority "authority": Authority<'a>,
    }
    Authority {
        kind "kind": Text<'a>,
        product_id "productId": Text<'a>,
        confirmation "confirmation": Text<'a>,
    }
    Artifact {
        id "id": Text<'a>,
        direction "direction": Text<'a>,
        media_type "mediaType": Text<'a>,
        description "description": Text<'a>,
    }
    ProjectionRef {
        id "id": Text<'a>,
        schema_ref "schemaRef": Text<'a>,
        description "description": Text<'a>,
    }
}

impl<'de, T: Shape<'de>> Deserialize<'de> for Slot<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyKind(PhantomData))
    }
}

/// Takes every kind of value, so that a wrong one is a finding and not an error.
struct AnyKind<T>(PhantomData<T>);

/// In bytes: a UTF-16 code unit takes three at most, and no text of the protocol has more units than a token.
const LONGEST_TEXT: usize = 3 * TOKEN;

/// The text, unless no rule can admit one of its length.
fn short(text: &str) -> Option<&str> {
    (text.len() <= LONGEST_TEXT).then_some(text)
}

fn slot<T>(read: Option<T>) -> Slot<T> {
    read.map_or(Slot::Wrong, Slot::Is)
}

impl<'de, T: Shape<'de>> Visitor<'de> for AnyKind<T> {
    type Value = Slot<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Slot<T>, E> {
        Ok(slot(short(text).map(Cow::Borrowed).and_then(T::text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Slot<T>, E> {
        let owned = short(text).map(|text| Cow::Owned(text.to_owned()));
        Ok(slot(owned.and_then(T::text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Slot<T>, A::Error> {
        T::list(list).map(slot)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Slot<T>, A::Error> {
        T::object(object).map(slot)
    }

    fn visit_unit<E>(self) -> Result<Slot<T>, E> {
        Ok(Slot::Wrong)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Slot<T>, E> {
        Ok(Slot::Wrong)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Slot<T>, E> {
        Ok(Slot::Wrong)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Slot<T>, E> {
        Ok(Slot::Wrong)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Slot<T>, E> {
        Ok(Slot::Wrong)
    }
}
