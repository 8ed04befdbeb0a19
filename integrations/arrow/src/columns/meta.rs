//! The column `meta`.

use super::{Items, Strings, string_field};
use arrow_array::ArrayRef;
use arrow_schema::{DataType, Field, Fields};
use std::ops::Range;
use tokenwright::Tag;

/// Names and contents of `meta` elements.
pub(crate) struct Meta {
    names: Strings,
    contents: Strings,
}

/// The attributes that name a `meta` element, by precedence.
const NAMES: [&str; 4] = ["name", "property", "http-equiv", "itemprop"];

impl Meta {
    pub(crate) fn new() -> Self {
        Meta {
            names: Strings::new(),
            contents: Strings::new(),
        }
    }

    /// Appends what a `meta` start tag says. Returns its length.
    pub(crate) fn push(&mut self, tag: &Tag<'_>) -> usize {
        let before = self.names.len();
        let content = tag.attribute("content");
        let mut len = content.map_or(0, |content| content.value().len());
        if let Some(name) = NAMES.iter().find_map(|name| tag.attribute(name)) {
            self.names.push(name.value());
            self.contents
                .push_option(content.map(|content| content.value()));
            len += name.value().len();
        }
        if let Some(charset) = tag.attribute("charset") {
            self.names.push("charset");
            self.contents.push(charset.value());
            len += charset.value().len();
        }
        match self.names.len() > before {
            true => len,
            false => 0,
        }
    }
}

impl Items for Meta {
    fn len(&self) -> usize {
        self.names.len()
    }

    fn truncate(&mut self, len: usize) {
        self.names.truncate(len);
        self.contents.truncate(len);
    }

    fn is_full(&self) -> bool {
        self.names.is_full() || self.contents.is_full()
    }

    fn map_spans(&mut self, _: usize, _: &mut dyn FnMut(Range<usize>) -> Range<usize>) {}

    fn fields(&self) -> Fields {
        let content = Field::new("content", DataType::Utf8, true);
        Fields::from(vec![string_field("name"), content])
    }

    fn take(&mut self) -> Vec<ArrayRef> {
        vec![self.names.take(), self.contents.take()]
    }
}
