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

    /// Checks that an operation of both implementations is one of bytes.
    macro_rules! is_bytewise {
        ($bytes:expr, $block:ident => $operation:expr, $byte:ident => $expected:expr) => {
            let expected = $bytes.map(|$byte| $expected);
            let $block = Block::from($bytes);
            assert_eq!($operation.to_array(), expected, "{:?}", $bytes);
            let $block = portable::Block::from($bytes);
            assert_eq!($operation.to_array(), expected, "{:?}", $bytes);
        };
    }

    fn lane(is_set: bool) -> u8 {
        if is_set { 0xFF } else { 0 }
    }

    fn sixteen(first: u8) -> [u8; 16] {
        core::array::from_fn(|at| first.wrapping_add(at as u8))
    }

    #[test]
    fn every_operation_with_a_byte_is_one_of_bytes() {
        for a in 0..=255_u8 {
            for first in (0..=255).step_by(16) {
                let bytes = sixteen(first);
                is_bytewise!(bytes, block => block.equal(a), byte => lane(byte == a));
                is_bytewise!(bytes, block => block.at_least(a), byte => lane(byte >= a));
                let bound = a.cast_signed();
                is_bytewise!(bytes, block => block.below(bound), byte => lane(byte.cast_signed() < bound));
                is_bytewise!(bytes, block => block.wrapping_sub(a), byte => byte.wrapping_sub(a));
                is_bytewise!(bytes, block => block.saturating_add(a), byte => byte.saturating_add(a));
                for high in a..=255 {
                    let is_between = |byte| lane((a..=high).contains(&byte));
                    is_bytewise!(bytes, block => block.between(a, high), byte => is_between(byte));
                }
            }
        }
    }

    #[test]
    fn every_operation_on_two_blocks_is_one_of_bytes() {
        for a in 0..=255_u8 {
            for first in (0..=255).step_by(16) {
                let (bytes, all) = (sixteen(first), [a; 16]);
                is_bytewise!(bytes, block => block.min(all.into()), byte => byte.min(a));
                is_bytewise!(bytes, block => block.max(all.into()), byte => byte.max(a));
                is_bytewise!(bytes, block => block | all.into(), byte => byte | a);
                is_bytewise!(bytes, block => block & all.into(), byte => byte & a);
                is_bytewise!(bytes, block => block ^ all.into(), byte => byte ^ a);
                is_bytewise!(bytes, block => !block, byte => !byte);
                is_bytewise!(bytes, block => { let mut sum = block; sum -= all.into(); sum },
                    byte => byte.wrapping_sub(a));
                is_bytewise!(bytes, block => { let mut either = block; either |= all.into(); either },
                    byte => byte | a);
            }
        }
    }

    #[test]
    fn every_bitmask_and_total_is_that_of_the_lanes() {
        for mask in 0..=u16::MAX {
            let bytes: [u8; 16] =
                core::array::from_fn(|at| lane(mask >> at & 1 == 1) & 0xF0 | at as u8);
            let total: usize = bytes.iter().map(|byte| usize::from(*byte)).sum();
            let (here, portable) = (Block::from(bytes), portable::Block::from(bytes));
            let expected = (u32::from(mask), total, mask != 0);
            assert_eq!((here.to_bitmask(), here.total(), here.any()), expected);
            assert_eq!(
                (portable.to_bitmask(), portable.total(), portable.any()),
                expected
            );
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
