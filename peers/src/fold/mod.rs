//! Touches every byte at low cost.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod blocks;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod words;

/// The sum of the bytes. It is independent of how the text is split.
#[inline]
#[must_use]
pub fn sum(bytes: &[u8]) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return blocks::sum(bytes);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    return words::sum(bytes);
}

#[cfg(test)]
mod tests {
    use super::{sum, words};

    fn agree(bytes: &[u8]) {
        let slow: u64 = bytes.iter().copied().map(u64::from).sum();
        assert_eq!(sum(bytes), slow, "{} bytes", bytes.len());
        assert_eq!(words::sum(bytes), slow, "{} bytes", bytes.len());
    }

    #[test]
    fn the_sum_is_that_of_the_bytes() {
        let bytes: Vec<u8> = (0..5000_usize).map(|n| (n * 7 % 256) as u8).collect();
        for start in 0..40 {
            for end in start..120 {
                agree(&bytes[start..end]);
            }
        }
        agree(&bytes);
        agree(&[255; 4099]);
    }
}
