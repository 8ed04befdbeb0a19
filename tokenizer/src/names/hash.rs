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
#[inline(always)]
pub(crate) fn hash_of_attribute(name: &[u8], value: &[u8]) -> u64 {
    let lengths = (name.len() as u64) << 32 ^ value.len() as u64;
    hash(value, fold(key(name) ^ lengths.rotate_left(29)))
}

/// Mixes the bits of a word into both halves of a product.
#[inline(always)]
fn fold(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
    narrow::low_half_of_product(product) ^ (product >> 64) as u64
}

/// Mixes bytes into a hash, eight at a time.
#[inline(always)]
fn hash(bytes: &[u8], seed: u64) -> u64 {
    let Some(last) = bytes.last_chunk() else {
        return fold(seed ^ key(bytes));
    };
    let mut hash = seed;
    let mut rest = bytes;
    while let Some((eight, more)) = rest.split_first_chunk() {
        hash = fold(hash ^ u64::from_le_bytes(*eight));
        rest = more;
    }
    fold(hash ^ u64::from_le_bytes(*last))
}
