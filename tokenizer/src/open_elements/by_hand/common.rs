//! The most common tags, whose rules take few steps.
//!
//! Most elements end before a tag comes for which the stack has to be searched. So what a common tag opens is first put
//! aside, with the little that other common tags ask of it; its end tag takes it away again. Any other tag moves all such
//! elements to the stack before it is processed.
//!
//! What is done here is what the rules of the insertion modes do. A common tag changes nothing that
//! [`OpenElements::settle`] reads, so the machine need not learn again what it has to follow. The price is that these
//! rules exist twice, here and in those of the modes, and that a tag that is not common is looked up twice.

use super::OpenElements;
use super::formatting::FormattingElement;
use super::names::KeyedName;
use super::node::{Boundaries, Boundary, Element, Integration};
use super::rules::ElementRules;
use super::stack::Lookup;
use super::tag::{TagToken, hash_of_attributes};
use crate::Namespace;
use crate::generated::{Category, ElementName, ElementName as N};
use crate::text::steps;
use crate::token::CurrentTag;
use core::mem::take;

/// Why a tag is not common, as bits: for each tag what matters, for the open elements what is so.
pub(super) mod obstacle {
    /// Is always so.
    pub(in super::super) const ANY: u16 = 1;
    /// Not even foreign content has common tags.
    pub(in super::super) const FOREIGN_CONTENT: u16 = 1 << 1;
    /// HTML content has none: the insertion mode has other rules than "in body".
    pub(in super::super) const HTML_CONTENT: u16 = 1 << 2;
    /// There are formatting elements to reconstruct.
    pub(in super::super) const RECONSTRUCTION: u16 = 1 << 3;
    /// The frameset-ok flag is set.
    pub(in super::super) const FRAMESET_OK: u16 = 1 << 4;
    /// A `p` is in button scope.
    pub(super) const PARAGRAPH: u16 = 1 << 5;
    /// A list item would end.
    pub(super) const ITEM: u16 = 1 << 6;
    /// A `dd` or `dt` would end.
    pub(super) const DESCRIPTION: u16 = 1 << 7;
    /// The current node is a heading.
    pub(super) const HEADING: u16 = 1 << 8;
    /// Those that may end.
    pub(super) const ENDED: u16 = PARAGRAPH | ITEM | DESCRIPTION | HEADING;
    /// The current node has no HTML content.
    pub(super) const NO_HTML: u16 = 1 << 9;

    pub(in super::super) const fn when(is: bool, obstacle: u16) -> u16 {
        if is { obstacle } else { 0 }
    }
}

use obstacle::{
    ANY, DESCRIPTION, ENDED, FOREIGN_CONTENT, HEADING, HTML_CONTENT, ITEM, NO_HTML, PARAGRAPH, when,
};

/// What common tags ask of the open elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    obstacles: u16,
    /// The names of the formatting elements in the list, as bits.
    formatting: u16,
}

impl Around {
    const NONE: Self = Around {
        obstacles: 0,
        formatting: 0,
    };
}

/// An element that a common tag has opened, and that is not in the stack yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fresh {
    pub(super) element: Element,
    around: Around,
    /// The first eight bytes of the name.
    key: u64,
    /// The hash of the attributes of a formatting element.
    attributes: u64,
}

/// What is common of the tags of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    /// What makes its start tag in HTML content not common.
    obstacles: u16,
    /// The obstacles outside the element that are also inside it, and those that are only inside.
    kept: u16,
    own: u16,
    /// The bit of a formatting element.
    pub(super) formatting: u16,
    /// Whether its start tag opens no element.
    is_void: bool,
    /// Whether its end tag "in body" only ends it, if it is the current node.
    is_only_ended: bool,
    /// Whether its end tag "in body" ends the elements in it that have implied ends.
    ends_others: bool,
    /// Whether its end tag "in body" does nothing if no element has its name.
    is_only_one_ended: bool,
    /// What kind of integration point its start tag opens in SVG, and in MathML, if that is simple.
    in_svg: Option<Integration>,
    in_mathml: Option<Integration>,
    /// Whether its end tag in foreign content only ends it, if it is the current node.
    is_only_ended_in_foreign: bool,
}

impl Common {
    /// Of the elements that no rule mentions.
    pub(super) const OTHER: Self = Common::of(N::Em, 0, false, 0);

    /// For an element in these categories, as bits, whose start tag has rules beside those of the categories. `formatting`
    /// is its bit if it is a formatting element.
    pub(super) const fn of(
        name: N,
        categories: u64,
        has_other_rules: bool,
        formatting: u16,
    ) -> Self {
        const fn bit(category: Category) -> u64 {
            1 << category as u32
        }
        let named = matches!(
            name,
            N::Body
                | N::Button
                | N::Caption
                | N::Col
                | N::Colgroup
                | N::Form
                | N::Frameset
                | N::Head
                | N::Hr
                | N::Html
                | N::Input
                | N::Nobr
                | N::Optgroup
                | N::Option
                | N::Rb
                | N::Rp
                | N::Rt
                | N::Rtc
                | N::Select
                | N::Table
                | N::Template
        );
        let special_start = bit(Category::MarkerStartTags)
            | bit(Category::ForeignElements)
            | bit(Category::IgnoredStartTags)
            | bit(Category::HeadStartTags);
        let has_other_end = matches!(
            name,
            N::Body
                | N::Br
                | N::Caption
                | N::Col
                | N::Colgroup
                | N::Form
                | N::Frameset
                | N::Head
                | N::Html
                | N::Table
                | N::Tbody
                | N::Td
                | N::Template
                | N::Tfoot
                | N::Th
                | N::Thead
                | N::Tr
        );
        let special_end = bit(Category::MarkerStartTags)
            | bit(Category::ForeignElements)
            | bit(Category::BreakOutEndTags);
        let is_paragraph = matches!(name, N::P);
        let is_only_ended = is_paragraph || !has_other_end && categories & special_end == 0;
        let ends_others = bit(Category::Formatting) | bit(Category::Headings);
        let breaks_out = bit(Category::BreakOutStartTags)
            | bit(Category::BreakOutStartTagsWithAttributes)
            | bit(Category::MathmlHtmlIntegrationPoints);
        const fn point(is: bool, kind: Integration) -> Option<Integration> {
            Some(if is { kind } else { Integration::None })
        }
        let (in_svg, in_mathml) = if categories & breaks_out != 0 {
            (None, None)
        } else {
            let svg = categories & bit(Category::SvgHtmlIntegrationPoints) != 0;
            let mathml = categories & bit(Category::MathmlTextIntegrationPoints) != 0;
            (
                point(svg, Integration::Html),
                point(mathml, Integration::MathMlText),
            )
        };
        let is_void = categories & bit(Category::FormattedVoidStartTags) != 0;
        let is_other_void = !is_void && categories & bit(Category::VoidStartTags) != 0;
        let is_heading = categories & bit(Category::Headings) != 0;
        let own = match name {
            N::P => PARAGRAPH,
            N::Li => ITEM,
            N::Dd | N::Dt => DESCRIPTION,
            _ => when(is_heading, HEADING),
        };
        let is_block = own != 0 || categories & bit(Category::ParagraphEndingStartTags) != 0;
        let is_other = named
            || has_other_rules
            || is_other_void
            || categories & special_start != 0
            || !is_void && !is_only_ended;
        let boundaries = Boundaries::of(name, categories);
        Common {
            obstacles: HTML_CONTENT
                | NO_HTML
                | own
                | when(is_other, ANY)
                | when(is_block, PARAGRAPH)
                | when(!is_block, obstacle::RECONSTRUCTION)
                | when(
                    categories & bit(Category::FramesetNotOkStartTags) != 0,
                    obstacle::FRAMESET_OK,
                ),
            kept: when(!boundaries.has(Boundary::ButtonScope), PARAGRAPH)
                | when(!boundaries.has(Boundary::ListItem), ITEM | DESCRIPTION),
            own,
            formatting,
            is_void,
            is_only_ended,
            ends_others: own != 0 || categories & bit(Category::BlockEndTags) != 0,
            is_only_one_ended: is_only_ended && categories & ends_others == 0,
            in_svg,
            in_mathml,
            is_only_ended_in_foreign: categories & bit(Category::BreakOutEndTags) == 0,
        }
    }
}

impl OpenElements {
    /// The current node.
    pub(super) fn top(&self) -> Option<&Element> {
        let fresh = self.fresh.last().map(|fresh| &fresh.element);
        fresh.or_else(|| self.stack.top())
    }

    /// Moves the fresh elements to the stack.
    #[inline]
    pub(super) fn flush(&mut self) {
        if !self.fresh.is_empty() {
            self.flush_all();
        }
    }

    #[inline(never)]
    fn flush_all(&mut self) {
        let mut all = take(&mut self.fresh);
        for fresh in all.drain(..) {
            let (element, attributes) = (fresh.element, fresh.attributes);
            match element.known_html() {
                Some(name) if self.is(name, Category::Formatting) => {
                    let new = FormattingElement { name, attributes };
                    self.stack.push_formatting(new);
                }
                _ => {
                    let boundaries = element.boundaries(self.rules);
                    self.stack.push(element, fresh.key, boundaries);
                }
            }
        }
        // The room is used again.
        self.fresh = all;
        self.around_fresh = None;
    }

    /// What common tags ask of the open elements below the fresh ones; `None` if this one is not common anyway.
    #[inline(never)]
    fn find_around_fresh(&mut self, common: &Common) -> Option<Around> {
        if self.around_fresh.is_some() {
            return self.around_fresh;
        }
        let rules = self.rules;
        let stack = &self.stack;
        let top = stack.top()?;
        let is_html = top.has_html_content();
        if is_html && self.obstacles & common.obstacles != 0 {
            return None;
        }
        let mut around = Around {
            obstacles: 0,
            formatting: stack.formatting.names(rules),
        };
        let is_boundary = |kind| stack.top_is_boundary(kind);
        let is_found = |found| matches!(found, Lookup::At(_));
        if !is_html {
            // HTML content begins in a boundary.
            around.obstacles = NO_HTML;
        } else if !is_boundary(Boundary::ButtonScope) || !is_boundary(Boundary::ListItem) {
            let paragraph = stack.find_in(Boundary::ButtonScope, N::P);
            let item = stack.find_in(Boundary::ListItem, N::Li);
            let description = stack.find_one_in(Boundary::ListItem, &[N::Dd, N::Dt]);
            around.obstacles = when(is_found(paragraph), PARAGRAPH)
                | when(is_found(item), ITEM)
                | when(is_found(description), DESCRIPTION)
                | when(top.is_in(Category::Headings, rules), HEADING);
        }
        self.around_fresh = Some(around);
        self.around_fresh
    }

    /// A start tag that is common; returns whether it is.
    #[inline(always)]
    pub(in crate::open_elements) fn start_common<'t>(
        &mut self,
        rules: &ElementRules,
        tag: impl Fn() -> CurrentTag<'t>,
    ) -> bool {
        if self.depth() >= self.most_common {
            return false;
        }
        let name = KeyedName::of(tag());
        let known = ElementName::of(name);
        let common = rules.common(known);
        let around = match self.fresh.last() {
            Some(fresh) => Some(fresh.around),
            None => self.find_around_fresh(common),
        };
        let Some(mut around) = around else {
            return false;
        };
        let obstacles = (self.obstacles | around.obstacles) & common.obstacles;
        if obstacles != 0 {
            if around.obstacles & NO_HTML != 0 {
                return self.start_common_in_foreign(rules, tag(), around);
            }
            match self.end_before_start(rules, common, obstacles) {
                Some(outside) => around = outside,
                None => return false,
            }
        }
        if common.is_void {
            return true;
        }
        if around.formatting & common.formatting != 0 {
            return false;
        }
        let around = Around {
            obstacles: around.obstacles & common.kept | common.own,
            formatting: around.formatting | common.formatting,
        };
        let Some(known) = known else {
            return self.open_tag(tag(), None, Namespace::Html, Integration::None, around);
        };
        let attributes = match known {
            _ if common.formatting == 0 => 0,
            // An `a` ends the one before it, so that there are never three.
            N::A => 0,
            _ => hash_of_attributes(tag()),
        };
        self.open_fresh(Fresh {
            element: Element::html(known),
            around,
            key: name.key,
            attributes,
        })
    }

    #[inline(always)]
    fn open_fresh(&mut self, fresh: Fresh) -> bool {
        steps::count(1);
        self.fresh.push(fresh);
        true
    }

    /// Opens an element; returns whether there is room for its name.
    #[inline(never)]
    fn open_tag(
        &mut self,
        tag: CurrentTag<'_>,
        known: Option<ElementName>,
        namespace: Namespace,
        integration: Integration,
        around: Around,
    ) -> bool {
        let name = KeyedName::of(tag);
        let key = name.key;
        self.stack.name(name, known).is_some_and(|name| {
            self.open_fresh(Fresh {
                element: Element {
                    name,
                    namespace,
                    integration,
                },
                around,
                key,
                attributes: 0,
            })
        })
    }

    /// Ends elements for a start tag that implies their ends, if that removes all obstacles; returns what is around them.
    #[inline(never)]
    fn end_before_start(
        &mut self,
        rules: &ElementRules,
        common: &Common,
        mut obstacles: u16,
    ) -> Option<Around> {
        let mut len = self.fresh.len();
        let mut around = Around::NONE;
        if obstacles & !ENDED != 0 {
            return None;
        }
        while obstacles != 0 {
            steps::count(1);
            len = len.checked_sub(1)?;
            let element = &self.fresh[len].element;
            if element.namespace != Namespace::Html
                || rules.common_of(element.name).own & obstacles == 0
            {
                return None;
            }
            around = match len.checked_sub(1) {
                Some(below) => self.fresh[below].around,
                None => self.around_fresh?,
            };
            obstacles = (self.obstacles | around.obstacles) & common.obstacles;
        }
        self.fresh.truncate(len);
        Some(around)
    }

    #[inline(never)]
    fn start_common_in_foreign(
        &mut self,
        rules: &ElementRules,
        tag: CurrentTag<'_>,
        mut around: Around,
    ) -> bool {
        let is_simple = |top: &&Element| top.integration == Integration::None;
        let namespace = match self.top().filter(is_simple) {
            Some(top) if self.obstacles & FOREIGN_CONTENT == 0 => top.namespace,
            _ => return false,
        };
        let name = KeyedName::of(tag);
        let known = rules.element(name);
        let common = rules.common(known);
        let integration = match namespace {
            Namespace::Svg => common.in_svg,
            _ => common.in_mathml,
        };
        let Some(integration) = integration.filter(|_| common.is_only_ended_in_foreign) else {
            return false;
        };
        if tag.is_self_closing() {
            return true;
        }
        around.obstacles = match integration {
            Integration::None => around.obstacles & !HEADING,
            Integration::Html => 0,
            _ => NO_HTML,
        };
        self.open_tag(tag, known, namespace, integration, around)
    }

    /// An end tag that only ends the current node; returns whether it is one.
    #[inline(always)]
    pub(super) fn end_common(&mut self, rules: &ElementRules, name: KeyedName<'_>) -> bool {
        let Some(&top) = self.fresh.last() else {
            return self.end_common_in_stack(rules, name);
        };
        if !name.is(top.key, || self.stack.text_of(top.element.name)) {
            return self.end_before_end(rules, name);
        }
        self.fresh.pop();
        if let Some(number) = top.element.name.number() {
            self.stack.close_name(number);
        }
        true
    }

    /// Ends a block and the elements in it whose ends it implies; returns whether there are only such elements in it.
    #[inline(never)]
    fn end_before_end(&mut self, rules: &ElementRules, name: KeyedName<'_>) -> bool {
        let mut len = self.fresh.len();
        loop {
            steps::count(1);
            let Some(fresh) = len.checked_sub(1).map(|at| &self.fresh[at]) else {
                return false;
            };
            let common = rules.common_of(fresh.element.name);
            let is_html = fresh.element.namespace == Namespace::Html;
            len -= 1;
            if is_html && name.is(fresh.key, || self.stack.text_of(fresh.element.name)) {
                if common.ends_others {
                    self.fresh.truncate(len);
                }
                return common.ends_others;
            }
            if !is_html || common.own & (PARAGRAPH | ITEM | DESCRIPTION) == 0 {
                return false;
            }
        }
    }

    /// The same without fresh elements.
    #[inline(never)]
    fn end_common_in_stack(&mut self, rules: &ElementRules, name: KeyedName<'_>) -> bool {
        let Some(top) = self.stack.top().filter(|_| self.stack.top_has_name(name)) else {
            return false;
        };
        let common = rules.common_of(top.name);
        let (is_only_ended, obstacle) = match top.namespace {
            Namespace::Html => (common.is_only_ended, HTML_CONTENT),
            // What ends the last of them may end foreign content.
            _ => (
                common.is_only_ended_in_foreign && self.stack.foreign() > 1,
                FOREIGN_CONTENT,
            ),
        };
        let is_ended = is_only_ended && self.obstacles & obstacle == 0 && self.stack.pop_common();
        if is_ended {
            self.around_fresh = None;
        }
        is_ended
    }

    /// Whether an end tag "in body" ends nothing, as no element has its name.
    pub(super) fn ends_nothing(&mut self, tag: &TagToken<'_>) -> bool {
        let common = self.rules.common(tag.known);
        self.obstacles & HTML_CONTENT == 0
            && common.is_only_one_ended
            && (common.is_only_ended_in_foreign || !self.is_foreign())
            && (!self.stack.is_partial || self.stack.boundary(Boundary::Scope).is_some())
            && self.stack.has_none(tag.name, tag.known)
    }
}
