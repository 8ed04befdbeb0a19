//! The parts of a tag that owns its strings.

use super::Shared;
use super::batch::{AttributeRecord, Batch, StringRef, TagSource};
use super::shape::Shape;
use super::stored_tag::StoredTag;
use crate::{Span, Tag};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What a tag is made of, and how it is serialized.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct TagParts {
    is_end_tag: bool,
    is_self_closing: bool,
    name: Box<str>,
    name_span: Span,
    attributes: Vec<AttributeParts>,
    /// The names of its duplicate attributes.
    duplicates: Vec<Span>,
    /// The tag as written; empty if it is not known.
    source: Box<str>,
    span: Span,
}

/// An attribute.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct AttributeParts {
    name: Box<str>,
    name_span: Span,
    value: Box<str>,
    value_span: Span,
}

impl TagParts {
    pub(crate) fn of(tag: &Tag<'_>) -> Self {
        let attributes = tag.attributes().map(|attribute| AttributeParts {
            name: attribute.name().into(),
            name_span: attribute.name_span(),
            value: attribute.value().into(),
            value_span: attribute.value_span(),
        });
        TagParts {
            is_end_tag: tag.is_end_tag(),
            is_self_closing: tag.is_self_closing(),
            name: tag.name().into(),
            name_span: tag.name_span(),
            attributes: attributes.collect(),
            duplicates: tag
                .duplicate_attributes()
                .map(|duplicate| duplicate.name_span)
                .collect(),
            source: tag.source().into(),
            span: tag.span(),
        }
    }

    /// The tag, with all strings in a batch of its own.
    pub(crate) fn into_tag(self) -> StoredTag<'static> {
        let mut batch = Batch::default();
        let name = batch.keep_owned(self.name, self.name_span);
        let place = batch.begin(name);
        for attribute in self.attributes {
            let name = batch.keep_owned(attribute.name, attribute.name_span);
            let value = batch.keep_owned(attribute.value, attribute.value_span);
            batch.attributes.push(AttributeRecord { name, value });
        }
        let duplicates = self.duplicates.len();
        for span in self.duplicates {
            let name = batch.keep_owned(Box::default(), span);
            let value = StringRef::behind(0, 0);
            batch.attributes.push(AttributeRecord { name, value });
        }
        batch.end(place, duplicates);
        batch.owned = Some(Box::new((self.source, self.span)));
        StoredTag {
            source: TagSource {
                text: "",
                start: self.span.start,
            },
            batch: Some(Shared::new(batch)),
            shape: Shape::flags(self.is_end_tag, self.is_self_closing).in_batch(place),
        }
    }
}
