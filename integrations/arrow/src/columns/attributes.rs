//! Attributes of a tag.

use super::{Items, Strings, string_field};
use arrow_array::ArrayRef;
use arrow_schema::Fields;
use std::ops::Range;
use tokenwright::Tag;

/// Names and values.
pub(crate) struct Attributes {
    names: Strings,
    values: Strings,
}

impl Attributes {
    pub(crate) fn new() -> Self {
        Attributes {
            names: Strings::new(),
            values: Strings::new(),
        }
    }

    pub(crate) fn push(&mut self, name: &str, value: &str) {
        self.names.push(name);
        self.values.push(value);
    }

    /// Appends the attributes of a tag. Returns their length.
    pub(crate) fn push_all(&mut self, tag: &Tag<'_>) -> usize {
        let mut len = 0;
        for attribute in tag.attributes() {
            self.push(attribute.name(), attribute.value());
            len += attribute.name().len() + attribute.value().len();
        }
        len
    }
}

impl Items for Attributes {
    fn len(&self) -> usize {
        self.names.len()
    }

    fn truncate(&mut self, len: usize) {
        self.names.truncate(len);
        self.values.truncate(len);
    }

    fn is_full(&self) -> bool {
        self.names.is_full() || self.values.is_full()
    }

    fn map_spans(&mut self, _: usize, _: &mut dyn FnMut(Range<usize>) -> Range<usize>) {}

    fn fields(&self) -> Fields {
        Fields::from(vec![string_field("name"), string_field("value")])
    }

    fn take(&mut self) -> Vec<ArrayRef> {
        vec![self.names.take(), self.values.take()]
    }
}
