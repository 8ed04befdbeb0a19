//! Kinds of elements: a number for each pair of a namespace and a name.
//!
//! The kinds that rules mention come first, so that a set of them is a set of bits. A kind of an HTML element that rules mention is
//! the number of its name.

/// The kind of an element.
pub(super) type Kind = u32;

/// No element: null, or a node that is none.
pub(super) const NO_ELEMENT: Kind = Kind::MAX;

/// The kind of a record that is free.
pub(super) const FREED: Kind = Kind::MAX - 1;

const WORDS: usize = 8;

/// The most kinds that rules mention.
pub(super) const MOST_KINDS: usize = 64 * WORDS;

/// A set of kinds that rules mention.
#[derive(Debug)]
pub struct KindSet {
    bits: [u64; WORDS],
    members: &'static [u16],
}

impl KindSet {
    pub(crate) const fn of(members: &'static [u16]) -> Self {
        let mut bits = [0; WORDS];
        let mut at = 0;
        while at < members.len() {
            let member = members[at] as usize;
            bits[member / 64] |= 1 << (member % 64);
            at += 1;
        }
        KindSet { bits, members }
    }

    #[inline(always)]
    pub(super) const fn has(&self, kind: Kind) -> bool {
        let word = kind as usize / 64;
        word < WORDS && self.bits[word] >> (kind % 64) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn members(&self) -> impl Iterator<Item = Kind> + '_ {
        self.members.iter().map(|kind| Kind::from(*kind))
    }
}
