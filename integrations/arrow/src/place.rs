//! Where in a page a tag is: in the document, in a `template`, or in SVG or MathML. It is for links alone; text takes more (`nesting.rs`).

use crate::elements::Id;
use crate::nesting::ends_foreign_content;
use tokenwright::Tag;

/// How many of the innermost elements are compared with an end tag, so that time stays linear.
const COMPARED: usize = 256;

/// The open elements that change what other tags are. It follows the standard's rules for foreign content as far as
/// that takes no stack of all elements.
#[derive(Default)]
pub(crate) struct Place {
    open: Vec<Open>,
    is_odd: bool,
    loses_links: bool,
}

struct Open {
    content: Content,
    id: Id,
    is_in_template: bool,
}

/// What an element contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Svg,
    MathMl,
    /// HTML in an integration point.
    Html,
    Template,
}

const SVG: Id = Id::of("svg");
const MATH: Id = Id::of("math");
const TEMPLATE: Id = Id::of("template");
const TABLE: Id = Id::of("table");
const FRAMESET: Id = Id::of("frameset");

impl Place {
    pub(crate) fn clear(&mut self) {
        self.open.clear();
        self.is_odd = false;
        self.loses_links = false;
    }

    /// Whether there was an element whose rules are followed here only in part.
    pub(crate) fn is_odd(&self) -> bool {
        self.is_odd
    }

    /// Whether tree construction may have dropped elements with links.
    pub(crate) fn loses_links(&self) -> bool {
        self.loses_links
    }

    /// Whether a tag or text here is in SVG or MathML.
    #[inline]
    pub(crate) fn is_foreign(&self) -> bool {
        let content = self.open.last().map(|open| open.content);
        matches!(content, Some(Content::Svg | Content::MathMl))
    }

    /// Whether an element here is an HTML element of the document.
    #[inline]
    pub(crate) fn is_document(&self) -> bool {
        !self.is_in_template() && !self.is_foreign()
    }

    #[inline]
    fn is_in_template(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_in_template)
    }

    fn push(&mut self, content: Content, id: Id) {
        self.open.push(Open {
            content,
            id,
            is_in_template: content == Content::Template || self.is_in_template(),
        });
    }

    #[inline]
    pub(crate) fn start_tag(&mut self, tag: &Tag<'_>) {
        let element = Id::of(tag.name());
        self.is_odd |= [SVG, MATH, TEMPLATE, TABLE, FRAMESET].contains(&element);
        self.loses_links |=
            element == FRAMESET || !self.open.is_empty() && element == Id::of("col");
        if self.is_foreign() {
            self.start_foreign(tag, element);
        } else if (element == SVG || element == MATH) && !tag.is_self_closing() {
            let content = match element == SVG {
                true => Content::Svg,
                false => Content::MathMl,
            };
            self.push(content, element);
        } else if element == TEMPLATE {
            self.push(Content::Template, element);
        }
    }

    /// Reads a start tag in SVG or MathML.
    #[cold]
    fn start_foreign(&mut self, tag: &Tag<'_>, element: Id) {
        if ends_foreign_content(tag) {
            self.end_foreign();
            return;
        }
        let Some(content) = self.open.last().map(|open| open.content) else {
            return;
        };
        if tag.is_self_closing() {
            return;
        }
        let is_html = match content {
            Content::Svg => matches!(tag.name(), "foreignobject" | "desc" | "title"),
            _ => match tag.name() {
                "mi" | "mo" | "mn" | "ms" | "mtext" => true,
                "annotation-xml" => tag.attribute("encoding").is_some_and(|encoding| {
                    let html = ["text/html", "application/xhtml+xml"];
                    html.iter()
                        .any(|html| encoding.value().eq_ignore_ascii_case(html))
                }),
                _ => false,
            },
        };
        if is_html {
            self.push(Content::Html, element);
        } else if element == SVG || element == MATH {
            self.push(content, element);
        }
    }

    #[inline]
    pub(crate) fn end_tag(&mut self, tag: &Tag<'_>) {
        if !self.open.is_empty() {
            self.end(Id::of(tag.name()));
        }
    }

    #[cold]
    fn end(&mut self, element: Id) {
        if self.is_foreign() && (element == Id::of("p") || element == Id::of("br")) {
            self.end_foreign();
            return;
        }
        let first = self.open.len().saturating_sub(COMPARED);
        for (at, open) in self.open.iter().enumerate().skip(first).rev() {
            if open.id == element {
                self.open.truncate(at);
                return;
            }
            // An end tag in HTML content closes nothing outside, but for that of a template.
            if matches!(open.content, Content::Html | Content::Template) && element != TEMPLATE {
                return;
            }
        }
    }

    /// Ends SVG and MathML, up to an element with HTML.
    fn end_foreign(&mut self) {
        while self.is_foreign() {
            self.open.pop();
        }
    }
}
