//! The receiver of a page's tokens: it writes what is asked for to the columns.
//!
//! All columns are filled in one pass, without a tree and without tokens in between. What is not asked for is removed at
//! compile time by three constants, of which every combination is compiled: that is more code for less work on each token.

use crate::base::Base;
use crate::columns::{Columns, PageColumn, TokenItems};
use crate::elements::{Element, Kind};
use crate::markdown::{self, Content};
use crate::place::Place;
use crate::resources;
use crate::visible::{Separator, Visible, collapse};
use crate::walk::{self, Resources};
use crate::watch::Watch;
use std::ops::Range;
use tokenwright::{
    Ambiguity, Comment, Doctype, Next, ParseError, ProcessingInstruction, Sink, Span, Tag,
};
use tokenwright_encoding::{Decision, Encoding, UTF_8, declared_encoding};
use tokenwright_tree::Document;

/// Writes the tokens of a page to the columns.
///
/// `SPANS`, `TEXT` (the text or the title) and `FULL` (errors or tokens) remove at compile time what is not asked for.
pub(crate) struct PageSink<'a, const SPANS: bool, const TEXT: bool, const FULL: bool> {
    columns: &'a mut Columns,
    state: &'a mut State,
    /// How many bytes the page may add to the columns.
    budget: usize,
    /// The encoding, while a declaration may change it.
    decision: Option<Decision>,
    declared: Option<&'static Encoding>,
}

/// What is known about the page under construction. It is reused for the next page.
#[derive(Default)]
pub(crate) struct State {
    visible: Visible,
    place: Place,
    title: Title,
    /// The value of the first `<base href>`.
    base: Option<String>,
    /// Whether the title or the base may be another one in a tree.
    is_doubtful: bool,
    /// Whether the tokens may be others with a tree.
    is_ambiguous: bool,
    /// How many bytes the page has added.
    written: usize,
    over_budget: bool,
}

/// The first `title` element.
#[derive(Default)]
struct Title {
    stage: Stage,
    separator: Separator,
}

#[derive(Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Before,
    Inside,
    After,
}

impl State {
    /// Begins a page.
    pub(crate) fn begin(&mut self) {
        self.visible.begin();
        self.place.clear();
        self.title = Title::default();
        self.base = None;
        self.is_doubtful = false;
        self.is_ambiguous = false;
        self.written = 0;
        self.over_budget = false;
    }
}

impl<'a, const SPANS: bool, const TEXT: bool, const FULL: bool> PageSink<'a, SPANS, TEXT, FULL> {
    pub(crate) fn new(columns: &'a mut Columns, state: &'a mut State, budget: usize) -> Self {
        state.begin();
        PageSink {
            columns,
            state,
            budget,
            decision: None,
            declared: None,
        }
    }

    /// Looks for a declaration that changes the encoding.
    pub(crate) fn watch_declarations(&mut self, decision: Decision) {
        self.decision = Some(decision);
    }

    /// The encoding that a declaration changes the page's to. The page was then not read to its end.
    pub(crate) fn declared(&self) -> Option<&'static Encoding> {
        self.declared
    }

    /// Takes back the page, to read it again.
    pub(crate) fn restart(&mut self) {
        self.columns.clear_open();
        self.state.begin();
        self.decision = None;
        self.declared = None;
    }

    /// Replaces the spans of the page.
    pub(crate) fn map_spans(&mut self, map: &mut dyn FnMut(Range<usize>) -> Range<usize>) {
        if SPANS {
            self.columns.map_open_spans(map);
        }
    }

    /// Whether the columns depend on a tree of the page.
    pub(crate) fn needs_tree(&self) -> bool {
        let has_moved = TEXT && self.columns.has_text() && self.state.visible.nesting.needs_tree();
        has_moved || self.state.is_doubtful || self.is_ambiguous() || self.loses_links()
    }

    /// Whether columns that depend on the tokens may be others with a tree.
    fn is_ambiguous(&self) -> bool {
        self.state.is_ambiguous && (TEXT || self.columns.needs_base())
    }

    /// Whether tree construction may have dropped elements with links, or has others.
    pub(crate) fn loses_links(&self) -> bool {
        let loses_links = match TEXT {
            true => self.state.visible.nesting.loses_links(),
            false => self.state.place.loses_links(),
        };
        self.columns.links.is_some() && (loses_links || self.state.is_ambiguous)
    }

    /// Reads what depends on a tree from that. `source` says where in the page a range of its text is.
    pub(crate) fn read_tree(
        &mut self,
        document: &Document,
        resources: Resources,
        source: &dyn Fn(Range<usize>) -> Range<usize>,
        watch: &mut Watch<'_>,
    ) {
        if self.loses_links() {
            let written = walk::read_links(document, self.columns, resources, source);
            self.state.written = self.state.written.max(written);
        }
        let found = walk::read(document, self.columns, watch);
        self.state.base = found.base;
        self.state.title.stage = match found.has_title {
            true => Stage::After,
            false => Stage::Before,
        };
    }

    /// Completes what is still open at the end of the page, and what is written from its content. Returns whether the page exceeds its budget.
    pub(crate) fn finish(
        self,
        url: Option<&str>,
        encoding: Option<&'static Encoding>,
        content: Option<Content<'_>>,
        watch: &mut Watch<'_>,
    ) -> bool {
        if let Some(title) = &mut self.columns.title
            && self.state.title.stage == Stage::Before
        {
            title.push_null();
        }
        if let Some(text) = &mut self.columns.text {
            text.partial().trim_end();
        }
        if let (Some(blocks), Some(text)) = (&mut self.columns.blocks, &mut self.columns.text) {
            blocks.items.finish(text.partial().as_str());
        }
        let mut over_budget = self.state.over_budget;
        if !self.columns.needs_base() {
            return over_budget;
        }
        let encoding = encoding.unwrap_or(UTF_8);
        let base = Base::new(url, self.state.base.as_deref(), encoding);
        if let Some(document) = &mut self.columns.document {
            document.finish(&base);
        }
        let budget = self.budget.saturating_sub(self.state.written);
        if let Some(links) = &mut self.columns.links {
            over_budget |= !links.items.resolve(&base, budget, watch);
        }
        if let (Some(content), Some(column)) = (content, &mut self.columns.markdown) {
            let written = markdown::write(content, &base, budget, watch);
            over_budget |= written.is_over_budget;
            column.push(&written.text);
        }
        over_budget
    }

    #[inline]
    fn wrote(&mut self, len: usize) {
        self.state.written += len;
    }

    /// Writes to the column of tokens. `write` returns the length of what it wrote.
    #[inline]
    fn token(&mut self, write: impl FnOnce(&mut TokenItems) -> usize) {
        if FULL && let Some(tokens) = &mut self.columns.tokens {
            self.state.written += write(&mut tokens.items);
        }
    }

    /// Reads a token that is neither a tag nor text.
    #[inline]
    fn other(&mut self, write: impl FnOnce(&mut TokenItems) -> usize) {
        if TEXT {
            self.state.visible.other();
        }
        self.token(write);
    }

    #[inline]
    fn next(&mut self) -> Next {
        if self.state.written > self.budget {
            self.state.over_budget = true;
            return Next::Stop;
        }
        Next::Continue
    }

    fn base(&mut self, tag: &Tag<'_>) {
        let nesting = &self.state.visible.nesting;
        let (is_document, is_doubtful) = match TEXT {
            true => (nesting.is_document(), nesting.needs_tree()),
            false => (self.state.place.is_document(), self.state.place.is_odd()),
        };
        let is_first = self.state.base.is_none();
        if self.columns.needs_base() {
            // A later one may come before the first in the tree.
            self.state.is_doubtful |= is_doubtful && (is_first || is_document);
            if is_first && is_document {
                let href = tag.attribute("href");
                self.state.base = href.map(|href| href.value().to_owned());
            }
        }
    }

    #[inline]
    fn links(&mut self, tag: &Tag<'_>) {
        let name = tag.name();
        let Some(links) = &mut self.columns.links else {
            return;
        };
        let names: &[&'static str] = match name {
            "a" | "area" => &["href"],
            _ if self.columns.resources => resources::attributes(name),
            _ => return,
        };
        let mut written = 0;
        for attribute in names {
            if let Some(found) = tag.attribute(attribute) {
                let (value, span) = ((*attribute, found.value()), found.value_span());
                let relation = |name| match links.items.has_relations() {
                    true => tag.attribute(name),
                    false => None,
                };
                let (rel, language) = (relation("rel"), relation("hreflang"));
                let relations = [&rel, &language].map(|it| it.as_ref().map(|it| it.value()));
                written += links.items.push(name, value, relations, span);
            }
        }
        self.wrote(written);
    }

    /// Reads a start tag for the title. `is_document` is whether it is one of the document.
    fn title(&mut self, tag: &Tag<'_>, is_document: bool) {
        if tag.name() == "title" {
            let is_first = self.state.title.stage == Stage::Before;
            // A later one may come before the first in the tree.
            let is_doubtful = self.state.visible.nesting.needs_tree();
            self.state.is_doubtful |= is_doubtful && (is_first || is_document);
            if is_first && is_document {
                self.state.title.stage = Stage::Inside;
            }
        }
    }

    /// Ends a heading that has ended, and begins the block of a start tag.
    fn block(&mut self, start: Option<&Tag<'_>>) {
        if let (Some(blocks), Some(text)) = (&mut self.columns.blocks, &mut self.columns.text) {
            let nesting = &mut self.state.visible.nesting;
            let len = text.partial().len();
            if std::mem::take(&mut nesting.left_heading) {
                blocks.items.end_heading(len);
            }
            if let Some(tag) = start.filter(|_| !nesting.is_hidden()) {
                blocks.items.start(tag.name(), len);
            }
        }
    }

    fn end_title(&mut self, tag: &Tag<'_>) {
        if tag.name() == "title" && self.state.title.stage == Stage::Inside {
            self.state.title.stage = Stage::After;
        }
    }
}

impl<const SPANS: bool, const TEXT: bool, const FULL: bool> Sink
    for &mut PageSink<'_, SPANS, TEXT, FULL>
{
    const ERRORS: bool = FULL;
    const LINES: bool = FULL;
    const SPANS: bool = SPANS;

    #[inline]
    fn text(&mut self, text: &str, span: Span) {
        if TEXT {
            self.state.visible.nesting.text(text);
            if let Some(out) = &mut self.columns.text {
                self.state.written += self.state.visible.text(text, out.partial());
            }
            if self.state.title.stage == Stage::Inside
                && let Some(out) = &mut self.columns.title
            {
                collapse(text, &mut self.state.title.separator, &mut out.partial());
                self.state.written += text.len();
            }
        }
        if TEXT && let Some(document) = &mut self.columns.document {
            self.state.written += document.text(text);
        }
        self.token(|tokens| tokens.text(text, span));
    }

    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        let element = match TEXT {
            true => Some(Element::of(tag.name())),
            false => None,
        };
        // Comparing names takes longer than looking an element up.
        let is_metadata = element.is_none_or(|element| element.kind == Kind::Metadata);
        if is_metadata && tag.name() == "base" {
            self.base(tag);
        } else if self.columns.links.is_some() {
            self.links(tag);
        }
        if let Some(element) = element {
            let is_document = self.state.visible.nesting.is_document();
            self.state.visible.start_tag(tag, element);
            self.block(Some(tag));
            if self.columns.title.is_some() {
                self.title(tag, is_document);
            }
            // A `meta` ends SVG and MathML itself.
            if let Some(document) = &mut self.columns.document
                && self.state.visible.nesting.is_document()
            {
                let value = |name: &str| tag.attribute(name).map(|found| found.value().to_owned());
                self.state.written += document.start(tag.name(), value);
            }
        } else if self.columns.needs_base() {
            self.state.place.start_tag(tag);
        }
        if is_metadata && tag.name() == "meta" {
            if let Some(meta) = &mut self.columns.meta {
                let written = meta.items.push(tag);
                self.wrote(written);
            }
            if let Some(decision) = self.decision
                && let Some(declared) = declared_encoding(tag)
            {
                // Only the first declaration counts.
                self.decision = None;
                self.declared = decision.changed_by(declared);
                if self.declared.is_some() {
                    return Next::Stop;
                }
            }
        }
        if let Some(tags) = &mut self.columns.tags {
            let written = tags.items.push(tag);
            self.wrote(written);
        }
        self.token(|tokens| tokens.tag(tag));
        self.next()
    }

    #[inline]
    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        if !TEXT && self.columns.needs_base() {
            self.state.place.end_tag(tag);
        }
        if TEXT {
            self.state.visible.end_tag(Element::of(tag.name()));
            self.block(None);
            if let Some(document) = &mut self.columns.document {
                document.end();
            }
            if self.columns.title.is_some() {
                self.end_title(tag);
            }
        }
        if FULL && self.columns.tokens.is_some() {
            self.token(|tokens| tokens.tag(tag));
            return self.next();
        }
        Next::Continue
    }

    #[inline]
    fn start_cdata_section(&mut self, _: Span) {
        if FULL && let Some(tokens) = &mut self.columns.tokens {
            tokens.items.cdata_section(true);
        }
    }

    #[inline]
    fn end_cdata_section(&mut self, _: Span) {
        if FULL && let Some(tokens) = &mut self.columns.tokens {
            tokens.items.cdata_section(false);
        }
    }

    #[inline]
    fn comment(&mut self, comment: &Comment<'_>) {
        self.other(|tokens| tokens.comment(comment));
    }

    #[inline]
    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.other(|tokens| tokens.doctype(doctype));
    }

    #[inline]
    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.other(|tokens| tokens.processing_instruction(instruction));
    }

    fn ambiguity(&mut self, _: &Ambiguity) {
        self.state.is_ambiguous = true;
    }

    #[inline]
    fn error(&mut self, error: &ParseError) {
        if FULL && let Some(errors) = &mut self.columns.errors {
            let written = errors.items.push(error);
            self.wrote(written);
        }
    }
}
