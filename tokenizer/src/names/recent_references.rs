//! The references that were resolved last.

use super::References;
use alloc::vec;
use alloc::vec::Vec;

/// Short names with their semicolon, and their numbers: a page repeats few.
#[derive(Clone, Default)]
pub(crate) struct RecentReferences(Vec<(u64, u16)>);

impl RecentReferences {
    /// As [`References::closed`].
    #[inline(always)]
    pub(crate) fn closed(&mut self, references: &References, bytes: &[u8]) -> Option<(u16, usize)> {
        let word = bytes.first_chunk().map(|word| u64::from_le_bytes(*word));
        let Some((word, len)) = word.and_then(|word| Some((word, through_semicolon(word)?))) else {
            return references.closed(bytes);
        };
        // Its last byte differs from the zeros after it.
        let name = word & (u64::MAX >> (64 - 8 * len));
        let [place, ..] = name.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_be_bytes();
        if self.0.is_empty() {
            self.0 = vec![(0, 0); 16];
        }
        let recent = &mut self.0[usize::from(place >> 4)];
        if recent.0 != name {
            *recent = (name, references.closed(bytes)?.0);
        }
        Some((recent.1, len))
    }
}

/// The number of bytes up to the first semicolon in a word, with it.
#[inline(always)]
fn through_semicolon(word: u64) -> Option<usize> {
    let found = semicolons(word);
    (found != 0).then_some(found.trailing_zeros() as usize / 8 + 1)
}

/// The top bit of each byte that is a semicolon, exact up to the first one.
#[inline(always)]
fn semicolons(word: u64) -> u64 {
    const EACH: u64 = u64::MAX / 0xFF;
    let others = word ^ (EACH * b';' as u64);
    others.wrapping_sub(EACH) & !others & (EACH * 0x80)
}

#[cfg(test)]
mod tests {
    use super::semicolons;
    use crate::text::vectors;

    #[test]
    fn vectors() {
        for word in vectors::words() {
            vectors::print("through_semicolon", &[word, semicolons(word)]);
        }
    }
}
