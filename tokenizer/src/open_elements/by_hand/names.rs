//! The names of elements: those that the rules of some revision mention, and the others that are open.
//!
//! A name becomes a number once for each tag, so that the rules compare numbers and the stack is indexed by them.
//! Known names are in a table that is made at compile time, found by their first eight bytes; other names get a
//! number while an element has it. A page cannot make these names grow without end: those of open elements have a
//! bound in bytes, and an element beyond it is not followed.

use crate::generated::ElementName;
use crate::text::narrow;
use crate::text::steps;
use alloc::vec::Vec;

/// How many names the rules mention.
pub(super) const KNOWN_NAMES: usize = ElementName::ALL.len();

/// The name of an element: its place among those that rules mention, or behind them the number of another name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name(u16);

impl Name {
    /// A name that no rule asks for.
    pub(super) const UNUSED: Self = Name(u16::MAX);

    pub(super) const fn known(name: ElementName) -> Self {
        Name(name as u16)
    }

    pub(super) fn other(number: u16) -> Self {
        Name(number + Self::FIRST_OTHER)
    }

    const FIRST_OTHER: u16 = narrow::small(KNOWN_NAMES);

    /// The element that rules mention by this name.
    #[inline]
    pub(super) fn element(self) -> Option<ElementName> {
        ElementName::ALL.get(self.index()).copied()
    }

    /// The number of a name that no rule mentions.
    #[inline]
    pub(super) fn number(self) -> Option<u16> {
        self.0.checked_sub(Self::FIRST_OTHER)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

const BUCKETS: usize = 1024;

/// The names that rules mention, by their first eight bytes.
struct KnownNames {
    keys: [u64; KNOWN_NAMES],
    /// A name whose bucket is taken has the next free one.
    buckets: [Option<ElementName>; BUCKETS],
}

static KNOWN: KnownNames = KnownNames::new();

/// The first eight bytes of a name, filled up with zeros: no name has U+0000.
pub(super) const fn key(name: &[u8]) -> u64 {
    if let Some(eight) = name.first_chunk() {
        return u64::from_le_bytes(*eight);
    }
    // Two reads that may overlap are faster than a loop.
    if let (Some(first), Some(last)) = (name.first_chunk::<4>(), name.last_chunk::<4>()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return first as u64 | (last as u64) << (8 * (name.len() - 4));
    }
    match *name {
        [a] => a as u64,
        [a, b] => a as u64 | (b as u64) << 8,
        [a, b, c] => a as u64 | (b as u64) << 8 | (c as u64) << 16,
        _ => 0,
    }
}

/// A name with its first eight bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyedName<'t> {
    text: &'t [u8],
    pub(super) key: u64,
}

impl<'t> KeyedName<'t> {
    #[inline(always)]
    pub(super) fn new(text: &'t [u8]) -> Self {
        let key = key(text);
        KeyedName { text, key }
    }

    /// The name at the beginning of some text, of which at least eight bytes are known.
    #[inline(always)]
    pub(super) fn at_start_of(text: &'t [u8], beginning: [u8; 8]) -> Self {
        let unused = match text.len() {
            0 => return KeyedName { text, key: 0 },
            len => 64 - 8 * len.min(8),
        };
        let key = u64::from_le_bytes(beginning) << unused >> unused;
        KeyedName { text, key }
    }

    /// Whether this is a name with this key; the text of a longer name is asked for.
    #[inline(always)]
    pub(super) fn is<'n>(self, key: u64, text: impl FnOnce() -> &'n [u8]) -> bool {
        // A key that ends in zero is a whole name.
        self.key == key && (key >> 56 == 0 || self.has_text(text()))
    }

    #[cold]
    #[inline(never)]
    fn has_text(self, text: &[u8]) -> bool {
        self.text == text
    }
}

const fn hash(key: u64) -> usize {
    // With this factor, none of today's names collide.
    (key.wrapping_mul(0x7B37_3F95_BF93_683B) >> 54) as usize
}

impl KnownNames {
    const fn new() -> Self {
        let mut names = KnownNames {
            keys: [0; KNOWN_NAMES],
            buckets: [None; BUCKETS],
        };
        let mut at = 0;
        while at < KNOWN_NAMES {
            names.keys[at] = key(ElementName::TEXTS[at].as_bytes());
            let mut bucket = hash(names.keys[at]);
            while names.buckets[bucket].is_some() {
                bucket = (bucket + 1) % BUCKETS;
            }
            names.buckets[bucket] = Some(ElementName::ALL[at]);
            at += 1;
        }
        names
    }
}

impl ElementName {
    /// The element with this lowercase name; `None` if no rule and no list names it.
    #[inline(always)]
    pub(super) fn of(name: KeyedName<'_>) -> Option<Self> {
        let mut bucket = hash(name.key);
        loop {
            let found = KNOWN.buckets[bucket]?;
            if name.is(found.key(), || found.text().as_bytes()) {
                return Some(found);
            }
            bucket = (bucket + 1) % BUCKETS;
        }
    }

    /// The first eight bytes of the name.
    #[inline(always)]
    pub(super) fn key(self) -> u64 {
        KNOWN.keys[self as usize]
    }

    /// The name, in lower case.
    pub(crate) fn text(self) -> &'static str {
        Self::TEXTS[self as usize]
    }
}

/// How many bytes the other names of open elements have at most.
const MOST_BYTES: usize = 32 * 1024;
/// How many other names are kept at least, and how many bytes of them at most, before those that are not open are dropped.
const FEWEST_KEPT: usize = 64;
const MOST_KEPT_BYTES: usize = 2 * MOST_BYTES;
const RECENT: usize = 64;
const HASHES: usize = 256;

/// A name that no rule mentions.
#[derive(Clone, Copy, Debug)]
struct OtherName {
    key: u64,
    start: u32,
    end: u32,
    /// How many elements with this name are open.
    open: u32,
}

/// The names that no rule mentions, each with a number that it keeps while an element has it.
#[derive(Clone, Debug, Default)]
pub(super) struct OtherNames {
    text: Vec<u8>,
    names: Vec<OtherName>,
    /// The numbers of the names in the order of their texts, each after the beginning of its text as a number.
    sorted: Vec<(u64, u16)>,
    /// Numbers without a name.
    free: Vec<u16>,
    /// For each hash the number of the name that was last found by it, plus one.
    recent: Vec<u16>,
    /// How many names of open elements there are, by their hashes.
    open_by_hash: Vec<u16>,
    /// How many there are, and how many bytes they have.
    open: usize,
    open_bytes: usize,
}

impl OtherNames {
    pub(super) fn text_of(&self, number: u16) -> &[u8] {
        let name = self.names[usize::from(number)];
        &self.text[name.start as usize..name.end as usize]
    }

    /// How many numbers are in use at most.
    pub(super) fn numbers(&self) -> usize {
        self.names.len()
    }

    /// Whether a name has this number.
    #[inline]
    pub(super) fn is(&self, number: u16, name: KeyedName<'_>) -> bool {
        name.is(self.names[usize::from(number)].key, || self.text_of(number))
    }

    /// The hash of a name. Names that collide are found by binary search.
    #[inline]
    fn hash(key: u64, len: usize) -> usize {
        hash(key ^ (len as u64) << 56) % HASHES
    }

    fn search(&self, name: KeyedName<'_>) -> Result<usize, usize> {
        steps::count(self.sorted.len().checked_ilog2().unwrap_or_default() as usize);
        let beginning = name.key.swap_bytes();
        let is_less = |(other, number): &(u64, u16)| {
            *other < beginning || *other == beginning && self.text_of(*number) < name.text
        };
        let at = self.sorted.partition_point(is_less);
        let found = self.sorted.get(at);
        match found.is_some_and(|(_, number)| self.is(*number, name)) {
            true => Ok(at),
            false => Err(at),
        }
    }

    /// The number of a name that an open element has; `None` if none has it.
    #[inline]
    pub(super) fn find_open(&mut self, name: KeyedName<'_>) -> Option<u16> {
        let hash = Self::hash(name.key, name.text.len());
        let may_be_open = self.open_by_hash.get(hash).is_some_and(|count| *count > 0);
        // A name that is kept may have the hash of one that is open.
        let found = may_be_open.then(|| self.find(name))?;
        found.filter(|number| self.names[usize::from(*number)].open > 0)
    }

    /// The number of a name; `None` if it has none.
    #[inline]
    fn find(&mut self, name: KeyedName<'_>) -> Option<u16> {
        let place = Self::hash(name.key, name.text.len()) % RECENT;
        let recent = self.recent.get(place).and_then(|it| it.checked_sub(1));
        match recent.filter(|number| self.is(*number, name)) {
            None if self.sorted.is_empty() => None,
            None => self.find_again(name, place),
            found => found,
        }
    }

    #[inline(never)]
    fn find_again(&mut self, name: KeyedName<'_>, place: usize) -> Option<u16> {
        let (_, number) = self.sorted[self.search(name).ok()?];
        self.recent[place] = number + 1;
        Some(number)
    }

    /// The number of a name that may be new; `None` if the names of open elements are too long.
    #[inline]
    pub(super) fn number(&mut self, name: KeyedName<'_>) -> Option<u16> {
        match self.find(name) {
            Some(number) => {
                let is_open = self.names[usize::from(number)].open > 0;
                let fits = is_open || self.open_bytes + name.text.len() <= MOST_BYTES;
                fits.then_some(number)
            }
            None => self.add(name),
        }
    }

    #[inline(never)]
    fn add(&mut self, keyed: KeyedName<'_>) -> Option<u16> {
        let name = keyed.text;
        if self.open_bytes + name.len() > MOST_BYTES {
            return None;
        }
        if self.sorted.len() >= FEWEST_KEPT + 2 * self.open
            || self.text.len() + name.len() > MOST_KEPT_BYTES
        {
            self.drop_closed();
        }
        self.recent.resize(RECENT, 0);
        self.open_by_hash.resize(HASHES, 0);
        let (Ok(at) | Err(at)) = self.search(keyed);
        let start = narrow::count(self.text.len());
        self.text.extend_from_slice(name);
        let end = narrow::count(self.text.len());
        let new = OtherName {
            key: keyed.key,
            start,
            end,
            open: 0,
        };
        let number = match self.free.pop() {
            Some(number) => {
                self.names[usize::from(number)] = new;
                number
            }
            None => {
                self.names.push(new);
                narrow::small(self.names.len() - 1)
            }
        };
        steps::count((self.sorted.len() - at) / 8);
        self.sorted.insert(at, (keyed.key.swap_bytes(), number));
        self.recent[Self::hash(keyed.key, name.len()) % RECENT] = number + 1;
        Some(number)
    }

    /// Drops the names that no open element has.
    fn drop_closed(&mut self) {
        steps::count(self.sorted.len());
        let mut text = Vec::new();
        let names = &mut self.names;
        let free = &mut self.free;
        let old = &self.text;
        self.sorted.retain(|(_, number)| {
            let name = &mut names[usize::from(*number)];
            if name.open == 0 {
                free.push(*number);
                return false;
            }
            let start = narrow::count(text.len());
            text.extend_from_slice(&old[name.start as usize..name.end as usize]);
            (name.start, name.end) = (start, narrow::count(text.len()));
            true
        });
        self.text = text;
        self.recent.fill(0);
    }

    /// An element with this name is opened.
    pub(super) fn open(&mut self, number: u16) {
        let name = &mut self.names[usize::from(number)];
        if name.open == 0 {
            let len = (name.end - name.start) as usize;
            self.open += 1;
            self.open_bytes += len;
            self.open_by_hash[Self::hash(name.key, len)] += 1;
        }
        name.open += 1;
    }

    /// An element with this name is closed.
    pub(super) fn close(&mut self, number: u16) {
        let name = &mut self.names[usize::from(number)];
        name.open -= 1;
        if name.open == 0 {
            let len = (name.end - name.start) as usize;
            self.open -= 1;
            self.open_bytes -= len;
            self.open_by_hash[Self::hash(name.key, len)] -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{borrow::ToOwned, format};

    #[test]
    fn every_known_name_is_found_by_its_text() {
        for (name, text) in ElementName::ALL.iter().zip(ElementName::TEXTS) {
            assert_eq!(
                ElementName::of(KeyedName::new(text.as_bytes())),
                Some(*name)
            );
            assert_eq!(name.text(), *text);
            for other in [
                format!("{text}x"),
                format!("x{text}"),
                text[1..].to_owned(),
                text[..text.len() - 1].to_owned(),
                text.chars().take(8).collect(),
            ] {
                let known = ElementName::TEXTS.contains(&other.as_str());
                let found = ElementName::of(KeyedName::new(other.as_bytes()));
                assert_eq!(found.is_some(), known, "{other}");
            }
        }
        for none in ["", "foreignobjecx"] {
            assert_eq!(ElementName::of(KeyedName::new(none.as_bytes())), None);
        }
    }

    #[test]
    fn other_names_keep_their_numbers_while_they_are_open() {
        let mut names = OtherNames::default();
        let open: Vec<u16> = (0..300)
            .map(|at| {
                let number = names
                    .number(KeyedName::new(format!("open-{at}").as_bytes()))
                    .expect("there is room");
                names.open(number);
                number
            })
            .collect();
        // Far more names than are kept.
        for at in 0..5000 {
            let name = format!("x{at}");
            let number = names
                .number(KeyedName::new(name.as_bytes()))
                .expect("there is room");
            assert_eq!(names.text_of(number), name.as_bytes());
            assert_eq!(names.find(KeyedName::new(name.as_bytes())), Some(number));
            assert!(!open.contains(&number));
        }
        assert!(names.numbers() <= FEWEST_KEPT + 2 * open.len());
        for (at, number) in open.iter().enumerate() {
            let name = format!("open-{at}");
            let name = KeyedName::new(name.as_bytes());
            assert_eq!(names.find_open(name), Some(*number));
            names.close(*number);
            assert_eq!(names.find_open(name), None);
        }
        assert_eq!(names.open_bytes, 0);
    }

    #[test]
    fn open_names_have_a_limit_of_bytes() {
        let mut names = OtherNames::default();
        let long = "x".repeat(MOST_BYTES);
        let long = KeyedName::new(long.as_bytes());
        let short = KeyedName::new(b"y");
        let number = names.number(long).expect("there is room");
        names.open(number);
        assert_eq!(names.number(short), None);
        assert_eq!(names.number(long), Some(number));
        names.close(number);
        assert!(names.number(short).is_some());
    }
}
