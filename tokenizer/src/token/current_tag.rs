//! The tag that the machine has just completed, with its strings still in the input or the scratch buffer.
//!
//! A sink reads a few of a tag's strings, or none, so nothing is copied for it: names, values and spans are looked up
//! when it asks. In return the tag lives for one call. A tag that has to outlive the call is a `StoredTag` of the
//! iterator.

use super::attribute_source::{AttributeSource, Positions, TagText, begins_one};
use super::stored::StoredTag;
use crate::Span;
use crate::registers::{AttributeSlots, Slot, Storage, TokenSlots};

/// The current tag token.
#[derive(Clone, Copy)]
pub(crate) struct CurrentTag<'a> {
    pub(crate) text: &'a str,
    pub(crate) token: &'a TokenSlots,
    pub(crate) storage: &'a Storage,
}

// Every token of the iterator has the size of the larger form of a tag, and its tag of one word.
const _: () = assert!(size_of::<CurrentTag<'_>>() < size_of::<StoredTag<'_>>());

impl<'a> CurrentTag<'a> {
    /// The tag name, with ASCII letters in lower case.
    #[inline(always)]
    pub(crate) fn name(&self) -> &'a str {
        self.token.name.get(self.text, &self.storage.scratch)
    }

    /// The key and the length of a tag name whose key has it whole.
    #[inline(always)]
    pub(crate) fn whole_key_of_name(&self) -> Option<(u64, u32)> {
        let name = &self.token.name;
        name.whole_key(self.text, &self.storage.scratch)
    }

    /// The range of the name in the machine's text, if the text contains it verbatim.
    #[inline(always)]
    pub(crate) fn name_range(&self) -> Option<(u32, u32)> {
        self.token.name.range()
    }

    /// Whether this is an end tag.
    #[inline(always)]
    pub(crate) fn is_end_tag(&self) -> bool {
        self.token.is_end_tag
    }

    /// Whether the self-closing flag is set, as by `<br/>`.
    #[inline(always)]
    pub(crate) fn is_self_closing(&self) -> bool {
        self.token.self_closing
    }

    /// The attributes in source order. Of attributes with the same name, only the first is included.
    #[inline(always)]
    pub(crate) fn attributes(&self) -> CurrentAttributes<'_, 'a> {
        CurrentAttributes {
            tag: self,
            rest: self.storage.attributes.as_slice().iter(),
        }
    }

    /// The range of the tag in the input, from `<` to `>`.
    #[inline(always)]
    pub(crate) fn span(&self) -> Span {
        self.storage.offsets.span(self.range())
    }

    /// The range of the tag in the machine's text.
    #[inline(always)]
    pub(crate) fn range(&self) -> Span {
        Span::new(self.token.start.min(self.token.end), self.token.end)
    }

    /// The range of the name in the input.
    #[inline(always)]
    pub(crate) fn name_span(&self) -> Span {
        self.slot_span(&self.token.name)
    }

    /// The tag as written; empty without [`Sink::SOURCE`](crate::Sink::SOURCE).
    pub(crate) fn source(&self) -> &'a str {
        self.storage.source.tag(self.text)
    }

    /// The names of its duplicate attributes, as positions in the whole text.
    #[inline(always)]
    pub(crate) fn duplicates(&self) -> &'a [Span] {
        self.storage.duplicates.of(self.token.start)
    }

    /// The source of a duplicate attribute, by its place.
    pub(crate) fn duplicate_source(&self, place: usize) -> Option<AttributeSource<'a>> {
        let name = *self.duplicates().get(place)?;
        Some(self.attribute_source(name, None))
    }

    /// The source of an attribute whose name is at a range of the whole text.
    fn attribute_source(&self, name: Span, value: Option<Span>) -> AttributeSource<'a> {
        let storage = self.storage;
        let tag = TagText {
            text: self.source(),
            start: self.token.start,
            positions: match self.token.end {
                0 => Positions::Unused,
                _ => Positions::Text(&storage.offsets),
            },
        };
        let start =
            |slots: &AttributeSlots| slots.name.span(self.token.base, &storage.scratch).start;
        AttributeSource::read(tag, name, value, |at| {
            let (attributes, duplicates) = (storage.attributes.as_slice(), self.duplicates());
            begins_one(attributes.len(), at, |place| start(&attributes[place]))
                || begins_one(duplicates.len(), at, |place| duplicates[place].start)
        })
    }

    /// The range of a string in the input; `0..0` without [`Sink::SPANS`](crate::Sink::SPANS).
    #[inline(always)]
    fn slot_span(&self, slot: &Slot) -> Span {
        let (offsets, base) = (&self.storage.offsets, self.token.base);
        match self.token.end {
            0 => Span::default(),
            _ => offsets.span(slot.span(base, &self.storage.scratch)),
        }
    }
}

/// Its attributes, in source order.
#[derive(Clone)]
pub(crate) struct CurrentAttributes<'t, 'a> {
    tag: &'t CurrentTag<'a>,
    rest: core::slice::Iter<'a, AttributeSlots>,
}

impl<'t, 'a> Iterator for CurrentAttributes<'t, 'a> {
    type Item = CurrentAttribute<'t, 'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.rest.next().map(|slots| CurrentAttribute {
            tag: self.tag,
            slots,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl ExactSizeIterator for CurrentAttributes<'_, '_> {}

/// One of its attributes.
#[derive(Clone, Copy)]
pub(crate) struct CurrentAttribute<'t, 'a> {
    tag: &'t CurrentTag<'a>,
    slots: &'a AttributeSlots,
}

impl<'a> CurrentAttribute<'_, 'a> {
    /// The name, with ASCII letters in lower case.
    #[inline(always)]
    pub(crate) fn name(&self) -> &'a str {
        self.slots
            .name
            .get(self.tag.text, &self.tag.storage.scratch)
    }

    /// The value, with character references decoded; empty if none is written.
    #[inline(always)]
    pub(crate) fn value(&self) -> &'a str {
        self.slots
            .value
            .get(self.tag.text, &self.tag.storage.scratch)
    }

    /// The bytes of the name.
    #[inline(always)]
    pub(crate) fn name_bytes(&self) -> &'a [u8] {
        let name = &self.slots.name;
        name.bytes(self.tag.text, &self.tag.storage.scratch)
    }

    /// The bytes of the value.
    #[inline(always)]
    pub(crate) fn value_bytes(&self) -> &'a [u8] {
        let value = &self.slots.value;
        value.bytes(self.tag.text, &self.tag.storage.scratch)
    }

    /// The range of the name in the machine's text, if the text contains it verbatim.
    #[inline(always)]
    pub(crate) fn name_range(&self) -> Option<(u32, u32)> {
        self.slots.name.range()
    }

    /// The range of the value in the machine's text, if the text contains it verbatim. It ends at 0 if no value is
    /// written.
    #[inline(always)]
    pub(crate) fn value_range(&self) -> Option<(u32, u32)> {
        self.slots.value.range()
    }

    /// The range of the name in the input.
    #[inline(always)]
    pub(crate) fn name_span(&self) -> Span {
        self.tag.slot_span(&self.slots.name)
    }

    /// How the attribute is written.
    pub(crate) fn source(&self) -> AttributeSource<'a> {
        let (base, scratch) = (self.tag.token.base, &self.tag.storage.scratch);
        let value = self.slots.value.span(base, scratch);
        let value = Some(value).filter(|value| value.end > 0);
        let name = self.slots.name.span(base, scratch);
        self.tag.attribute_source(name, value)
    }

    /// The range of the value in the input, without its quotation marks.
    ///
    /// It is empty if the value is: between the quotation marks, or after the name if no value is
    /// written.
    #[inline(always)]
    pub(crate) fn value_span(&self) -> Span {
        let (base, scratch) = (self.tag.token.base, &self.tag.storage.scratch);
        if self.slots.value.span(base, scratch).end == 0 {
            let name = self.name_span();
            return Span::new(name.end, name.end);
        }
        self.tag.slot_span(&self.slots.value)
    }
}
