//! The attributes of the tag under construction.

use super::duplicates::NameIndex;
use super::slot::{Scratch, Slot};
use alloc::vec::Vec;

/// One attribute under construction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttributeSlots {
    pub(crate) name: Slot,
    pub(crate) value: Slot,
}

/// The attributes of a tag.
#[derive(Debug, Default)]
pub(crate) struct AttributeList {
    /// Those that are complete.
    list: Vec<AttributeSlots>,
    /// The one that steps build. One that was removed still takes what is appended to it.
    pub(crate) current: AttributeSlots,
    /// Whether the tag has the current one.
    has_current: bool,
    /// How many of the list borrow nothing: they were put away.
    kept: usize,
    index: NameIndex,
}

/// More attributes than most tags have.
const MOST: usize = 16;

/// From this many attributes on, names are found by their hash.
const MANY: usize = 12;

impl AttributeList {
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.current = AttributeSlots::default();
        self.has_current = false;
        self.kept = 0;
    }

    #[inline(always)]
    pub(crate) fn start(&mut self) {
        self.complete();
        self.current = AttributeSlots::default();
        self.has_current = true;
    }

    /// The tag is complete, and so is its last attribute.
    #[inline(always)]
    pub(crate) fn complete(&mut self) {
        if self.has_current {
            if self.list.capacity() == 0 {
                self.list.reserve(MOST);
            }
            self.list.push(self.current);
            self.has_current = false;
        }
    }

    #[inline(always)]
    pub(crate) fn remove_current(&mut self) {
        self.has_current = false;
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && !self.has_current
    }

    /// The attributes of a tag that is complete.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[AttributeSlots] {
        &self.list
    }

    /// Whether an attribute before the current one has its name.
    #[inline(always)]
    pub(crate) fn current_is_duplicate(&mut self, text: &str, scratch: &Scratch) -> bool {
        if !self.has_current || self.list.is_empty() {
            return false;
        }
        let name = self.current.name;
        if self.list.len() < MANY {
            return self.list.iter().any(|other| {
                other.name.may_equal(&name)
                    && other.name.get(text, scratch) == name.get(text, scratch)
            });
        }
        let names = |place: usize| match self.list.get(place) {
            Some(attribute) => attribute.name.get(text, scratch),
            None => name.get(text, scratch),
        };
        self.index.finds(self.list.len(), MANY, names)
    }

    pub(crate) fn keep(&mut self, text: &str, scratch: &mut Scratch, base: usize) {
        let new = self.list[self.kept..].iter_mut();
        for attribute in new.chain([&mut self.current]) {
            attribute.name.keep(text, scratch, base);
            attribute.value.keep(text, scratch, base);
        }
        self.kept = self.list.len();
    }
}
