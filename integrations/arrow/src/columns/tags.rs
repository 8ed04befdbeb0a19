//! The column `tags`.

use super::attributes::Attributes;
use super::{Column, Field, Items, Lists, PageColumn, Spans, Strings, required};
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
            names: Strings::default(),
            attributes: Lists::default(),
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

    fn fields(&mut self) -> impl Iterator<Item = Field<'_>> {
        let names = required("name", &mut self.names);
        let attributes = required("attributes", &mut self.attributes);
        [names, attributes].into_iter().chain(self.spans.fields())
    }

    fn spans(&mut self) -> Option<&mut Spans> {
        Some(&mut self.spans)
    }
}
