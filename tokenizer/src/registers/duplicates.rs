//! The search for a duplicate among the names of a tag that has many.
//!
//! A page may choose its names so that their hashes collide. The usual defence is a random key, which `no_std` does
//! not have. So the names are in a hash table with chaining, and if a chain gets long, the rest of the tag uses
//! sorted runs, whose cost no choice of names raises. The price is a second structure that ordinary pages never
//! reach.

use crate::text::memory;
use crate::text::narrow;
use crate::text::steps;
use alloc::vec;
use alloc::vec::Vec;

/// A hash table with chaining over the names of one tag.
///
/// A long chain appears only if names are chosen to collide: the rest of the tag then goes to sorted runs, so that no
/// input costs more than n (log n)² comparisons.
#[derive(Clone, Default)]
pub(crate) struct NameIndex {
    /// The names that were added, by their place.
    names: Vec<Name>,
    /// The last place of each chain plus one, or zero. The highest bits of a hash choose the chain.
    chains: Vec<u32>,
    /// Once a chain was long: hashes and places in sorted runs, whose lengths are the powers of two that add up to
    /// their number.
    sorted: Vec<(u32, u32)>,
    /// Whether the names that were added belong to an earlier tag.
    is_forgotten: bool,
}

#[derive(Clone, Copy)]
struct Name {
    hash: u32,
    /// The place before it in its chain plus one, or zero.
    before: u32,
}

/// The average chain length from which on the table grows.
const FULL: usize = 4;
/// With four names a chain on average, the chance of a chain of this length is below 10⁻¹⁸.
const LONGEST_CHAIN: usize = 40;
/// The initial number of chains, and the number from which they grow more slowly, to stay in the cache.
const FEWEST: usize = 16;
const MANY: usize = 1 << 18;

impl NameIndex {
    /// The most bytes that it takes with so many names: runs that are merged are there twice.
    pub(crate) fn memory(count: usize) -> usize {
        memory::of_list::<Name>(count)
            + memory::of_list::<u32>(count)
            + 3 * memory::of_list::<(u32, u32)>(count)
    }

    /// Gives back what belongs to an earlier tag, or to a tag with more attributes.
    pub(crate) fn trim(&mut self, count: usize) {
        if self.is_forgotten || self.chains.len() > 2 * count.max(FEWEST) {
            *self = NameIndex::default();
        }
    }

    /// Starts a new tag.
    pub(crate) fn forget(&mut self) {
        self.is_forgotten = true;
    }

    /// Whether the name at `last` is a duplicate of an earlier one; `names` gives the names by their places.
    /// Names arrive one after the other, from the place `first` on. The next name takes the place of a duplicate; if a
    /// duplicate stayed, the index is rebuilt for the next name.
    #[cold]
    #[inline(never)]
    pub(crate) fn finds<'a>(
        &mut self,
        last: usize,
        first: usize,
        names: impl Fn(usize) -> &'a str,
    ) -> bool {
        let is_empty = self.chains.is_empty();
        // The last name may have been removed without being a duplicate, and another have taken its place.
        let last_added = self
            .names
            .len()
            .checked_sub(1)
            .filter(|added| *added < last);
        let is_replaced =
            last_added.is_some_and(|at| self.names[at].hash != hash(names(at).as_bytes()));
        if last == first || self.names.len() > last || self.is_forgotten || is_empty || is_replaced
        {
            self.is_forgotten = false;
            self.names.clear();
            self.sorted.clear();
            self.make_chains(FEWEST);
        }
        let mut stayed = false;
        for place in self.names.len()..last {
            stayed |= self.add(place, &names);
        }
        let found = self.add(last, &names);
        if found {
            self.names.pop();
        }
        if stayed {
            self.forget();
        }
        found
    }

    /// Adds a name, and returns whether it was there.
    fn add<'a>(&mut self, place: usize, names: &impl Fn(usize) -> &'a str) -> bool {
        let hash = hash(names(place).as_bytes());
        steps::count_bytes(names(place).len());
        let found = match self.look_for(hash, place, names) {
            Some(found) => found,
            None => {
                self.sort(names);
                self.has_sorted(hash, place, names)
            }
        };
        if self.names.len() >= self.chains.len() * FULL {
            let times = if self.chains.len() < MANY { 4 } else { 2 };
            self.make_chains(self.chains.len() * times);
        }
        self.names.push(Name { hash, before: 0 });
        // A chain needs a name once, and a duplicate may be removed again.
        if !found {
            self.link(place);
        }
        found
    }

    /// Whether a name is there; `None` if its chain is too long to search.
    fn look_for<'a>(
        &mut self,
        hash: u32,
        place: usize,
        names: &impl Fn(usize) -> &'a str,
    ) -> Option<bool> {
        if !self.sorted.is_empty() {
            return Some(self.has_sorted(hash, place, names));
        }
        let mut next = self.chains[chain(hash, self.chains.len())];
        for _ in 0..LONGEST_CHAIN {
            let Some(other) = (next as usize).checked_sub(1) else {
                return Some(false);
            };
            let name = self.names[other];
            steps::count(1);
            if name.hash == hash && names(other) == names(place) {
                return Some(true);
            }
            next = name.before;
        }
        None
    }

    /// Moves all names to sorted runs.
    #[cold]
    fn sort<'a>(&mut self, names: &impl Fn(usize) -> &'a str) {
        for place in 0..self.names.len() {
            self.has_sorted(self.names[place].hash, place, names);
        }
    }

    /// Links a name into its chain.
    fn link(&mut self, place: usize) {
        let count = self.chains.len();
        let name = &mut self.names[place];
        let last = &mut self.chains[chain(name.hash, count)];
        name.before = *last;
        *last = narrow::count(place) + 1;
    }

    /// Searches the sorted runs, and adds the name if it is in none. Names of one hash are ordered by their text, so that
    /// their number does not matter.
    fn has_sorted<'a>(
        &mut self,
        hash: u32,
        place: usize,
        names: &impl Fn(usize) -> &'a str,
    ) -> bool {
        let key = |(hash, place): &(u32, u32)| (*hash, names(*place as usize));
        let new = (hash, narrow::count(place));
        let mut rest = &self.sorted[..];
        while let Some((before, run)) = rest.split_at_checked(start_of_last_run(rest.len()))
            && !run.is_empty()
        {
            steps::count(1 + run.len().ilog2() as usize);
            if run.binary_search_by_key(&key(&new), key).is_ok() {
                return true;
            }
            rest = before;
        }
        let mut run = vec![new];
        while self.sorted.len() & run.len() != 0 {
            steps::count(2 * run.len());
            let before = self.sorted.split_off(self.sorted.len() - run.len());
            run = merged(before, &run, |a, b| key(a) < key(b));
        }
        self.sorted.append(&mut run);
        false
    }

    /// Makes a table of `count` chains.
    fn make_chains(&mut self, count: usize) {
        self.chains.clear();
        self.chains.resize(count, 0);
        steps::count(count / 4 + self.names.len());
        for place in 0..self.names.len() {
            self.link(place);
        }
    }
}

/// Which of `count` chains a hash belongs to.
#[inline(always)]
fn chain(hash: u32, count: usize) -> usize {
    ((u64::from(hash) * count as u64) >> 32) as usize
}

/// Two sorted runs as one.
fn merged<T: Copy>(a: Vec<T>, mut b: &[T], is_less: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    for item in a {
        while let Some((first, rest)) = b.split_first()
            && is_less(first, &item)
        {
            merged.push(*first);
            b = rest;
        }
        merged.push(item);
    }
    merged.extend_from_slice(b);
    merged
}

/// Where the last of the sorted runs begins.
fn start_of_last_run(len: usize) -> usize {
    len & len.wrapping_sub(1)
}

/// A folded product of each sixteen bytes and the state before them.
#[inline(always)]
fn hash(bytes: &[u8]) -> u32 {
    let mut state = (bytes.len() as u64) << 56 ^ 0x746F_6B65_6E73_7570;
    let mut last = bytes;
    while let Some((block, rest)) = last.split_first_chunk::<16>()
        && !rest.is_empty()
    {
        let [low, high] = [0, 8].map(|at| *block[at..].first_chunk().expect("eight bytes"));
        state = folded(u64::from_le_bytes(low), u64::from_le_bytes(high) ^ state);
        last = rest;
    }
    let (low, high) = match (last.first_chunk(), last.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => (tail(last, last.len()), 0),
    };
    (folded(low, high ^ state).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

/// Both halves of a product of two words.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "each half is meant")]
fn folded(low: u64, high: u64) -> u64 {
    let product = u128::from(low ^ 0x7465_6E77_7269_6768) * u128::from(high);
    product as u64 ^ (product >> 64) as u64
}

/// The last `count` bytes, fewer than eight, read by words that overlap: the names of most attributes are no longer.
#[inline(always)]
fn tail(bytes: &[u8], count: usize) -> u64 {
    let byte = |at: usize| u64::from(bytes[at]) << (8 * at);
    if count == 0 {
        0
    } else if let Some(last) = bytes.last_chunk() {
        u64::from_le_bytes(*last) >> (8 * (8 - count))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let last = u64::from(u32::from_le_bytes(*last)) << (8 * (count - 4));
        u64::from(u32::from_le_bytes(*first)) | last
    } else {
        byte(0) | byte(count / 2) | byte(count - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_CHAIN, NameIndex, hash, tail};
    use alloc::collections::{BTreeMap, BTreeSet};
    use alloc::format;
    use alloc::string::String;
    use alloc::vec;
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
            assert!(index.sorted.is_empty());
        }
    }

    #[test]
    fn names_that_collide_are_found_in_order() {
        // Enough names with the same hash prefix to make one chain too long.
        let all = (0..).map(|n| format!("c{n}"));
        let collides = |name: &String| hash(name.as_bytes()) >> 26 == 0;
        let mut names: Vec<String> = all.filter(collides).take(LONGEST_CHAIN + 300).collect();
        names.extend_from_within(..200);
        let mut index = NameIndex::default();
        assert_eq!(found(&mut index, &names), expected(&names));
        assert!(!index.sorted.is_empty());
    }

    #[test]
    fn each_byte_of_a_name_counts() {
        for len in 1..67 {
            let name = vec![b'a'; len];
            for at in 0..len {
                let mut other = name.clone();
                other[at] = b'b';
                assert_ne!(hash(&name), hash(&other), "{at} of {len}");
            }
        }
    }

    #[test]
    fn two_names_of_one_hash_are_two() {
        let mut seen = BTreeMap::new();
        let pair = (0..).map(|n| format!("n{n}")).find_map(|name| {
            let other = seen.insert(hash(name.as_bytes()), name.clone())?;
            Some([other, name])
        });
        let mut names: Vec<String> = ["a", "b", "c", "d"].map(String::from).into();
        names.extend(pair.expect("of so many names, two have one hash"));
        assert_eq!(found(&mut NameIndex::default(), &names), [false; 6]);
    }

    #[test]
    fn names_of_one_hash_are_found() {
        let names: Vec<String> = (0..2000).map(|n| format!("n{}", n * n % 1009)).collect();
        let mut index = NameIndex::default();
        let name = |place: usize| names[place].as_str();
        let found: Vec<bool> = (0..names.len())
            .map(|place| index.has_sorted(7, place, &name))
            .collect();
        assert_eq!(found, expected(&names));
    }

    #[test]
    fn the_last_bytes_are_a_word() {
        let bytes: Vec<u8> = (1..40).collect();
        for len in 0..bytes.len() {
            let rest = &bytes[len - len % 8..len];
            let word = rest
                .iter()
                .rfold(0, |word, byte| word << 8 | u64::from(*byte));
            assert_eq!(tail(&bytes[..len], rest.len()), word);
        }
    }
}
