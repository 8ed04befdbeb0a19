//! Blocks of either implementation, chosen at run time: the unit tests run all code with both.

use super::{portable, sse2};
use core::cell::Cell;
use core::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, SubAssign};

std::thread_local! {
    static PORTABLE: Cell<bool> = const { Cell::new(false) };
}

/// Runs something with the portable blocks.
pub(crate) fn with_portable_blocks<T>(run: impl FnOnce() -> T) -> T {
    PORTABLE.set(true);
    let result = run();
    PORTABLE.set(false);
    result
}

/// Sixteen bytes; as an answer, lanes that are all ones or all zeros.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block([u8; 16]);

impl From<[u8; 16]> for Block {
    fn from(bytes: [u8; 16]) -> Self {
        Block(bytes)
    }
}

/// Evaluates an expression on a block of the implementation in use.
macro_rules! of_either {
    ($bytes:expr, $block:ident => $result:expr) => {
        if PORTABLE.get() {
            let $block = portable::Block::from($bytes);
            $result
        } else {
            let $block = sse2::Block::from($bytes);
            $result
        }
    };
}

/// The same with two blocks.
macro_rules! of_either_two {
    ($a:expr, $b:expr, $first:ident, $second:ident => $result:expr) => {
        if PORTABLE.get() {
            let ($first, $second) = (portable::Block::from($a), portable::Block::from($b));
            Block($result.to_array())
        } else {
            let ($first, $second) = (sse2::Block::from($a), sse2::Block::from($b));
            Block($result.to_array())
        }
    };
}

impl Block {
    pub(crate) fn equal(self, byte: u8) -> Self {
        of_either!(self.0, block => Block(block.equal(byte).to_array()))
    }

    pub(crate) fn between(self, low: u8, high: u8) -> Self {
        of_either!(self.0, block => Block(block.between(low, high).to_array()))
    }

    pub(crate) fn below(self, bound: i8) -> Self {
        of_either!(self.0, block => Block(block.below(bound).to_array()))
    }

    pub(crate) fn at_least(self, bound: u8) -> Self {
        of_either!(self.0, block => Block(block.at_least(bound).to_array()))
    }

    pub(crate) fn min(self, other: Self) -> Self {
        of_either_two!(self.0, other.0, a, b => a.min(b))
    }

    pub(crate) fn max(self, other: Self) -> Self {
        of_either_two!(self.0, other.0, a, b => a.max(b))
    }

    pub(crate) fn wrapping_sub(self, byte: u8) -> Self {
        of_either!(self.0, block => Block(block.wrapping_sub(byte).to_array()))
    }

    pub(crate) fn saturating_add(self, byte: u8) -> Self {
        of_either!(self.0, block => Block(block.saturating_add(byte).to_array()))
    }

    pub(crate) fn to_bitmask(self) -> u32 {
        of_either!(self.0, block => block.to_bitmask())
    }

    pub(crate) fn any(self) -> bool {
        of_either!(self.0, block => block.any())
    }

    pub(crate) fn total(self) -> usize {
        of_either!(self.0, block => block.total())
    }

    pub(crate) fn to_array(self) -> [u8; 16] {
        self.0
    }
}

impl BitOr for Block {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        of_either_two!(self.0, other.0, a, b => (a | b))
    }
}

impl BitOrAssign for Block {
    fn bitor_assign(&mut self, other: Self) {
        *self = of_either_two!(self.0, other.0, a, b => { let mut a = a; a |= b; a });
    }
}

impl BitAnd for Block {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        of_either_two!(self.0, other.0, a, b => (a & b))
    }
}

impl BitXor for Block {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        of_either_two!(self.0, other.0, a, b => (a ^ b))
    }
}

impl Not for Block {
    type Output = Self;
    fn not(self) -> Self {
        of_either!(self.0, block => Block((!block).to_array()))
    }
}

impl SubAssign for Block {
    fn sub_assign(&mut self, other: Self) {
        *self = of_either_two!(self.0, other.0, a, b => { let mut a = a; a -= b; a });
    }
}
