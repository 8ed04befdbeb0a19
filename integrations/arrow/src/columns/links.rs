//! The column `links`.
//!
//! A link is known at its start tag, but its URL depends on the base, which may come after it: the values of the page wait for its end.
//! They wait in one string and not in the column, so that a column of URLs alone does not keep them.

use super::{Column, Field, Items, Spans, Strings, nullable, required};
use crate::Links;
use crate::base::Base;
use crate::watch::Watch;
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
    origins: Option<[Strings; 2]>,
    /// The values of `rel` and `hreflang`.
    relations: Option<[Strings; 2]>,
    spans: Spans,
    /// The values of the page under construction.
    waiting: String,
    /// The end of each.
    waiting_ends: Vec<usize>,
}

impl LinkItems {
    pub(crate) fn new(request: &Links, spans: bool) -> Self {
        LinkItems {
            raw: Strings::default(),
            keeps_raw: request.raw,
            urls: request.resolved.then(Strings::default),
            origins: request.resources.then(Default::default),
            relations: request.rel.then(Default::default),
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
        if let Some([elements, attributes]) = &mut self.origins {
            elements.push(element);
            attributes.push(attribute);
        }
        let mut len = value.len();
        if let Some(columns) = &mut self.relations {
            for (found, column) in relations.into_iter().zip(columns) {
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
        self.forget_open();
        true
    }
}

impl Items for LinkItems {
    fn len(&self) -> usize {
        match &self.urls {
            Some(urls) => urls.len() + self.waiting_ends.len(),
            None => self.raw.len(),
        }
    }

    fn fields(&mut self) -> impl Iterator<Item = Field<'_>> {
        let urls = self.urls.iter_mut().map(|urls| nullable("url", urls));
        let raw = self.keeps_raw.then(|| required("raw", &mut self.raw));
        let origins = self.origins.iter_mut().flat_map(|[elements, attributes]| {
            [
                required("element", elements),
                required("attribute", attributes),
            ]
        });
        let relations = self
            .relations
            .iter_mut()
            .flat_map(|[rels, languages]| [nullable("rel", rels), nullable("hreflang", languages)]);
        let fields = urls.chain(raw).chain(origins).chain(relations);
        fields.chain(self.spans.fields())
    }

    fn spans(&mut self) -> Option<&mut Spans> {
        Some(&mut self.spans)
    }

    fn forget_open(&mut self) {
        self.waiting.clear();
        self.waiting_ends.clear();
    }
}
