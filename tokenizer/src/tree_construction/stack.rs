//! The stack of open elements (13.2.4.2).
//!
//! An entry knows the previous one of its kind, and the last one at which each scope ends, or a walk stops. So whether an element is in
//! scope is answered from the last entry, however deep the stack is. A change in the middle moves what is below it.

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
    /// The last entries at which the scopes end, this one included; at last, the last entry in the HTML namespace.
    ends: [PlaceAndOne; SCOPES + 1],
}

/// The stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    entries: Vec<Entry>,
    kinds: Vec<OfKind>,
}

/// What is known of a kind.
#[derive(Clone, Copy, Debug, Default)]
struct OfKind {
    /// The last entry.
    last: PlaceAndOne,
    /// The scopes that end at it, a bit for each.
    ends: u16,
    is_known: bool,
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
        self.kinds
            .get(kind as usize)
            .map_or(0, |of| of.last as usize)
    }

    /// The place and one of the last entry at which a scope ends.
    #[inline(always)]
    pub(super) fn end_of(&self, scope: usize) -> usize {
        self.entries
            .last()
            .map_or(0, |entry| entry.ends[scope] as usize)
    }

    /// The place and one of the nearest entry from a place up at which a scope ends.
    #[inline]
    pub(super) fn end_from(&self, place: usize, scope: usize) -> usize {
        self.entries
            .get(place)
            .map_or(0, |entry| entry.ends[scope] as usize)
    }

    /// The place and one of the nearest entry of a kind from a place up.
    #[inline]
    pub(super) fn nearest_of(&self, kind: Kind, place: usize) -> usize {
        let mut nearest = self.last_of(kind);
        while nearest > place + 1 {
            nearest = self.entries[nearest - 1].previous as usize;
        }
        nearest
    }

    /// Pushes an element; `ends` gives a bit for each scope that ends at its kind.
    #[inline]
    pub(super) fn push(&mut self, element: Element, kind: Kind, ends: impl FnOnce() -> u16) {
        let place = narrow::count(self.entries.len() + 1);
        let kind_at = kind as usize;
        if kind_at >= self.kinds.len() {
            self.kinds.resize(kind_at + 1, OfKind::default());
        }
        let of = &mut self.kinds[kind_at];
        if !of.is_known {
            *of = OfKind {
                ends: ends(),
                is_known: true,
                ..*of
            };
        }
        let previous = core::mem::replace(&mut of.last, place);
        let mut of_scopes = self
            .entries
            .last()
            .map_or([0; SCOPES + 1], |entry| entry.ends);
        let mut rest = of.ends;
        while rest != 0 {
            of_scopes[rest.trailing_zeros() as usize & SCOPES] = place;
            rest &= rest - 1;
        }
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
        self.kinds[entry.kind as usize].last = entry.previous;
        Some(entry.element)
    }
}
