//! The bytes at which a scan ends.

use crate::ir::CharSet;

/// The characters that end a scan, as a small number of byte comparisons.
///
/// It contains every character that has to end the scan, and CR. It may contain others: there the scan ends early, and
/// the row for the character restarts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopBytes {
    /// Ranges of ASCII bytes, in order.
    pub ranges: Vec<(u8, u8)>,
    /// Whether the scan continues in the ranges and ends at every other byte, so at every character beyond ASCII.
    pub negated: bool,
}

impl StopBytes {
    /// Whether a character ends the scan.
    #[must_use]
    pub fn contains(&self, c: char) -> bool {
        let byte = u8::try_from(c).ok().filter(u8::is_ascii);
        let is_listed = byte.is_some_and(|byte| {
            let mut ranges = self.ranges.iter();
            ranges.any(|(first, last)| (*first..=*last).contains(&byte))
        });
        is_listed != self.negated
    }

    /// The characters that end the scan.
    #[must_use]
    pub fn set(&self) -> CharSet {
        let ranges = self.ranges.iter();
        let listed = ranges.map(|(first, last)| (u32::from(*first), u32::from(*last)));
        let listed = CharSet::from_ranges(listed);
        match self.negated {
            true => listed.complement(),
            false => listed,
        }
    }
}
