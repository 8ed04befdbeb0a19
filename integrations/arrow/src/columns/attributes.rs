//! Attributes of a tag.

use super::{Column, Field, Items, Strings, required};
use tokenwright::Tag;

/// Names and values.
#[derive(Default)]
pub(crate) struct Attributes {
    names: Strings,
    values: Strings,
}

impl Attributes {
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

    fn fields(&mut self) -> impl Iterator<Item = Field<'_>> {
        let Attributes { names, values } = self;
        [required("name", names), required("value", values)].into_iter()
    }
}
