//! The columns of a request.
//!
//! They have a row for each page, whatever becomes of it, so every step (begin, complete, take back, null) is one over all columns. A
//! column may have its row before the others: a title, the text or Markdown of a page may be known to be null, or whole.

use super::{
    Blocks, Column, Document, Errors, LinkItems, Lists, Meta, Named, PageColumn, Strings, TagItems,
    TokenItems, named,
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
    /// The main content, which is null where there is no tree.
    pub(crate) markdown: Option<Strings>,
    pub(crate) meta: Option<Lists<Meta>>,
    pub(crate) tags: Option<Lists<TagItems>>,
    pub(crate) errors: Option<Lists<Errors>>,
    pub(crate) tokens: Option<Lists<TokenItems>>,
}

/// The order in which columns are named that have no room.
const FULL: [&str; 13] = [
    "links", "blocks", "meta", "tags", "errors", "tokens", "text", "title", "markdown", "lang",
    "canonical", "robots", "json_ld",
];

impl Columns {
    pub(crate) fn new(request: &Request) -> Self {
        let spans = request.spans;
        let links = request.links.as_ref();
        let tags = request.tags.as_ref();
        Columns {
            reason: Strings::default(),
            encoding: Strings::default(),
            links: links.map(|links| Lists::new(LinkItems::new(links, spans))),
            resources: links.is_some_and(|links| links.resources),
            text: (request.text || request.blocks).then(Strings::default),
            keeps_text: request.text,
            blocks: request.blocks.then(Lists::default),
            document: Document::new(request),
            title: request.title.then(Strings::default),
            markdown: request.markdown.then(Strings::default),
            meta: request.meta.then(Lists::default),
            tags: tags.map(|tags| Lists::new(TagItems::new(tags.names.clone(), spans))),
            errors: request.errors.then(|| Lists::new(Errors::new(spans))),
            tokens: request.tokens.then(|| Lists::new(TokenItems::new(spans))),
        }
    }

    /// The number of complete rows.
    pub(crate) fn len(&self) -> usize {
        self.reason.len()
    }

    /// All columns but the first two, in the order of the schema.
    fn columns(&mut self) -> impl Iterator<Item = Named<'_>> {
        let columns = [
            named("links", &mut self.links),
            named("text", &mut self.text),
            named("title", &mut self.title),
            named("blocks", &mut self.blocks),
            named("meta", &mut self.meta),
            named("tags", &mut self.tags),
            named("errors", &mut self.errors),
            named("tokens", &mut self.tokens),
        ];
        let document = self.document.iter_mut().flat_map(Document::columns);
        let markdown = [named("markdown", &mut self.markdown)];
        let columns = columns.into_iter().chain(document).chain(markdown);
        columns.flatten()
    }

    /// The columns that are asked for.
    fn output(&mut self) -> impl Iterator<Item = Named<'_>> {
        let keeps_text = self.keeps_text;
        self.columns()
            .filter(move |(name, _)| *name != "text" || keeps_text)
    }

    /// Removes what the row under construction has.
    pub(crate) fn clear_open(&mut self) {
        let len = self.len();
        self.columns().for_each(|(_, column)| column.truncate(len));
        self.clear_for_tree();
    }

    /// Removes what the row under construction has of the columns that a tree can say better.
    pub(crate) fn clear_for_tree(&mut self) {
        let len = self.len();
        for (name, column) in self.columns() {
            if ["blocks", "text", "title", "json_ld"].contains(&name) {
                column.truncate(len);
            }
        }
        if let Some(text) = &mut self.text
            && !self.keeps_text
        {
            text.truncate(0);
        }
        if let Some(document) = &mut self.document {
            document.forget_open();
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

    /// Replaces the spans of the row under construction.
    pub(crate) fn map_open_spans(&mut self, map: &mut dyn FnMut(Range<usize>) -> Range<usize>) {
        self.columns()
            .for_each(|(_, column)| column.map_open_spans(map));
    }

    /// The name of a column that has no room for the row under construction.
    pub(crate) fn full_column(&mut self) -> Option<&'static str> {
        let full = self.columns().filter_map(|(name, column)| {
            let at = FULL.iter().position(|full| *full == name);
            at.filter(|_| column.is_full())
        });
        full.min().map(|at| FULL[at])
    }

    /// Completes the row. Markdown that there is not yet is null.
    pub(crate) fn complete(&mut self, encoding: Option<&str>, reason: Option<&str>) {
        self.end(encoding, reason, |name, column| match name {
            "markdown" => column.push_null(),
            _ => column.complete(),
        });
    }

    /// Appends a row without values in place of the one under construction.
    pub(crate) fn push_null(&mut self, reason: Option<&str>) {
        self.clear_open();
        self.end(None, reason, |_, column| column.push_null());
    }

    /// Appends a row that has only the text in place of the one under construction. Returns `false` if there is no room for it.
    pub(crate) fn push_text(&mut self, value: &str) -> bool {
        self.clear_open();
        if let Some(text) = &mut self.text {
            text.push(value);
            if text.is_full() {
                return false;
            }
        }
        self.end(None, None, |_, column| column.push_null());
        true
    }

    /// Ends the row of each column that does not have it yet, and begins the next.
    fn end(
        &mut self,
        encoding: Option<&str>,
        reason: Option<&str>,
        end: fn(&str, &mut dyn PageColumn),
    ) {
        let len = self.len();
        for (name, column) in self.columns().filter(|(_, column)| column.len() <= len) {
            end(name, column);
        }
        self.encoding.push_option(encoding);
        self.reason.push_option(reason);
        self.clear_open();
    }

    /// The schema of the columns.
    pub(crate) fn schema(&mut self) -> SchemaRef {
        let first = ["reason", "encoding"].map(|name| Field::new(name, DataType::Utf8, true));
        let others = self.output();
        let others = others.map(|(name, column)| Field::new(name, column.data_type(), true));
        let fields: Vec<Field> = first.into_iter().chain(others).collect();
        Arc::new(Schema::new(fields))
    }

    /// Takes all rows.
    pub(crate) fn take(&mut self) -> Vec<ArrayRef> {
        let first = [self.reason.take(), self.encoding.take()];
        let others = self.output().map(|(_, column)| column.take());
        first.into_iter().chain(others).collect()
    }
}
