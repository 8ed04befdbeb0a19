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

/// More attributes than most tags have.
const FEW: usize = 16;

/// From this many attributes on, names are found by their hash.
const MANY: usize = 12;

/// The attributes of a tag, in the order of the text. The last may be under construction.
#[derive(Debug, Default)]
pub(crate) struct AttributeList {
    few: [AttributeSlots; FEW],
    /// All of them, where there are too many for `few`.
    many: Vec<AttributeSlots>,
    /// How many are complete. The next place has the one that steps build.
    complete: usize,
    /// Whether the tag has that one. One that was removed still takes what is appended to it.
    has_current: bool,
    /// How many borrow nothing: they were put away.
    kept: usize,
    index: NameIndex,
}

impl AttributeList {
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.few[0] = AttributeSlots::default();
        self.many.clear();
        self.complete = 0;
        self.has_current = false;
        self.kept = 0;
    }

    #[inline(always)]
    pub(crate) fn start(&mut self) {
        self.complete();
        match self.few.get_mut(self.complete) {
            Some(place) => *place = AttributeSlots::default(),
            None => self.start_one_of_many(),
        }
        self.has_current = true;
    }

    #[cold]
    #[inline(never)]
    fn start_one_of_many(&mut self) {
        if self.many.is_empty() {
            self.many.extend_from_slice(&self.few);
        }
        self.many.truncate(self.complete);
        self.many.push(AttributeSlots::default());
    }

    /// The one that steps build.
    #[inline(always)]
    pub(crate) fn current(&mut self) -> &mut AttributeSlots {
        match self.few.get_mut(self.complete) {
            Some(place) => place,
            None => self.many.last_mut().expect("an attribute was started"),
        }
    }

    /// The tag is complete, and so is its last attribute.
    #[inline(always)]
    pub(crate) fn complete(&mut self) {
        self.complete += usize::from(self.has_current);
        self.has_current = false;
    }

    #[inline(always)]
    pub(crate) fn remove_current(&mut self) {
        self.has_current = false;
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.complete == 0 && !self.has_current
    }

    /// The attributes that are complete.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[AttributeSlots] {
        if self.complete < FEW {
            &self.few[..self.complete]
        } else {
            self.all_of_many()
        }
    }

    #[cold]
    #[inline(never)]
    fn all_of_many(&self) -> &[AttributeSlots] {
        match self.many.get(..self.complete) {
            Some(many) => many,
            None => &self.few[..self.complete],
        }
    }

    /// Whether an attribute before the current one has its name.
    #[inline(always)]
    pub(crate) fn current_is_duplicate(&mut self, text: &str, scratch: &Scratch) -> bool {
        if !self.has_current || self.complete == 0 {
            return false;
        }
        if self.complete < MANY {
            self.is_one_of_few(text, scratch)
        } else {
            self.is_one_of_many(text, scratch)
        }
    }

    #[inline(never)]
    fn is_one_of_few(&self, text: &str, scratch: &Scratch) -> bool {
        let name = self.few[self.complete].name;
        let same = |other: &Slot| other.get(text, scratch) == name.get(text, scratch);
        self.few[..self.complete]
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
        self.index.finds(self.complete, MANY, names)
    }

    pub(crate) fn keep(&mut self, text: &str, scratch: &mut Scratch, base: usize) {
        let list = match self.many.is_empty() {
            true => &mut self.few[..FEW.min(self.complete + 1)],
            false => &mut self.many,
        };
        for attribute in &mut list[self.kept..] {
            attribute.name.keep(text, scratch, base);
            attribute.value.keep(text, scratch, base);
        }
        self.kept = self.complete;
    }
}
