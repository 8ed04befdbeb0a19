//! Sets of ASCII characters in one word.

use crate::ir::CharSet;

/// A set of ASCII characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AsciiSet(u128);

impl AsciiSet {
    pub(super) fn all() -> Self {
        AsciiSet(u128::MAX)
    }

    /// The ASCII characters of a set.
    pub(super) fn of(set: &CharSet) -> Self {
        let up_to = |last: u32| u128::MAX >> (127 - last.min(127));
        let ranges = set.ranges().iter().filter(|(first, _)| *first < 128);
        let bits = ranges.map(|(first, last)| up_to(*last) & !((1 << first) - 1));
        AsciiSet(bits.fold(0, |all, bits| all | bits))
    }

    pub(super) fn intersection(self, other: Self) -> Self {
        AsciiSet(self.0 & other.0)
    }

    pub(super) fn minus(self, other: Self) -> Self {
        AsciiSet(self.0 & !other.0)
    }

    pub(super) fn first(self) -> Option<char> {
        char::from_u32(self.0.trailing_zeros()).filter(char::is_ascii)
    }

    pub(super) fn contains(self, c: char) -> bool {
        c.is_ascii() && self.0 >> u32::from(c) & 1 == 1
    }
}

impl FromIterator<char> for AsciiSet {
    /// Leaves characters out that are not ASCII.
    fn from_iter<I: IntoIterator<Item = char>>(chars: I) -> Self {
        let ascii = chars.into_iter().filter(char::is_ascii);
        AsciiSet(ascii.fold(0, |bits, c| bits | 1 << u32::from(c)))
    }
}
