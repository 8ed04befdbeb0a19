//! Operations on sixteen bytes at once.
//!
//! On x86-64 they are instructions that every such processor has. Other processors use `wide`, which takes longer to
//! compile than the rest of the crate, so x86-64 builds omit it.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;
#[cfg(all(not(test), target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) use sse2::Block;

#[cfg(all(test, target_arch = "x86_64", target_feature = "sse2"))]
mod switched;
#[cfg(all(test, target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) use switched::{Block, with_portable_blocks};

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod portable;
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(crate) use portable::Block;

impl Block {
    /// Sixty-four bytes.
    #[inline(always)]
    pub(crate) fn four(bytes: &[u8; 64]) -> [Block; 4] {
        let at = |at: usize| -> Block {
            let block: [u8; 16] = bytes[at..at + 16].try_into().expect("sixteen bytes");
            Block::from(block)
        };
        [at(0), at(16), at(32), at(48)]
    }

    /// Maps four blocks. `map` of arrays generates a tenth of all lines that a program compiles.
    #[inline(always)]
    pub(crate) fn each(four: [Block; 4], map: impl Fn(Block) -> Block) -> [Block; 4] {
        let [a, b, c, d] = four;
        [map(a), map(b), map(c), map(d)]
    }

    /// The lanes of any of four.
    #[inline(always)]
    pub(crate) fn any_of([a, b, c, d]: [Block; 4]) -> Block {
        a | b | c | d
    }

    /// The top bit of each lane of four, the first lane's lowest.
    #[inline(always)]
    pub(crate) fn bits_of([a, b, c, d]: [Block; 4]) -> u64 {
        let low = a.to_bitmask() | b.to_bitmask() << 16;
        let high = c.to_bitmask() | d.to_bitmask() << 16;
        u64::from(low) | u64::from(high) << 32
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, portable};

    /// The results of all operations of one implementation.
    macro_rules! results {
        ($block:ty, $bytes:expr, $a:expr, $b:expr) => {{
            let block = <$block>::from($bytes);
            let (equal, between) = (block.equal($a), block.between($a.min($b), $a.max($b)));
            let mut sums = block;
            sums -= equal.max(between);
            let mut either = equal;
            either |= block.below(0x20);
            (
                block.to_bitmask(),
                (equal.any(), block.total()),
                equal.to_array(),
                between.to_array(),
                either.to_array(),
                (equal | !between).to_array(),
                (between & block).to_array(),
                (equal ^ block).to_array(),
                block.at_least($a).to_array(),
                block
                    .wrapping_sub($a)
                    .min(block.saturating_add($b))
                    .to_array(),
                sums.to_array(),
                <$block>::default().to_array(),
            )
        }};
    }

    #[test]
    fn both_implementations_agree() {
        for seed in 0..=255_u8 {
            let bytes: [u8; 16] = core::array::from_fn(|i| seed.wrapping_add((i * i * 7) as u8));
            for a in 0..=255 {
                let b = a ^ seed;
                let here = results!(Block, bytes, a, b);
                assert_eq!(
                    here,
                    results!(portable::Block, bytes, a, b),
                    "{bytes:?} {a} {b}"
                );
            }
        }
    }

    #[test]
    fn a_lane_is_set_where_its_byte_is_meant() {
        let bytes: [u8; 16] = core::array::from_fn(|i| i as u8 * 17);
        let block = Block::from(bytes);
        assert_eq!(block.to_array(), bytes);
        assert_eq!(block.equal(0x33).to_bitmask(), 1 << 3);
        assert_eq!(block.between(0x22, 0x44).to_bitmask(), 0b1_1100);
        assert_eq!(block.below(0x22).to_bitmask(), 0xFF03);
        assert_eq!(block.at_least(0xEE).to_bitmask(), 3 << 14);
        assert_eq!(block.wrapping_sub(0x11).to_array()[..3], [0xEF, 0, 0x11]);
        assert_eq!(block.saturating_add(0x22).to_array()[13..], [0xFF; 3]);
    }
}
