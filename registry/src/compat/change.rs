//! One thing that a caller would notice.

use serde::Serialize;

use super::Step;
use crate::model::CapabilityId;

/// One thing that a caller would notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What kind of change it is.
    pub code: ChangeCode,
    /// The capability; absent where the whole module or the product changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<CapabilityId>,
    /// Where in its descriptor, as a JSON Pointer, such as `/input/schema/properties/limit`; empty for all of it.
    pub at: String,
    /// The step it demands of a version from 1.0.0 on.
    pub step: Step,
    /// What a caller would notice, in a sentence.
    pub notice: String,
}

/// The kinds of changes. Their codes in `snake_case` stay what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeCode {
    /// The registry is that of another product.
    ProductRenamed,
    /// A module is new.
    ModuleAdded,
    /// A module is gone.
    ModuleRemoved,
    /// A capability is new.
    CapabilityAdded,
    /// A capability is gone.
    CapabilityRemoved,
    /// A query became a command, or the like.
    KindChanged,
    /// One more surface offers it.
    ExposureAdded,
    /// A surface offers it no longer.
    ExposureRemoved,
    /// A surface offers it under another name.
    ExposureChanged,
    /// It changes or reaches more than it did, or asks more of its caller.
    EffectStronger,
    /// It changes or reaches less than it did, or asks less of its caller.
    EffectWeaker,
    /// Whoever delegates to it must have asked somebody with more authority.
    ConfirmationStronger,
    /// Whoever delegates to it may have asked somebody with less authority.
    ConfirmationWeaker,
    /// It answers in another environment.
    AvailabilityChanged,
    /// It is offered to others.
    VisibilityChanged,
    /// It can be relied on more, or less.
    StabilityChanged,
    /// Its answers are kept otherwise.
    CacheChanged,
    /// The content of a resource is of another type.
    MediaTypeChanged,
    /// A field is new, and it may be absent from an input.
    FieldAdded,
    /// A field is new, and every input must hold it.
    RequiredFieldAdded,
    /// A field is gone.
    FieldRemoved,
    /// A field that could be absent is always there.
    FieldRequired,
    /// A field that was always there can be absent.
    FieldOptional,
    /// A type or a form of a value is possible that was not.
    FormAdded,
    /// A type or a form of a value is no longer possible.
    FormRemoved,
    /// One more value is possible.
    ValueAdded,
    /// A value is no longer possible.
    ValueRemoved,
    /// A limit leaves fewer values.
    LimitTightened,
    /// A limit leaves more values.
    LimitLoosened,
    /// Leaving a field out means something else.
    DefaultChanged,
    /// A part was marked as deprecated, or is no longer.
    DeprecationChanged,
    /// Something differs that this comparison does not know, so it counts as breaking.
    Unmodelled,
}
