//! The elements that are open, without a tree, as far as the columns depend on them.
//!
//! A tree costs several times what the tokens cost, and most pages need none: where elements are nested as their tags say, the tags
//! are enough. This follows the standard's rules for the elements that are open, in the order of the tokens, and says where a page needs
//! a tree after all ([`Nesting::needs_tree`]): where tree construction would move text, or keep open what is hidden.
//! Formatting elements are followed loosely. They move, but what is shown in them does not change its order or its line.
//! The tests compare what this says with trees, on random documents.

use crate::elements::{Class, Element, Id, Kind};
use crate::visible::Separator;
use tokenwright::Tag;

/// How many of the innermost elements are compared with a tag, so that time stays linear.
const COMPARED: usize = 256;

/// How many blocks an end tag of a formatting element may be outside of: the standard's loop is bounded.
const BLOCKS: usize = 6;

/// The open elements.
#[derive(Default)]
pub(crate) struct Nesting {
    open: Vec<Element>,
    /// Where in the list the element is that hides what is open.
    hidden: Option<usize>,
    /// How many elements are open in which white space is kept.
    preformatted: usize,
    paragraphs: usize,
    selects: usize,
    templates: usize,
    /// How many `a` and `nobr` are open, which end where another begins.
    singles: usize,
    /// How many elements are open whose place matters, but which end tags of others may end.
    loose: usize,
    /// Whether the form element pointer is set.
    has_form: bool,
    /// Whether the head has ended, and whether the body has begun.
    is_after_head: bool,
    is_body: bool,
    /// Whether the template has SVG or MathML.
    has_foreign: bool,
    /// Whether an end tag of a formatting element may have ended elements that are still in the list.
    is_loose: bool,
    /// Whether a formatting element has ended without its end tag: it opens again.
    has_lost: bool,
    /// Whether there was a formatting element that hides its content.
    hides_formatting: bool,
    /// What separates the next visible text from the one before.
    pub(crate) separator: Separator,
    /// Whether a visible heading has ended since this was taken.
    pub(crate) left_heading: bool,
    needs_tree: bool,
    loses_links: bool,
}

impl Nesting {
    /// Begins a page.
    pub(crate) fn begin(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        *self = Nesting {
            open,
            ..Nesting::default()
        };
    }

    /// Whether the columns depend on what only a tree has.
    pub(crate) fn needs_tree(&self) -> bool {
        self.needs_tree
    }

    /// Whether tree construction may have dropped elements with links.
    pub(crate) fn loses_links(&self) -> bool {
        self.loses_links
    }

    /// Whether what follows is not shown.
    #[inline]
    pub(crate) fn is_hidden(&self) -> bool {
        self.hidden.is_some()
    }

    /// Whether white space is kept.
    #[inline]
    pub(crate) fn is_preformatted(&self) -> bool {
        self.preformatted > 0
    }

    /// Whether text is in SVG or MathML.
    #[inline]
    pub(crate) fn is_foreign(&self) -> bool {
        self.top().is_foreign()
    }

    /// Whether a tag here is one of an HTML element of the document.
    #[inline]
    pub(crate) fn is_document(&self) -> bool {
        self.templates == 0 && !self.is_foreign()
    }

    #[inline]
    fn top(&self) -> Kind {
        self.open.last().map_or(Kind::Document, |open| open.kind)
    }

    /// Reads text.
    #[inline]
    pub(crate) fn text(&mut self, text: &str) {
        let top = self.top();
        if self.is_body && !top.is_table() || top == Kind::Text || top == Kind::Script {
            return;
        }
        let is_space = |byte: u8| byte == 0 || byte.is_ascii_whitespace();
        if self.templates > 0 || text.bytes().all(is_space) {
            return;
        }
        self.needs_tree |= top.is_table();
        self.begin_body();
    }

    fn begin_body(&mut self) {
        if !self.is_body {
            self.is_body = true;
            let noscript = self
                .open
                .iter()
                .position(|open| open.kind == Kind::Noscript);
            if let Some(at) = noscript {
                self.close(at);
            }
        }
    }

    #[inline]
    pub(crate) fn start_tag(&mut self, tag: &Tag<'_>, element: Element) {
        if self.is_body && self.templates == 0 && self.top().is_in_body() {
            self.start_in_body(tag, element);
        } else if self.templates > 0 {
            self.start_in_template(tag, element);
        } else if self.is_foreign() {
            self.start_in_foreign(tag, element);
        } else {
            self.start(tag, element);
        }
    }

    /// A start tag by the rules of HTML.
    fn start(&mut self, tag: &Tag<'_>, element: Element) {
        // HTML in SVG is rare.
        self.needs_tree |= self.top() == Kind::Integration;
        if !self.is_body {
            self.start_in_head(element);
        }
        match self.top().is_table() {
            true => self.start_in_table(tag, element),
            false => self.start_in_body(tag, element),
        }
    }

    fn start_in_head(&mut self, element: Element) {
        let top = self.top();
        let is_head = match element.kind {
            Kind::Document => element.id != Id::of("body"),
            Kind::Metadata | Kind::Script | Kind::Template => true,
            Kind::Text => [Id::of("title"), Id::of("noframes")].contains(&element.id),
            Kind::Noscript => !self.is_after_head,
            _ => false,
        };
        if !is_head {
            self.begin_body();
            return;
        }
        let stays = match element.kind {
            Kind::Metadata => element.id != Id::of("base"),
            Kind::Script => element.id == Id::of("style"),
            Kind::Text => element.id == Id::of("noframes"),
            Kind::Noscript | Kind::Document => {
                self.needs_tree |= top == Kind::Noscript;
                true
            }
            _ => false,
        };
        if top == Kind::Noscript && !stays {
            self.close(self.open.len() - 1);
        }
    }

    fn start_in_body(&mut self, tag: &Tag<'_>, element: Element) {
        match element.kind {
            Kind::Void | Kind::Metadata | Kind::Frame => return,
            Kind::Document => {
                self.needs_tree |= tag.attribute("hidden").is_some();
                return;
            }
            Kind::Frameset => {
                self.needs_tree = true;
                self.loses_links = true;
                return;
            }
            Kind::Break => {
                self.separate(Separator::LineFeed);
                return;
            }
            Kind::Rule => {
                self.close_paragraph();
                if self.open_select().is_some() {
                    self.imply(None);
                }
                self.separate(Separator::LineFeed);
                return;
            }
            Kind::Input => {
                let select = self.open_select();
                self.close_found(select);
                return;
            }
            Kind::Caption
            | Kind::Columns
            | Kind::Column
            | Kind::Section
            | Kind::Row
            | Kind::Cell => {
                // It ends the cell or the caption, or has no table.
                let end = |kind| matches!(kind, Kind::Cell | Kind::Caption);
                if let Some(at) = self.find(|it| end(it.kind), |it| it.kind == Kind::Table) {
                    self.close(at);
                    self.start_in_table(tag, element);
                }
                return;
            }
            Kind::Formatting => {
                // The one that is open ends, wherever it is.
                if is_single(element) {
                    let is_open = |nesting: &mut Nesting| {
                        nesting.singles > 0 && nesting.in_scope(|it| it.id == element.id).is_some()
                    };
                    if self.has_lost || is_open(self) {
                        self.end_formatting(element.id);
                    }
                }
            }
            Kind::Other | Kind::Scope | Kind::Noscript | Kind::Template | Kind::Script => {}
            Kind::Text => {
                if element.id == Id::of("xmp") {
                    self.close_paragraph();
                }
            }
            Kind::Paragraph | Kind::Block | Kind::Dialog | Kind::Preformatted | Kind::Plaintext => {
                self.close_paragraph();
            }
            Kind::Table => {
                let hidden = self.hidden;
                self.close_paragraph();
                // In quirks mode, the paragraph goes on.
                self.needs_tree |= self.hidden != hidden;
            }
            Kind::Heading => {
                self.close_paragraph();
                self.needs_tree |= self.is_unsure_of(Kind::Heading);
                if self.top() == Kind::Heading {
                    self.close(self.open.len() - 1);
                }
            }
            Kind::Item | Kind::Description => {
                let stays = |it: &Element| {
                    let is_passed = [Id::of("address"), Id::of("div"), Id::of("p")];
                    it.kind.is_special() && !is_passed.contains(&it.id)
                };
                let found = self.find(|it| it.kind == element.kind, stays);
                self.close_found(found);
                self.close_paragraph();
            }
            Kind::Form => {
                if self.has_form {
                    return;
                }
                self.close_paragraph();
                self.has_form = true;
            }
            Kind::Button => {
                let found = self.in_scope(|it| it.kind == Kind::Button);
                self.close_found(found);
            }
            Kind::Select => {
                if let Some(at) = self.open_select() {
                    self.close(at);
                    return;
                }
            }
            Kind::Choice | Kind::Choices => {
                self.needs_tree |= self.is_unsure_of(Kind::Choice);
                if self.open_select().is_some() {
                    let kept = (element.kind == Kind::Choice).then_some(Kind::Choices);
                    self.imply(kept);
                } else if self.top() == Kind::Choice {
                    self.close(self.open.len() - 1);
                }
            }
            Kind::Ruby => {
                // It ends what is before it in a `ruby`, which matters if that hides what is in it.
                let top = self.top();
                let hides = self.hidden.is_some_and(|at| at + 1 == self.open.len());
                self.needs_tree |= top.is_implied() && (hides || top != Kind::Ruby);
            }
            Kind::Foreign | Kind::Inner | Kind::Integration => {
                if tag.is_self_closing() {
                    return;
                }
            }
        }
        self.open(tag, element);
    }

    fn start_in_table(&mut self, tag: &Tag<'_>, element: Element) {
        loop {
            match (self.top(), element.kind) {
                (Kind::Columns, Kind::Column) => return,
                (Kind::Columns, Kind::Template) => break,
                (Kind::Columns, _) => self.close(self.open.len() - 1),
                (_, Kind::Script | Kind::Template) => break,
                (_, Kind::Document) => {
                    self.needs_tree |= tag.attribute("hidden").is_some();
                    return;
                }
                (_, Kind::Table) => {
                    let table = self.find(|it| it.kind == Kind::Table, |_| false);
                    self.close_found(table);
                    self.start(tag, element);
                    return;
                }
                (Kind::Row, Kind::Cell)
                | (Kind::Section, Kind::Row)
                | (Kind::Table, Kind::Section | Kind::Caption | Kind::Columns) => break,
                (Kind::Table, Kind::Column) => return,
                (Kind::Table, Kind::Row | Kind::Cell) => self.push(Element::of("tbody"), false),
                (Kind::Section, Kind::Cell) => self.push(Element::of("tr"), false),
                (
                    Kind::Row | Kind::Section,
                    Kind::Caption | Kind::Columns | Kind::Column | Kind::Section | Kind::Row,
                ) => self.close(self.open.len() - 1),
                (_, Kind::Input) if is_hidden_input(tag) => return,
                _ => {
                    // Tree construction moves it before the table.
                    self.needs_tree = true;
                    self.start_in_body(tag, element);
                    return;
                }
            }
        }
        self.open(tag, element);
    }

    /// What is in a template is not shown, so only its end matters.
    fn start_in_template(&mut self, tag: &Tag<'_>, element: Element) {
        match element.kind {
            Kind::Template => {
                self.needs_tree |= self.has_foreign;
                self.open(tag, element);
            }
            Kind::Foreign => self.has_foreign = true,
            Kind::Column => self.loses_links = true,
            _ => {}
        }
    }

    fn start_in_foreign(&mut self, tag: &Tag<'_>, element: Element) {
        if ends_foreign_content(tag) {
            self.needs_tree = true;
            self.end_foreign();
            self.start(tag, element);
            return;
        }
        let root = self.open.iter().rev().take(COMPARED);
        let root = root.into_iter().find(|open| open.kind == Kind::Foreign);
        self.needs_tree |= root.is_none();
        let is_svg = root.is_some_and(|root| root.id == Id::of("svg"));
        let is_html = match tag.name() {
            "foreignobject" | "desc" | "title" => is_svg,
            "mi" | "mo" | "mn" | "ms" | "mtext" => !is_svg,
            "annotation-xml" => {
                self.needs_tree = true;
                false
            }
            _ => false,
        };
        let kind = if is_html {
            Kind::Integration
        } else {
            Kind::Inner
        };
        let is_usual = element.class == Class::Inline
            || element.class == Class::Hidden && matches!(element.kind, Kind::Script | Kind::Text);
        self.needs_tree |= !is_usual;
        if !tag.is_self_closing() {
            self.open(tag, Element { kind, ..element });
        }
    }

    #[inline]
    pub(crate) fn end_tag(&mut self, element: Element) {
        // Mostly the innermost element ends.
        if let Some(open) = self.open.last()
            && open.id == element.id
            && !matches!(open.kind, Kind::Form | Kind::Template)
        {
            self.pop();
            return;
        }
        self.end(element);
    }

    fn end(&mut self, element: Element) {
        if element.kind == Kind::Template {
            if self.templates > 0 {
                self.close_own(|it| it.kind == Kind::Template, |_| false);
            }
            self.has_foreign &= self.templates > 0;
            return;
        }
        if self.templates > 0 {
            return;
        }
        let top = self.top();
        if top.is_foreign() || top == Kind::Integration {
            if element.kind == Kind::Paragraph || element.kind == Kind::Break {
                self.needs_tree = true;
                self.end_foreign();
            } else {
                let is_foreign =
                    |it: &Element| it.kind.is_foreign() || it.kind == Kind::Integration;
                let matches = |it: &Element| is_foreign(it) && it.id == element.id;
                if self.close_own(matches, |it| !is_foreign(it)) {
                    return;
                }
            }
        }
        let is_table = self.top().is_table();
        match element.kind {
            Kind::Document => {
                self.is_after_head |= element.id == Id::of("head");
            }
            Kind::Caption | Kind::Section | Kind::Row | Kind::Cell | Kind::Columns => {
                let is_columns = element.kind == Kind::Columns;
                let found = self.find(|it| it.id == element.id, |it| it.kind == Kind::Table);
                if let Some(at) = found
                    && (!is_columns || at + 1 == self.open.len())
                {
                    self.close_with_tag(at);
                }
            }
            Kind::Table => {
                self.close_own(|it| it.kind == Kind::Table, |_| false);
            }
            Kind::Paragraph | Kind::Break if is_table => self.needs_tree = true,
            Kind::Form if is_table => {
                self.needs_tree |= self.has_form;
                self.has_form = false;
            }
            // No table lets it out.
            _ if is_table => {}
            Kind::Paragraph => {
                let stays = |it: &Element| it.kind.is_scope() || it.kind == Kind::Button;
                if !self.close_own(|it| it.kind == Kind::Paragraph, stays) {
                    self.separate(Separator::LineFeed);
                }
            }
            Kind::Break => self.separate(Separator::LineFeed),
            Kind::Item => {
                let list = [Id::of("ol"), Id::of("ul")];
                let stays = |it: &Element| it.kind.is_scope() || list.contains(&it.id);
                self.close_own(|it| it.kind == Kind::Item, stays);
            }
            Kind::Heading => {
                self.close_own(|it| it.kind == Kind::Heading, |it| it.kind.is_scope());
            }
            Kind::Block
            | Kind::Dialog
            | Kind::Preformatted
            | Kind::Description
            | Kind::Button
            | Kind::Select
            | Kind::Scope => {
                self.close_own(|it| it.id == element.id, |it| it.kind.is_scope());
            }
            Kind::Form => self.end_form(),
            Kind::Formatting => self.end_formatting(element.id),
            _ => self.end_other(element.id),
        }
    }

    fn end_form(&mut self) {
        if !std::mem::take(&mut self.has_form) {
            return;
        }
        if let Some(at) = self.in_scope(|it| it.kind == Kind::Form) {
            self.imply(None);
            // Otherwise the form is no longer open, but what is in it is.
            self.needs_tree |= at + 1 != self.open.len() || self.is_unsure_of(Kind::Form);
            self.close_with_tag(at);
        }
    }

    /// The adoption agency, as far as it changes what is open.
    fn end_formatting(&mut self, id: Id) {
        // It may end elements that are between, and formatting elements that are not known here.
        self.needs_tree |= self.loose > 0 || self.hidden.is_some();
        self.needs_tree |= self.hides_formatting;
        self.is_loose = true;
        let Some(at) = self.in_scope(|it| it.id == id) else {
            return;
        };
        let above = &self.open[at + 1..];
        self.needs_tree |= above.iter().filter(|it| it.kind.is_special()).count() > BLOCKS;
        let mut inner = self.open.split_off(at);
        self.count(inner.remove(0), -1);
        inner.retain(|it| it.kind == Kind::Formatting || it.kind.is_special());
        self.open.append(&mut inner);
        self.hidden = self.hidden.filter(|hidden| *hidden < self.open.len());
    }

    fn end_other(&mut self, id: Id) {
        if let Some(at) = self.find(|it| it.id == id, |it| it.kind.is_special()) {
            self.needs_tree |= self.is_loose && (self.loose > 0 || self.hidden.is_some());
            self.close_with_tag(at);
        }
    }

    /// Ends SVG and MathML, up to an element with HTML.
    fn end_foreign(&mut self) {
        while self.is_foreign() {
            self.pop();
        }
    }

    fn close_paragraph(&mut self) {
        if self.paragraphs > 0 {
            let stays = |it: &Element| it.kind.is_scope() || it.kind == Kind::Button;
            let found = self.find(|it| it.kind == Kind::Paragraph, stays);
            self.close_found(found);
        }
    }

    /// Ends elements whose end tags are implied.
    fn imply(&mut self, but: Option<Kind>) {
        while self.top().is_implied() && Some(self.top()) != but {
            self.close(self.open.len() - 1);
        }
    }

    /// Whether an element of a kind may or may not be the current node: formatting elements that open again may be in it.
    fn is_unsure_of(&self, kind: Kind) -> bool {
        if !self.has_lost && !self.is_loose {
            return false;
        }
        let mut open = self.open.iter().rev().take(COMPARED);
        match open.find(|open| open.kind != Kind::Formatting) {
            Some(inner) => inner.kind == kind,
            None => self.open.len() > COMPARED,
        }
    }

    /// The `select` that is open.
    fn open_select(&mut self) -> Option<usize> {
        match self.selects {
            0 => None,
            _ => self.in_scope(|it| it.kind == Kind::Select),
        }
    }

    fn in_scope(&mut self, matches: impl Fn(&Element) -> bool) -> Option<usize> {
        self.find(matches, |it| it.kind.is_scope())
    }

    /// The innermost element that matches, unless one that `stays` is within it.
    fn find(
        &mut self,
        matches: impl Fn(&Element) -> bool,
        stays: impl Fn(&Element) -> bool,
    ) -> Option<usize> {
        let first = self.open.len().saturating_sub(COMPARED);
        for at in (first..self.open.len()).rev() {
            let open = &self.open[at];
            if matches(open) {
                return Some(at);
            }
            if stays(open) {
                return None;
            }
        }
        self.needs_tree |= first > 0;
        None
    }

    fn open(&mut self, tag: &Tag<'_>, element: Element) {
        let hides = element.hides(|name| tag.attribute(name).is_some());
        self.hides_formatting |= hides && element.kind == Kind::Formatting;
        self.push(element, hides);
    }

    #[inline]
    fn push(&mut self, element: Element, hides: bool) {
        if self.hidden.is_none() {
            self.separate(Separator::before(element.class));
            if hides {
                self.hidden = Some(self.open.len());
            }
        }
        self.count(element, 1);
        self.open.push(element);
    }

    #[inline]
    fn count(&mut self, element: Element, by: isize) {
        let counter = match element.kind {
            Kind::Paragraph => &mut self.paragraphs,
            Kind::Select => &mut self.selects,
            Kind::Template => &mut self.templates,
            Kind::Formatting if is_single(element) => &mut self.singles,
            _ if matches!(element.class, Class::Preformatted | Class::TextArea) => {
                &mut self.preformatted
            }
            _ if element.class != Class::Inline && !element.kind.is_special() => &mut self.loose,
            _ => return,
        };
        *counter = counter.saturating_add_signed(by);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(element) = self.open.pop() {
            self.count(element, -1);
            if self.hidden == Some(self.open.len()) {
                self.hidden = None;
            }
            if self.hidden.is_none() {
                self.separate(Separator::after(element.class));
                self.left_heading |= element.kind == Kind::Heading;
            }
        }
    }

    /// Ends the innermost element that matches by its own end tag, and what is open in it, unless one that `stays` is within it. Returns
    /// whether there is one.
    fn close_own(
        &mut self,
        matches: impl Fn(&Element) -> bool,
        stays: impl Fn(&Element) -> bool,
    ) -> bool {
        let found = self.find(matches, stays);
        found.map(|at| self.close_with_tag(at)).is_some()
    }

    /// Ends an element by its own end tag, and what is open in it.
    fn close_with_tag(&mut self, at: usize) {
        self.close(at + 1);
        self.pop();
    }

    /// Ends what was found without its end tag, and what is open in it.
    fn close_found(&mut self, found: Option<usize>) {
        if let Some(at) = found {
            self.close(at);
        }
    }

    /// Ends elements from one on without their end tags.
    fn close(&mut self, at: usize) {
        while self.open.len() > at {
            // A formatting element opens again.
            let lost = self
                .open
                .last()
                .is_some_and(|open| open.kind == Kind::Formatting);
            self.has_lost |= lost;
            self.needs_tree |= lost && self.hides_formatting;
            self.pop();
        }
    }

    #[inline]
    fn separate(&mut self, separator: Separator) {
        if self.hidden.is_none() {
            self.separator = self.separator.max(separator);
        }
    }
}

/// Whether an element is open once at most.
fn is_single(element: Element) -> bool {
    element.id == Id::of("a") || element.id == Id::of("nobr")
}

fn is_hidden_input(tag: &Tag<'_>) -> bool {
    let kind = tag.attribute("type");
    kind.is_some_and(|kind| kind.value().eq_ignore_ascii_case("hidden"))
}

/// Whether a start tag ends SVG and MathML (13.2.6.5).
pub(crate) fn ends_foreign_content(tag: &Tag<'_>) -> bool {
    match tag.name() {
        "b" | "big" | "blockquote" | "body" | "br" | "center" | "code" | "dd" | "div" | "dl"
        | "dt" | "em" | "embed" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "head" | "hr" | "i"
        | "img" | "li" | "listing" | "menu" | "meta" | "nobr" | "ol" | "p" | "pre" | "ruby"
        | "s" | "small" | "span" | "strong" | "strike" | "sub" | "sup" | "table" | "tt" | "u"
        | "ul" | "var" => true,
        "font" => ["color", "face", "size"]
            .iter()
            .any(|name| tag.attribute(name).is_some()),
        _ => false,
    }
}
