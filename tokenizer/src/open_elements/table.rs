//! A hash table of numbers: where things are in a list that somebody else has.
//!
//! It has a fixed number of places, of which at most half may be used, and takes no memory before something is added.

use crate::text::narrow;
use alloc::vec::Vec;

/// A table with so many places, a power of two.
#[derive(Clone, Debug, Default)]
pub(super) struct Table<const PLACES: usize> {
    /// Each has a number and one, or 0.
    places: Vec<u32>,
}

impl<const PLACES: usize> Table<PLACES> {
    /// The first place for a word.
    #[inline(always)]
    fn first(word: u64) -> usize {
        // The high bits of a product depend on all bits of the word.
        let product = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        narrow::low_word(product >> (u64::BITS - PLACES.trailing_zeros())) as usize
    }

    #[inline(always)]
    fn next(place: usize) -> usize {
        (place + 1) & (PLACES - 1)
    }

    /// The number for a word for which `is` holds.
    #[inline(always)]
    pub(super) fn find(&self, word: u64, is: impl Fn(usize) -> bool) -> Option<usize> {
        let mut place = Self::first(word);
        loop {
            let number = (*self.places.get(place)? as usize).checked_sub(1)?;
            if is(number) {
                return Some(number);
            }
            place = Self::next(place);
        }
    }

    /// Adds a number for a word.
    pub(super) fn add(&mut self, word: u64, number: usize) {
        if self.places.is_empty() {
            self.places.resize(PLACES, 0);
        }
        let mut place = Self::first(word);
        while self.places[place] != 0 {
            place = Self::next(place);
        }
        self.places[place] = narrow::count(number + 1);
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_found_among_those_at_the_same_place() {
        let words = [7, 7, 8, u64::MAX, 0, 7];
        let mut table = Table::<16>::default();
        assert_eq!(table.find(7, |_| true), None);
        for (number, word) in words.iter().enumerate() {
            table.add(*word, number);
        }
        for (number, word) in words.iter().enumerate() {
            assert_eq!(table.find(*word, |it| it == number), Some(number));
            assert_eq!(table.find(*word, |it| it == words.len()), None);
        }
        table.clear();
        assert_eq!(table.find(7, |_| true), None);
    }
}
