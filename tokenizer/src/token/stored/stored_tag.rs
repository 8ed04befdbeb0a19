//! A tag that outlives the machine: its source, and what cannot be read from its source.
//!
//! Most tags are read once, for a name or one attribute. So a tag keeps its text and one word, from which each string
//! is cut when it is asked for; only a tag of an uncommon form has records in the batch. Asking twice costs twice,
//! and a clone shares the batch.

use super::Shared;
use super::batch::{AttributeRecord, Batch, StringRef, TagSource};
use super::shape::{Shape, Shaped};
use crate::Span;
use crate::token::attribute_source::{AttributeSource, Positions, TagText, begins_one};
use alloc::borrow::Cow;
use alloc::boxed::Box;

/// A tag from the queue.
#[derive(Clone)]
pub(crate) struct StoredTag<'a> {
    pub(crate) source: TagSource<'a>,
    /// The name and the attributes; none if the shape contains them.
    pub(crate) batch: Option<Shared<Batch>>,
    pub(crate) shape: Shape,
}

impl<'a> StoredTag<'a> {
    /// The tag name, with ASCII letters in lower case.
    #[inline]
    pub(crate) fn name(&self) -> &str {
        match self.shape.place() {
            None => self.shape.name_in(self.source.text),
            Some(_) => self.string(self.name_ref()),
        }
    }

    /// Whether this is an end tag.
    #[inline]
    pub(crate) fn is_end_tag(&self) -> bool {
        self.shape.is_end_tag()
    }

    /// Whether the self-closing flag is set, as by `<br/>`.
    #[inline]
    pub(crate) fn is_self_closing(&self) -> bool {
        self.shape.self_closing()
    }

    /// The attributes in source order. Of attributes with the same name, only the first is included.
    #[inline]
    pub(crate) fn attributes(&self) -> StoredAttributes<'_, 'a> {
        StoredAttributes {
            tag: self,
            left: self.shape.count(),
            shaped: self.shape.attributes(),
            yielded: 0,
        }
    }

    /// The attributes in the batch.
    #[inline(never)]
    fn in_batch(&self) -> &[AttributeRecord] {
        match (self.shape.place(), &self.batch) {
            (Some(place), Some(batch)) => batch.attributes(place),
            _ => &[],
        }
    }

    /// The tag as written.
    pub(crate) fn source(&self) -> &str {
        match self.owned() {
            Some((source, _)) => source,
            None => self.source.text,
        }
    }

    /// The source and the span of a tag that owns its strings. Every other tag has a text.
    fn owned(&self) -> Option<&(Box<str>, Span)> {
        let batch = self
            .batch
            .as_deref()
            .filter(|_| self.source.text.is_empty())?;
        batch.owned.as_deref()
    }

    /// The same tag without a lifetime, if it owns its strings.
    pub(crate) fn as_owned(&self) -> Option<StoredTag<'static>> {
        self.owned()?;
        Some(StoredTag {
            source: TagSource {
                text: "",
                start: self.source.start,
            },
            batch: self.batch.clone(),
            shape: self.shape,
        })
    }

    /// Its duplicate attributes, of which only the names are recorded.
    fn duplicates(&self) -> &[AttributeRecord] {
        match (self.shape.place(), &self.batch) {
            (Some(place), Some(batch)) => batch.duplicates(place),
            _ => &[],
        }
    }

    /// The number of its duplicate attributes.
    pub(crate) fn count_duplicates(&self) -> usize {
        self.duplicates().len()
    }

    /// The source of a duplicate attribute, by its place.
    pub(crate) fn duplicate_source(&self, place: usize) -> Option<AttributeSource<'_>> {
        let name = self.duplicates().get(place)?.name;
        Some(self.attribute_source(self.span_of(name), None))
    }

    /// The source of an attribute whose name is at a span.
    fn attribute_source(&self, name: Span, value: Option<Span>) -> AttributeSource<'_> {
        let span = self.span();
        let is_inside =
            |part: Span| span.start < part.start && part.start <= part.end && part.end <= span.end;
        // The source of a tag that owns its strings may differ from the input.
        let is_input = self.source().len() == span.range().len()
            && is_inside(name)
            && value.is_none_or(is_inside);
        let tag = TagText {
            text: if is_input { self.source() } else { "" },
            start: span.start,
            positions: Positions::Input,
        };
        AttributeSource::read(tag, name, value, |at| {
            let is_among = |attributes: &[AttributeRecord]| {
                let start = |place: usize| self.span_of(attributes[place].name).start;
                begins_one(attributes.len(), at, start)
            };
            match self.shape.place() {
                Some(_) => is_among(self.in_batch()) || is_among(self.duplicates()),
                // There are few.
                None => self.attributes().any(|other| other.name_span().start == at),
            }
        })
    }

    /// The range of the tag in the input, from `<` to `>`.
    #[inline]
    pub(crate) fn span(&self) -> Span {
        let TagSource { text, start } = self.source;
        if text.is_empty() {
            return self.owned_span();
        }
        Span::new(start, start + text.len())
    }

    #[cold]
    #[inline(never)]
    fn owned_span(&self) -> Span {
        let empty = Span::new(self.source.start, self.source.start);
        self.owned().map_or(empty, |(_, span)| *span)
    }

    /// The range of the name in the input.
    #[inline]
    pub(crate) fn name_span(&self) -> Span {
        self.span_of(self.name_ref())
    }

    #[inline]
    fn name_ref(&self) -> StringRef {
        match (self.shape.place(), &self.batch) {
            (Some(place), Some(batch)) => batch.name(place),
            _ => self.shape.name(),
        }
    }

    #[inline(always)]
    fn string(&self, string_ref: StringRef) -> &str {
        match string_ref.of_tag(self.source.text) {
            Some(string) => string,
            None => self.kept_string(string_ref),
        }
    }

    #[inline(never)]
    fn kept_string(&self, string_ref: StringRef) -> &str {
        Batch::string(self.batch.as_deref(), self.source, string_ref)
    }

    fn cow(&self, string_ref: StringRef) -> Cow<'a, str> {
        Batch::cow(self.batch.as_deref(), self.source, string_ref)
    }

    #[inline]
    fn span_of(&self, string_ref: StringRef) -> Span {
        Batch::span(self.batch.as_deref(), self.source, string_ref)
    }
}

/// Its attributes, in source order.
#[derive(Clone)]
pub(crate) struct StoredAttributes<'t, 'a> {
    tag: &'t StoredTag<'a>,
    /// The number of attributes left in the shape.
    left: u32,
    shaped: Shaped,
    /// The number of attributes yielded from the batch.
    yielded: usize,
}

impl<'t, 'a> Iterator for StoredAttributes<'t, 'a> {
    type Item = StoredAttribute<'t, 'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let tag = self.tag;
        let record = if self.left > 0 {
            self.left -= 1;
            self.shaped.next(tag.shape, tag.source.text.len())
        } else {
            tag.shape.place()?;
            let record = *tag.in_batch().get(self.yielded)?;
            self.yielded += 1;
            record
        };
        Some(StoredAttribute { tag, record })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left as usize + self.tag.in_batch().len() - self.yielded;
        (left, Some(left))
    }
}

impl ExactSizeIterator for StoredAttributes<'_, '_> {}

/// One of its attributes.
#[derive(Clone, Copy)]
pub(crate) struct StoredAttribute<'t, 'a> {
    tag: &'t StoredTag<'a>,
    record: AttributeRecord,
}

impl<'t, 'a> StoredAttribute<'t, 'a> {
    /// The name, with ASCII letters in lower case.
    #[inline]
    pub(crate) fn name(&self) -> &'t str {
        self.tag.string(self.record.name)
    }

    /// The value, with character references decoded; empty if none is written.
    #[inline]
    pub(crate) fn value(&self) -> &'t str {
        self.tag.string(self.record.value)
    }

    /// The value for as long as the input lives; borrowed if the input contains it verbatim.
    pub(crate) fn to_value(self) -> Cow<'a, str> {
        self.tag.cow(self.record.value)
    }

    /// The range of the name in the input.
    #[inline]
    pub(crate) fn name_span(&self) -> Span {
        self.tag.span_of(self.record.name)
    }

    /// How the attribute is written.
    pub(crate) fn source(&self) -> AttributeSource<'t> {
        self.tag
            .attribute_source(self.name_span(), Some(self.value_span()))
    }

    /// The range of the value in the input, without its quotation marks.
    ///
    /// It is empty if the value is: between the quotation marks, or after the name if no value is
    /// written.
    #[inline]
    pub(crate) fn value_span(&self) -> Span {
        self.tag.span_of(self.record.value)
    }
}
