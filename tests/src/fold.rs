//! Touching every byte at little cost.

/// The bytes added up. However a text is cut, its pieces' sums add up to the same.
#[inline]
#[must_use]
pub fn sum(bytes: &[u8]) -> u64 {
    if bytes.len() < 8 {
        return small(bytes);
    }
    let whole = bytes.len() & !7;
    let mut total = 0;
    // Lanes of 16 bits hold at least 128 additions of two bytes.
    for block in bytes[..whole].chunks(1024) {
        let mut lanes = 0_u64;
        for word in block.chunks_exact(8) {
            lanes += pairs(word_at(word, 0));
        }
        total += across(lanes);
    }
    let rest = bytes.len() - whole;
    if rest > 0 {
        let last = word_at(bytes, bytes.len() - 8) >> (8 * (8 - rest));
        total += across(pairs(last));
    }
    total
}

#[inline]
fn small(bytes: &[u8]) -> u64 {
    bytes.iter().map(|&byte| u64::from(byte)).sum()
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

/// The sum of four lanes.
#[inline]
fn across(lanes: u64) -> u64 {
    const EVEN: u64 = 0x0000_ffff_0000_ffff;
    let two = (lanes & EVEN) + ((lanes >> 16) & EVEN);
    (two & 0xffff_ffff) + (two >> 32)
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn the_sum_is_that_of_the_bytes() {
        let bytes: Vec<u8> = (0..5000_usize).map(|n| (n * 7 % 256) as u8).collect();
        for (start, end) in (0..40).flat_map(|start| (start..80).map(move |end| (start, end))) {
            let slow: u64 = bytes[start..end].iter().copied().map(u64::from).sum();
            assert_eq!(sum(&bytes[start..end]), slow, "{start}..{end}");
        }
        let slow: u64 = bytes.iter().copied().map(u64::from).sum();
        assert_eq!(sum(&bytes), slow);
        assert_eq!(sum(&[255; 4099]), 255 * 4099);
    }
}
