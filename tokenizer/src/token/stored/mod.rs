//! Tags that outlive the machine.

mod batch;
mod shape;
mod stored_tag;
mod tag_parts;

pub(crate) use batch::{AttributeRecord, Batch, StringRef, TagSource};
pub(crate) use shape::{Range, Shape};
pub(crate) use stored_tag::{StoredAttribute, StoredAttributes, StoredTag};
pub(crate) use tag_parts::TagParts;

/// The pointer by which tags share their attributes.
#[cfg(not(target_has_atomic = "ptr"))]
pub(crate) use alloc::rc::Rc as Shared;
#[cfg(target_has_atomic = "ptr")]
pub(crate) use alloc::sync::Arc as Shared;
