//! The stack of open elements (13.2.4.2).
//!
//! An entry knows the previous one of its kind, and for each scope there is a list of the entries at which it ends, or a walk stops. So
//! whether an element is in scope is answered from the last entries, however deep the stack is. A change in the middle moves what
//! is below it.

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
    /// The last entry in the HTML namespace, this one included.
    html: PlaceAndOne,
}

/// The stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    entries: Vec<Entry>,
    kinds: Vec<OfKind>,
    /// The entries at which each scope ends.
    ends: [Vec<PlaceAndOne>; SCOPES],
}

/// What is known of a kind.
#[derive(Clone, Copy, Debug, Default)]
struct OfKind {
    /// The last entry.
    last: PlaceAndOne,
    /// The scopes that end at it, a bit for each.
    ends: u16,
    is_html: bool,
    is_known: bool,
}

/// What a stack asks of a kind once.
#[derive(Clone, Copy, Debug)]
pub(super) struct AboutKind {
    /// The scopes that end at it, a bit for each.
    pub(super) ends: u16,
    /// Whether its elements are in the HTML namespace.
    pub(super) is_html: bool,
}

/// The places of the bits of a word.
fn bits(mut word: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let at = (word != 0).then(|| word.trailing_zeros() as usize & (SCOPES - 1))?;
        word &= word - 1;
        Some(at)
    })
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
        self.ends[scope].last().map_or(0, |place| *place as usize)
    }

    /// The place and one of the nearest entry from a place up at which a scope ends.
    #[inline]
    pub(super) fn end_from(&self, place: usize, scope: usize) -> usize {
        let last = self.end_of(scope);
        if last <= place + 1 {
            return last;
        }
        let ends = &self.ends[scope];
        let above = ends.partition_point(|end| *end as usize <= place + 1);
        above.checked_sub(1).map_or(0, |at| ends[at] as usize)
    }

    /// The place and one of the nearest entry from a place up in the HTML namespace.
    #[inline]
    pub(super) fn html_from(&self, place: usize) -> usize {
        self.entries
            .get(place)
            .map_or(0, |entry| entry.html as usize)
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

    /// Pushes an element; `about` tells of its kind.
    #[inline]
    pub(super) fn push(&mut self, element: Element, kind: Kind, about: impl FnOnce() -> AboutKind) {
        let place = narrow::count(self.entries.len() + 1);
        let kind_at = kind as usize;
        if kind_at >= self.kinds.len() {
            self.kinds.resize(kind_at + 1, OfKind::default());
        }
        let of = &mut self.kinds[kind_at];
        if !of.is_known {
            let AboutKind { ends, is_html } = about();
            *of = OfKind {
                ends,
                is_html,
                is_known: true,
                ..*of
            };
        }
        let previous = core::mem::replace(&mut of.last, place);
        let html = match of.is_html {
            true => place,
            false => self.entries.last().map_or(0, |entry| entry.html),
        };
        for scope in bits(of.ends) {
            self.ends[scope].push(place);
        }
        self.entries.push(Entry {
            element,
            kind,
            previous,
            html,
        });
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Element> {
        let entry = self.entries.pop()?;
        let of = &mut self.kinds[entry.kind as usize];
        of.last = entry.previous;
        for scope in bits(of.ends) {
            self.ends[scope].pop();
        }
        Some(entry.element)
    }
}
