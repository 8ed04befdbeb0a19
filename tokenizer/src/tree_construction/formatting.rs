//! The list of active formatting elements (13.2.4.3).

use super::builder::Builder;
use super::construction::Construction;
use super::element::{Element, ElementTest, NOWHERE};
use super::rules::TreeRules;
use crate::text::narrow;

/// A position in the list that was noted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Position(usize);

impl<R: TreeRules, B: Builder> Construction<R, B> {
    /// The place of an entry.
    fn place_in_list(&self, entry: Element) -> Option<usize> {
        if entry.is_marker() {
            return self.list.iter().rposition(|other| *other == entry);
        }
        let place = self.record(entry)?.entry;
        (place != NOWHERE).then_some(place as usize)
    }

    /// Notes where the entries from a place on are.
    fn renumber(&mut self, from: usize) {
        for place in from..self.list.len() {
            let entry = self.list[place];
            if let Some(record) = self.records.get_mut(entry.index()) {
                record.entry = narrow::count(place);
            }
        }
    }

    fn forget_entry(&mut self, entry: Element) {
        if let Some(record) = self.records.get_mut(entry.index()) {
            record.entry = NOWHERE;
            if record.place == NOWHERE {
                self.released.push(entry);
            }
        }
    }

    fn remove_at(&mut self, place: usize) {
        self.changes += 1;
        let entry = self.list.remove(place);
        self.forget_entry(entry);
        self.renumber(place);
        for position in &mut self.positions {
            if *position > place {
                *position -= 1;
            }
        }
    }

    /// The elements after the last marker, the last one first.
    pub(super) fn after_marker(&self) -> impl Iterator<Item = Element> + '_ {
        let entries = self.list.iter().rev().copied();
        entries.take_while(|entry| !entry.is_marker())
    }

    fn alike(&self, element: Element) -> impl Iterator<Item = Element> + '_ {
        let of = self.record(element);
        let of = of.map(|record| (record.kind, record.node));
        self.after_marker().filter(move |other| {
            let (Some((kind, node)), Some(other)) = (of, self.record(*other)) else {
                return false;
            };
            kind == other.kind && self.builder.have_same_attributes(node, other.node)
        })
    }

    pub(crate) fn list_is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn last_entry(&self) -> Element {
        self.list.last().copied().unwrap_or(Element::NULL)
    }

    pub(crate) fn last_formatting(&self, test: impl ElementTest) -> Element {
        let mut entries = self.after_marker();
        let found = entries.find(|entry| self.is_one_of(*entry, test));
        found.unwrap_or(Element::NULL)
    }

    pub(crate) fn has_formatting(&self, test: impl ElementTest) -> bool {
        self.last_formatting(test) != Element::NULL
    }

    pub(crate) fn has_three_like(&self, element: Element) -> bool {
        self.alike(element).nth(2).is_some()
    }

    pub(crate) fn earliest_like(&self, element: Element) -> Element {
        self.alike(element).last().unwrap_or(Element::NULL)
    }

    pub(crate) fn entry_before(&self, entry: Element) -> Element {
        let place = self
            .place_in_list(entry)
            .and_then(|place| place.checked_sub(1));
        place.map_or(Element::NULL, |place| self.list[place])
    }

    pub(crate) fn entry_after(&self, entry: Element) -> Element {
        let place = self.place_in_list(entry).map(|place| place + 1);
        let after = place.and_then(|place| self.list.get(place));
        after.copied().unwrap_or(Element::NULL)
    }

    pub(crate) fn is_first_entry(&self, entry: Element) -> bool {
        self.place_in_list(entry) == Some(0)
    }

    pub(crate) fn is_in_list(&self, entry: Element) -> bool {
        self.place_in_list(entry).is_some()
    }

    pub(crate) fn is_marker(&self, entry: Element) -> bool {
        entry.is_marker()
    }

    pub(crate) fn position_of(&mut self, entry: Element) -> Position {
        self.note(entry, 0)
    }

    pub(crate) fn position_after(&mut self, entry: Element) -> Position {
        self.note(entry, 1)
    }

    fn note(&mut self, entry: Element, after: usize) -> Position {
        let place = self.place_in_list(entry);
        let place = place.map_or(self.list.len(), |place| place + after);
        self.positions.push(place);
        Position(self.positions.len() - 1)
    }

    pub(crate) fn insert_marker(&mut self) {
        self.changes += 1;
        self.markers += 1;
        self.list.push(Element::marker(self.markers));
    }

    pub(crate) fn add_to_list(&mut self, element: Element) {
        if element == Element::NULL {
            return;
        }
        self.changes += 1;
        self.list.push(element);
        self.renumber(self.list.len() - 1);
    }

    pub(crate) fn remove_last_entry(&mut self) {
        if let Some(last) = self.list.len().checked_sub(1) {
            self.remove_at(last);
        }
    }

    pub(crate) fn remove_from_list(&mut self, element: Element) {
        if let Some(place) = self.place_in_list(element) {
            self.remove_at(place);
        }
    }

    pub(crate) fn replace_in_list(&mut self, old: Element, new: Element) {
        if let Some(place) = self.place_in_list(old) {
            self.changes += 1;
            self.forget_entry(old);
            self.list[place] = new;
            if let Some(record) = self.records.get_mut(new.index()) {
                record.entry = narrow::count(place);
            }
        }
    }

    pub(crate) fn insert_into_list(&mut self, element: Element, position: Position) {
        let Some(place) = self.positions.get(position.0).copied() else {
            return;
        };
        self.changes += 1;
        let place = place.min(self.list.len());
        self.list.insert(place, element);
        self.renumber(place);
        for other in &mut self.positions {
            if *other > place {
                *other += 1;
            }
        }
    }
}
