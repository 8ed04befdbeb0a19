//! The search for a duplicate among the names of a tag that has many.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// Open addressing over the names of one tag. A long run of collisions, which only names made for it
/// bring about, sends the rest of the tag to a sorted set: no input costs more than n log n.
#[derive(Debug, Default)]
pub(super) struct NameIndex {
    /// How many names have been added.
    count: usize,
    /// The table: the upper half of a hash and a place plus one, or zeros. The highest bits of the hash say where to
    /// look first, so that a table of twice the size has everything in the same order.
    entries: Vec<(u32, u32)>,
    /// Hashes and places, once collisions were found.
    sorted: BTreeSet<(u64, u32)>,
    collided: bool,
}

/// Of a table that is half full, not one entry in a thousand million is this far from its place.
const LONGEST_PROBE: usize = 128;
const SMALLEST: usize = 64;
const LARGE: usize = 1 << 18;

impl NameIndex {
    /// Nothing that was added counts any more.
    pub(super) fn forget(&mut self) {
        self.count = usize::MAX;
    }

    /// Whether the name at `last` stands before it too; `names` gives the names by their places.
    /// The names of a tag come one after the other, from the place `first` on; a duplicate's place is
    /// taken by the name that comes next; where one has stayed, all is added anew the next time.
    #[cold]
    #[inline(never)]
    pub(super) fn finds<'a>(
        &mut self,
        last: usize,
        first: usize,
        names: impl Fn(usize) -> &'a str,
    ) -> bool {
        if last == first || self.count > last {
            self.entries.clear();
            self.entries.resize(SMALLEST, (0, 0));
            self.sorted.clear();
            self.collided = false;
            self.count = 0;
        }
        let mut stayed = false;
        for place in self.count..last {
            stayed |= self.add(place, &names);
        }
        let found = self.add(last, &names);
        if stayed {
            self.forget();
        }
        found
    }

    /// Adds a name, or says that it is there.
    fn add<'a>(&mut self, place: usize, names: &impl Fn(usize) -> &'a str) -> bool {
        let hash = hash(names(place));
        let found = match self.collided {
            false => self.find_or_insert(hash, place, names),
            true => self.find_or_insert_sorted(hash, place, names),
        };
        if !found {
            self.count += 1;
            if self.entries.len() < self.count * 2 && !self.collided {
                self.grow();
            }
        }
        found
    }

    /// Where the search for a hash begins.
    #[inline(always)]
    fn home(&self, tag: u32) -> usize {
        ((u64::from(tag) * self.entries.len() as u64) >> 32) as usize
    }

    fn find_or_insert<'a>(
        &mut self,
        hash: u64,
        place: usize,
        names: &impl Fn(usize) -> &'a str,
    ) -> bool {
        let (tag, mask) = ((hash >> 32) as u32, self.entries.len() - 1);
        let home = self.home(tag);
        for step in 0..LONGEST_PROBE {
            let entry = &mut self.entries[(home + step) & mask];
            if entry.1 == 0 {
                *entry = (tag, place as u32 + 1);
                return false;
            }
            if entry.0 == tag && names(entry.1 as usize - 1) == names(place) {
                return true;
            }
        }
        self.collided = true;
        let places = self.entries.iter().filter(|(_, place)| *place > 0);
        let hash_at = |place: u32| (self::hash(names(place as usize - 1)), place - 1);
        self.sorted = places.map(|(_, place)| hash_at(*place)).collect();
        self.find_or_insert_sorted(hash, place, names)
    }

    fn find_or_insert_sorted<'a>(
        &mut self,
        hash: u64,
        place: usize,
        names: &impl Fn(usize) -> &'a str,
    ) -> bool {
        let same = self.sorted.range((hash, 0)..=(hash, u32::MAX));
        let found = same
            .map(|(_, other)| names(*other as usize))
            .any(|other| other == names(place));
        if !found {
            self.sorted.insert((hash, place as u32));
        }
        found
    }

    fn grow(&mut self) {
        // A large table is filled no less than a quarter, to stay in the cache.
        let times = if self.entries.len() < LARGE { 4 } else { 2 };
        let entries = vec![(0, 0); self.entries.len() * times];
        let small = core::mem::replace(&mut self.entries, entries);
        let mask = self.entries.len() - 1;
        for entry in small.into_iter().filter(|(_, place)| *place > 0) {
            let mut at = self.home(entry.0);
            // The table is half empty.
            while self.entries[at].1 != 0 {
                at = (at + 1) & mask;
            }
            self.entries[at] = entry;
        }
    }
}

/// SipHash-1-3 with a key of its own: collisions cannot be computed without trying.
fn hash(name: &str) -> u64 {
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
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        let word = u64::from_le_bytes(*word);
        v[3] ^= word;
        round(&mut v);
        v[0] ^= word;
    }
    let mut tail = [0; 8];
    tail[..rest.len()].copy_from_slice(rest);
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

#[cfg(test)]
mod tests {
    use super::{LONGEST_PROBE, NameIndex, hash};
    use alloc::collections::BTreeSet;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Feeds names as a tag would, and says which were found; a duplicate's place is used again.
    fn found(index: &mut NameIndex, names: &[String]) -> Vec<bool> {
        const FIRST: usize = 3;
        let mut list: Vec<&str> = Vec::new();
        let mut found = Vec::new();
        for name in names {
            let last = list.len();
            let duplicate = if last < FIRST {
                list.contains(&name.as_str())
            } else {
                let names = |place: usize| *list.get(place).unwrap_or(&name.as_str());
                index.finds(last, FIRST, names)
            };
            if !duplicate {
                list.push(name);
            }
            found.push(duplicate);
        }
        found
    }

    fn expected(names: &[String]) -> Vec<bool> {
        let mut seen = BTreeSet::new();
        names.iter().map(|name| !seen.insert(name)).collect()
    }

    #[test]
    fn duplicates_are_found_in_one_tag_after_the_other() {
        let mut index = NameIndex::default();
        for (count, modulus) in [(5, 3), (400, 97), (3000, 3000), (20, 4), (3000, 1500)] {
            let names: Vec<String> = (0..count).map(|n| format!("x{}", n % modulus)).collect();
            assert_eq!(found(&mut index, &names), expected(&names));
            assert!(!index.collided);
        }
    }

    #[test]
    fn names_that_collide_are_found_in_order() {
        // Enough names whose hashes begin alike for a probe to give up.
        let low = |name: &String| hash(name) >> 52 == 0;
        let all = (0..).map(|n| format!("c{n}"));
        let mut names: Vec<String> = all.filter(low).take(LONGEST_PROBE + 300).collect();
        names.extend_from_within(..200);
        let mut index = NameIndex::default();
        assert_eq!(found(&mut index, &names), expected(&names));
        assert!(index.collided);
    }
}
