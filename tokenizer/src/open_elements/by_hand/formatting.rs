//! The list of active formatting elements.
//!
//! A page can make the list long and ask for it at every tag, so no search walks it: an entry keeps its place, and
//! sets of places, a bit each, answer which entries have a name, are open, or come after the last marker. Places
//! without an entry are closed up when they run out or are the majority. In return the list has a bound that the
//! standard does not have; a document that exceeds it is ambiguous.

use super::places::{PLACES, Places};
use super::rules::ElementRules;
use crate::generated::ElementName;
use crate::text::narrow;
use crate::text::steps;
use alloc::vec::Vec;
use core::ops::Range;

/// The most entries of the list without markers. Three elements that are the same are the most of their kind, so that few
/// documents have as many.
const MOST_ENTRIES: usize = PLACES / 2;

/// A formatting element, which tree construction may open again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormattingElement {
    pub(super) name: ElementName,
    /// A hash of the attributes: of elements that are the same, the list keeps three.
    pub(super) attributes: u64,
}

impl FormattingElement {
    /// Most elements that are not the same differ in this. It is not zero.
    fn kind(&self) -> u32 {
        let hash = self.attributes ^ (self.name as u64) << 24;
        narrow::low_word(hash ^ hash >> 32) | 1
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    element: FormattingElement,
    /// Tells this entry from others that have its place before or after.
    id: u32,
}

const KIND_HASHES: usize = 256;

fn kind_hash(kind: u32) -> usize {
    (kind >> 1) as usize % KIND_HASHES
}

/// Markers between two entries.
#[derive(Clone, Copy, Debug)]
struct Markers {
    /// The first place behind them.
    place: u16,
    count: u32,
}

/// The list. An entry keeps its place until places run out; places without an entry are left out.
///
/// Between two markers, the entries that are open come before those that are not.
#[derive(Clone, Debug, Default)]
pub(super) struct ActiveFormatting {
    entries: Vec<Entry>,
    /// The kind of each entry; zero where there is none.
    kinds: Vec<u32>,
    /// How many entries have each hash of a kind.
    by_kind: Vec<u16>,
    /// The node of each entry that is open.
    nodes: Vec<u16>,
    last_id: u32,
    /// How many entries there are.
    len: usize,
    present: Places,
    open: Places,
    by_name: Vec<(ElementName, Places)>,
    /// A bit for each of these names; others may share it.
    names: u64,
    markers: Vec<Markers>,
    /// The entries that were closed last, until an entry is removed.
    closed: Closed,
}

/// Entries that were one node: the range of their places, and how many there are.
#[derive(Clone, Copy, Debug, Default)]
struct Closed {
    start: usize,
    end: usize,
    count: usize,
    node: u16,
}

impl ActiveFormatting {
    /// The first place behind the last marker.
    fn after_marker(&self) -> usize {
        self.markers.last().map_or(0, |it| usize::from(it.place))
    }

    /// The places behind the last marker.
    fn current(&self) -> Range<usize> {
        self.after_marker()..self.entries.len()
    }

    pub(super) fn has_marker(&self) -> bool {
        !self.markers.is_empty()
    }

    /// The names of the entries, as bits; all if there may not be room for others.
    pub(super) fn names(&self, rules: &ElementRules) -> u16 {
        let others = self.by_name.iter().filter(|(_, places)| !places.is_empty());
        match self.len {
            0 => 0,
            _ if self.len + u16::BITS as usize > MOST_ENTRIES => u16::MAX,
            _ => others.fold(0, |all, (name, _)| all | rules.formatting(*name)),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.len >= MOST_ENTRIES
    }

    /// Whether the places without an entry have to go: there is no other place, or they are most.
    pub(super) fn has_no_place(&self) -> bool {
        self.entries.len() >= PLACES.min(2 * self.len + 32)
    }

    #[inline]
    fn named(&self, name: ElementName) -> Option<&Places> {
        let mut names = self.by_name.iter();
        if self.names >> (name as u32 % u64::BITS) & 1 == 0 {
            return None;
        }
        names.find_map(|(other, places)| (*other == name).then_some(places))
    }

    #[inline]
    fn named_mut(&mut self, name: ElementName) -> &mut Places {
        let at = self.by_name.iter().position(|(other, _)| *other == name);
        let at = at.unwrap_or_else(|| {
            self.by_name.push((name, Places::default()));
            self.names |= 1 << (name as u32 % u64::BITS);
            self.by_name.len() - 1
        });
        &mut self.by_name[at].1
    }

    /// The last entry with this name behind the last marker.
    pub(super) fn find(&self, name: ElementName) -> Option<usize> {
        self.named(name)?.last_in(self.current())
    }

    /// The last entry with this name that is open.
    pub(super) fn last_open(&self, name: ElementName) -> Option<usize> {
        let places = self.named(name)?;
        places.last_of_both(&self.open, 0..self.entries.len())
    }

    pub(super) fn last_open_after_marker(&self) -> Option<usize> {
        self.open.last_in(self.current())
    }

    /// Whether this is the last place, and behind the last marker.
    pub(super) fn is_last(&self, place: u16) -> bool {
        let place = usize::from(place);
        place + 1 == self.entries.len() && place >= self.after_marker()
    }

    pub(super) fn is_open(&self, place: usize) -> bool {
        self.open.has(place)
    }

    pub(super) fn name_of(&self, place: usize) -> ElementName {
        self.entries[place].element.name
    }

    /// The node of an entry that is open.
    pub(super) fn node(&self, place: usize) -> u16 {
        self.nodes[place]
    }

    /// What tells an entry from others that have its place before or after.
    pub(super) fn id(&self, place: usize) -> u32 {
        self.entries[place].id
    }

    /// Whether the entry with this number is still at its place.
    pub(super) fn has(&self, place: usize, id: u32) -> bool {
        self.present.has(place) && self.entries[place].id == id
    }

    /// Another element takes the place of an entry.
    pub(super) fn renew(&mut self, place: usize) {
        self.last_id = self.last_id.wrapping_add(1);
        self.entries[place].id = self.last_id;
    }

    /// The earliest of the last three elements behind the last marker that are the same as a new one.
    pub(super) fn earliest_of_three(&self, new: &FormattingElement) -> Option<usize> {
        let kind = new.kind();
        let count = self.by_kind.get(kind_hash(kind)).copied();
        if count.unwrap_or_default() < 3 {
            return None;
        }
        let current = self.current();
        steps::count(current.len() / 16);
        let kinds = &self.kinds[current.clone()];
        if kinds.iter().filter(|it| **it == kind).count() < 3 {
            return None;
        }
        let same = current.filter(|at| self.present.has(*at) && self.entries[*at].element == *new);
        same.rev().nth(2)
    }

    /// Adds an entry, which is not open.
    pub(super) fn add(&mut self, new: FormattingElement) -> usize {
        let place = self.entries.len();
        self.last_id = self.last_id.wrapping_add(1);
        self.entries.push(Entry {
            element: new,
            id: self.last_id,
        });
        let kind = new.kind();
        self.kinds.push(kind);
        if self.by_kind.is_empty() {
            self.by_kind.resize(KIND_HASHES, 0);
        }
        self.by_kind[kind_hash(kind)] += 1;
        self.nodes.push(0);
        self.len += 1;
        self.present.insert(place);
        self.named_mut(new.name).insert(place);
        place
    }

    /// Removes an entry, which is not open.
    #[inline]
    pub(super) fn remove(&mut self, place: usize) {
        self.forget(place);
        self.forget_last();
    }

    /// Removes entries, which are not open.
    pub(super) fn remove_range(&mut self, places: Range<usize>) {
        steps::count(places.len() / 16);
        for place in places {
            if self.present.has(place) {
                self.forget(place);
            }
        }
        self.forget_last();
    }

    #[inline(always)]
    fn forget(&mut self, place: usize) {
        let name = self.entries[place].element.name;
        self.len -= 1;
        self.present.remove(place);
        self.named_mut(name).remove(place);
        let kind = core::mem::take(&mut self.kinds[place]);
        self.by_kind[kind_hash(kind)] -= 1;
        self.closed = Closed::default();
    }

    /// Forgets the places at the end that have no entry.
    fn forget_last(&mut self) {
        let current = self.current();
        let last = current.end.checked_sub(1);
        if last.is_none_or(|last| last < current.start || self.present.has(last)) {
            return;
        }
        let last = self.present.last_in(current.clone());
        let len = last.map_or(current.start, |last| last + 1);
        self.entries.truncate(len);
        self.kinds.truncate(len);
        self.nodes.truncate(len);
    }

    /// Opens an entry, as a node of its own.
    #[inline]
    pub(super) fn open_one(&mut self, place: usize, node: u16) {
        self.open.insert(place);
        self.nodes[place] = node;
    }

    /// Opens the entries in a range of places, which are closed, as parts of a node.
    pub(super) fn open(&mut self, places: Range<usize>, node: u16) {
        self.open.insert_all(&self.present, places.clone());
        let closed = self.closed;
        if (closed.start, closed.end, closed.node) != (places.start, places.end, node) {
            self.set_node(places, node);
        }
    }

    /// Entries become parts of a node.
    pub(super) fn set_node(&mut self, places: Range<usize>, node: u16) {
        steps::count(places.len() / 16);
        self.nodes[places].fill(node);
    }

    /// The `count` entries in a range of places, which are a node, are not open any more.
    #[inline]
    pub(super) fn close(&mut self, places: Range<usize>, count: usize) {
        self.open.remove_range(places.clone());
        self.closed = Closed {
            start: places.start,
            end: places.end,
            count,
            node: self.nodes[places.start],
        };
    }

    pub(super) fn count_in(&self, places: Range<usize>) -> usize {
        self.present.count_in(places)
    }

    /// The last entry in a range of places, which has one.
    pub(super) fn last_of(&self, places: Range<usize>) -> usize {
        self.present.last_in(places.clone()).unwrap_or(places.start)
    }

    /// The part of a range of places with its first `count` entries.
    pub(super) fn first_in(&self, mut places: Range<usize>, count: usize) -> Range<usize> {
        while self.count_in(places.clone()) > count {
            steps::count(1);
            places.end -= 1;
        }
        places
    }

    /// Exchanges two entries that are open, each a node of its own.
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        for (place, other) in [(a, b), (b, a)] {
            let name = self.entries[place].element.name;
            if name != self.entries[other].element.name {
                let places = self.named_mut(name);
                places.remove(place);
                places.insert(other);
            }
        }
        self.entries.swap(a, b);
        self.kinds.swap(a, b);
        self.nodes.swap(a, b);
    }

    /// Whether there is something to reconstruct.
    pub(super) fn is_closed(&self) -> bool {
        let last = self.entries.len().checked_sub(1);
        last.is_some_and(|last| last >= self.after_marker() && !self.open.has(last))
    }

    /// The places of the entries to reconstruct, those behind the last marker and the last entry that is open, and how many
    /// there are.
    pub(super) fn to_reconstruct(&self) -> Option<(Range<usize>, usize)> {
        if !self.is_closed() {
            return None;
        }
        let Range { start, end } = self.current();
        let closed = self.closed;
        let is_first = |at: usize| at == start || at > start && self.open.has(at - 1);
        if closed.end == end && !self.open.has(closed.start) && is_first(closed.start) {
            return Some((closed.start..end, closed.count));
        }
        let open = self.open.last_in(start..end);
        // The last place always has an entry.
        let places = open.map_or(start, |open| open + 1)..end;
        Some((places.clone(), self.count_in(places)))
    }

    pub(super) fn push_marker(&mut self) {
        let place = narrow::small(self.entries.len());
        match self.markers.last_mut() {
            Some(last) if last.place == place => last.count = last.count.saturating_add(1),
            _ => self.markers.push(Markers { place, count: 1 }),
        }
    }

    /// Removes the entries behind the last marker, which are not open, and the marker.
    pub(super) fn clear_to_last_marker(&mut self) {
        self.remove_range(self.current());
        if let Some(last) = self.markers.last_mut() {
            last.count -= 1;
            if last.count == 0 {
                self.markers.pop();
            }
        }
        self.forget_last();
    }

    /// Removes everything. Nothing is open.
    pub(super) fn clear(&mut self) {
        self.markers.clear();
        self.remove_range(0..self.entries.len());
    }

    /// Moves the entries together, so that there is a place behind them. `moved` gets each node with the first and the
    /// last of its places.
    pub(super) fn compact(&mut self, mut moved: impl FnMut(u16, u16, u16)) {
        steps::count(self.entries.len());
        let mut old = core::mem::take(self);
        let mut markers = old.markers.drain(..).peekable();
        let mut part: Option<(u16, u16, u16)> = None;
        for place in 0..=old.entries.len() {
            while let Some(mut next) = markers.next_if(|it| usize::from(it.place) <= place) {
                next.place = narrow::small(self.entries.len());
                match self.markers.last_mut() {
                    Some(last) if last.place == next.place => last.count += next.count,
                    _ => self.markers.push(next),
                }
            }
            if place == old.entries.len() || !old.present.has(place) {
                continue;
            }
            let new = self.add(old.entries[place].element);
            self.entries[new].id = old.entries[place].id;
            if !old.open.has(place) {
                continue;
            }
            let (node, at) = (old.nodes[place], narrow::small(new));
            self.open_one(new, node);
            part = match part {
                Some((of, first, _)) if of == node => Some((of, first, at)),
                other => {
                    other
                        .into_iter()
                        .for_each(|(of, first, last)| moved(of, first, last));
                    Some((node, at, at))
                }
            };
        }
        part.into_iter()
            .for_each(|(of, first, last)| moved(of, first, last));
        self.last_id = old.last_id;
    }
}
