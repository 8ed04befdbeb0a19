//! Tags that own their strings.

use crate::attribute_source::{AttributeSource, Positions, TagText};
use crate::{Span, Tag};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A tag that borrows nothing.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone)]
pub(crate) struct OwnedTag {
    pub(crate) is_end_tag: bool,
    pub(crate) is_self_closing: bool,
    pub(crate) name: Box<str>,
    pub(crate) name_span: Span,
    pub(crate) attributes: Vec<OwnedAttribute>,
    /// The names of its duplicate attributes.
    pub(crate) duplicates: Vec<Span>,
    /// The tag as written; empty if it is not known.
    pub(crate) source: Box<str>,
    pub(crate) span: Span,
}

/// An attribute of an [`OwnedTag`].
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone)]
pub(crate) struct OwnedAttribute {
    pub(crate) name: Box<str>,
    pub(crate) name_span: Span,
    pub(crate) value: Box<str>,
    pub(crate) value_span: Span,
}

impl OwnedTag {
    pub(crate) fn of(tag: &Tag<'_>) -> Self {
        let attributes = tag.attributes().map(|attribute| OwnedAttribute {
            name: attribute.name().into(),
            name_span: attribute.name_span(),
            value: attribute.value().into(),
            value_span: attribute.value_span(),
        });
        OwnedTag {
            is_end_tag: tag.is_end_tag(),
            is_self_closing: tag.is_self_closing(),
            name: tag.name().into(),
            name_span: tag.name_span(),
            attributes: attributes.collect(),
            duplicates: tag
                .duplicate_attributes()
                .map(|duplicate| duplicate.name_span())
                .collect(),
            source: tag.source().into(),
            span: tag.span(),
        }
    }

    /// The source of a duplicate attribute, by its place.
    pub(crate) fn duplicate_source(&self, place: usize) -> Option<AttributeSource<'_>> {
        let name = *self.duplicates.get(place)?;
        Some(self.attribute_source(name, None))
    }

    /// The source of an attribute whose name is at a span.
    fn attribute_source(&self, name: Span, value: Option<Span>) -> AttributeSource<'_> {
        // Where the source is not the input, offsets do not locate the attribute in it.
        let is_inside = |part: Span| {
            self.span.start < part.start && part.start <= part.end && part.end < self.span.end
        };
        let is_input =
            self.source.len() == self.span.len() && is_inside(name) && value.is_none_or(is_inside);
        let tag = TagText {
            text: if is_input { &self.source } else { "" },
            start: self.span.start,
            positions: Positions::Input,
        };
        AttributeSource::read(tag, name, value, |at| {
            let mut names = self.attributes.iter().map(|attribute| attribute.name_span);
            names.any(|name| name.start == at) || self.duplicates.iter().any(|d| d.start == at)
        })
    }
}

/// One of the attributes, with its tag.
#[derive(Clone, Copy)]
pub(crate) struct OwnedAttributeRef<'t> {
    tag: &'t OwnedTag,
    pub(crate) attribute: &'t OwnedAttribute,
}

impl<'t> OwnedAttributeRef<'t> {
    /// How the attribute is written.
    pub(crate) fn source(&self) -> AttributeSource<'t> {
        let OwnedAttribute {
            name_span,
            value_span,
            ..
        } = *self.attribute;
        self.tag.attribute_source(name_span, Some(value_span))
    }
}

/// Its attributes, in source order.
#[derive(Clone)]
pub(crate) struct OwnedAttributes<'t> {
    tag: &'t OwnedTag,
    rest: core::slice::Iter<'t, OwnedAttribute>,
}

impl<'t> OwnedAttributes<'t> {
    pub(crate) fn of(tag: &'t OwnedTag) -> Self {
        OwnedAttributes {
            tag,
            rest: tag.attributes.iter(),
        }
    }
}

impl<'t> Iterator for OwnedAttributes<'t> {
    type Item = OwnedAttributeRef<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        let tag = self.tag;
        self.rest
            .next()
            .map(|attribute| OwnedAttributeRef { tag, attribute })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl ExactSizeIterator for OwnedAttributes<'_> {}
