//! Names in lower case that are written with capitals.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The longest name that is kept, in bytes.
const LONGEST: usize = size_of::<u64>();

/// How many names are kept at most: the place of one is a byte.
const MOST: usize = 256;

/// Short names in lower case, so that no name is copied each time that the text has it with capitals. They stay for as
/// long as the machine does: a token may refer to one, and so may the last start tag.
#[derive(Clone, Default)]
pub(crate) struct LoweredNames {
    /// The names, each filled up with zeros; empty until there is a name.
    names: String,
    /// The same names as words.
    words: Vec<u64>,
}

/// A short range of the text, filled up with zeros.
#[derive(Clone, Copy)]
pub(crate) struct ShortRange {
    bytes: u64,
    lowered: u64,
}

impl ShortRange {
    /// A range if it is short, not empty, and not at the very end of the text.
    #[inline(always)]
    pub(crate) fn new(text: &str, from: usize, to: usize) -> Option<Self> {
        let word = text.as_bytes().get(from..)?.first_chunk()?;
        let len = to - from;
        if len.wrapping_sub(1) >= LONGEST {
            return None;
        }
        let bytes = u64::from_le_bytes(*word) & first_bytes(len);
        let lowered = to_ascii_lowercase(bytes);
        Some(ShortRange { bytes, lowered })
    }

    /// Whether it has capitals.
    #[inline(always)]
    pub(crate) fn has_capitals(self) -> bool {
        self.bytes != self.lowered
    }

    /// Whether it has capitals among its first bytes.
    #[inline(always)]
    pub(crate) fn begins_with_capitals(self, count: usize) -> bool {
        count > 0 && (self.bytes ^ self.lowered) & first_bytes(count) != 0
    }
}

impl LoweredNames {
    /// The place of the lower case of a range, if it was added.
    #[inline(always)]
    pub(crate) fn find(&self, range: ShortRange) -> Option<u8> {
        let [first, second] = places(range.lowered);
        if self.words.get(usize::from(first)) == Some(&range.lowered) {
            return Some(first);
        }
        (self.words.get(usize::from(second)) == Some(&range.lowered)).then_some(second)
    }

    /// The same, after it was added if there is room.
    pub(crate) fn find_or_add(&mut self, range: ShortRange) -> Option<u8> {
        if self.names.is_empty() {
            self.names = "\0".repeat(MOST * LONGEST);
            self.words = vec![0; MOST];
        }
        if let Some(place) = self.find(range) {
            return Some(place);
        }
        let mut places = places(range.lowered).into_iter();
        let free = places.find(|place| self.words[usize::from(*place)] == 0)?;
        let bytes = range.lowered.to_le_bytes();
        let filled = core::str::from_utf8(&bytes).ok()?;
        let start = usize::from(free) * LONGEST;
        self.names.replace_range(start..start + LONGEST, filled);
        self.words[usize::from(free)] = range.lowered;
        Some(free)
    }

    /// The name at a place, by its length.
    #[inline(always)]
    pub(crate) fn get(&self, place: u8, len: usize) -> &str {
        let start = usize::from(place) * LONGEST;
        &self.names[start..start + len]
    }
}

/// A mask for at least one byte.
#[inline(always)]
fn first_bytes(count: usize) -> u64 {
    u64::MAX >> (8 * (LONGEST - count))
}

/// All bytes at once; what is not ASCII stays.
#[inline(always)]
fn to_ascii_lowercase(bytes: u64) -> u64 {
    const EACH: u64 = u64::MAX / 0xFF;
    let low_bits = bytes & (EACH * 0x7F);
    // Bit 7 of a byte: it is at least `A`, or after `Z`, if it is ASCII.
    let from_a = low_bits + EACH * (0x80 - b'A' as u64);
    let after_z = low_bits + EACH * (0x7F - b'Z' as u64);
    let capitals = (from_a ^ after_z) & !bytes & (EACH * 0x80);
    bytes | capitals >> 2
}

/// The places that a name may have.
#[inline(always)]
fn places(name: u64) -> [u8; 2] {
    let [place, ..] = name.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_be_bytes();
    [place, place ^ 1]
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, LoweredNames, MOST, ShortRange, first_bytes, to_ascii_lowercase};
    use crate::text::vectors;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    #[test]
    fn vectors() {
        for word in vectors::words() {
            vectors::print("to_ascii_lowercase", &[word, to_ascii_lowercase(word)]);
        }
        for count in (1..=8).cycle().take(104) {
            vectors::print("first_bytes", &[count as u64, first_bytes(count)]);
        }
    }

    #[test]
    fn every_character_has_the_lower_case_of_the_library() {
        for c in ('\0'..='\u{2FF}').chain(['\u{FFFD}', '\u{1F600}']) {
            for count in 1..=LONGEST / c.len_utf8() {
                let name: String = core::iter::repeat_n(c, count).collect();
                let text = format!("{name}{}", "Z".repeat(LONGEST));
                let range = ShortRange::new(&text, 0, name.len()).expect("it is short");
                assert_eq!(range.has_capitals(), c.is_ascii_uppercase());
                assert!(!range.begins_with_capitals(0));
                assert_eq!(range.begins_with_capitals(1), c.is_ascii_uppercase());
                let mut names = LoweredNames::default();
                let place = names.find_or_add(range).expect("there is room");
                assert_eq!(names.get(place, name.len()), name.to_ascii_lowercase());
            }
        }
        assert!(ShortRange::new(&"A".repeat(2 * LONGEST), 0, LONGEST + 1).is_none());
        assert!(ShortRange::new(&"A".repeat(LONGEST), 1, 2).is_none());
        assert!(ShortRange::new(&"A".repeat(LONGEST), 0, 0).is_none());
    }

    #[test]
    fn names_stay_where_they_are() {
        let mut names = LoweredNames::default();
        let mut added = Vec::new();
        for number in 0..4 * MOST {
            let text = format!("Name{number}{}", " ".repeat(LONGEST));
            let len = text.trim_end().len();
            let range = ShortRange::new(&text, 0, len).expect("it is short");
            if let Some(place) = names.find_or_add(range) {
                added.push((range, place, format!("name{number}")));
            }
            for (range, place, name) in &added {
                assert_eq!(names.find(*range), Some(*place));
                assert_eq!(names.get(*place, name.len()), name);
            }
        }
        assert!(added.len() > MOST / 2 && added.len() <= MOST);
    }
}
