//! The names that rules mention, in a table that is made when the rules are compiled.
//!
//! A document of a kilobyte takes less time than filling a hash table with them. So the table is a constant, with what is known of each
//! name. A document copies that when elements of other namespaces or names in another case are noted there.

use super::kind::{Kind, MOST_KINDS, NO_ELEMENT};
use super::name::Name;
use crate::Namespace;
use crate::names::{WHOLE, key, mixed};
use crate::text::narrow;

/// What is known of a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The name in lower case.
    pub(super) lowercase: Name,
    /// The first name that is this one in lower case, and the next one after this.
    pub(super) variants: [Name; 2],
    /// The kinds of the elements of this name, by namespace.
    pub(super) kinds: [Kind; 3],
}

impl Entry {
    pub(super) const fn new(name: Name) -> Self {
        Entry {
            lowercase: name,
            variants: [Name::NONE; 2],
            kinds: [NO_ELEMENT; 3],
        }
    }
}

/// A place of a hash table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    pub(super) key: u64,
    pub(super) len: u32,
    pub(super) number: u32,
}

pub(super) const FREE: u32 = u32::MAX;

/// The first place at which a key is looked for.
#[inline(always)]
pub(super) const fn place_of(key: u64, mask: usize) -> usize {
    narrow::low_word(mixed(key)) as usize & mask
}

impl Bucket {
    pub(super) const FREE: Bucket = Bucket {
        key: 0,
        len: 0,
        number: FREE,
    };

    pub(super) const fn of(text: &str, number: u32) -> Self {
        Bucket {
            key: key(text.as_bytes()),
            len: narrow::count(text.len()),
            number,
        }
    }

    /// Whether it may have a name; of a short one, it does.
    #[inline(always)]
    pub(super) fn is(&self, name: &str, key: u64) -> bool {
        self.key == key && self.len as usize == name.len() && self.number != FREE
    }
}

/// The most names of a table: each has a kind.
const MOST: usize = MOST_KINDS;

/// So that most names are found at the first place.
const BUCKETS: usize = 4 * MOST;

/// A table of names.
#[derive(Debug)]
pub struct KnownNames {
    texts: &'static [&'static str],
    entries: [Entry; MOST],
    buckets: [Bucket; BUCKETS],
    kinds: u32,
}

impl KnownNames {
    /// A table without names.
    pub(super) const NONE: KnownNames = KnownNames::new(&[], &[]);

    /// The names that rules mention, sorted, and the elements outside of HTML among them. With a name that has capitals, there is the one
    /// in lower case.
    pub(crate) const fn new(texts: &'static [&'static str], foreign: &[(Namespace, Name)]) -> Self {
        let mut table = KnownNames {
            texts,
            entries: [Entry::new(Name::NONE); MOST],
            buckets: [Bucket::FREE; BUCKETS],
            kinds: 0,
        };
        let mut at = 0;
        while at < texts.len() {
            let name = Name(table.kinds);
            table.entries[at] = Entry::new(name);
            table.entries[at].kinds[Namespace::Html as usize] = table.kinds;
            let bucket = Bucket::of(texts[at], table.kinds);
            let mut place = place_of(bucket.key, BUCKETS - 1);
            while table.buckets[place].number != FREE {
                place = (place + 1) % BUCKETS;
            }
            table.buckets[place] = bucket;
            table.kinds += 1;
            at += 1;
        }
        let mut at = 0;
        while at < texts.len() {
            table.set_lowercase(at);
            at += 1;
        }
        let mut at = 0;
        while at < foreign.len() {
            let (namespace, name) = foreign[at];
            table.entries[name.0 as usize].kinds[namespace as usize] = table.kinds;
            table.kinds += 1;
            at += 1;
        }
        table
    }

    const fn set_lowercase(&mut self, at: usize) {
        let mut other = 0;
        while other < self.texts.len() {
            if other != at && is_lowercase_of(self.texts[other], self.texts[at]) {
                self.entries[at].lowercase = self.entries[other].lowercase;
                self.entries[at].variants[1] = self.entries[other].variants[0];
                self.entries[other].variants[0] = Name(narrow::count(at));
            }
            other += 1;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn kinds(&self) -> u32 {
        self.kinds
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries[..self.texts.len()]
    }

    pub(super) fn text(&self, at: usize) -> &'static str {
        self.texts[at]
    }

    /// Finds a name of at most [`WHOLE`] bytes, if it is at the first place at which it may be.
    #[inline(always)]
    pub(super) fn find_short(&self, name: &str, key: u64) -> Option<Name> {
        let bucket = &self.buckets[place_of(key, BUCKETS - 1)];
        bucket.is(name, key).then_some(Name(bucket.number))
    }

    /// Finds a name.
    #[inline]
    pub(crate) fn find(&self, name: &str, key: u64) -> Option<Name> {
        let mut place = place_of(key, BUCKETS - 1);
        loop {
            let bucket = &self.buckets[place];
            if bucket.is(name, key)
                && (name.len() <= WHOLE || self.texts[bucket.number as usize] == name)
            {
                return Some(Name(bucket.number));
            }
            if bucket.number == FREE {
                return None;
            }
            place = (place + 1) % BUCKETS;
        }
    }
}

/// Whether a name is another in lower case.
const fn is_lowercase_of(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at].to_ascii_lowercase() {
            return false;
        }
        at += 1;
    }
    true
}
