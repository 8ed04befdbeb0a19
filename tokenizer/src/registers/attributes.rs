//! The attributes of the tag under construction.
//!
//! Most tags have few, so the first sixteen lie inside the machine and need no allocation; twelve names are compared
//! one by one, more by their hash. A slice of all is asked for at every tag, so a longer list is moved to the heap as
//! a whole: such a tag pays for one copy. A duplicate is removed, but its place is not, because the states go on
//! appending to its value.

use super::duplicates::NameIndex;
use super::slot::{Scratch, Slot};
use crate::text::memory;
use crate::text::steps;
use alloc::vec::Vec;

/// One attribute under construction, in one line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(16))]
pub(crate) struct AttributeSlots {
    pub(crate) name: Slot,
    pub(crate) value: Slot,
}

/// More attributes than most tags have.
pub(crate) const FEW: usize = 16;

/// From this many attributes on, names are found by their hash.
const MANY: usize = 12;

/// The attributes of a tag, in the order of the text. The last may be under construction.
#[derive(Clone)]
pub(crate) struct AttributeList {
    few: [AttributeSlots; FEW],
    /// All of them, where there are too many for `few`.
    many: Vec<AttributeSlots>,
    /// How many there are.
    len: usize,
    /// The place of the one that steps build: the last, or, where that was removed, the one after it. What
    /// was removed still receives appended characters.
    place: usize,
    /// The number of attributes that borrow nothing from the current slice.
    kept: usize,
    /// The number of attributes from which on starting one is slow: [`FEW`], or a lower limit.
    unchecked: usize,
    index: NameIndex,
}

impl Default for AttributeList {
    fn default() -> Self {
        AttributeList {
            few: [AttributeSlots::default(); FEW],
            many: Vec::new(),
            len: 0,
            place: 0,
            kept: 0,
            unchecked: FEW,
            index: NameIndex::default(),
        }
    }
}

impl AttributeList {
    /// An empty list whose [`start`](Self::start) reports every attribute beyond a limit.
    pub(crate) fn with_limit(most: Option<usize>) -> Self {
        AttributeList {
            unchecked: most.map_or(FEW, |most| most.min(FEW)),
            ..AttributeList::default()
        }
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.few[0] = AttributeSlots::default();
        if self.place >= MANY {
            self.many.clear();
            self.index.forget();
        }
        self.len = 0;
        self.place = 0;
        self.kept = 0;
    }

    /// Starts an attribute with a known name and value. Returns whether there are more than a few, or than the limit.
    #[inline(always)]
    pub(crate) fn start(&mut self, name: Slot, value: Slot) -> bool {
        let place = self.len;
        self.place = place;
        self.len = place + 1;
        if place < self.unchecked {
            // Two stores: a copy of a struct built elsewhere would be a store-to-load forwarding stall.
            let attribute = &mut self.few[place % FEW];
            attribute.name = name;
            attribute.value = value;
            false
        } else {
            self.start_checked(name, value);
            true
        }
    }

    #[cold]
    #[inline(never)]
    fn start_checked(&mut self, name: Slot, value: Slot) {
        if let Some(attribute) = self.few.get_mut(self.place) {
            *attribute = AttributeSlots { name, value };
            return;
        }
        if self.many.is_empty() {
            self.many.extend_from_slice(&self.few);
        }
        self.many.truncate(self.place);
        self.many.push(AttributeSlots { name, value });
    }

    /// The one that steps build.
    #[inline(always)]
    pub(crate) fn current(&mut self) -> &mut AttributeSlots {
        match self.few.get_mut(self.place) {
            Some(place) => place,
            None => self.many.last_mut().expect("an attribute was started"),
        }
    }

    #[inline(always)]
    pub(crate) fn remove_current(&mut self) {
        self.len = self.place;
    }

    /// Removes those before the current one that have its name; the others close up.
    #[allow(dead_code, reason = "every revision drops the later of two attributes")]
    #[cold]
    #[inline(never)]
    pub(crate) fn remove_earlier(&mut self, text: &str, scratch: &Scratch) {
        let last = self.place;
        let list = match self.many.is_empty() {
            true => &mut self.few[..],
            false => &mut self.many,
        };
        let current = list[last];
        let name = current.name.get(text, scratch);
        let (mut left, mut kept) = (0, self.kept);
        for at in 0..last {
            steps::count(1);
            let attribute = list[at];
            if attribute.name.may_equal(&current.name) && attribute.name.get(text, scratch) == name
            {
                kept -= usize::from(at < self.kept);
            } else {
                list[left] = attribute;
                left += 1;
            }
        }
        list[left] = current;
        (self.len, self.place, self.kept) = (left + self.len - last, left, kept);
        self.index.forget();
        // The current one is looked for in `few` as soon as it has a place there.
        if let Some(few) = self.few.get_mut(..=left)
            && let Some(many) = self.many.get(..=left)
        {
            few.copy_from_slice(many);
            self.many.clear();
        } else {
            self.many.truncate(left + 1);
        }
    }

    /// The most bytes that it takes outside of itself with so many more.
    pub(crate) fn memory(&self, more: usize) -> usize {
        let count = self.many.len().max(self.len) + more;
        memory::of_list::<AttributeSlots>(count) + NameIndex::memory(count)
    }

    pub(crate) fn trim(&mut self) {
        memory::trim_list(&mut self.many);
        self.index.trim(self.many.len());
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The attributes.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[AttributeSlots] {
        if self.len < FEW {
            &self.few[..self.len]
        } else {
            self.all_of_many()
        }
    }

    #[cold]
    #[inline(never)]
    fn all_of_many(&self) -> &[AttributeSlots] {
        match self.many.get(..self.len) {
            Some(many) => many,
            None => &self.few[..self.len],
        }
    }

    /// Whether an attribute before the current one has its name; the current one may be removed.
    #[inline(always)]
    pub(crate) fn current_is_duplicate(&mut self, text: &str, scratch: &Scratch) -> bool {
        if self.place == 0 {
            return false;
        }
        if self.place < MANY {
            let name = self.few[self.place].name;
            self.is_one_of_few(self.place, name, text, scratch)
        } else {
            self.is_one_of_many(text, scratch)
        }
    }

    /// Whether an attribute may have this name; `true` as well where there are too many to look at each.
    #[inline(always)]
    pub(crate) fn may_have(&self, name: Slot, text: &str, scratch: &Scratch) -> bool {
        match self.len {
            0 => false,
            1 if !self.few[0].name.may_equal(&name) => false,
            len => len >= MANY || self.is_one_of_few(len, name, text, scratch),
        }
    }

    /// Whether one of the first has this name.
    #[inline(never)]
    fn is_one_of_few(&self, first: usize, name: Slot, text: &str, scratch: &Scratch) -> bool {
        let name_len = name.get(text, scratch).len();
        steps::count(first);
        let same = |other: &Slot| {
            steps::count_bytes(name_len);
            other.get(text, scratch) == name.get(text, scratch)
        };
        self.few[..first]
            .iter()
            .any(|other| other.name.may_equal(&name) && same(&other.name))
    }

    #[cold]
    #[inline(never)]
    fn is_one_of_many(&mut self, text: &str, scratch: &Scratch) -> bool {
        let list = match self.many.is_empty() {
            true => &self.few[..],
            false => &self.many,
        };
        let names = |place: usize| list[place].name.get(text, scratch);
        self.index.finds(self.place, MANY, names)
    }

    pub(crate) fn keep(&mut self, text: &str, scratch: &mut Scratch, base: usize) {
        let list = match self.many.is_empty() {
            true => &mut self.few[..FEW.min(self.place + 1)],
            false => &mut self.many,
        };
        for attribute in &mut list[self.kept..] {
            steps::count(1);
            attribute.name.keep(text, scratch, base);
            attribute.value.keep(text, scratch, base);
        }
        self.kept = self.place;
    }
}

#[cfg(test)]
mod tests {
    use super::{AttributeList, Scratch};
    use crate::registers::Slot;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;
    use fastrand::Rng;

    /// The same, as a list that is searched from its start.
    #[derive(Default)]
    struct Plain {
        on: Vec<(String, usize)>,
        current: Option<(String, usize)>,
        removed: bool,
    }

    impl Plain {
        fn start(&mut self, name: String, number: usize) {
            self.complete();
            (self.current, self.removed) = (Some((name, number)), false);
        }

        fn complete(&mut self) {
            let current = self.current.take();
            self.on.extend(current.filter(|_| !self.removed));
        }

        fn is_duplicate(&self) -> bool {
            let current = self.current.as_ref();
            current.is_some_and(|(name, _)| self.on.iter().any(|(other, _)| other == name))
        }

        fn remove_earlier(&mut self) {
            let current = self.current.as_ref();
            self.on
                .retain(|(other, _)| current.is_none_or(|(name, _)| name != other));
        }
    }

    #[test]
    fn attributes_are_those_of_a_plain_list() {
        // The names are in the text one after the other; values differ in length.
        let (mut list, mut random) = (AttributeList::default(), Rng::with_seed(7));
        for tag in 0..600 {
            let (mut scratch, mut plain) = (Scratch::default(), Plain::default());
            let kinds = [1, 3, 14, 40, 200][tag % 5];
            let text: String = (0..kinds).map(|n| format!("{n:03}")).collect();
            list.clear();
            for number in 0..random.usize(..3 * kinds + 3) {
                let kind = random.usize(..kinds);
                let name = Slot::borrowed(3 * kind, 3 * kind + 3);
                list.start(name, Slot::default());
                let value = number % text.len();
                list.current().value = Slot::borrowed(0, value);
                plain.start(format!("{kind:03}"), value);
                // Some attributes are not checked for duplicates.
                if tag % 3 > 0 || random.usize(..2) == 0 {
                    let duplicate = list.current_is_duplicate(&text, &scratch);
                    assert_eq!(duplicate, plain.is_duplicate());
                    match random.usize(..5) {
                        0 => {}
                        1 => {
                            list.remove_current();
                            plain.removed = true;
                        }
                        _ => {
                            list.remove_earlier(&text, &scratch);
                            plain.remove_earlier();
                        }
                    }
                }
                if random.usize(..9) == 0 {
                    list.keep(&text, &mut scratch, 0);
                }
                let is_empty = plain.on.is_empty() && plain.removed;
                assert_eq!(list.is_empty(), is_empty);
            }
            plain.complete();
            let attributes = list.as_slice().iter().map(|attribute| {
                let value = attribute.value.get(&text, &scratch);
                (attribute.name.get(&text, &scratch).into(), value.len())
            });
            assert_eq!(attributes.collect::<Vec<_>>(), plain.on, "tag {tag}");
        }
    }

    #[test]
    fn a_name_that_replaces_a_removed_one_is_found() {
        let text: String = (0..32).map(|n| format!("{n:03}")).collect();
        let (mut list, scratch) = (AttributeList::default(), Scratch::default());
        list.clear();
        for kind in 0..20 {
            list.start(Slot::borrowed(3 * kind, 3 * kind + 3), Slot::default());
            assert!(!list.current_is_duplicate(&text, &scratch));
        }
        list.remove_current();
        for _ in 0..2 {
            list.start(Slot::borrowed(90, 93), Slot::default());
        }
        assert!(list.current_is_duplicate(&text, &scratch));
    }

    #[test]
    fn a_hundred_thousand_attributes_are_removed_one_after_the_other() {
        for kinds in [1, 20, 40] {
            let text: String = (0..kinds).map(|n| format!("{n:06}")).collect();
            let (mut list, scratch) = (AttributeList::default(), Scratch::default());
            list.clear();
            for number in 0..100_000 {
                let kind = number % kinds;
                list.start(Slot::borrowed(6 * kind, 6 * kind + 6), Slot::default());
                if list.current_is_duplicate(&text, &scratch) {
                    list.remove_earlier(&text, &scratch);
                }
            }
            let first = list.as_slice()[0].name.get(&text, &scratch);
            assert_eq!(first, format!("{:06}", 100_000 % kinds));
            assert_eq!(list.as_slice().len(), kinds);
        }
    }
}
