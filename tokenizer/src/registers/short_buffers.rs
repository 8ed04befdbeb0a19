//! Lists and strings that are nearly always short: they take no allocation.

use crate::text::memory;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, DerefMut};
use core::str;

/// A list that is kept in place as long as it has at most `N` items.
///
/// Libraries have this and more; one of them took a fortieth of a clean build.
#[derive(Clone)]
pub(crate) struct ShortList<T, const N: usize> {
    few: [T; N],
    /// How many of `few` there are.
    len: usize,
    /// All of them, where there are too many for `few`.
    many: Vec<T>,
}

impl<T: Copy + Default, const N: usize> ShortList<T, N> {
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.many.clear();
    }

    /// Gives back room that is not used.
    pub(crate) fn trim(&mut self) {
        memory::trim_list(&mut self.many);
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        match self.few.get_mut(self.len) {
            // Built in place: a copy would stall on the bytes that were just stored.
            Some(place) if self.many.is_empty() => {
                *place = item;
                self.len += 1;
            }
            _ => self.extend_from_slice(&[item]),
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        if self.many.is_empty() {
            self.len = self.len.checked_sub(1)?;
            return Some(self.few[self.len]);
        }
        let last = self.many.pop();
        if self.many.is_empty() {
            self.len = 0;
        }
        last
    }

    /// Puts an item at a place; the others from there on move by one.
    pub(crate) fn insert(&mut self, at: usize, item: T) {
        self.push(item);
        self[at..].rotate_right(1);
    }

    /// Removes the item at a place; the others after it move by one.
    pub(crate) fn remove(&mut self, at: usize) {
        self[at..].rotate_left(1);
        self.pop();
    }

    #[inline(never)]
    pub(crate) fn extend_from_slice(&mut self, items: &[T]) {
        let len = self.len + items.len();
        match self.few.get_mut(self.len..len) {
            Some(place) if self.many.is_empty() => {
                place.copy_from_slice(items);
                self.len = len;
            }
            _ => {
                if self.many.is_empty() {
                    self.many.extend_from_slice(&self.few[..self.len]);
                }
                self.many.extend_from_slice(items);
            }
        }
    }
}

impl<T: Copy + Default, const N: usize> Default for ShortList<T, N> {
    fn default() -> Self {
        ShortList {
            few: [T::default(); N],
            len: 0,
            many: Vec::new(),
        }
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for ShortList<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&**self).finish()
    }
}

impl<T, const N: usize> Deref for ShortList<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        if self.many.is_empty() {
            &self.few[..self.len]
        } else {
            &self.many
        }
    }
}

impl<T, const N: usize> DerefMut for ShortList<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        if self.many.is_empty() {
            &mut self.few[..self.len]
        } else {
            &mut self.many
        }
    }
}

/// A string that is kept in place as long as it has at most sixteen bytes.
#[derive(Clone, Default)]
pub(crate) struct ShortString(ShortList<u8, 16>);

impl ShortString {
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Gives back room that is not used.
    pub(crate) fn trim(&mut self) {
        self.0.trim();
    }

    pub(crate) fn push_str(&mut self, string: &str) {
        self.0.extend_from_slice(string.as_bytes());
    }
}

impl Deref for ShortString {
    type Target = str;

    fn deref(&self) -> &str {
        str::from_utf8(&self.0).expect("whole strings were appended")
    }
}

#[cfg(test)]
mod tests {
    use super::{ShortList, ShortString};
    use alloc::string::String;

    #[test]
    fn it_is_what_was_appended_however_long() {
        let mut short = ShortString::default();
        for pieces in [1, 3, 5, 8] {
            short.clear();
            let mut expected = String::new();
            for _ in 0..pieces {
                short.push_str("naïve");
                expected.push_str("naïve");
                assert_eq!(*short, expected);
            }
            short.push_str("");
            assert_eq!(*short, expected);
        }
    }

    #[test]
    fn items_are_changed_where_they_are() {
        let mut list: ShortList<usize, 2> = ShortList::default();
        for item in 0..5 {
            list.push(item);
            list[item] += 10;
            assert_eq!(list.last(), Some(&(item + 10)));
        }
        assert_eq!(*list, [10, 11, 12, 13, 14]);
    }
}
