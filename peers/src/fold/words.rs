//! Sums words of eight bytes on any processor.

/// The bytes added up.
#[inline]
pub(super) fn sum(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    if len >= 8 {
        if len < LONG {
            words(bytes)
        } else {
            long(bytes)
        }
    } else if len >= 4 {
        // The two halves overlap; shift the common bytes out of the second.
        let last = half_at(bytes, len - 4) >> (8 * (8 - len));
        across(pairs(half_at(bytes, 0) | last << 32))
    } else if len > 0 {
        let [first, middle, last] = [0, len / 2, len - 1].map(|at| u64::from(bytes[at]));
        first + if len > 1 { last } else { 0 } + if len > 2 { middle } else { 0 }
    } else {
        0
    }
}

/// The sum of this many bytes is below 65,536.
const LONG: usize = 256;

#[inline(never)]
fn long(bytes: &[u8]) -> u64 {
    bytes.chunks(LONG - 8).map(sum).sum()
}

/// Eight bytes or more, and less than [`LONG`].
#[inline]
fn words(bytes: &[u8]) -> u64 {
    let (whole, rest) = bytes.as_chunks::<8>();
    let mut lanes = 0;
    for word in whole {
        lanes += pairs(u64::from_le_bytes(*word));
    }
    if !rest.is_empty() {
        let last = word_at(bytes, bytes.len() - 8) >> (8 * (8 - rest.len()));
        lanes += pairs(last);
    }
    across(lanes)
}

#[inline]
fn half_at(bytes: &[u8], start: usize) -> u64 {
    let mut half = [0; 4];
    half.copy_from_slice(&bytes[start..start + 4]);
    u64::from(u32::from_le_bytes(half))
}

#[inline]
fn word_at(bytes: &[u8], start: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[start..start + 8]);
    u64::from_le_bytes(word)
}

/// Eight bytes added in pairs to four lanes.
#[inline]
fn pairs(word: u64) -> u64 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    (word & EVEN) + ((word >> 8) & EVEN)
}

/// The sum of four lanes, below 65,536.
#[inline]
fn across(lanes: u64) -> u64 {
    lanes.wrapping_mul(0x0001_0001_0001_0001) >> 48
}
