//! The stack of open elements (13.2.4.2).
//!
//! An entry knows the previous one of its kind, and the last one at which each scope ends. So whether an element is in scope is
//! answered from the last entry, however deep the stack is. A change in the middle moves what is below it.

use super::element::Element;
use super::kind::Kind;
use super::rules::SCOPES;
use crate::text::narrow;
use alloc::vec::Vec;

/// A place and one: the place of an entry in the stack, or 0 for none.
type PlaceAndOne = u32;

#[derive(Clone, Copy, Debug)]
struct Entry {
    element: Element,
    kind: Kind,
    previous: PlaceAndOne,
    /// The last entries at which the scopes end, this one included.
    ends: [PlaceAndOne; SCOPES],
}

/// The stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    entries: Vec<Entry>,
    /// The last entry of each kind.
    last: Vec<PlaceAndOne>,
}

impl Stack {
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline(always)]
    pub(super) fn last(&self) -> Element {
        self.entries
            .last()
            .map_or(Element::NULL, |entry| entry.element)
    }

    #[inline]
    pub(super) fn get(&self, place: usize) -> Element {
        self.entries
            .get(place)
            .map_or(Element::NULL, |entry| entry.element)
    }

    /// The entry of which the place and one is given.
    #[inline]
    pub(super) fn get_below(&self, place_and_one: usize) -> Element {
        place_and_one
            .checked_sub(1)
            .map_or(Element::NULL, |place| self.get(place))
    }

    /// The place and one of the last entry of a kind; 0 for none.
    #[inline(always)]
    pub(super) fn last_of(&self, kind: Kind) -> usize {
        self.last
            .get(kind as usize)
            .map_or(0, |place| *place as usize)
    }

    /// The place and one of the last entry at which a scope ends.
    #[inline(always)]
    pub(super) fn end_of(&self, scope: usize) -> usize {
        self.entries
            .last()
            .map_or(0, |entry| entry.ends[scope] as usize)
    }

    /// Pushes an element; `ends` has a bit for each scope that ends at its kind.
    #[inline]
    pub(super) fn push(&mut self, element: Element, kind: Kind, ends: u8) {
        let place = narrow::count(self.entries.len() + 1);
        let mut of_scopes = self.entries.last().map_or([0; SCOPES], |entry| entry.ends);
        if ends != 0 {
            for (scope, end) in of_scopes.iter_mut().enumerate() {
                if ends >> scope & 1 != 0 {
                    *end = place;
                }
            }
        }
        let kind_at = kind as usize;
        if kind_at >= self.last.len() {
            self.last.resize(kind_at + 1, 0);
        }
        let previous = core::mem::replace(&mut self.last[kind_at], place);
        self.entries.push(Entry {
            element,
            kind,
            previous,
            ends: of_scopes,
        });
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Element> {
        let entry = self.entries.pop()?;
        self.last[entry.kind as usize] = entry.previous;
        Some(entry.element)
    }
}
