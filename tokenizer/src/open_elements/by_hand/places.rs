//! A set of places of the list of active formatting elements.

use core::ops::Range;

const WORDS: usize = 8;

/// How many places there are.
pub(super) const PLACES: usize = WORDS * 64;

/// The set, a bit for each place. Every operation takes constant time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Places([u64; WORDS]);

/// The words that have bits of a range of places, with these bits.
#[inline]
fn words(range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let Range { start, end } = range;
    (start / 64..end.div_ceil(64)).map(move |word| {
        let from = u64::MAX << (start.saturating_sub(word * 64) & 63);
        let to = u64::MAX >> ((word * 64 + 64).saturating_sub(end) & 63);
        (word, from & to)
    })
}

/// The last bit of a range, in words.
#[inline(always)]
fn last(range: Range<usize>, word: impl Fn(usize) -> u64) -> Option<usize> {
    let last = range.end.checked_sub(1)?;
    let mut at = last / 64;
    let mut bits = word(at) & u64::MAX >> (63 - last % 64);
    while bits == 0 && at > range.start / 64 {
        at -= 1;
        bits = word(at);
    }
    let found = (at * 64 + 63).checked_sub(bits.leading_zeros() as usize)?;
    (bits != 0 && found >= range.start).then_some(found)
}

impl Places {
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(super) fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 != 0
    }

    pub(super) fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    pub(super) fn remove(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    /// Adds the places of another set that are in a range.
    pub(super) fn insert_all(&mut self, others: &Places, range: Range<usize>) {
        for (at, mask) in words(range) {
            self.0[at] |= others.0[at] & mask;
        }
    }

    pub(super) fn remove_range(&mut self, range: Range<usize>) {
        for (at, mask) in words(range) {
            self.0[at] &= !mask;
        }
    }

    pub(super) fn count_in(&self, range: Range<usize>) -> usize {
        let counts = words(range).map(|(at, mask)| (self.0[at] & mask).count_ones() as usize);
        counts.sum()
    }

    /// The last place in a range.
    #[inline]
    pub(super) fn last_in(&self, range: Range<usize>) -> Option<usize> {
        last(range, |at| self.0[at])
    }

    /// The last place in a range that is in both sets.
    #[inline]
    pub(super) fn last_of_both(&self, others: &Places, range: Range<usize>) -> Option<usize> {
        last(range, |at| self.0[at] & others.0[at])
    }

    /// All places, in order.
    #[cfg(test)]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            core::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(at * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn ranges_may_begin_and_end_anywhere() {
        let every_third = |set: &mut Places| (0..PLACES).step_by(3).for_each(|at| set.insert(at));
        let mut all = Places::default();
        every_third(&mut all);
        assert_eq!(all.iter().count(), PLACES.div_ceil(3));
        for start in (0..=PLACES).step_by(31) {
            for end in (start..=PLACES).step_by(32) {
                let expected: Vec<usize> = (start..end).filter(|at| at % 3 == 0).collect();
                assert_eq!(all.count_in(start..end), expected.len());
                assert_eq!(all.last_in(start..end), expected.last().copied());
                let mut some = Places::default();
                some.insert_all(&all, start..end);
                assert_eq!(some.iter().collect::<Vec<_>>(), expected);
                assert_eq!(some.last_of_both(&all, 0..PLACES), expected.last().copied());
                some.remove_range(start..end);
                assert_eq!(some, Places::default());
            }
        }
    }

    #[test]
    fn single_places_are_added_and_removed() {
        let mut set = Places::default();
        for at in [0, 63, 64, PLACES - 1] {
            assert!(!set.has(at));
            set.insert(at);
            assert!(set.has(at));
        }
        set.remove(63);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 64, PLACES - 1]);
    }
}
