//! Blocks on top of `wide`.

use core::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, SubAssign};
use wide::u8x16;

/// Sixteen bytes; as an answer, lanes that are all ones or all zeros.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block(u8x16);

impl From<[u8; 16]> for Block {
    #[inline(always)]
    fn from(bytes: [u8; 16]) -> Self {
        Block(u8x16::from(bytes))
    }
}

impl Block {
    /// The lanes that equal `byte`.
    #[inline(always)]
    pub(crate) fn equal(self, byte: u8) -> Self {
        Block(self.0.simd_eq(u8x16::splat(byte)))
    }

    /// The lanes from `low` to `high`, both included.
    #[inline(always)]
    pub(crate) fn between(self, low: u8, high: u8) -> Self {
        let shifted = self.0 - u8x16::splat(low);
        Block(shifted.min(u8x16::splat(high - low)).simd_eq(shifted))
    }

    /// The lanes that are below `bound` as signed bytes: all that is beyond ASCII is below zero.
    #[inline(always)]
    pub(crate) fn below(self, bound: i8) -> Self {
        // With the top bit flipped, unsigned order is signed order.
        let ordered = self.0 ^ u8x16::splat(0x80);
        let above = ordered
            .max(u8x16::splat(bound as u8 ^ 0x80))
            .simd_eq(ordered);
        Block(!above)
    }

    /// The lanes that are at least `bound`.
    #[inline(always)]
    pub(crate) fn at_least(self, bound: u8) -> Self {
        Block(self.0.max(u8x16::splat(bound)).simd_eq(self.0))
    }

    /// The lesser byte of each lane.
    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Block(self.0.min(other.0))
    }

    /// The greater byte of each lane.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Block(self.0.max(other.0))
    }

    /// Each lane less `byte`, as `u8::wrapping_sub` has it.
    #[inline(always)]
    pub(crate) fn wrapping_sub(self, byte: u8) -> Self {
        Block(self.0 - u8x16::splat(byte))
    }

    /// Each lane and `byte`, as `u8::saturating_add` has it.
    #[inline(always)]
    pub(crate) fn saturating_add(self, byte: u8) -> Self {
        Block(self.0.saturating_add(u8x16::splat(byte)))
    }

    /// The top bit of each lane, the first lane's lowest.
    #[inline(always)]
    pub(crate) fn to_bitmask(self) -> u32 {
        self.0.to_bitmask()
    }

    /// Whether the top bit of any lane is set.
    #[inline(always)]
    pub(crate) fn any(self) -> bool {
        self.to_bitmask() != 0
    }

    /// The sum of all lanes.
    #[inline(always)]
    pub(crate) fn total(self) -> usize {
        let lanes = self.to_array();
        lanes.iter().map(|lane| usize::from(*lane)).sum()
    }

    /// The bytes.
    #[inline(always)]
    pub(crate) fn to_array(self) -> [u8; 16] {
        self.0.to_array()
    }
}

impl BitOr for Block {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Block(self.0 | other.0)
    }
}

impl BitOrAssign for Block {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for Block {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Block(self.0 & other.0)
    }
}

impl BitXor for Block {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Block(self.0 ^ other.0)
    }
}

impl Not for Block {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Block(!self.0)
    }
}

impl SubAssign for Block {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.0 = self.0 - other.0;
    }
}
