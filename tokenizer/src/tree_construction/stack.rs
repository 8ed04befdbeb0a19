//! The stack of open elements (13.2.4.2).
//!
//! An entry knows the previous one of its kind, and for each scope there is a list of the entries at which it ends, or a walk stops. So
//! whether an element is in scope is answered from the last entries, however deep the stack is. An element that leaves the middle
//! leaves a gap, so that the places of the others stay; one that is put there fills a gap nearby, because the rules do both at about
//! the same place. A run of gaps is one step for whoever walks the stack.

use super::element::Element;
use super::kind::Kind;
use super::rules::SCOPES;
use crate::registers::ShortList;
use crate::text::{narrow, steps};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A place and one: the place of an entry in the stack, or 0 for none.
type PlaceAndOne = u32;

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Null for a gap.
    element: Element,
    kind: Kind,
    /// The one before of its kind. Of the last gap of a run, the first.
    previous: PlaceAndOne,
    /// The one after of its kind, if that has this one before it. Of the first gap of a run, the last.
    next: PlaceAndOne,
}

impl Entry {
    fn is_gap(&self) -> bool {
        self.element == Element::NULL
    }
}

/// For how many entries there is room at first.
const INITIAL_CAPACITY: usize = 16;

/// Some places, in order.
type Places = ShortList<PlaceAndOne, 4>;

/// The stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    /// The entries. The last is no gap.
    entries: Vec<Entry>,
    gaps: usize,
    /// What is known of the kinds that rules mention, and of others.
    known: &'static [AboutKind],
    others: Vec<AboutKind>,
    /// The last entry of each kind.
    last: Vec<PlaceAndOne>,
    /// The entries at which each scope ends, in order.
    ends: Box<[Places; SCOPES]>,
    /// The entries in the HTML namespace that have one of another namespace below them, in order.
    before_foreign: Places,
}

/// What is known of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AboutKind {
    /// The scopes that end at it, a bit for each.
    ends: u16,
    is_html: bool,
    is_known: bool,
}

impl AboutKind {
    /// The scopes that end at it, a bit for each, and whether its elements are in the HTML namespace.
    pub(super) const fn new(ends: u16, is_html: bool) -> Self {
        AboutKind {
            ends,
            is_html,
            is_known: true,
        }
    }
}

/// The places of the bits of a word.
fn bits(mut word: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let at = (word != 0).then(|| word.trailing_zeros() as usize & (SCOPES - 1))?;
        word &= word - 1;
        Some(at)
    })
}

fn and_one(place: usize) -> PlaceAndOne {
    narrow::count(place + 1)
}

fn insert_sorted(places: &mut Places, new: PlaceAndOne) {
    if let Err(at) = places.binary_search(&new) {
        places.insert(at, new);
    }
}

fn remove_sorted(places: &mut Places, old: PlaceAndOne) {
    if let Ok(at) = places.binary_search(&old) {
        places.remove(at);
    }
}

fn replace_sorted(places: &mut [PlaceAndOne], old: PlaceAndOne, new: PlaceAndOne) {
    if let Ok(at) = places.binary_search(&old) {
        places[at] = new;
    }
}

/// The last of some places that is at most this one; 0 for none.
fn last_until(places: &[PlaceAndOne], most: usize) -> usize {
    match places.last() {
        None => 0,
        Some(last) if *last as usize <= most => *last as usize,
        Some(_) => {
            let above = places.partition_point(|place| *place as usize <= most);
            above.checked_sub(1).map_or(0, |at| places[at] as usize)
        }
    }
}

impl Stack {
    /// An empty stack; the first kinds are these.
    pub(super) fn new(known: &'static [AboutKind]) -> Self {
        Stack {
            entries: Vec::with_capacity(INITIAL_CAPACITY),
            known,
            last: alloc::vec![0; known.len()],
            ..Stack::default()
        }
    }

    /// How many elements are open.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.entries.len() - self.gaps
    }

    /// The place of the next entry; 0 if no element is open.
    #[inline(always)]
    pub(super) fn height(&self) -> usize {
        self.entries.len()
    }

    #[inline(always)]
    pub(super) fn last(&self) -> Element {
        self.entries
            .last()
            .map_or(Element::NULL, |entry| entry.element)
    }

    /// The elements, the topmost first.
    pub(super) fn elements(&self) -> impl DoubleEndedIterator<Item = (usize, Element)> + '_ {
        let places = self.entries.iter().enumerate();
        let open = places.filter(|(_, entry)| !entry.is_gap());
        open.map(|(place, entry)| (place, entry.element))
    }

    /// How many elements are above the one at a place.
    pub(super) fn number_of(&self, place: u32) -> Option<usize> {
        let place = place as usize;
        match self.gaps {
            _ if place >= self.entries.len() => None,
            0 => Some(place),
            _ => Some(self.elements().take_while(|(at, _)| *at < place).count()),
        }
    }

    /// The element that has some above it.
    #[inline]
    pub(super) fn nth(&self, number: usize) -> Element {
        match self.entries.get(number) {
            Some(entry) if self.gaps == 0 => entry.element,
            _ => self.elements().nth(number).map_or(Element::NULL, |it| it.1),
        }
    }

    /// The element of which the place and one is given; null for 0.
    #[inline]
    pub(super) fn get(&self, place_and_one: usize) -> Element {
        let place = place_and_one.checked_sub(1);
        let entry = place.and_then(|place| self.entries.get(place));
        entry.map_or(Element::NULL, |entry| entry.element)
    }

    /// The place and one of the element above a place; 0 for none.
    #[inline]
    pub(super) fn above(&self, place: usize) -> usize {
        steps::count(1);
        match place.checked_sub(1).and_then(|at| self.entries.get(at)) {
            Some(gap) if gap.is_gap() => gap.previous as usize - 1,
            Some(_) => place,
            None => 0,
        }
    }

    /// The place of the element below a place.
    fn below(&self, place: usize) -> Option<usize> {
        match self.entries.get(place + 1)? {
            gap if gap.is_gap() => Some(gap.next as usize),
            _ => Some(place + 1),
        }
    }

    /// The elements below a place, the topmost first.
    pub(super) fn all_below(&self, place: usize) -> impl Iterator<Item = Element> + '_ {
        let places = core::iter::successors(self.below(place), |place| self.below(*place));
        places.map(|place| self.entries[place].element)
    }

    /// The place and one of the last entry of a kind; 0 for none.
    #[inline(always)]
    pub(super) fn last_of(&self, kind: Kind) -> usize {
        let last = self.last.get(kind as usize);
        last.map_or(0, |place| *place as usize)
    }

    /// The place and one of the last entry at which a scope ends.
    #[inline(always)]
    pub(super) fn end_of(&self, scope: usize) -> usize {
        self.ends[scope].last().map_or(0, |place| *place as usize)
    }

    /// The place and one of the nearest entry from a place up at which a scope ends.
    #[inline]
    pub(super) fn end_from(&self, place: usize, scope: usize) -> usize {
        last_until(&self.ends[scope], place + 1)
    }

    /// The place and one of the topmost entry below the nearest one above a place that is in the HTML namespace.
    pub(super) fn first_foreign(&self, place: usize) -> usize {
        let above = self.above(place);
        let html = match above.checked_sub(1) {
            Some(above_place) if !self.is_html(above_place) => {
                last_until(&self.before_foreign, above)
            }
            _ => above,
        };
        match html.checked_sub(1) {
            Some(html) => self.below(html).map_or(0, |place| place + 1),
            None => self.elements().next().map_or(0, |(place, _)| place + 1),
        }
    }

    /// The place and one of the nearest entry of a kind from a place up.
    #[inline]
    pub(super) fn nearest_of(&self, kind: Kind, place: usize) -> usize {
        let mut nearest = self.last_of(kind);
        while nearest > place + 1 {
            steps::count(1);
            nearest = self.entries[nearest - 1].previous as usize;
        }
        nearest
    }

    fn is_html(&self, place: usize) -> bool {
        let entry = self.entries.get(place);
        entry.is_some_and(|entry| !entry.is_gap() && self.about(entry.kind).is_html)
    }

    /// Forgets all kinds from a number on. No element of them is open.
    pub(super) fn forget_kinds(&mut self, from: Kind) {
        let from = from as usize;
        self.last.truncate(from);
        self.others.truncate(from.saturating_sub(self.known.len()));
    }

    /// What is known of a kind of which an element was open.
    #[inline(always)]
    fn about(&self, kind: Kind) -> AboutKind {
        let at = kind as usize;
        match self.known.get(at) {
            Some(about) => *about,
            None => self.others[at - self.known.len()],
        }
    }

    #[inline(always)]
    fn of_kind(&mut self, kind: Kind, about: impl FnOnce() -> AboutKind) -> AboutKind {
        match self.known.get(kind as usize) {
            Some(about) => *about,
            None => self.of_other_kind(kind, about),
        }
    }

    fn of_other_kind(&mut self, kind: Kind, about: impl FnOnce() -> AboutKind) -> AboutKind {
        let at = kind as usize;
        if at >= self.last.len() {
            self.last.resize(at + 1, 0);
            let others = at + 1 - self.known.len();
            self.others.resize(others, AboutKind::default());
        }
        let of = &mut self.others[at - self.known.len()];
        if !of.is_known {
            *of = about();
        }
        *of
    }

    /// Pushes an element; `about` tells of its kind.
    #[inline]
    pub(super) fn push(&mut self, element: Element, kind: Kind, about: impl FnOnce() -> AboutKind) {
        let place = and_one(self.entries.len());
        let AboutKind { ends, is_html, .. } = self.of_kind(kind, about);
        let previous = core::mem::replace(&mut self.last[kind as usize], place);
        if let Some(previous) = (previous as usize).checked_sub(1) {
            self.entries[previous].next = place;
        }
        for scope in bits(ends) {
            self.ends[scope].push(place);
        }
        if !is_html
            && let Some(last) = self.entries.len().checked_sub(1)
            && self.is_html(last)
        {
            self.before_foreign.push(and_one(last));
        }
        self.entries.push(Entry {
            element,
            kind,
            previous,
            next: 0,
        });
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Element> {
        let entry = self.entries.pop()?;
        let of = self.about(entry.kind);
        self.last[entry.kind as usize] = entry.previous;
        for scope in bits(of.ends) {
            self.ends[scope].pop();
        }
        let is_html = of.is_html;
        if self.gaps > 0 {
            self.drop_last_gaps();
        }
        if !is_html && self.before_foreign.last() == Some(&narrow::count(self.entries.len())) {
            self.before_foreign.pop();
        }
        Some(entry.element)
    }

    #[inline(never)]
    fn drop_last_gaps(&mut self) {
        if let Some(last) = self.entries.last().filter(|last| last.is_gap()) {
            let first = last.previous as usize - 1;
            self.gaps -= self.entries.len() - first;
            self.entries.truncate(first);
        }
    }

    /// The place of the next entry of its kind.
    fn next_of(&self, place: usize) -> Option<usize> {
        let Entry { kind, next, .. } = self.entries[place];
        let next = (next as usize).checked_sub(1)?;
        let entry = self.entries.get(next)?;
        // One that has left the stack is not forgotten.
        let is_next = !entry.is_gap() && entry.kind == kind && entry.previous == and_one(place);
        is_next.then_some(next)
    }

    /// Makes an entry the one before another of its kind, or before none. Either may be none.
    fn link(&mut self, kind: Kind, previous: PlaceAndOne, next: Option<usize>) {
        let next_place = next.map_or(0, and_one);
        if let Some(previous) = (previous as usize).checked_sub(1) {
            self.entries[previous].next = next_place;
        }
        match next {
            Some(next) => self.entries[next].previous = previous,
            None => self.last[kind as usize] = previous,
        }
    }

    /// Notes whether the elements above a place and at it have one of another namespace below them.
    fn note_foreign(&mut self, place: usize) {
        for place_and_one in [self.above(place), place + 1] {
            let Some(place) = place_and_one.checked_sub(1) else {
                continue;
            };
            let is_foreign = |below| !self.is_html(below);
            match self.is_html(place) && self.below(place).is_some_and(is_foreign) {
                true => insert_sorted(&mut self.before_foreign, and_one(place)),
                false => remove_sorted(&mut self.before_foreign, and_one(place)),
            }
        }
    }

    /// Forgets an entry that is not the last of the stack.
    fn forget(&mut self, place: usize) {
        let Entry { kind, previous, .. } = self.entries[place];
        let next = self.next_of(place);
        self.link(kind, previous, next);
        for scope in bits(self.about(kind).ends) {
            remove_sorted(&mut self.ends[scope], and_one(place));
        }
    }

    /// Removes an element that is not the last.
    pub(super) fn remove(&mut self, place: usize) {
        self.forget(place);
        let is_gap = |at: Option<&Entry>| at.is_some_and(Entry::is_gap);
        let mut run = place..place + 1;
        if is_gap(place.checked_sub(1).and_then(|at| self.entries.get(at))) {
            run.start = self.entries[place - 1].previous as usize - 1;
        }
        if is_gap(self.entries.get(place + 1)) {
            run.end = self.entries[place + 1].next as usize;
        }
        self.gaps += 1;
        self.set_gaps(place..place + 1);
        self.set_gaps(run.clone());
        remove_sorted(&mut self.before_foreign, and_one(place));
        self.note_foreign(run.start);
    }

    /// Makes the first and the last entry of a run gaps that know the run.
    fn set_gaps(&mut self, run: core::ops::Range<usize>) {
        let gap = Entry {
            element: Element::NULL,
            kind: Kind::MAX,
            previous: and_one(run.start),
            next: narrow::count(run.end),
        };
        if let Some(last) = run.end.checked_sub(1).filter(|last| *last >= run.start) {
            self.entries[run.start] = gap;
            self.entries[last] = gap;
        }
    }

    /// Puts an element at a place whose entry was forgotten, or for which room was made.
    pub(super) fn put(
        &mut self,
        place: usize,
        element: Element,
        kind: Kind,
        about: impl FnOnce() -> AboutKind,
    ) {
        let AboutKind { ends, .. } = self.of_kind(kind, about);
        let mut previous = self.last[kind as usize];
        let mut next = None;
        while previous > and_one(place) {
            next = (previous as usize).checked_sub(1);
            previous = self.entries[previous as usize - 1].previous;
        }
        self.entries[place] = Entry {
            element,
            kind,
            previous,
            next: 0,
        };
        self.link(kind, previous, Some(place));
        self.link(kind, and_one(place), next);
        for scope in bits(ends) {
            insert_sorted(&mut self.ends[scope], and_one(place));
        }
        self.note_foreign(place);
    }

    /// Replaces an element that is not the last.
    pub(super) fn replace(
        &mut self,
        place: usize,
        element: Element,
        kind: Kind,
        about: impl FnOnce() -> AboutKind,
    ) {
        if self.entries[place].kind == kind {
            self.entries[place].element = element;
            return;
        }
        self.forget(place);
        self.put(place, element, kind, about);
    }

    /// Makes room below the element at a place, which is not the last. `moved` is told of the elements that get another place. Returns
    /// the place at which one has to be put.
    pub(super) fn make_room(
        &mut self,
        above: usize,
        mut moved: impl FnMut(Element, usize),
    ) -> usize {
        if let Some(gap) = self.entries.get(above + 1).filter(|it| it.is_gap()) {
            self.gaps -= 1;
            self.set_gaps(above + 2..gap.next as usize);
            return above + 1;
        }
        // The one that has just left is a few places above, if there is any.
        let most = (self.entries.len() - above).min(above);
        let mut nearest = (above - most..above).rev();
        if self.gaps > 0
            && let Some(gap) = nearest.find(|place| self.entries[*place].is_gap())
        {
            self.gaps -= 1;
            let first = self.entries[gap].previous as usize - 1;
            self.set_gaps(first..gap);
            for place in gap + 1..=above {
                self.shift(place, place - 1, &mut moved);
            }
            return above;
        }
        let next_gap = (above + 1..self.entries.len()).find(|place| self.entries[*place].is_gap());
        let free = match next_gap {
            Some(gap) => {
                self.gaps -= 1;
                self.set_gaps(gap + 1..self.entries[gap].next as usize);
                gap
            }
            None => {
                self.entries.extend(self.entries.last().copied());
                self.entries.len() - 1
            }
        };
        for place in (above + 1..free).rev() {
            self.shift(place, place + 1, &mut moved);
        }
        above + 1
    }

    /// Moves an entry by one place.
    fn shift(&mut self, from: usize, to: usize, moved: &mut impl FnMut(Element, usize)) {
        let entry = self.entries[from];
        let next = self.next_of(from);
        self.entries[to] = entry;
        self.link(entry.kind, entry.previous, Some(to));
        self.link(entry.kind, and_one(to), next);
        let (old, new) = (and_one(from), and_one(to));
        for scope in bits(self.about(entry.kind).ends) {
            replace_sorted(&mut self.ends[scope], old, new);
        }
        replace_sorted(&mut self.before_foreign, old, new);
        moved(entry.element, to);
    }
}

#[cfg(test)]
mod tests;
