//! The attributes of the tag under construction, and the search for a duplicate among them.

use super::slot::{Scratch, Slot};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// One attribute under construction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttributeSlots {
    pub(crate) name: Slot,
    pub(crate) value: Slot,
}

/// The attributes of a tag. The one removed last still takes what is appended to it.
#[derive(Debug, Default)]
pub(crate) struct AttributeList {
    list: Vec<AttributeSlots>,
    removed: AttributeSlots,
    /// Whether it is the last of the list; else it is `removed`.
    current_is_listed: bool,
    /// How many at the beginning of the list borrow nothing: put away, and never built on again.
    kept: usize,
    index: NameIndex,
}

/// From this many attributes on, names are found by their hash.
const MANY: usize = 12;

impl AttributeList {
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.removed = AttributeSlots::default();
        self.current_is_listed = false;
        self.kept = 0;
    }

    #[inline(always)]
    pub(crate) fn start(&mut self) {
        self.list.push(AttributeSlots::default());
        self.current_is_listed = true;
    }

    /// The attribute that steps build; a spare one where the tag has none yet.
    #[inline(always)]
    pub(crate) fn current(&mut self) -> &mut AttributeSlots {
        if self.current_is_listed {
            self.list.last_mut().expect("an attribute was started")
        } else {
            &mut self.removed
        }
    }

    pub(crate) fn remove_current(&mut self) {
        if self.current_is_listed {
            self.removed = self.list.pop().expect("an attribute was started");
            self.current_is_listed = false;
        }
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[AttributeSlots] {
        &self.list
    }

    /// Whether an attribute before the current one has its name.
    #[inline(always)]
    pub(crate) fn current_is_duplicate(&mut self, text: &str, scratch: &Scratch) -> bool {
        let Some((current, before)) = self.list.split_last() else {
            return false;
        };
        if !self.current_is_listed || before.is_empty() {
            return false;
        }
        if before.len() < MANY {
            let name = current.name.get(text, scratch);
            return before.iter().any(|other| {
                other.name.may_equal(&current.name) && other.name.get(text, scratch) == name
            });
        }
        self.index.find_or_add(&self.list, text, scratch)
    }

    pub(crate) fn keep(&mut self, text: &str, scratch: &mut Scratch, base: usize) {
        let new = self.list[self.kept..].iter_mut();
        for attribute in new.chain([&mut self.removed]) {
            attribute.name.keep(text, scratch, base);
            attribute.value.keep(text, scratch, base);
        }
        // The last one may still grow.
        self.kept = self.list.len().saturating_sub(1);
    }
}

/// Open addressing over the names of one tag. A run of collisions, which only hostile names make,
/// sends the rest of the tag to a sorted set, so that no input costs more than n log n.
#[derive(Debug, Default)]
struct NameIndex {
    /// Positions in the list, plus one; valid where `epochs` has the current epoch.
    places: Vec<u32>,
    epochs: Vec<u32>,
    epoch: u32,
    /// How many attributes of the list are in the index.
    indexed: usize,
    /// Names as (digest, place in the list) once collisions were found.
    sorted: BTreeSet<(u64, u32)>,
    collided: bool,
}

const LONGEST_PROBE: usize = 32;

impl NameIndex {
    #[cold]
    #[inline(never)]
    fn find_or_add(&mut self, list: &[AttributeSlots], text: &str, scratch: &Scratch) -> bool {
        let last = list.len() - 1;
        if self.indexed > last || last <= MANY {
            self.begin();
        }
        if self.places.len() < list.len() * 2 {
            self.grow(list.len());
        }
        while self.indexed < last {
            let at = self.indexed;
            self.indexed += 1;
            self.look_up(list, at, text, scratch);
        }
        // The current attribute is removed where it is a duplicate, and then its place in the list
        // is taken by the next one.
        let duplicate = self.look_up(list, last, text, scratch);
        if !duplicate {
            self.indexed = list.len();
        }
        duplicate
    }

    fn begin(&mut self) {
        self.indexed = 0;
        self.collided = false;
        self.sorted.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.epochs.fill(0);
            self.epoch = 1;
        }
    }

    fn grow(&mut self, attributes: usize) {
        let len = (attributes * 4).next_power_of_two();
        self.places.clear();
        self.places.resize(len, 0);
        self.epochs.clear();
        self.epochs.resize(len, 0);
        self.begin();
    }

    /// Finds the name of `list[at]` among those indexed, and adds it where it is new.
    fn look_up(
        &mut self,
        list: &[AttributeSlots],
        at: usize,
        text: &str,
        scratch: &Scratch,
    ) -> bool {
        let name = list[at].name.get(text, scratch);
        let hash = hash(name.as_bytes());
        if !self.collided {
            let mask = self.places.len() - 1;
            let mut slot = hash as usize & mask;
            for _ in 0..LONGEST_PROBE {
                if self.epochs[slot] != self.epoch {
                    self.epochs[slot] = self.epoch;
                    self.places[slot] = at as u32;
                    return false;
                }
                if list[self.places[slot] as usize].name.get(text, scratch) == name {
                    return true;
                }
                slot = (slot + 1) & mask;
            }
            self.collided = true;
            self.sorted.clear();
        }
        self.look_up_sorted(list, at, text, scratch)
    }

    /// The names themselves in order; entries are positions, compared by what they name.
    fn look_up_sorted(
        &mut self,
        list: &[AttributeSlots],
        at: usize,
        text: &str,
        scratch: &Scratch,
    ) -> bool {
        // A set cannot borrow the names that it orders, so it orders two independent digests; equal
        // digests are compared by name.
        if self.sorted.is_empty() {
            for (i, attribute) in list[..at].iter().enumerate() {
                self.sorted
                    .insert((digest(attribute.name.get(text, scratch)), i as u32));
            }
        }
        let name = list[at].name.get(text, scratch);
        let key = digest(name);
        let duplicate = self
            .sorted
            .range((key, 0)..=(key, u32::MAX))
            .any(|(_, i)| list[*i as usize].name.get(text, scratch) == name);
        if !duplicate {
            self.sorted.insert((key, at as u32));
        }
        duplicate
    }
}

/// A fast hash; names that collide can be found, and are caught by `LONGEST_PROBE`.
fn hash(bytes: &[u8]) -> u64 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut state = bytes.len() as u64;
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        state = (state.rotate_left(23) ^ word).wrapping_mul(K);
        state ^= state >> 29;
    }
    let mut tail = [0; 8];
    tail[..words.remainder().len()].copy_from_slice(words.remainder());
    state = (state.rotate_left(23) ^ u64::from_le_bytes(tail)).wrapping_mul(K);
    state ^ state >> 32
}

/// SipHash-1-3 with a key of its own: collisions cannot be computed without trying.
fn digest(name: &str) -> u64 {
    let (k0, k1) = (0x7465_6E77_7269_6768_u64, 0x746F_6B65_6E73_7570_u64);
    let mut v = [
        k0 ^ 0x736F_6D65_7073_6575,
        k1 ^ 0x646F_7261_6E64_6F6D,
        k0 ^ 0x6C79_6765_6E65_7261,
        k1 ^ 0x7465_6462_7974_6573,
    ];
    let round = |v: &mut [u64; 4]| {
        v[0] = v[0].wrapping_add(v[1]);
        v[1] = v[1].rotate_left(13) ^ v[0];
        v[0] = v[0].rotate_left(32);
        v[2] = v[2].wrapping_add(v[3]);
        v[3] = v[3].rotate_left(16) ^ v[2];
        v[0] = v[0].wrapping_add(v[3]);
        v[3] = v[3].rotate_left(21) ^ v[0];
        v[2] = v[2].wrapping_add(v[1]);
        v[1] = v[1].rotate_left(17) ^ v[2];
        v[2] = v[2].rotate_left(32);
    };
    let bytes = name.as_bytes();
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        v[3] ^= word;
        round(&mut v);
        v[0] ^= word;
    }
    let mut tail = [0; 8];
    tail[..words.remainder().len()].copy_from_slice(words.remainder());
    tail[7] = bytes.len() as u8;
    let word = u64::from_le_bytes(tail);
    v[3] ^= word;
    round(&mut v);
    v[0] ^= word;
    v[2] ^= 0xFF;
    for _ in 0..3 {
        round(&mut v);
    }
    v[0] ^ v[1] ^ v[2] ^ v[3]
}
