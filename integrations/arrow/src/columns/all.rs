//! The columns of a request.
//!
//! They have a row for each page, whatever becomes of it, so every step (begin, complete, take back, null) is one over all columns. A macro
//! goes over those of lists, whose types differ; the others are few enough to be written out.

use super::{
    Blocks, Document, Errors, Items, LinkItems, Lists, Meta, Strings, TagItems, TokenItems,
};
use crate::Request;
use arrow_array::ArrayRef;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::ops::Range;
use std::sync::Arc;

/// The columns that are asked for. The row of a page is under construction until [`complete`](Self::complete).
pub(crate) struct Columns {
    reason: Strings,
    encoding: Strings,
    pub(crate) links: Option<Lists<LinkItems>>,
    /// Whether `links` has links of other elements than `a` and `area`.
    pub(crate) resources: bool,
    /// The visible text, which is a column if [`keeps_text`](Self::keeps_text).
    pub(crate) text: Option<Strings>,
    keeps_text: bool,
    pub(crate) blocks: Option<Lists<Blocks>>,
    pub(crate) document: Option<Document>,
    pub(crate) title: Option<Strings>,
    has_title: bool,
    /// The main content, which is null where there is no tree.
    pub(crate) markdown: Option<Strings>,
    has_markdown: bool,
    pub(crate) meta: Option<Lists<Meta>>,
    pub(crate) tags: Option<Lists<TagItems>>,
    pub(crate) errors: Option<Lists<Errors>>,
    pub(crate) tokens: Option<Lists<TokenItems>>,
}

/// Evaluates an expression for every list column that is asked for.
macro_rules! each_list {
    ($columns:expr, $list:ident => $body:expr) => {{
        if let Some($list) = &mut $columns.links {
            $body;
        }
        if let Some($list) = &mut $columns.blocks {
            $body;
        }
        if let Some($list) = &mut $columns.meta {
            $body;
        }
        if let Some($list) = &mut $columns.tags {
            $body;
        }
        if let Some($list) = &mut $columns.errors {
            $body;
        }
        if let Some($list) = &mut $columns.tokens {
            $body;
        }
    }};
}

impl Columns {
    pub(crate) fn new(request: &Request) -> Self {
        let spans = request.spans;
        let links = request.links.as_ref();
        let tags = request.tags.as_ref();
        Columns {
            reason: Strings::new(),
            encoding: Strings::new(),
            links: links.map(|links| Lists::new(LinkItems::new(links, spans))),
            resources: links.is_some_and(|links| links.resources),
            text: (request.text || request.blocks).then(Strings::new),
            keeps_text: request.text,
            blocks: request.blocks.then(|| Lists::new(Blocks::new())),
            document: Document::new(request),
            title: request.title.then(Strings::new),
            has_title: true,
            markdown: request.markdown.then(Strings::new),
            has_markdown: false,
            meta: request.meta.then(|| Lists::new(Meta::new())),
            tags: tags.map(|tags| Lists::new(TagItems::new(tags.names.clone(), spans))),
            errors: request.errors.then(|| Lists::new(Errors::new(spans))),
            tokens: request.tokens.then(|| Lists::new(TokenItems::new(spans))),
        }
    }

    /// The number of complete rows.
    pub(crate) fn len(&self) -> usize {
        self.reason.len()
    }

    /// Removes what the row under construction has.
    pub(crate) fn clear_open(&mut self) {
        each_list!(self, list => list.clear_open());
        self.clear_for_tree();
        let len = self.len();
        if let Some(markdown) = &mut self.markdown {
            markdown.truncate(len);
        }
        self.has_title = true;
        self.has_markdown = false;
        if let Some(tokens) = &mut self.tokens {
            tokens.items.begin_page();
        }
    }

    /// Removes what the row under construction has of the columns that a tree can say better.
    pub(crate) fn clear_for_tree(&mut self) {
        let len = self.len();
        if let Some(blocks) = &mut self.blocks {
            blocks.clear_open();
        }
        if let Some(text) = &mut self.text {
            text.truncate(if self.keeps_text { len } else { 0 });
        }
        if let Some(title) = &mut self.title {
            title.truncate(len);
        }
        if let Some(document) = &mut self.document {
            document.clear_open();
        }
    }

    /// Whether the page depends on a tree where elements are not nested as their tags say.
    pub(crate) fn has_text(&self) -> bool {
        self.text.is_some() || self.document.is_some()
    }

    /// Whether a column depends on the page's base URL.
    pub(crate) fn needs_base(&self) -> bool {
        self.links.is_some() || self.document.is_some() || self.markdown.is_some()
    }

    /// The page has no title.
    pub(crate) fn no_title(&mut self) {
        self.has_title = false;
    }

    /// Adds the Markdown of the page.
    pub(crate) fn push_markdown(&mut self, text: &str) {
        if let Some(markdown) = &mut self.markdown {
            markdown.partial().push_str(text);
            self.has_markdown = true;
        }
    }

    /// Replaces the spans of the row under construction.
    pub(crate) fn map_open_spans(&mut self, map: &mut dyn FnMut(Range<usize>) -> Range<usize>) {
        each_list!(self, list => {
            let start = list.start();
            list.items.map_spans(start, map);
        });
    }

    /// The name of a column that has no room for the row under construction.
    pub(crate) fn full_column(&self) -> Option<&'static str> {
        let lists = [
            ("links", self.links.as_ref().is_some_and(Lists::is_full)),
            ("blocks", self.blocks.as_ref().is_some_and(Lists::is_full)),
            ("meta", self.meta.as_ref().is_some_and(Lists::is_full)),
            ("tags", self.tags.as_ref().is_some_and(Lists::is_full)),
            ("errors", self.errors.as_ref().is_some_and(Lists::is_full)),
            ("tokens", self.tokens.as_ref().is_some_and(Lists::is_full)),
            ("text", self.text.as_ref().is_some_and(Strings::is_full)),
            ("title", self.title.as_ref().is_some_and(Strings::is_full)),
            (
                "markdown",
                self.markdown.as_ref().is_some_and(Strings::is_full),
            ),
        ];
        let list = lists.iter().find(|(_, full)| *full).map(|(name, _)| *name);
        list.or(self.document.as_ref().and_then(Document::full_column))
    }

    /// Completes the row.
    pub(crate) fn complete(&mut self, encoding: Option<&str>, reason: Option<&str>) {
        self.encoding.push_option(encoding);
        self.reason.push_option(reason);
        each_list!(self, list => list.complete());
        if let Some(document) = &mut self.document {
            document.complete();
        }
        if let Some(text) = &mut self.text {
            text.complete();
        }
        if let Some(title) = &mut self.title {
            match self.has_title {
                true => title.complete(),
                false => title.push_null(),
            }
        }
        if let Some(markdown) = &mut self.markdown {
            match self.has_markdown {
                true => markdown.complete(),
                false => markdown.push_null(),
            }
        }
        self.begin();
    }

    /// Appends a row without values in place of the one under construction.
    pub(crate) fn push_null(&mut self, reason: Option<&str>) {
        self.clear_open();
        self.encoding.push_null();
        self.reason.push_option(reason);
        each_list!(self, list => list.push_null());
        if let Some(document) = &mut self.document {
            document.push_null();
        }
        let strings = [&mut self.text, &mut self.title, &mut self.markdown];
        strings.into_iter().flatten().for_each(Strings::push_null);
        self.begin();
    }

    /// Appends a row that has only the text in place of the one under construction. Returns `false` if there is no room for it.
    pub(crate) fn push_text(&mut self, value: &str) -> bool {
        self.clear_open();
        if let Some(text) = &mut self.text {
            text.partial().push_str(value);
            if text.is_full() {
                return false;
            }
            text.complete();
        }
        self.encoding.push_null();
        self.reason.push_null();
        each_list!(self, list => list.push_null());
        if let Some(document) = &mut self.document {
            document.push_null();
        }
        let strings = [&mut self.title, &mut self.markdown];
        strings.into_iter().flatten().for_each(Strings::push_null);
        self.begin();
        true
    }

    fn begin(&mut self) {
        if let Some(text) = &mut self.text
            && !self.keeps_text
        {
            text.truncate(0);
        }
        self.has_title = true;
        self.has_markdown = false;
        if let Some(tokens) = &mut self.tokens {
            tokens.items.begin_page();
        }
    }

    /// The schema of the columns.
    pub(crate) fn schema(&self) -> SchemaRef {
        let string = |name: &str| Field::new(name, DataType::Utf8, true);
        let mut fields = vec![string("reason"), string("encoding")];
        let mut list = |name: &str, data_type: Option<DataType>| {
            fields.extend(data_type.map(|data_type| Field::new(name, data_type, true)));
        };
        list("links", self.links.as_ref().map(Lists::data_type));
        list("text", self.keeps_text.then_some(DataType::Utf8));
        list("title", self.title.as_ref().map(|_| DataType::Utf8));
        list("blocks", self.blocks.as_ref().map(Lists::data_type));
        list("meta", self.meta.as_ref().map(Lists::data_type));
        list("tags", self.tags.as_ref().map(Lists::data_type));
        list("errors", self.errors.as_ref().map(Lists::data_type));
        list("tokens", self.tokens.as_ref().map(Lists::data_type));
        fields.extend(self.document.iter().flat_map(Document::fields));
        fields.extend(self.markdown.as_ref().map(|_| string("markdown")));
        Arc::new(Schema::new(fields))
    }

    /// Takes all rows.
    pub(crate) fn take(&mut self) -> Vec<ArrayRef> {
        let mut arrays = vec![self.reason.take(), self.encoding.take()];
        arrays.extend(self.links.as_mut().map(Lists::take));
        if self.keeps_text {
            arrays.extend(self.text.as_mut().map(Strings::take));
        }
        arrays.extend(self.title.as_mut().map(Strings::take));
        arrays.extend(self.blocks.as_mut().map(Lists::take));
        arrays.extend(self.meta.as_mut().map(Lists::take));
        arrays.extend(self.tags.as_mut().map(Lists::take));
        arrays.extend(self.errors.as_mut().map(Lists::take));
        arrays.extend(self.tokens.as_mut().map(Lists::take));
        arrays.extend(self.document.iter_mut().flat_map(Document::take));
        arrays.extend(self.markdown.as_mut().map(Strings::take));
        arrays
    }
}
