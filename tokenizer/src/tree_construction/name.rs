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
    /// The kinds of the elements of this name, by namespace.
    kinds: [Kind; 3],
}

/// The names of a document.
#[derive(Clone, Debug, Default)]
pub struct Names {
    entries: Vec<Entry>,
    /// The numbers of names by their hashes; one that is taken has the next free place.
    buckets: Vec<u32>,
    kinds: u32,
}

const FREE: u32 = u32::MAX;

#[inline]
fn hash(name: &[u8]) -> usize {
    const PRIME: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut state = name.len() as u64;
    let mut rest = name;
    while let Some((eight, more)) = rest.split_first_chunk() {
        state = (state ^ u64::from_le_bytes(*eight)).wrapping_mul(PRIME);
        rest = more;
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    state = (state ^ u64::from_le_bytes(last)).wrapping_mul(PRIME);
    // The high bits depend on all others.
    (state >> 32) as usize
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

    fn new_kind(&mut self) -> Kind {
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
        let size = least.next_power_of_two();
        self.buckets.clear();
        self.buckets.resize(size, FREE);
        for (number, entry) in (0..).zip(&self.entries) {
            let mut at = hash(entry.text.as_bytes()) & (size - 1);
            while self.buckets[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            self.buckets[at] = number;
        }
    }

    /// The number of a name, if it occurred.
    #[inline]
    pub fn find(&self, name: &str) -> Option<Name> {
        self.place(name).ok()
    }

    #[inline]
    fn place(&self, name: &str) -> Result<Name, usize> {
        let Some(mask) = self.buckets.len().checked_sub(1) else {
            return Err(0);
        };
        let mut at = hash(name.as_bytes()) & mask;
        loop {
            match self.buckets[at] {
                FREE => return Err(at),
                number if *self.entries[number as usize].text == *name => return Ok(Name(number)),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// The number of a name.
    #[inline]
    pub fn intern(&mut self, name: &str) -> Name {
        match self.place(name) {
            Ok(name) => name,
            Err(place) if self.buckets.is_empty() => {
                self.grow(64);
                self.add(name, hash(name.as_bytes()) & 63 | place)
            }
            Err(place) => self.add(name, place),
        }
    }

    #[cold]
    fn add(&mut self, text: &str, place: usize) -> Name {
        let name = self.push(text, place);
        if self.entries.len() * 2 > self.buckets.len() {
            self.grow(self.entries.len() * 4);
        }
        self.set_lowercase(name, text);
        name
    }

    fn push(&mut self, text: &str, place: usize) -> Name {
        let name = Name(narrow::count(self.entries.len()));
        self.entries.push(Entry {
            text: text.into(),
            lowercase: name,
            kinds: [NO_ELEMENT; 3],
        });
        self.buckets[place] = name.0;
        name
    }

    fn set_lowercase(&mut self, name: Name, text: &str) {
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            let lowercase: String = text.to_ascii_lowercase();
            self.entries[name.index()].lowercase = self.intern(&lowercase);
        }
    }

    /// The name in lower case.
    #[inline]
    pub(super) fn lowercase(&self, name: Name) -> Name {
        self.entries
            .get(name.index())
            .map_or(name, |entry| entry.lowercase)
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
