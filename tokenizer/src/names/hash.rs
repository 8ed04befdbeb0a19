//! Hashes of names and attributes.

use crate::text::narrow;

/// Mixes the bits of a word, so that the low ones depend on all.
#[inline(always)]
pub(crate) const fn mixed(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

/// A hash of the name and the value of an attribute.
pub(crate) fn hash_of_attribute(name: &str, value: &str) -> u64 {
    hash(value.as_bytes(), hash(name.as_bytes(), 0))
}

/// Mixes bytes into a hash, eight at a time.
fn hash(bytes: &[u8], seed: u64) -> u64 {
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        narrow::low_half_of_product(product) ^ (product >> 64) as u64
    };
    let hash = mix(seed, bytes.len() as u64);
    let Some(last) = bytes.last_chunk() else {
        let word = bytes
            .iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte));
        return mix(hash, word);
    };
    let (words, _) = bytes.as_chunks();
    let words = words.iter().chain([last]);
    words.map(|word| u64::from_le_bytes(*word)).fold(hash, mix)
}
