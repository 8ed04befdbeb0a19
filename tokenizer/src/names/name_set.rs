//! A filter of names.
//!
//! Most tags have no meaning at all, which the filter finds by the length and two bytes of the name.

/// A set of names by their length and the sum of their first two bytes: for the low five bits of each sum, the lengths,
/// modulo 32, as bits. It has all names that share these with one of its names; few names of HTML do.
#[derive(Debug)]
pub(crate) struct NameSet([u32; 32]);

impl NameSet {
    pub(crate) const NONE: NameSet = NameSet([0; 32]);
    pub(crate) const ALL: NameSet = NameSet([u32::MAX; 32]);

    /// The set that has these names.
    pub(crate) const fn of(names: &[&str]) -> Self {
        let mut set = NameSet::NONE;
        let mut at = 0;
        while at < names.len() {
            set.add(names[at]);
            at += 1;
        }
        set
    }

    pub(crate) const fn add(&mut self, name: &str) {
        let bit = 1 << (name.len() & 31);
        if let [first, second, ..] = *name.as_bytes() {
            self.0[row(first, second)] |= bit;
            return;
        }
        // What follows the name may be any byte.
        let mut at = 0;
        while at < self.0.len() {
            self.0[at] |= bit;
            at += 1;
        }
    }

    /// Whether the set may have a name of this length that begins with these bytes; the second may be behind the name.
    /// Only the lowest five bits count of the length, and of each byte: a capital is as good as its lower case.
    #[inline(always)]
    pub(crate) const fn may_have(&self, len: usize, [first, second]: [u8; 2]) -> bool {
        self.0[row(first, second)] >> (len & 31) & 1 != 0
    }
}

#[inline(always)]
const fn row(first: u8, second: u8) -> usize {
    (first.wrapping_add(second) & 31) as usize
}
