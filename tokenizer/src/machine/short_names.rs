//! Names of references that fit a word with their semicolon: one look instead of a walk.

/// The bits of a name's number.
const NUMBER_BITS: u32 = 12;

/// A hash table of such names, built by the generator, in which no two names have the same place.
pub(crate) struct ShortNames {
    /// The multiplier of a word; the bits of the product above `shift` are its bucket.
    pub(crate) multiplier: u64,
    pub(crate) shift: u32,
    /// For each bucket, the displacement of its words, applied by XOR.
    pub(crate) displacements: &'static [u16],
    /// For each place the name that it has with its semicolon, filled up with zeros, or zeros.
    pub(crate) words: &'static [[u8; 8]],
    /// Which name it is, and above that, how long its characters are.
    pub(crate) numbers: &'static [u16],
}

impl ShortNames {
    /// The number of a name and the length of its characters, if it is one of these.
    #[inline(always)]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a shifted hash has fewer bits than `usize`"
    )]
    pub(crate) fn find(&self, name: u64) -> Option<(u16, usize)> {
        let hash = name.wrapping_mul(self.multiplier);
        let displacement = *self.displacements.get((hash >> self.shift) as usize)?;
        let place = (hash >> 32) as usize ^ usize::from(displacement);
        let place = place & (self.words.len() - 1);
        let is_there = self.words.get(place) == Some(&name.to_le_bytes());
        let number = self.numbers.get(place).filter(|_| is_there)?;
        Some((
            number & ((1 << NUMBER_BITS) - 1),
            usize::from(number >> NUMBER_BITS),
        ))
    }
}
