//! The most common tags, whose rules take few steps. What is done here is what the rules of the insertion modes do.
//!
//! Such a tag opens or ends one element. It changes nothing else that [`OpenElements::settle`] reads, so the machine
//! need not learn again what it has to follow. The price is that these rules exist twice, here and in those of the
//! modes.

use super::names::{KeyedName, Name};
use super::node::{Boundary, Element, Integration};
use super::tag::TagToken;
use super::{OpenElements, Situation};
use crate::Namespace;
use crate::generated::{Category, ElementName as N};

/// What the start tag of an element does "in body", if that is simple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommonStart {
    Other,
    /// It opens an element, in formatting elements.
    Formatted,
    /// It opens a formatting element.
    Formatting,
    /// It ends a paragraph and opens an element.
    Block,
}

/// What is common of the tags of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    start: CommonStart,
    /// Whether its end tag "in body" only ends it, if it is the current node.
    is_only_ended: bool,
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
    pub(super) const OTHER: Self = Common::of(N::Em, 0, false);

    /// For an element in these categories, as bits, whose start tag has rules beside those of the categories.
    pub(super) const fn of(name: N, categories: u64, has_other_rules: bool) -> Self {
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
                | N::Dd
                | N::Dt
                | N::Form
                | N::Frameset
                | N::Head
                | N::Hr
                | N::Html
                | N::Input
                | N::Li
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
            | bit(Category::FormattedVoidStartTags)
            | bit(Category::VoidStartTags)
            | bit(Category::HeadStartTags)
            | bit(Category::FramesetNotOkStartTags)
            | bit(Category::Headings);
        let start = if named || has_other_rules || categories & special_start != 0 {
            CommonStart::Other
        } else if categories & bit(Category::Formatting) != 0 {
            CommonStart::Formatting
        } else if categories & bit(Category::ParagraphEndingStartTags) != 0 {
            CommonStart::Block
        } else {
            CommonStart::Formatted
        };
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
        Common {
            start,
            is_only_ended,
            is_only_one_ended: is_only_ended && categories & ends_others == 0,
            in_svg,
            in_mathml,
            is_only_ended_in_foreign: categories & bit(Category::BreakOutEndTags) == 0,
        }
    }
}

impl OpenElements {
    /// A start tag that is common; returns whether it is.
    #[inline(always)]
    pub(super) fn start_common(&mut self, tag: &TagToken<'_>) -> bool {
        if self.situation == Situation::Other || self.stack.len() >= self.most_common {
            return false;
        }
        let Some(top) = self.stack.top() else {
            return false;
        };
        let common = self.rules.common(tag.known);
        let (namespace, integration) = match (top.namespace, top.integration) {
            (Namespace::Html, _) | (_, Integration::Html) => {
                let is_ready = match common.start {
                    _ if self.situation != Situation::InBody => false,
                    CommonStart::Other => false,
                    CommonStart::Block => !self.has_in(Boundary::ButtonScope, N::P),
                    _ => !self.has_formatting_to_reconstruct(),
                };
                match tag.known {
                    _ if !is_ready => return false,
                    Some(name) if common.start == CommonStart::Formatting => {
                        return self.start_common_formatting(tag, name);
                    }
                    _ => (Namespace::Html, Integration::None),
                }
            }
            (namespace, Integration::None) => {
                let integration = match namespace {
                    Namespace::Svg => common.in_svg,
                    _ => common.in_mathml,
                };
                match integration {
                    None => return false,
                    Some(_) if tag.is_self_closing() => return true,
                    Some(integration) => (namespace, integration),
                }
            }
            _ => return false,
        };
        let Some(name) = tag.known else {
            return self.push_tag(tag, namespace, integration).is_some();
        };
        let element = Element {
            name: Name::known(name),
            namespace,
            integration,
        };
        let boundaries = element.boundaries(self.rules);
        self.stack.push(element, name.key(), boundaries);
        true
    }

    #[inline(never)]
    fn start_common_formatting(&mut self, tag: &TagToken<'_>, name: N) -> bool {
        let formatting = &self.stack.formatting;
        if formatting.is_full() || name == N::A && formatting.find(name).is_some() {
            return false;
        }
        self.push_formatting(tag, name);
        true
    }

    /// An end tag that only ends the current node; returns whether it is one.
    #[inline(always)]
    pub(super) fn end_common(&mut self, name: KeyedName<'_>) -> bool {
        let Some(top) = self.stack.top() else {
            return false;
        };
        if self.situation == Situation::Other || !self.stack.top_has_name(name) {
            return false;
        }
        let common = self.rules.common(top.name.element());
        let is_only_ended = match top.namespace {
            Namespace::Html => common.is_only_ended && self.situation == Situation::InBody,
            // What ends the last of them may end foreign content.
            _ => common.is_only_ended_in_foreign && self.stack.foreign() > 1,
        };
        is_only_ended && self.stack.pop_common()
    }

    /// Whether an end tag "in body" ends nothing, as no element has its name.
    pub(super) fn ends_nothing(&mut self, tag: &TagToken<'_>) -> bool {
        let common = self.rules.common(tag.known);
        self.situation == Situation::InBody
            && common.is_only_one_ended
            && (common.is_only_ended_in_foreign || !self.is_foreign())
            && (!self.stack.is_partial || self.stack.boundary(Boundary::Scope).is_some())
            && self.stack.has_none(tag.name, tag.known)
    }
}
