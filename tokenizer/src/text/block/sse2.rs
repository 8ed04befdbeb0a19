//! Blocks by the instructions that every x86-64 processor has.

use core::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, SubAssign};
use safe_arch::{
    add_i8_m128i, add_saturating_u8_m128i, cmp_eq_mask_i8_m128i, cmp_gt_mask_i8_m128i,
    cmp_lt_mask_i8_m128i, m128i, max_u8_m128i, min_u8_m128i, move_mask_i8_m128i,
    set_splat_i8_m128i, sub_i8_m128i, sum_of_u8_abs_diff_m128i,
};

/// Sixteen bytes; as an answer, lanes that are all ones or all zeros.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block(m128i);

impl From<[u8; 16]> for Block {
    #[inline(always)]
    fn from(bytes: [u8; 16]) -> Self {
        Block(m128i::from(bytes))
    }
}

impl Default for Block {
    #[inline(always)]
    fn default() -> Self {
        Block(m128i::default())
    }
}

impl Block {
    #[inline(always)]
    fn splat(byte: u8) -> m128i {
        set_splat_i8_m128i(byte.cast_signed())
    }

    /// The lanes that equal `byte`.
    #[inline(always)]
    pub(crate) fn equal(self, byte: u8) -> Self {
        Block(cmp_eq_mask_i8_m128i(self.0, Self::splat(byte)))
    }

    /// The lanes from `low` to `high`, both included.
    #[inline(always)]
    pub(crate) fn between(self, low: u8, high: u8) -> Self {
        if high - low == 0xFF {
            return Block(Self::splat(0xFF));
        }
        // With `high` moved to the greatest signed byte, the lanes meant are the greatest of all.
        let moved = add_i8_m128i(self.0, Self::splat(0x7F_u8.wrapping_sub(high)));
        let below = 0x7E_u8.wrapping_sub(high - low);
        Block(cmp_gt_mask_i8_m128i(moved, Self::splat(below)))
    }

    /// The lanes that are below `bound` as signed bytes: all that is beyond ASCII is below zero.
    #[inline(always)]
    pub(crate) fn below(self, bound: i8) -> Self {
        Block(cmp_lt_mask_i8_m128i(self.0, set_splat_i8_m128i(bound)))
    }

    /// The lanes that are at least `bound`.
    #[inline(always)]
    pub(crate) fn at_least(self, bound: u8) -> Self {
        let greater = max_u8_m128i(self.0, Self::splat(bound));
        Block(cmp_eq_mask_i8_m128i(greater, self.0))
    }

    /// The lesser byte of each lane.
    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Block(min_u8_m128i(self.0, other.0))
    }

    /// The greater byte of each lane.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Block(max_u8_m128i(self.0, other.0))
    }

    /// Each lane less `byte`, as `u8::wrapping_sub` has it.
    #[inline(always)]
    pub(crate) fn wrapping_sub(self, byte: u8) -> Self {
        Block(sub_i8_m128i(self.0, Self::splat(byte)))
    }

    /// Each lane and `byte`, as `u8::saturating_add` has it.
    #[inline(always)]
    pub(crate) fn saturating_add(self, byte: u8) -> Self {
        Block(add_saturating_u8_m128i(self.0, Self::splat(byte)))
    }

    /// The top bit of each lane, the first lane's lowest.
    #[inline(always)]
    pub(crate) fn to_bitmask(self) -> u32 {
        move_mask_i8_m128i(self.0).cast_unsigned()
    }

    /// Whether the top bit of any lane is set.
    #[inline(always)]
    pub(crate) fn any(self) -> bool {
        self.to_bitmask() != 0
    }

    /// The sum of all lanes.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "a sum of sixteen bytes")]
    pub(crate) fn total(self) -> usize {
        let halves = sum_of_u8_abs_diff_m128i(self.0, m128i::default());
        let [low, high]: [u64; 2] = halves.into();
        (low + high) as usize
    }

    /// The bytes.
    #[cfg(test)]
    pub(crate) fn to_array(self) -> [u8; 16] {
        self.0.into()
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
        self.0 = sub_i8_m128i(self.0, other.0);
    }
}
