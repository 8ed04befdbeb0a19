//! Names of references that may go without their semicolon: few, and short.

/// A table of such names by their first two bytes, built by the generator.
pub(crate) struct OpenNames {
    /// For each bucket where its names begin, and one more.
    pub(crate) starts: &'static [u16],
    /// The names without semicolons, filled up with zeros; in each bucket the longest first.
    pub(crate) words: &'static [[u8; 8]],
    /// Which names they are.
    pub(crate) numbers: &'static [u16],
}

impl OpenNames {
    /// The length and the number of the longest of these names that is a prefix of some bytes.
    #[inline(always)]
    pub(crate) fn longest(&self, bytes: &[u8]) -> Option<(usize, u16)> {
        let word = word(bytes);
        let [first, second, ..] = word.to_le_bytes();
        let bucket = (usize::from(first) << 5 ^ usize::from(second)) & (self.starts.len() - 2);
        let end = usize::from(*self.starts.get(bucket + 1)?);
        let start = usize::from(*self.starts.get(bucket)?);
        let names = self.words.get(start..end)?;
        let numbers = self.numbers.get(start..end)?;
        let mut names = names.iter().zip(numbers);
        names.find_map(|(name, number)| {
            let name = u64::from_le_bytes(*name);
            let beyond = name.leading_zeros() & !7;
            let matches = word << beyond == name << beyond;
            matches.then_some((8 - beyond as usize / 8, *number))
        })
    }
}

/// The first eight bytes, with zeros where there are fewer.
#[inline(always)]
pub(super) fn word(bytes: &[u8]) -> u64 {
    let whole = bytes.first_chunk().copied();
    u64::from_le_bytes(whole.unwrap_or_else(|| {
        let mut filled = [0; 8];
        filled[..bytes.len()].copy_from_slice(bytes);
        filled
    }))
}
