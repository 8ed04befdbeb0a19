//! The most common tags, whose rules take few steps. What is done here is what the rules of the insertion modes do.

use super::OpenElements;
use super::mode::Mode;
use super::names::{KeyedName, Name};
use super::node::Boundary;
use super::tag::TagToken;
use crate::Namespace;
use crate::generated::{Category, ElementName as N};

/// What the start tag of an element does "in body", if that is simple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommonStart {
    Other,
    /// It opens an element, in formatting elements.
    Formatted,
    /// It ends a paragraph and opens an element.
    Block,
}

/// What is common of the tags of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    pub(super) start: CommonStart,
    /// Whether its end tag "in body" only ends it, if it is the current node.
    pub(super) is_only_ended: bool,
}

impl Common {
    /// For an element in these categories, as bits, whose start tag may switch to a text mode.
    pub(super) const fn of(name: N, categories: u64, has_text_mode: bool) -> Self {
        const fn bit(category: Category) -> u64 {
            1 << category as u32
        }
        let named = matches!(
            name,
            N::A | N::Body
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
        let special_start = bit(Category::Formatting)
            | bit(Category::MarkerStartTags)
            | bit(Category::ForeignElements)
            | bit(Category::IgnoredStartTags)
            | bit(Category::FormattedVoidStartTags)
            | bit(Category::VoidStartTags)
            | bit(Category::HeadStartTags)
            | bit(Category::FramesetNotOkStartTags)
            | bit(Category::Headings);
        let start = if named || has_text_mode || categories & special_start != 0 {
            CommonStart::Other
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
        let special_end = bit(Category::Formatting)
            | bit(Category::MarkerStartTags)
            | bit(Category::ForeignElements)
            | bit(Category::BreakOutEndTags);
        let is_paragraph = matches!(name, N::P);
        Common {
            start,
            is_only_ended: is_paragraph || !has_other_end && categories & special_end == 0,
        }
    }
}

impl OpenElements {
    /// A start tag "in body" that is common; returns whether it is.
    #[inline]
    pub(super) fn start_common(&mut self, tag: &TagToken<'_>) -> bool {
        let start = match tag.known {
            Some(name) => self.rules.common(name).start,
            None => CommonStart::Formatted,
        };
        match start {
            CommonStart::Other => return false,
            CommonStart::Formatted => self.reconstruct_formatting(),
            CommonStart::Block => {
                self.end_if_in(Boundary::ButtonScope, N::P);
            }
        }
        self.push_html(tag);
        true
    }

    /// An end tag with this name, if it only ends the current node; returns whether it does.
    #[inline]
    pub(super) fn end_common(&mut self, name: KeyedName<'_>) -> bool {
        let Some(top) = self.stack.top() else {
            return false;
        };
        let in_body = matches!(self.mode, Mode::InBody | Mode::InCell | Mode::InCaption);
        let is_only_ended = match (top.namespace, top.name) {
            (Namespace::Html, Name::Known(known)) => {
                in_body
                    && (self.rules.common(known).is_only_ended
                        || self.is(known, Category::Formatting))
            }
            (Namespace::Html, Name::Other(_)) => in_body,
            (_, Name::Known(known)) => !self.is(known, Category::BreakOutEndTags),
            (_, Name::Other(_)) => true,
        };
        if !is_only_ended || !self.stack.top_has_name(name) {
            return false;
        }
        self.stack.pop_common()
    }
}
