//! Conversions to smaller numbers, each with the reason why no bit is lost.
#![expect(clippy::cast_possible_truncation, reason = "each function says why")]

/// A position in a text that the machine reads at once, or a length in it: the text has at most
/// [`LONGEST_TEXT`](crate::registers::LONGEST_TEXT) bytes.
#[inline(always)]
pub(crate) const fn position(at: usize) -> u32 {
    debug_assert!(at <= u32::MAX as usize);
    at as u32
}

/// The number of things that are kept in memory for one tag or for one stretch of the input, each with several bytes:
/// SECURITY.md promises nothing beyond 2³² of them.
#[inline(always)]
pub(crate) const fn count(of: usize) -> u32 {
    debug_assert!(of <= u32::MAX as usize);
    of as u32
}

/// The lower half of an offset. The difference of two lower halves is the distance of offsets that are less than 4 GiB
/// apart.
#[inline(always)]
pub(crate) const fn low_half(offset: usize) -> u32 {
    offset as u32
}

/// The lower half of a word.
#[inline(always)]
pub(crate) const fn low_word(word: u64) -> u32 {
    word as u32
}

/// The lower half of a product of two words.
#[inline(always)]
pub(crate) const fn low_half_of_product(product: u128) -> u64 {
    product as u64
}
