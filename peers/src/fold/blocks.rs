//! Sums blocks of sixteen bytes with an x86-64 instruction.

use safe_arch::{add_i64_m128i, m128i, sum_of_u8_abs_diff_m128i};

/// The bytes added up.
#[inline]
pub(super) fn sum(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    if len >= 16 {
        blocks(bytes)
    } else if len >= 8 {
        // The two halves overlap; shift the common bytes out of the second.
        let last = match len {
            8 => 0,
            _ => word(bytes.last_chunk()) >> (8 * (16 - len)),
        };
        across(each(m128i::from([word(bytes.first_chunk()), last])))
    } else if len >= 4 {
        let last = half(bytes.last_chunk()) >> (8 * (8 - len));
        across(each(m128i::from([
            half(bytes.first_chunk()) | last << 32,
            0,
        ])))
    } else if len > 0 {
        let [first, middle, last] = [0, len / 2, len - 1].map(|at| u64::from(bytes[at]));
        first + if len > 1 { last } else { 0 } + if len > 2 { middle } else { 0 }
    } else {
        0
    }
}

/// A mask of zeros followed by ones, from which the mask for a tail is read.
static TAIL: [u8; 32] = {
    let mut tail = [0; 32];
    let mut at = 16;
    while at < 32 {
        tail[at] = 0xFF;
        at += 1;
    }
    tail
};

/// Sixteen bytes or more: whole blocks, and the last sixteen bytes without what was in those.
#[inline(always)]
fn blocks(bytes: &[u8]) -> u64 {
    let (whole, rest) = bytes.as_chunks::<16>();
    let mut lanes = m128i::default();
    for block in whole {
        lanes = add_i64_m128i(lanes, each(m128i::from(*block)));
    }
    let tail = m128i::from(sixteen(TAIL[rest.len()..].first_chunk()));
    let last = m128i::from(sixteen(bytes.last_chunk()));
    across(add_i64_m128i(lanes, each(last & tail)))
}

/// Eight bytes each, added up.
#[inline(always)]
fn each(block: m128i) -> m128i {
    sum_of_u8_abs_diff_m128i(block, m128i::default())
}

#[inline(always)]
fn across(lanes: m128i) -> u64 {
    let [low, high] = <[u64; 2]>::from(lanes);
    low + high
}

#[inline(always)]
fn half(bytes: Option<&[u8; 4]>) -> u64 {
    u64::from(u32::from_le_bytes(*bytes.expect("four bytes or more")))
}

#[inline(always)]
fn word(bytes: Option<&[u8; 8]>) -> u64 {
    u64::from_le_bytes(*bytes.expect("eight bytes or more"))
}

#[inline(always)]
fn sixteen(bytes: Option<&[u8; 16]>) -> [u8; 16] {
    *bytes.expect("sixteen bytes or more")
}
