//! Hashes of names and attributes.

use crate::text::narrow;

/// Mixes the bits of a word, so that the low ones depend on all.
#[inline(always)]
pub(crate) const fn mixed(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

/// The most bytes of a name that its key has whole.
pub(crate) const WHOLE: usize = 8;

/// The bytes of a short name, or a hash of a longer one.
#[inline(always)]
pub(crate) const fn key(name: &[u8]) -> u64 {
    let (Some(first), Some(last)) = (name.first_chunk::<4>(), name.last_chunk::<4>()) else {
        return short_key(name);
    };
    if name.len() <= WHOLE {
        // Two reads that may overlap are faster than a loop.
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return first as u64 | (last as u64) << (8 * (name.len() - 4));
    }
    long_key(name)
}

#[inline(always)]
const fn short_key(name: &[u8]) -> u64 {
    match *name {
        [] => 0,
        [a] => a as u64,
        [a, b] => a as u64 | (b as u64) << 8,
        [a, b, c, ..] => a as u64 | (b as u64) << 8 | (c as u64) << 16,
    }
}

const fn long_key(name: &[u8]) -> u64 {
    let mut state = 0;
    let mut rest = name;
    while let Some((eight, more)) = rest.split_first_chunk() {
        state = mixed(state ^ u64::from_le_bytes(*eight));
        rest = more;
    }
    let last = match name.last_chunk() {
        Some(last) => u64::from_le_bytes(*last),
        None => 0,
    };
    mixed(state ^ last)
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
