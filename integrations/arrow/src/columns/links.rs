//! The column `links`.
//!
//! A link is known at its start tag, but its URL depends on the base, which may come after it: the values of the page wait for its end.
//! They wait in one string and not in the column, so that a column of URLs alone does not keep them.

use super::spans::Spans;
use super::{Items, Strings, string_field};
use crate::Links;
use crate::base::Base;
use crate::watch::Watch;
use arrow_array::ArrayRef;
use arrow_schema::{DataType, Field, Fields};
use std::ops::Range;
use tokenwright::Span;
use url::Url;

/// How many links are resolved between two looks at the watch.
const LOOK: usize = 256;

/// Links. Those of the page under construction wait for its base URL, which may come after them.
pub(crate) struct LinkItems {
    raw: Strings,
    keeps_raw: bool,
    urls: Option<Strings>,
    /// The element and the attribute.
    origins: Option<(Strings, Strings)>,
    /// The values of `rel` and `hreflang`.
    relations: Option<(Strings, Strings)>,
    spans: Spans,
    /// The values of the page under construction.
    waiting: String,
    /// The end of each.
    waiting_ends: Vec<usize>,
}

impl LinkItems {
    pub(crate) fn new(request: &Links, spans: bool) -> Self {
        LinkItems {
            raw: Strings::new(),
            keeps_raw: request.raw,
            urls: request.resolved.then(Strings::new),
            origins: request.resources.then(|| (Strings::new(), Strings::new())),
            relations: request.rel.then(|| (Strings::new(), Strings::new())),
            spans: Spans::new(spans),
            waiting: String::new(),
            waiting_ends: Vec::new(),
        }
    }

    /// Whether links have the values of `rel` and `hreflang`.
    pub(crate) fn has_relations(&self) -> bool {
        self.relations.is_some()
    }

    /// Appends a link of an element. `relations` are the values of `rel` and `hreflang`. Returns the length of what it appended.
    #[inline]
    pub(crate) fn push(
        &mut self,
        element: &str,
        (attribute, value): (&str, &str),
        relations: [Option<&str>; 2],
        span: Span,
    ) -> usize {
        if self.keeps_raw {
            self.raw.push(value);
        }
        if self.urls.is_some() {
            self.waiting.push_str(value);
            self.waiting_ends.push(self.waiting.len());
        }
        if let Some((elements, attributes)) = &mut self.origins {
            elements.push(element);
            attributes.push(attribute);
        }
        let mut len = value.len();
        if let Some((rels, languages)) = &mut self.relations {
            for (found, column) in relations.into_iter().zip([rels, languages]) {
                len += found.map_or(0, str::len);
                column.push_option(found);
            }
        }
        self.spans.push(span);
        len
    }

    /// Resolves the links of the page. Returns `false` if the URLs need more than `budget` bytes; they are cut off there, and where the page
    /// is over.
    pub(crate) fn resolve(
        &mut self,
        base: &Base,
        mut budget: usize,
        watch: &mut Watch<'_>,
    ) -> bool {
        let Some(urls) = &mut self.urls else {
            return true;
        };
        let mut start = 0;
        for (at, end) in self.waiting_ends.iter().enumerate() {
            if at % LOOK == LOOK - 1 && watch.is_over() {
                let resolved = urls.len();
                self.truncate(resolved);
                return true;
            }
            let value = &self.waiting[start..*end];
            let url = base.resolve(value);
            start = *end;
            let len = url.as_ref().map_or(0, |url| url.as_str().len());
            if len > budget {
                let resolved = urls.len();
                self.truncate(resolved);
                return false;
            }
            budget -= len;
            urls.push_option(url.as_ref().ok().map(Url::as_str));
        }
        self.clear_waiting();
        true
    }

    fn clear_waiting(&mut self) {
        self.waiting.clear();
        self.waiting_ends.clear();
    }
}

impl Items for LinkItems {
    fn len(&self) -> usize {
        match &self.urls {
            Some(urls) => urls.len() + self.waiting_ends.len(),
            None => self.raw.len(),
        }
    }

    fn truncate(&mut self, len: usize) {
        self.clear_waiting();
        if self.keeps_raw {
            self.raw.truncate(len);
        }
        if let Some(urls) = &mut self.urls {
            urls.truncate(len);
        }
        if let Some((elements, attributes)) = &mut self.origins {
            elements.truncate(len);
            attributes.truncate(len);
        }
        if let Some((rels, languages)) = &mut self.relations {
            rels.truncate(len);
            languages.truncate(len);
        }
        self.spans.truncate(len);
    }

    fn is_full(&self) -> bool {
        self.raw.is_full()
            || self.urls.as_ref().is_some_and(Strings::is_full)
            || self
                .origins
                .as_ref()
                .is_some_and(|(elements, attributes)| elements.is_full() || attributes.is_full())
            || self
                .relations
                .as_ref()
                .is_some_and(|(rels, languages)| rels.is_full() || languages.is_full())
    }

    fn map_spans(&mut self, from: usize, map: &mut dyn FnMut(Range<usize>) -> Range<usize>) {
        self.spans.map(from, map);
    }

    fn fields(&self) -> Fields {
        let mut fields = Vec::new();
        if self.urls.is_some() {
            fields.push(Field::new("url", DataType::Utf8, true));
        }
        if self.keeps_raw {
            fields.push(string_field("raw"));
        }
        if self.origins.is_some() {
            fields.extend([string_field("element"), string_field("attribute")]);
        }
        if self.relations.is_some() {
            let field = |name| Field::new(name, DataType::Utf8, true);
            fields.extend([field("rel"), field("hreflang")]);
        }
        fields.extend(self.spans.fields());
        fields.into()
    }

    fn take(&mut self) -> Vec<ArrayRef> {
        let mut arrays = Vec::new();
        if let Some(urls) = &mut self.urls {
            arrays.push(urls.take());
        }
        if self.keeps_raw {
            arrays.push(self.raw.take());
        }
        if let Some((elements, attributes)) = &mut self.origins {
            arrays.extend([elements.take(), attributes.take()]);
        }
        if let Some((rels, languages)) = &mut self.relations {
            arrays.extend([rels.take(), languages.take()]);
        }
        arrays.extend(self.spans.take());
        arrays
    }
}
