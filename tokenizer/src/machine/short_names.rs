//! Names of references that fit a word with their semicolon: one look instead of a walk.

use crate::input::scan::equal_in_word;

/// A hash table of such names, made by the generator.
#[derive(Debug)]
pub(crate) struct ShortNames {
    /// What a word is multiplied with; what is left above `shift` is its place.
    pub(crate) multiplier: u64,
    pub(crate) shift: u32,
    /// For each place one more than the index of a word, or zero. A word whose place is taken stands in
    /// the next free one.
    pub(crate) places: &'static [u16],
    /// The names with their semicolons, the first byte lowest.
    pub(crate) words: &'static [u64],
    /// Which names they are.
    pub(crate) numbers: &'static [u16],
}

impl ShortNames {
    /// The name at the beginning of `bytes`, if it is one of these: its length with the semicolon, and
    /// its number. Eight bytes are needed to tell.
    #[inline(always)]
    pub(crate) fn find(&self, bytes: &[u8]) -> Option<(usize, u16)> {
        let bytes = u64::from_le_bytes(*bytes.first_chunk()?);
        let semicolons = equal_in_word(bytes, b';');
        if semicolons == 0 {
            return None;
        }
        let up_to_first = semicolons ^ (semicolons - 1);
        let word = bytes & up_to_first;
        let mut at = (word.wrapping_mul(self.multiplier) >> self.shift) as usize;
        loop {
            let index = usize::from(*self.places.get(at)?).checked_sub(1)?;
            if self.words.get(index) == Some(&word) {
                let len = up_to_first.count_ones() as usize / 8;
                return Some((len, *self.numbers.get(index)?));
            }
            at += 1;
        }
    }
}
