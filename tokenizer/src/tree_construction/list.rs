//! The entries of the list of active formatting elements.
//!
//! The list of a real page has a handful of entries, which are walked. A page of elements that are never closed makes it long, so beyond
//! some length an index finds the entries of a kind, and those with the same attributes. An entry that is removed leaves a gap, so
//! that the places of the others stay; the index notices gaps when it is read.

use super::element::Element;
use super::kind::Kind;
use crate::text::{narrow, steps};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// What the index asks of an element: its kind, and a number that is the same for equal attributes.
pub(super) type About = (Kind, u64);

#[derive(Clone, Copy, Debug)]
struct Indexed {
    place: u32,
    element: Element,
}

/// Entries in the order of their places; some may be gaps by now.
type Entries = Vec<Indexed>;

#[derive(Clone, Debug, Default)]
struct Index {
    by_kind: BTreeMap<Kind, Entries>,
    alike: BTreeMap<About, Entries>,
}

fn add(entries: &mut Entries, indexed: Indexed) {
    let at = entries.partition_point(|it| it.place < indexed.place);
    match entries.get_mut(at) {
        Some(same) if same.place == indexed.place => *same = indexed,
        _ => entries.insert(at, indexed),
    }
}

/// The list.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// The entries; null is a gap. The last is none.
    entries: Vec<Element>,
    gaps: usize,
    /// The places of markers.
    markers: Vec<u32>,
    index: Option<Index>,
    /// Whether entries were added or removed since it was asked what they want.
    is_changed: bool,
}

/// The length from which on there is an index.
const LONG: usize = 48;

impl List {
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All entries, markers among them.
    pub(super) fn all(&self) -> impl Iterator<Item = Element> + '_ {
        let entries = self.entries.iter().copied();
        entries.filter(|entry| *entry != Element::NULL)
    }

    pub(super) fn has_markers(&self) -> bool {
        !self.markers.is_empty()
    }

    /// The number of places.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The number of entries.
    pub(super) fn count(&self) -> usize {
        self.entries.len() - self.gaps
    }

    pub(super) fn is_indexed(&self) -> bool {
        self.index.is_some()
    }

    /// The entry at a place; null for a gap.
    pub(super) fn get(&self, place: usize) -> Element {
        self.entries.get(place).copied().unwrap_or(Element::NULL)
    }

    #[inline]
    pub(super) fn last(&self) -> Element {
        self.entries.last().copied().unwrap_or(Element::NULL)
    }

    pub(super) fn before(&self, place: usize) -> Element {
        let before = self.entries[..place].iter().rev();
        before
            .copied()
            .find(|it| *it != Element::NULL)
            .unwrap_or(Element::NULL)
    }

    pub(super) fn after(&self, place: usize) -> Element {
        let after = self.entries.get(place + 1..).unwrap_or_default().iter();
        after
            .copied()
            .find(|it| *it != Element::NULL)
            .unwrap_or(Element::NULL)
    }

    /// The place of a marker.
    pub(super) fn place_of_marker(&self, marker: Element) -> Option<usize> {
        let mut places = self.markers.iter().rev().map(|place| *place as usize);
        places.find(|place| self.entries[*place] == marker)
    }

    /// The first place after the last marker.
    fn after_marker(&self) -> usize {
        self.markers.last().map_or(0, |place| *place as usize + 1)
    }

    /// The elements after the last marker, the last one first.
    pub(super) fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        let entries = self.entries[self.after_marker()..].iter().rev().copied();
        let counted = entries.inspect(|_| steps::count(1));
        counted.filter(|entry| *entry != Element::NULL)
    }

    pub(super) fn push_marker(&mut self, marker: Element) {
        self.is_changed = true;
        self.markers.push(narrow::count(self.entries.len()));
        self.entries.push(marker);
    }

    pub(super) fn push(&mut self, element: Element, about: impl FnOnce() -> About) {
        self.is_changed = true;
        self.entries.push(element);
        self.note(self.entries.len() - 1, element, about);
    }

    /// Adds an entry to the index, if there is one.
    fn note(&mut self, place: usize, element: Element, about: impl FnOnce() -> About) {
        if let Some(index) = &mut self.index {
            let about = about();
            let indexed = Indexed {
                place: narrow::count(place),
                element,
            };
            add(index.by_kind.entry(about.0).or_default(), indexed);
            add(index.alike.entry(about).or_default(), indexed);
        }
    }

    pub(super) fn replace(&mut self, place: usize, new: Element, about: impl FnOnce() -> About) {
        if self.entries[place].is_marker() {
            self.markers.retain(|marker| *marker as usize != place);
        }
        self.entries[place] = new;
        self.note(place, new, about);
    }

    /// Leaves a gap.
    pub(super) fn remove(&mut self, place: usize) {
        if self.entries[place].is_marker() {
            let at = self
                .markers
                .iter()
                .rposition(|marker| *marker as usize == place);
            at.map(|at| self.markers.remove(at));
        }
        self.is_changed = true;
        self.entries[place] = Element::NULL;
        self.gaps += 1;
        while self.entries.last() == Some(&Element::NULL) {
            self.entries.pop();
            self.gaps -= 1;
        }
    }

    /// Inserts an entry; what is at that place and behind it moves. The index has to be made again.
    pub(super) fn insert(&mut self, place: usize, element: Element) {
        self.is_changed = true;
        self.entries.insert(place, element);
        for marker in &mut self.markers {
            *marker += u32::from(*marker as usize >= place);
        }
        self.index = None;
    }

    /// Whether entries were added or removed since it was asked what they want.
    #[inline(always)]
    pub(super) fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Whether gaps should be closed, or an index be made or dropped.
    #[inline(always)]
    pub(super) fn wants_care(&mut self) -> bool {
        core::mem::take(&mut self.is_changed)
            && (self.gaps > LONG.max(self.entries.len() / 2)
                || (self.entries.len() > LONG) != self.index.is_some())
    }

    /// Closes gaps, and makes the index if the list is long.
    pub(super) fn care(&mut self, about: impl Fn(Element) -> About) {
        self.entries.retain(|entry| *entry != Element::NULL);
        self.gaps = 0;
        let places = self.entries.iter().enumerate();
        let markers = places.filter(|(_, entry)| entry.is_marker());
        self.markers = markers.map(|(place, _)| narrow::count(place)).collect();
        self.index = None;
        if self.entries.len() > LONG {
            self.index = Some(Index::default());
            for place in 0..self.entries.len() {
                let element = self.entries[place];
                if !element.is_marker() {
                    self.note(place, element, || about(element));
                }
            }
        }
    }

    /// The last entry of a kind after the last marker, by the index.
    pub(super) fn last_of_kind(&self, kind: Kind) -> Option<(usize, Element)> {
        let entries = self.index.as_ref()?.by_kind.get(&kind)?;
        self.valid(entries).next()
    }

    /// The entries after the last marker that are alike, the last one first, by the index.
    pub(super) fn alike(&self, about: About) -> impl Iterator<Item = (usize, Element)> + '_ {
        let entries = self
            .index
            .as_ref()
            .and_then(|index| index.alike.get(&about));
        self.valid(entries.map_or(&[][..], |entries| entries))
    }

    fn valid<'l>(&'l self, entries: &'l [Indexed]) -> impl Iterator<Item = (usize, Element)> + 'l {
        let start = self.after_marker();
        let places = entries
            .iter()
            .rev()
            .map(|it| (it.place as usize, it.element));
        let behind = places.take_while(move |(place, _)| *place >= start);
        behind.filter(|(place, element)| self.get(*place) == *element)
    }

    /// Forgets the gaps among the last entries of a kind and of those alike.
    pub(super) fn prune(&mut self, about: About) {
        let start = self.after_marker();
        let Some(index) = &mut self.index else {
            return;
        };
        let entries = &self.entries;
        let lists = [index.by_kind.get_mut(&about.0), index.alike.get_mut(&about)];
        for list in lists.into_iter().flatten() {
            let is_gap = |it: &Indexed| entries.get(it.place as usize) != Some(&it.element);
            while list.last().is_some_and(is_gap) {
                list.pop();
            }
            // Those alike are few after a marker.
            let behind = list.len()
                - list
                    .iter()
                    .rev()
                    .take(8)
                    .take_while(|it| it.place as usize >= start)
                    .count();
            if let Some(gap) = list[behind..].iter().position(is_gap) {
                list.remove(behind + gap);
            }
        }
    }
}
