//! Names of elements as small numbers.
//!
//! A name becomes a number once for each tag. The names that rules mention have their places in the tables, so that a `match`
//! compares constants; other names get the next number when they occur first.

use super::kind::{Kind, NO_ELEMENT};
use crate::Namespace;
use crate::text::narrow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The name of an element or a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(crate) u32);

impl Name {
    /// A name that no element has.
    pub(crate) const NONE: Name = Name(u32::MAX);

    /// The number of the name.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Entry {
    text: Box<str>,
    /// The name in lower case.
    lowercase: Name,
    /// The first name that is this one in lower case, and the next one after this.
    variants: [Name; 2],
    /// The kinds of the elements of this name, by namespace.
    kinds: [Kind; 3],
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    key: u64,
    len: u32,
    number: u32,
}

/// The names of a document.
#[derive(Clone, Debug, Default)]
pub struct Names {
    entries: Vec<Entry>,
    /// The numbers of names by their hashes; one that is taken has the next free place.
    buckets: Vec<Bucket>,
    kinds: u32,
}

const FREE: u32 = u32::MAX;

/// The most bytes of a name that its key has whole.
const WHOLE: usize = 8;

/// The bytes of a short name, or a hash of a longer one.
#[inline(always)]
fn key(name: &[u8]) -> u64 {
    let (Some(first), Some(last)) = (name.first_chunk::<4>(), name.last_chunk::<4>()) else {
        let byte = |at: usize| u64::from(name.get(at).copied().unwrap_or(0));
        return byte(0) | byte(1) << 8 | byte(2) << 16;
    };
    if name.len() <= WHOLE {
        // Two reads that may overlap are faster than a loop.
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return u64::from(first) | u64::from(last) << (8 * (name.len() - 4));
    }
    long_key(name)
}

fn long_key(name: &[u8]) -> u64 {
    let mut state = 0;
    let mut rest = name;
    while let Some((eight, more)) = rest.split_first_chunk() {
        state = mixed(state ^ u64::from_le_bytes(*eight));
        rest = more;
    }
    let last = name
        .last_chunk()
        .map_or(0, |last| u64::from_le_bytes(*last));
    mixed(state ^ last)
}

#[inline(always)]
fn mixed(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    // The high bits depend on all others.
    product ^ product >> 32
}

/// The first place at which a key is looked for.
#[inline(always)]
fn place_of(key: u64, mask: usize) -> usize {
    narrow::low_word(mixed(key)) as usize & mask
}

impl Bucket {
    fn of(text: &str) -> Self {
        Bucket {
            key: key(text.as_bytes()),
            len: narrow::count(text.len()),
            number: FREE,
        }
    }
}

impl Names {
    /// The names that rules mention, and the elements outside of HTML among them.
    pub(super) fn new(known: &[&str], foreign: &[(Namespace, Name)]) -> Self {
        let mut names = Names {
            entries: Vec::with_capacity(known.len() + 16),
            buckets: Vec::new(),
            kinds: 0,
        };
        names.grow((known.len() + 16) * 4);
        for text in known {
            let place = names.place(text).err().unwrap_or_default();
            let name = names.push(text, place);
            let kind = names.new_kind();
            names.entries[name.index()].kinds[Namespace::Html as usize] = kind;
        }
        // Afterwards: what is in lower case alone comes behind the known names.
        for text in known {
            if let Some(name) = names.find(text) {
                names.set_lowercase(name, text);
            }
        }
        for (namespace, name) in foreign {
            let kind = names.new_kind();
            names.entries[name.index()].kinds[*namespace as usize] = kind;
        }
        names
    }

    pub(super) fn new_kind(&mut self) -> Kind {
        self.kinds += 1;
        self.kinds - 1
    }

    /// The text of a name; empty for none.
    #[must_use]
    pub fn text(&self, name: Name) -> &str {
        self.entries
            .get(name.index())
            .map_or("", |entry| &entry.text)
    }

    fn grow(&mut self, least: usize) {
        let mask = least.next_power_of_two() - 1;
        let free = Bucket {
            key: 0,
            len: 0,
            number: FREE,
        };
        self.buckets.clear();
        self.buckets.resize(mask + 1, free);
        for (number, entry) in (0..).zip(&self.entries) {
            let bucket = Bucket {
                number,
                ..Bucket::of(&entry.text)
            };
            let mut at = place_of(bucket.key, mask);
            while self.buckets[at].number != FREE {
                at = (at + 1) & mask;
            }
            self.buckets[at] = bucket;
        }
    }

    /// The number of a name, if it occurred.
    #[inline]
    pub fn find(&self, name: &str) -> Option<Name> {
        self.place(name).ok()
    }

    #[inline(always)]
    fn place(&self, name: &str) -> Result<Name, usize> {
        let Some(mask) = self.buckets.len().checked_sub(1) else {
            return Err(0);
        };
        let key = key(name.as_bytes());
        let mut at = place_of(key, mask);
        loop {
            let bucket = &self.buckets[at];
            if bucket.key == key
                && bucket.len as usize == name.len()
                && (name.len() <= WHOLE || *self.entries[bucket.number as usize].text == *name)
                && bucket.number != FREE
            {
                return Ok(Name(bucket.number));
            }
            if bucket.number == FREE {
                return Err(at);
            }
            at = (at + 1) & mask;
        }
    }

    /// The number of a name.
    #[inline(always)]
    pub fn intern(&mut self, name: &str) -> Name {
        if let 1..=WHOLE = name.len()
            && let Some(mask) = self.buckets.len().checked_sub(1)
        {
            let key = key(name.as_bytes());
            let bucket = &self.buckets[place_of(key, mask)];
            if bucket.key == key && bucket.len as usize == name.len() {
                return Name(bucket.number);
            }
        }
        self.intern_other(name)
    }

    #[inline(never)]
    fn intern_other(&mut self, name: &str) -> Name {
        match self.place(name) {
            Ok(name) => name,
            Err(place) if self.buckets.is_empty() => {
                self.grow(128);
                self.add(name, place_of(key(name.as_bytes()), 127) | place)
            }
            Err(place) => self.add(name, place),
        }
    }

    #[cold]
    fn add(&mut self, text: &str, place: usize) -> Name {
        let name = self.push(text, place);
        if self.entries.len() * 4 > self.buckets.len() {
            self.grow(self.entries.len() * 8);
        }
        self.set_lowercase(name, text);
        name
    }

    fn push(&mut self, text: &str, place: usize) -> Name {
        let name = Name(narrow::count(self.entries.len()));
        self.entries.push(Entry {
            text: text.into(),
            lowercase: name,
            variants: [Name::NONE; 2],
            kinds: [NO_ELEMENT; 3],
        });
        self.buckets[place] = Bucket {
            number: name.0,
            ..Bucket::of(text)
        };
        name
    }

    fn set_lowercase(&mut self, name: Name, text: &str) {
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            let lowercase: String = text.to_ascii_lowercase();
            let lowercase = self.intern(&lowercase);
            self.entries[name.index()].lowercase = lowercase;
            let first = &mut self.entries[lowercase.index()].variants[0];
            let next = core::mem::replace(first, name);
            self.entries[name.index()].variants[1] = next;
        }
    }

    /// The name in lower case.
    #[inline]
    pub(super) fn lowercase(&self, name: Name) -> Name {
        self.entries
            .get(name.index())
            .map_or(name, |entry| entry.lowercase)
    }

    /// The kinds of all elements whose name is this one in lower case.
    pub(super) fn kinds_in_lowercase(&self, name: Name) -> impl Iterator<Item = Kind> + '_ {
        let entry = |name: &Name| self.entries.get(name.index());
        let first = entry(&name).map(|entry| entry.variants[0]);
        let variants = core::iter::successors(first, move |name| Some(entry(name)?.variants[1]));
        let variants = variants.take_while(|name| *name != Name::NONE);
        let names = core::iter::once(name).chain(variants);
        let kinds = names
            .filter_map(|name| self.entries.get(name.index()))
            .flat_map(|it| it.kinds);
        kinds.filter(|kind| *kind != NO_ELEMENT)
    }

    /// The kind of the elements of a name in a namespace; none if there was no such element.
    #[inline]
    pub(super) fn kind(&self, namespace: Namespace, name: Name) -> Kind {
        let entry = self.entries.get(name.index());
        entry.map_or(NO_ELEMENT, |entry| entry.kinds[namespace as usize])
    }

    /// The same; it is made for the first element.
    #[inline]
    pub(super) fn kind_of_new(&mut self, namespace: Namespace, name: Name) -> Kind {
        match self.kind(namespace, name) {
            NO_ELEMENT => {
                let kind = self.new_kind();
                if let Some(entry) = self.entries.get_mut(name.index()) {
                    entry.kinds[namespace as usize] = kind;
                }
                kind
            }
            kind => kind,
        }
    }
}
