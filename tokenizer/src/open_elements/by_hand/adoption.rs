//! The adoption agency algorithm, and the start tags of formatting elements.

use super::AmbiguityKind;
use super::OpenElements;
use super::formatting::FormattingElement;
use super::node::Boundary;
use super::tag::TagToken;
use crate::generated::ElementName;

impl OpenElements {
    /// Opens a formatting element.
    pub(super) fn push_formatting(&mut self, tag: &TagToken<'_>, name: ElementName) {
        if self.stack.is_full() {
            return self.is_ambiguous(AmbiguityKind::TooManyElements);
        }
        if self.stack.formatting.is_full() {
            self.is_ambiguous(AmbiguityKind::TooManyElements);
            self.push_html(tag);
            return;
        }
        self.stack.push_formatting(FormattingElement {
            name,
            // An `a` ends the one before it, so that there are never three.
            attributes: match name {
                ElementName::A => 0,
                _ => tag.hash_of_attributes(),
            },
        });
    }

    /// Whether text or a start tag opens formatting elements again.
    pub(super) fn has_formatting_to_reconstruct(&self) -> bool {
        self.stack.formatting.is_closed()
    }

    /// Reconstructs the active formatting elements.
    #[inline]
    pub(super) fn reconstruct_formatting(&mut self) {
        if self.has_formatting_to_reconstruct() && self.stack.reconstruct_formatting() {
            self.is_ambiguous(AmbiguityKind::TooManyElements);
        }
    }

    /// A start tag `a` ends the `a` before it.
    pub(super) fn end_earlier_link(&mut self, tag: &TagToken<'_>) {
        let Some(earlier) = self.stack.formatting.find(ElementName::A) else {
            return;
        };
        let id = self.stack.formatting.id(earlier);
        self.run_adoption_agency(tag, ElementName::A);
        if self.stack.formatting.has(earlier, id) {
            if self.stack.formatting.is_open(earlier) {
                self.stack.remove_listed(earlier);
            }
            self.stack.remove_from_list(earlier);
        }
    }

    /// The adoption agency algorithm for a tag with the name of a formatting element. It moves elements in the stack as it
    /// does with a tree.
    pub(super) fn run_adoption_agency(&mut self, tag: &TagToken<'_>, name: ElementName) {
        if self.stack.top_is_unlisted(name) {
            self.stack.pop();
            return;
        }
        for _ in 0..8 {
            let Some(place) = self.stack.formatting.find(name) else {
                return self.end_unlisted_formatting(tag, name);
            };
            if !self.stack.formatting.is_open(place) {
                self.stack.remove_from_list(place);
                return;
            }
            if !self.stack.is_listed_in(Boundary::Scope, place) {
                return;
            }
            match self.stack.furthest_block(place) {
                None => {
                    self.stack.pop_listed(place);
                    self.stack.remove_from_list(place);
                    return;
                }
                Some(block) => self.stack.adopt(place, block),
            }
        }
    }

    /// An end tag of a formatting element that is not in the list.
    fn end_unlisted_formatting(&mut self, tag: &TagToken<'_>, name: ElementName) {
        // The unknown part of the list may have it, and then an element in the known part of the stack stays open.
        if self.stack.is_partial && !self.stack.formatting.has_marker() && self.stack.has(name) {
            self.is_ambiguous(AmbiguityKind::FormattingElement);
        }
        self.any_other_end_tag(tag);
    }
}
