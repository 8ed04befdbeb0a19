//! The list of active formatting elements (13.2.4.3), as the rules use it.
//!
//! An element knows its place in the list, so that an entry is found without a search. The rules note positions in the list while they
//! change it; these are kept up to date until the end of the token.

use super::builder::Builder;
use super::construction::Construction;
use super::element::{Element, ElementTest, NOWHERE};
use super::kind::NO_ELEMENT;
use super::list::About;
use super::rules::TreeRules;
use crate::text::narrow;

/// A position in the list that was noted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Position(usize);

impl<R: TreeRules, B: Builder> Construction<R, B> {
    /// The place of an entry.
    fn place_in_list(&self, entry: Element) -> Option<usize> {
        if entry.is_marker() {
            return self.list.place_of_marker(entry);
        }
        let place = self.record(entry)?.entry;
        (place != NOWHERE).then_some(place as usize)
    }

    fn about(&self, element: Element) -> About {
        match self.record(element) {
            Some(record) => (record.kind, self.builder.attributes_hash(record.node)),
            None => (NO_ELEMENT, 0),
        }
    }

    fn set_entry(&mut self, entry: Element, place: usize) {
        if let Some(record) = self.records.get_mut(entry.index()) {
            record.entry = narrow::count(place);
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
        let entry = self.list.get(place);
        self.list.remove(place);
        self.forget_entry(entry);
    }

    /// Notes where entries are, from a place on.
    fn renumber(&mut self, from: usize) {
        for place in from..self.list.len() {
            self.set_entry(self.list.get(place), place);
        }
    }

    /// Closes gaps of the list, or makes an index of it; noted positions forbid that.
    #[inline]
    pub(super) fn care_for_list(&mut self) {
        if self.list.wants_care() {
            self.renew_list();
        }
    }

    #[cold]
    fn renew_list(&mut self) {
        let mut list = core::mem::take(&mut self.list);
        list.care(|element| self.about(element));
        self.list = list;
        self.renumber(0);
    }

    /// The elements after the last marker that are like one, the last one first.
    fn alike(&self, element: Element) -> impl Iterator<Item = Element> + '_ {
        let of = self
            .record(element)
            .map(|record| (record.kind, record.node));
        let is_like = move |other: &Element| {
            let (Some((kind, node)), Some(other)) = (of, self.record(*other)) else {
                return false;
            };
            kind == other.kind && self.builder.have_same_attributes(node, other.node)
        };
        let is_indexed = self.list.is_indexed();
        let indexed = is_indexed.then(|| self.list.alike(self.about(element)).map(|it| it.1));
        let walked = (!is_indexed).then(|| self.list.elements());
        let all = indexed
            .into_iter()
            .flatten()
            .chain(walked.into_iter().flatten());
        all.filter(is_like)
    }

    #[inline]
    pub(crate) fn list_is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The last entry; in an empty list, a marker, as the beginning of the list ends a search like one.
    #[inline]
    pub(crate) fn last_entry(&self) -> Element {
        let last = self.list.last();
        if last == Element::NULL {
            return Element::marker(0);
        }
        last
    }

    pub(crate) fn last_formatting(&mut self, test: impl ElementTest) -> Element {
        let found = self.find_formatting(test);
        if found == Element::NULL {
            self.note_unlisted(test);
        }
        found
    }

    fn find_formatting(&self, test: impl ElementTest) -> Element {
        if self.list.is_indexed() {
            let named = test
                .name()
                .map(|name| self.names.kind(crate::Namespace::Html, name));
            let kinds = test
                .kinds()
                .into_iter()
                .flat_map(|set| set.members())
                .chain(named);
            let last = kinds.filter_map(|kind| self.list.last_of_kind(kind));
            if let Some((_, element)) = last.max_by_key(|(place, _)| *place) {
                return element;
            }
            if test.kinds().is_some() || test.name().is_some() {
                return Element::NULL;
            }
        }
        let mut entries = self.list.elements();
        let found = entries.find(|entry| self.is_one_of(*entry, test));
        found.unwrap_or(Element::NULL)
    }

    pub(crate) fn has_formatting(&self, test: impl ElementTest) -> bool {
        self.find_formatting(test) != Element::NULL
    }

    pub(crate) fn has_already_like(&mut self, element: Element, number: u32) -> bool {
        if self.list.is_indexed() {
            let about = self.about(element);
            self.list.prune(about);
        }
        let last = number.checked_sub(1);
        last.is_none_or(|last| self.alike(element).nth(last as usize).is_some())
    }

    pub(crate) fn earliest_like(&self, element: Element) -> Element {
        self.alike(element).last().unwrap_or(Element::NULL)
    }

    pub(crate) fn entry_before(&self, entry: Element) -> Element {
        let place = self.place_in_list(entry);
        place.map_or(Element::NULL, |place| self.list.before(place))
    }

    pub(crate) fn entry_after(&self, entry: Element) -> Element {
        let place = self.place_in_list(entry);
        place.map_or(Element::NULL, |place| self.list.after(place))
    }

    pub(crate) fn is_first_entry(&self, entry: Element) -> bool {
        let place = self.place_in_list(entry);
        place.is_some_and(|place| self.list.before(place) == Element::NULL)
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
        self.list.push_marker(Element::marker(self.markers));
    }

    pub(crate) fn add_to_list(&mut self, element: Element) {
        if element == Element::NULL || self.most_formatting == 0 {
            return;
        }
        self.changes += 1;
        if self.list.len() >= self.most_formatting {
            self.forget_earliest();
        }
        self.set_entry(element, self.list.len());
        let about = self.list.is_indexed().then(|| self.about(element));
        self.list.push(element, || about.unwrap_or_default());
    }

    /// Makes room for one more entry after the last marker.
    #[cold]
    fn forget_earliest(&mut self) {
        while self.list.elements().count() >= self.most_formatting
            && let Some(earliest) = self.list.elements().last()
        {
            self.remove_from_list(earliest);
        }
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
            let about = self.list.is_indexed().then(|| self.about(new));
            self.list.replace(place, new, || about.unwrap_or_default());
            self.set_entry(new, place);
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
