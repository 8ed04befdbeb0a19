//! The column `meta`.

use super::{Column, Field, Items, Strings, nullable, required};
use tokenwright::Tag;

/// Names and contents of `meta` elements.
#[derive(Default)]
pub(crate) struct Meta {
    names: Strings,
    contents: Strings,
}

/// The attributes that name a `meta` element, by precedence.
const NAMES: [&str; 4] = ["name", "property", "http-equiv", "itemprop"];

impl Meta {
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

    fn fields(&mut self) -> impl Iterator<Item = Field<'_>> {
        let Meta { names, contents } = self;
        [required("name", names), nullable("content", contents)].into_iter()
    }
}
