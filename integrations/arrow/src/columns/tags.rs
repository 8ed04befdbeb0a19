//! The column `tags`.

use super::attributes::Attributes;
use super::spans::Spans;
use super::{Items, Lists, Strings, string_field};
use arrow_array::ArrayRef;
use arrow_schema::{Field, Fields};
use std::ops::Range;
use tokenwright::Tag;

/// Start tags.
pub(crate) struct TagItems {
    /// The names that are asked for; all if there are none.
    wanted: Vec<String>,
    names: Strings,
    attributes: Lists<Attributes>,
    spans: Spans,
}

impl TagItems {
    pub(crate) fn new(wanted: Vec<String>, spans: bool) -> Self {
        TagItems {
            wanted,
            names: Strings::new(),
            attributes: Lists::new(Attributes::new()),
            spans: Spans::new(spans),
        }
    }

    /// Appends a tag, if it is asked for. Returns the length of what it appended.
    pub(crate) fn push(&mut self, tag: &Tag<'_>) -> usize {
        let name = tag.name();
        if !self.wanted.is_empty() && !self.wanted.iter().any(|wanted| wanted == name) {
            return 0;
        }
        self.names.push(name);
        let len = self.attributes.items.push_all(tag);
        self.attributes.complete();
        self.spans.push(tag.span());
        name.len() + len
    }
}

impl Items for TagItems {
    fn len(&self) -> usize {
        self.names.len()
    }

    fn truncate(&mut self, len: usize) {
        self.names.truncate(len);
        self.attributes.truncate(len);
        self.spans.truncate(len);
    }

    fn is_full(&self) -> bool {
        self.names.is_full() || self.attributes.is_full()
    }

    fn map_spans(&mut self, from: usize, map: &mut dyn FnMut(Range<usize>) -> Range<usize>) {
        self.spans.map(from, map);
    }

    fn fields(&self) -> Fields {
        let attributes = Field::new("attributes", self.attributes.data_type(), false);
        let own = [string_field("name"), attributes];
        own.into_iter().chain(self.spans.fields()).collect()
    }

    fn take(&mut self) -> Vec<ArrayRef> {
        let mut arrays = vec![self.names.take(), self.attributes.take()];
        arrays.extend(self.spans.take());
        arrays
    }
}
