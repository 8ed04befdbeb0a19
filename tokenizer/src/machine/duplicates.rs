//! The search for a duplicate among the names of a tag that has many.

use alloc::vec;
use alloc::vec::Vec;

/// Chains over the names of one tag, behind a filter that says of nearly every new name that it is new: what it
/// takes to say so stays in the cache, and names are put into their chains when one has to be looked at. A long
/// chain, which only names made for it bring about, makes the tag go over to a hash that is harder to foresee; another
/// sends the rest of it to a sorted list: no input costs more than n (log n)² comparisons.
#[derive(Default)]
pub(super) struct NameIndex {
    /// What has been added, by its place.
    names: Vec<Name>,
    /// How many of them are in their chains.
    linked: usize,
    /// The last place of each chain plus one, or zero. The highest bits of a hash say which chain it is in.
    chains: Vec<u32>,
    /// Three bits of each name, in the word of its chain.
    filter: Vec<u64>,
    /// Once a chain was long, hashes and places in sorted runs, as long as the digits of their number in base two
    /// are worth.
    sorted: Vec<(u32, u32)>,
    hash: Hash,
    /// How many more names of chains were looked at than usual.
    walked: usize,
    /// Whether nothing that was added counts any more.
    is_forgotten: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Hash {
    /// Of short names the product of their words: collisions can be computed.
    #[default]
    Quick,
    /// SipHash-1-3: they have to be tried.
    Keyed,
}

#[derive(Clone, Copy)]
struct Name {
    hash: u32,
    /// The place before it in its chain plus one, or zero.
    before: u32,
}

/// With so many names a chain on average, the filter says of one new name in a hundred that it may be there.
const FULL: usize = 4;
/// Where chains have four names on average, not one in a million million million has so many.
const LONGEST_CHAIN: usize = 40;
/// So many names of a chain are looked at on average at the most, and so many more may be in all before the names
/// are taken for ones made to collide.
const USUAL: usize = 8;
const UNUSUAL: usize = 1000;
/// How many chains there are at first, and from how many on they grow more slowly, to stay in the cache.
const FEWEST: usize = 16;
const MANY: usize = 1 << 18;

impl NameIndex {
    /// Nothing that was added counts any more.
    pub(super) fn forget(&mut self) {
        self.is_forgotten = true;
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
        if last == first || self.names.len() > last || self.is_forgotten {
            self.is_forgotten = false;
            self.names.clear();
            self.sorted.clear();
            self.hash = Hash::default();
            self.walked = 0;
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

    /// Adds a name, and says whether it was there.
    fn add<'a>(&mut self, place: usize, names: &impl Fn(usize) -> &'a str) -> bool {
        let (hash, found) = loop {
            let hash = self.hash.of(names(place));
            match self.look_for(hash, place, names) {
                Some(found) => break (hash, found),
                None => self.chain_is_long(names),
            }
        };
        self.names.push(Name { hash, before: 0 });
        if self.names.len() > self.chains.len() * FULL {
            let times = if self.chains.len() < MANY { 4 } else { 2 };
            self.make_chains(self.chains.len() * times);
        }
        found
    }

    /// Whether a name is there; `None` where its chain is too long to say.
    #[inline(always)]
    fn look_for<'a>(
        &mut self,
        hash: u32,
        place: usize,
        names: &impl Fn(usize) -> &'a str,
    ) -> Option<bool> {
        if !self.sorted.is_empty() {
            return Some(self.has_sorted(hash, place, names));
        }
        match self.may_have(hash) {
            true => self.has(hash, place, names),
            false => Some(false),
        }
    }

    /// Goes over to what more is needed to find names that were made to collide.
    #[cold]
    fn chain_is_long<'a>(&mut self, names: &impl Fn(usize) -> &'a str) {
        if self.hash == Hash::Quick {
            self.hash = Hash::Keyed;
            for (place, name) in self.names.iter_mut().enumerate() {
                name.hash = self.hash.of(names(place));
            }
            self.make_chains(self.chains.len());
        } else {
            for place in 0..self.names.len() {
                self.has_sorted(self.names[place].hash, place, names);
            }
        }
    }

    /// Asks the filter, which has the name from now on.
    #[inline(always)]
    fn may_have(&mut self, hash: u32) -> bool {
        let bits = bits(hash);
        let word = &mut self.filter[chain(hash, self.chains.len())];
        let may_have = *word & bits == bits;
        *word |= bits;
        may_have
    }

    /// Looks through the chain of a name; `None` where it is long.
    fn has<'a>(
        &mut self,
        hash: u32,
        place: usize,
        names: &impl Fn(usize) -> &'a str,
    ) -> Option<bool> {
        self.link();
        if self.walked > UNUSUAL && self.hash == Hash::Quick {
            return None;
        }
        self.walked = self.walked.saturating_sub(USUAL);
        let mut next = self.chains[chain(hash, self.chains.len())];
        for _ in 0..LONGEST_CHAIN {
            let Some(other) = (next as usize).checked_sub(1) else {
                return Some(false);
            };
            self.walked += 1;
            let name = self.names[other];
            if name.hash == hash && names(other) == names(place) {
                return Some(true);
            }
            next = name.before;
        }
        None
    }

    /// Puts names into their chains. Nothing here waits for what is read from memory, so that many are read at once.
    fn link(&mut self) {
        let count = self.chains.len();
        for (place, name) in self.names.iter_mut().enumerate().skip(self.linked) {
            let last = &mut self.chains[chain(name.hash, count)];
            name.before = *last;
            *last = place as u32 + 1;
        }
        self.linked = self.names.len();
    }

    /// Looks through the runs, and adds what is in none. Names with one hash are told apart by themselves, so that
    /// it does not matter how many there are.
    fn has_sorted<'a>(
        &mut self,
        hash: u32,
        place: usize,
        names: &impl Fn(usize) -> &'a str,
    ) -> bool {
        let key = |(hash, place): &(u32, u32)| (*hash, names(*place as usize));
        let new = (hash, place as u32);
        let mut rest = &self.sorted[..];
        while let Some((before, run)) = rest.split_at_checked(start_of_last_run(rest.len()))
            && !run.is_empty()
        {
            if run.binary_search_by_key(&key(&new), key).is_ok() {
                return true;
            }
            rest = before;
        }
        let mut run = vec![new];
        while self.sorted.len() & run.len() != 0 {
            let before = self.sorted.split_off(self.sorted.len() - run.len());
            run = merged(before, &run, |a, b| key(a) < key(b));
        }
        self.sorted.append(&mut run);
        false
    }

    /// Makes so many chains, and the filter for them.
    fn make_chains(&mut self, count: usize) {
        self.chains.clear();
        self.chains.resize(count, 0);
        self.filter.clear();
        self.filter.resize(count, 0);
        self.linked = 0;
        for name in &self.names {
            self.filter[chain(name.hash, count)] |= bits(name.hash);
        }
    }
}

impl Hash {
    #[inline(always)]
    fn of(self, name: &str) -> u32 {
        match self {
            Hash::Quick if name.len() <= 16 => product(name.as_bytes()),
            _ => siphash(name.as_bytes()),
        }
    }
}

/// The chain of a hash, of so many.
#[inline(always)]
fn chain(hash: u32, count: usize) -> usize {
    ((u64::from(hash) * count as u64) >> 32) as usize
}

/// Three bits of a word.
#[inline(always)]
fn bits(hash: u32) -> u64 {
    let mixed = u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    1 << (mixed >> 58) | 1 << (mixed >> 52 & 63) | 1 << (mixed >> 46 & 63)
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

/// The product of the words of a name of at most sixteen bytes.
#[inline(always)]
fn product(bytes: &[u8]) -> u32 {
    let (low, high) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => (tail(bytes, bytes.len()), 0),
    };
    let high = high ^ (bytes.len() as u64) << 56 ^ 0x746F_6B65_6E73_7570;
    let product = u128::from(low ^ 0x7465_6E77_7269_6768) * u128::from(high);
    let folded = product as u64 ^ (product >> 64) as u64;
    (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

/// SipHash-1-3 with a key of its own, half of it.
fn siphash(bytes: &[u8]) -> u32 {
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
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        let word = u64::from_le_bytes(*word);
        v[3] ^= word;
        round(&mut v);
        v[0] ^= word;
    }
    let word = tail(bytes, rest.len()) | (bytes.len() as u64) << 56;
    v[3] ^= word;
    round(&mut v);
    v[0] ^= word;
    v[2] ^= 0xFF;
    for _ in 0..3 {
        round(&mut v);
    }
    ((v[0] ^ v[1] ^ v[2] ^ v[3]) >> 32) as u32
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
    use super::{Hash, LONGEST_CHAIN, NameIndex, tail};
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
            assert_eq!(index.hash, Hash::Quick);
        }
    }

    #[test]
    fn names_that_collide_are_found_in_order() {
        // Enough names whose hashes begin alike for a chain to be given up.
        let low = |hash: Hash, name: &str| hash.of(name) >> 26 == 0;
        for both in [false, true] {
            let made = |name: &String| low(Hash::Quick, name) && (!both || low(Hash::Keyed, name));
            let all = (0..).map(|n| format!("c{n}"));
            let mut names: Vec<String> = all.filter(made).take(LONGEST_CHAIN + 300).collect();
            names.extend_from_within(..200);
            let mut index = NameIndex::default();
            assert_eq!(found(&mut index, &names), expected(&names));
            assert_eq!(index.hash, Hash::Keyed);
            assert_eq!(index.sorted.is_empty(), !both);
        }
    }

    #[test]
    fn many_chains_of_some_length_are_not_put_up_with() {
        let made = |name: &String| Hash::Quick.of(name) >> 22 & 3 == 0;
        let all = (0..).map(|n| format!("m{n}"));
        let mut names: Vec<String> = all.filter(made).take(4000).collect();
        names.extend_from_within(..);
        let mut index = NameIndex::default();
        assert_eq!(found(&mut index, &names), expected(&names));
        assert_eq!(index.hash, Hash::Keyed);
        assert!(index.sorted.is_empty());
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

    #[test]
    fn new_names_are_seldom_looked_for() {
        for hash in [Hash::Quick, Hash::Keyed] {
            let names = (0..100_000).map(|n| format!("a{n}"));
            let mut index = NameIndex {
                hash,
                ..NameIndex::default()
            };
            index.make_chains(names.len() / 4);
            let asked = names.filter(|name| index.may_have(hash.of(name))).count();
            assert!(asked < 1000, "{asked}");
        }
    }
}
