//! The rules for parsing tokens in foreign content (13.2.6.5).

use super::AmbiguityKind;
use super::OpenElements;
use super::node::{Boundary, Element, Integration};
use super::tag::TagToken;
use crate::generated::{Category, ElementName as N};
use crate::{Namespace, TextMode};

impl OpenElements {
    /// Whether the tree construction dispatcher gives a start tag to the rules for foreign content.
    pub(super) fn is_foreign_for_start_tag(&self, tag: &TagToken<'_>) -> bool {
        let Some(node) = self.adjusted_current_node() else {
            return false;
        };
        let is_in = |category| tag.known.is_some_and(|name| self.is(name, category));
        match (node.namespace, node.integration) {
            (Namespace::Html, _) => false,
            (_, Integration::MathMlText) => is_in(Category::MathmlStartTagsInMathmlText),
            (_, Integration::Annotation) => !tag.is(N::Svg),
            (_, Integration::Html | Integration::HtmlAnnotation) => false,
            (_, Integration::None) => true,
        }
    }

    /// The kind of integration point that an element is.
    pub(super) fn integration_of<'e>(
        &self,
        name: Option<N>,
        namespace: Namespace,
        encoding: impl Fn() -> Option<&'e str>,
    ) -> Integration {
        let is_in = |category| name.is_some_and(|name| self.is(name, category));
        match namespace {
            Namespace::Svg if is_in(Category::SvgHtmlIntegrationPoints) => Integration::Html,
            Namespace::MathMl if is_in(Category::MathmlTextIntegrationPoints) => {
                Integration::MathMlText
            }
            Namespace::MathMl if is_in(Category::MathmlHtmlIntegrationPoints) => {
                let tables = self.rules.tree_construction.as_ref();
                let encodings = tables.map_or(&[][..], |tables| tables.html_encodings);
                let is_html = |encoding: &str| {
                    let mut encodings = encodings.iter();
                    encodings.any(|html| html.eq_ignore_ascii_case(encoding))
                };
                match encoding().is_some_and(is_html) {
                    true => Integration::HtmlAnnotation,
                    false => Integration::Annotation,
                }
            }
            _ => Integration::None,
        }
    }

    /// A start tag `math` or `svg` in HTML content.
    pub(super) fn start_foreign_root(&mut self, tag: &TagToken<'_>, name: N) {
        let namespace = match name {
            N::Math => Namespace::MathMl,
            _ => Namespace::Svg,
        };
        self.push_foreign(tag, namespace);
    }

    fn push_foreign(&mut self, tag: &TagToken<'_>, namespace: Namespace) {
        if !tag.is_self_closing() {
            let integration =
                self.integration_of(tag.known, namespace, || tag.attribute("encoding"));
            self.push_tag(tag, namespace, integration);
        }
    }

    pub(super) fn start_in_foreign_content(&mut self, tag: &mut TagToken<'_>) -> Option<TextMode> {
        if self.breaks_out(tag) {
            self.pop_foreign();
            return self.start_in_html_content(tag);
        }
        if let Some(namespace) = self.adjusted_current_node().map(|node| node.namespace) {
            self.push_foreign(tag, namespace);
        }
        None
    }

    fn breaks_out(&self, tag: &TagToken<'_>) -> bool {
        let Some(tables) = &self.rules.tree_construction else {
            return false;
        };
        if self.is_fragment && !tables.fragments_break_out {
            return false;
        }
        let is_in = |category| tag.known.is_some_and(|name| self.is(name, category));
        let has = |name: &&str| tag.attribute(name).is_some();
        is_in(Category::BreakOutStartTags)
            || is_in(Category::BreakOutStartTagsWithAttributes)
                && tables.break_out_attributes.iter().any(has)
    }

    /// Ends foreign elements up to an integration point or HTML.
    fn pop_foreign(&mut self) {
        let is_foreign = |element: &Element| {
            element.namespace != Namespace::Html && !element.integration.has_html_content()
        };
        self.stack.pop_while(is_foreign);
    }

    pub(super) fn end_in_foreign_content(&mut self, tag: &TagToken<'_>) {
        if tag
            .known
            .is_some_and(|name| self.is(name, Category::BreakOutEndTags))
        {
            self.pop_foreign();
            return self.end_in_html_content(tag);
        }
        // The root of a fragment.
        if self.stack.len() == 1 && !self.stack.is_partial {
            return;
        }
        match self.stack.find_foreign(tag.name, tag.known) {
            Some(at) => self.stack.pop_through(at),
            None => self.end_in_html_content(tag),
        }
    }

    /// An end tag whose element may be open in the unknown part of the stack.
    pub(super) fn end_in_unknown_part(&mut self, tag: &TagToken<'_>) {
        let name = match tag.known {
            Some(name) => name,
            None => return self.end_foreign_content(),
        };
        let is_in = |category| self.is(name, category);
        let is_table = is_table_part(name) || name == N::Table;
        // HTML elements that are never open, or not in the body.
        let is_never_open = is_in(Category::ForeignElements)
            || is_in(Category::VoidStartTags)
            || matches!(
                name,
                N::Html | N::Head | N::Body | N::Frameset | N::Template
            )
            || self.rules.mode_of_element(name, self.scripting).is_some()
            || is_table && !self.may_have_tables;
        if !is_never_open {
            self.end_foreign_content();
        }
    }

    fn end_foreign_content(&mut self) {
        self.is_ambiguous(AmbiguityKind::OpenElement);
        self.end_all();
    }

    /// A table tag whose table may be open in the unknown part of the stack. Returns whether it ends the known elements.
    pub(super) fn ends_at_unknown_table(&mut self, tag: &TagToken<'_>, is_start: bool) -> bool {
        let Some(name) = tag.known.filter(|_| self.may_depend_on_unknown_table()) else {
            return false;
        };
        if name == N::Table && is_start {
            self.is_ambiguous(AmbiguityKind::InsertionMode);
            return false;
        }
        let ends = match is_start {
            true => is_table_part(name) || matches!(name, N::Col | N::Colgroup),
            false => is_table_part(name) || name == N::Table,
        };
        if ends {
            self.is_ambiguous(AmbiguityKind::InsertionMode);
            self.end_all();
        }
        ends
    }

    fn may_depend_on_unknown_table(&self) -> bool {
        self.stack.is_partial
            && self.may_have_tables
            && self.stack.boundary(Boundary::TableScope).is_none()
    }
}

/// Whether an element has a place in tables, without `col` and `colgroup`, which hold no foreign content.
pub(super) fn is_table_part(name: N) -> bool {
    matches!(
        name,
        N::Caption | N::Tbody | N::Td | N::Tfoot | N::Th | N::Thead | N::Tr
    )
}
