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

/// A byte at which a state does the same as at the bytes of its run, unless a text ends with it.
///
/// A character of the text always ends the run. So the text begins before the run, and ends with one of its first
/// bytes, or not at all: the rest of the run is scanned for other stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalStop {
    /// The byte at which the run ends only if the text does.
    pub byte: u8,
    /// The text, up to and including the byte.
    pub text: String,
    /// The number of bytes at the start of a run that may end the text.
    pub reach: usize,
    /// The bytes that end the rest of the run.
    pub others: StopBytes,
}
