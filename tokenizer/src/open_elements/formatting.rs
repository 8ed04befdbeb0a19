//! The list of active formatting elements, and the adoption agency algorithm.

use super::OpenElements;
use super::ambiguity::AmbiguityKind;
use super::stack::{Element, Integration, Lookup, Name, Scope};
use super::tag::TagToken;
use crate::Namespace;
use crate::generated::ElementName;
use alloc::vec::Vec;

/// The most entries of the list. Three elements that are the same are the most of their kind, so that few documents have
/// as many.
const MOST_ENTRIES: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Marker,
    Element(FormattingElement),
}

/// A formatting element, which tree construction may open again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormattingElement {
    name: ElementName,
    /// The number of the element in the stack.
    id: u32,
    /// A hash of the attributes: of elements that are the same, the list keeps three.
    attributes: u64,
}

/// The list, the last entry last.
#[derive(Clone, Debug, Default)]
pub(super) struct ActiveFormatting(Vec<Entry>);

impl ActiveFormatting {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn push_marker(&mut self) {
        self.0.push(Entry::Marker);
    }

    pub(super) fn clear_to_last_marker(&mut self) {
        while !matches!(self.0.pop(), Some(Entry::Marker) | None) {}
    }

    fn has_marker(&self) -> bool {
        self.0.contains(&Entry::Marker)
    }

    /// The elements after the last marker with their places, the last first.
    fn after_marker(&self) -> impl Iterator<Item = (usize, FormattingElement)> {
        let entries = self.0.iter().enumerate().rev();
        entries.map_while(|(at, entry)| match entry {
            Entry::Element(element) => Some((at, *element)),
            Entry::Marker => None,
        })
    }

    /// The last element with this name after the last marker.
    fn find(&self, name: ElementName) -> Option<FormattingElement> {
        let mut all = self.after_marker();
        all.find_map(|(_, element)| (element.name == name).then_some(element))
    }

    fn place_of(&self, id: u32) -> Option<usize> {
        let is_it = |entry: &Entry| matches!(entry, Entry::Element(element) if element.id == id);
        self.0.iter().rposition(is_it)
    }

    /// Adds an element. Of the same elements since the last marker, the earliest of three is dropped.
    fn push(&mut self, element: FormattingElement) {
        let same = self.after_marker().filter(|(_, other)| {
            (other.name, other.attributes) == (element.name, element.attributes)
        });
        let earliest = same.take(3).nth(2);
        if let Some((earliest, _)) = earliest {
            self.0.remove(earliest);
        }
        self.0.push(Entry::Element(element));
    }
}

impl OpenElements {
    /// Opens a formatting element.
    pub(super) fn push_formatting(&mut self, tag: TagToken<'_>, name: ElementName) {
        let Some(id) = self.push_html(tag) else {
            return;
        };
        if self.formatting.0.len() >= MOST_ENTRIES {
            self.ambiguity = Some(AmbiguityKind::TooManyElements);
            return;
        }
        self.formatting.push(FormattingElement {
            name,
            id,
            attributes: tag.hash_of_attributes(),
        });
    }

    /// Whether text or a start tag opens formatting elements again.
    pub(super) fn has_formatting_to_reconstruct(&self) -> bool {
        match self.formatting.0.last() {
            Some(Entry::Element(element)) => self.stack.place_of(element.id).is_none(),
            _ => false,
        }
    }

    /// Reconstructs the active formatting elements.
    pub(super) fn reconstruct_formatting(&mut self) {
        let is_closed = |entry: &&Entry| match entry {
            Entry::Element(element) => self.stack.place_of(element.id).is_none(),
            Entry::Marker => false,
        };
        let closed = self.formatting.0.iter().rev().take_while(is_closed).count();
        for at in self.formatting.0.len() - closed..self.formatting.0.len() {
            let Entry::Element(mut element) = self.formatting.0[at] else {
                continue;
            };
            if self.stack.is_full("") {
                self.ambiguity = Some(AmbiguityKind::TooManyElements);
                return;
            }
            element.id = self.new_id();
            self.stack.push(html_element(element));
            self.formatting.0[at] = Entry::Element(element);
        }
    }

    /// A start tag `a` ends the `a` before it.
    pub(super) fn end_earlier_link(&mut self, tag: TagToken<'_>) {
        let Some(earlier) = self.formatting.find(ElementName::A) else {
            return;
        };
        self.run_adoption_agency(tag, ElementName::A);
        if let Some(at) = self.formatting.place_of(earlier.id) {
            self.formatting.0.remove(at);
        }
        if let Some(at) = self.stack.place_of(earlier.id) {
            self.stack.remove(at);
        }
    }

    /// The adoption agency algorithm for a tag with the name of a formatting element. It moves elements in the stack as it
    /// does with a tree.
    pub(super) fn run_adoption_agency(&mut self, tag: TagToken<'_>, name: ElementName) {
        let current = self.stack.top().filter(|element| element.is(name));
        if current.is_some_and(|element| self.formatting.place_of(element.id).is_none()) {
            self.stack.pop();
            return;
        }
        for _ in 0..8 {
            let Some(element) = self.formatting.find(name) else {
                return self.end_unlisted_formatting(tag, name);
            };
            let Some(at) = self.stack.place_of(element.id) else {
                self.remove_formatting(element.id);
                return;
            };
            let is_it = |other: &Element| other.id == element.id;
            if self.stack.find_in(Scope::Default, self.rules, is_it) != Lookup::At(at) {
                return;
            }
            let above = &self.stack.elements()[at + 1..];
            match above.iter().position(|other| other.is_special(self.rules)) {
                None => {
                    self.stack.truncate(at);
                    self.remove_formatting(element.id);
                    return;
                }
                Some(block) => self.adopt(element, at, at + 1 + block),
            }
        }
    }

    /// An end tag of a formatting element that is not in the list.
    fn end_unlisted_formatting(&mut self, tag: TagToken<'_>, name: ElementName) {
        // The unknown part of the list may have it, and then an element in the known part of the stack stays open.
        if self.stack.is_partial && !self.formatting.has_marker() && self.stack.find(name).is_some()
        {
            self.ambiguity = Some(AmbiguityKind::FormattingInForeignContent);
        }
        self.any_other_end_tag(tag);
    }

    fn remove_formatting(&mut self, id: u32) {
        if let Some(at) = self.formatting.place_of(id) {
            self.formatting.0.remove(at);
        }
    }

    /// One round of the algorithm, for a formatting element at `at` and a furthest block at `block` of the stack.
    fn adopt(&mut self, formatting_element: FormattingElement, at: usize, mut block: usize) {
        // The element in the list before the bookmark; `None` while that is the formatting element.
        let mut bookmark_after = None;
        let mut node = block;
        let mut count = 0;
        loop {
            count += 1;
            node -= 1;
            if node == at {
                break;
            }
            let id = self.stack.elements()[node].id;
            let mut entry = self.formatting.place_of(id);
            if let Some(place) = entry.filter(|_| count > 3) {
                self.formatting.0.remove(place);
                entry = None;
            }
            let Some(place) = entry else {
                self.stack.remove(node);
                block -= 1;
                continue;
            };
            let Entry::Element(mut element) = self.formatting.0[place] else {
                continue;
            };
            element.id = self.new_id();
            self.stack.replace(node, html_element(element));
            self.formatting.0[place] = Entry::Element(element);
            if bookmark_after.is_none() {
                bookmark_after = Some(element.id);
            }
        }
        let mut new = formatting_element;
        new.id = self.new_id();
        let old = self.formatting.place_of(formatting_element.id);
        match bookmark_after.and_then(|id| self.formatting.place_of(id)) {
            Some(place) => {
                self.formatting.0.insert(place + 1, Entry::Element(new));
                if let Some(old) = old {
                    self.formatting.0.remove(old + usize::from(old > place));
                }
            }
            None => {
                if let Some(old) = old {
                    self.formatting.0[old] = Entry::Element(new);
                }
            }
        }
        self.stack.remove(at);
        self.stack.insert(block, html_element(new));
    }
}

fn html_element(element: FormattingElement) -> Element {
    Element {
        name: Name::Known(element.name),
        namespace: Namespace::Html,
        integration: Integration::None,
        id: element.id,
    }
}
