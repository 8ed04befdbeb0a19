//! Names of elements as small numbers.
//!
//! A name becomes a number once for each tag. The names that rules mention have their places in the tables, so that a `match`
//! compares constants; other names get the next number when they occur first.

use super::kind::{Kind, NO_ELEMENT};
use super::known_names::{Bucket, Entry, FREE, KnownNames, place_of};
use crate::Namespace;
use crate::names::{WHOLE, key};
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

/// The names of a document.
///
/// Those that rules mention are in a table that is made when the rules are compiled. What is known of them is copied when a document
/// changes it, which most short ones do not.
#[derive(Clone, Debug)]
pub struct Names {
    known: &'static KnownNames,
    /// What is known of the names in the table, once it is not what the table says.
    changed: Vec<Entry>,
    /// The names that are not in the table.
    others: Vec<(Box<str>, Entry)>,
    /// The numbers of these by their hashes; one that is taken has the next free place.
    buckets: Vec<Bucket>,
    kinds: u32,
}

impl Default for Names {
    fn default() -> Self {
        Names::new(&KnownNames::NONE)
    }
}

/// How many names and kinds there were at some time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    names: usize,
    kinds: u32,
}

impl Mark {
    pub(super) fn names(self) -> usize {
        self.names
    }
}

impl Names {
    /// The names that rules mention.
    pub(super) fn new(known: &'static KnownNames) -> Self {
        Names {
            known,
            changed: Vec::new(),
            others: Vec::new(),
            buckets: Vec::new(),
            kinds: known.kinds(),
        }
    }

    /// How many names and kinds there are.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            names: self.len(),
            kinds: self.kinds,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.known.len() + self.others.len()
    }

    /// What is known of a name.
    #[inline(always)]
    fn entry(&self, name: Name) -> Option<&Entry> {
        let at = name.index();
        match at.checked_sub(self.known.len()) {
            Some(at) => self.others.get(at).map(|other| &other.1),
            None if self.changed.is_empty() => self.known.entries().get(at),
            None => self.changed.get(at),
        }
    }

    fn entry_mut(&mut self, name: Name) -> Option<&mut Entry> {
        let at = name.index();
        match at.checked_sub(self.known.len()) {
            Some(at) => self.others.get_mut(at).map(|other| &mut other.1),
            None => {
                if self.changed.is_empty() {
                    self.changed = self.known.entries().to_vec();
                }
                self.changed.get_mut(at)
            }
        }
    }

    pub(super) fn kinds(&self) -> u32 {
        self.kinds
    }

    /// Forgets what was added since.
    pub(super) fn forget_since(&mut self, mark: Mark) {
        self.kinds = mark.kinds;
        self.others.truncate(mark.names - self.known.len());
        let others = self.others.iter_mut().map(|other| &mut other.1);
        for entry in self.changed.iter_mut().chain(others) {
            for kind in &mut entry.kinds {
                *kind = if *kind < mark.kinds {
                    *kind
                } else {
                    NO_ELEMENT
                };
            }
            for variant in &mut entry.variants {
                *variant = if variant.index() < mark.names {
                    *variant
                } else {
                    Name::NONE
                };
            }
        }
        self.grow(self.buckets.len());
    }

    pub(super) fn new_kind(&mut self) -> Kind {
        self.kinds += 1;
        self.kinds - 1
    }

    /// The text of a name; empty for none.
    #[must_use]
    pub fn text(&self, name: Name) -> &str {
        match name.index().checked_sub(self.known.len()) {
            None => self.known.text(name.index()),
            Some(at) => self.others.get(at).map_or("", |other| &other.0),
        }
    }

    fn grow(&mut self, least: usize) {
        let mask = least.next_power_of_two() - 1;
        self.buckets.clear();
        self.buckets.resize(mask + 1, Bucket::FREE);
        let first = narrow::count(self.known.len());
        for (number, (text, _)) in (first..).zip(&self.others) {
            let bucket = Bucket::of(text, number);
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
        let key = key(name.as_bytes());
        match self.known.find(name, key) {
            Some(known) => Some(known),
            None => self.place(name, key).ok(),
        }
    }

    /// The number of a name that is not in the table, or the place at which it has to be put.
    #[inline(always)]
    fn place(&self, name: &str, key: u64) -> Result<Name, usize> {
        let Some(mask) = self.buckets.len().checked_sub(1) else {
            return Err(0);
        };
        let mut at = place_of(key, mask);
        loop {
            let bucket = &self.buckets[at];
            if bucket.is(name, key)
                && (name.len() <= WHOLE || self.text(Name(bucket.number)) == name)
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
        let key = key(name.as_bytes());
        if let 1..=WHOLE = name.len() {
            if let Some(known) = self.known.find_short(name, key) {
                return known;
            }
            if let Some(mask) = self.buckets.len().checked_sub(1)
                && let bucket = &self.buckets[place_of(key, mask)]
                && bucket.is(name, key)
            {
                return Name(bucket.number);
            }
        }
        self.intern_other(name, key)
    }

    #[inline(never)]
    fn intern_other(&mut self, name: &str, key: u64) -> Name {
        if let Some(known) = self.known.find(name, key) {
            return known;
        }
        match self.place(name, key) {
            Ok(name) => name,
            Err(_) if self.buckets.is_empty() => {
                self.grow(64);
                self.add(name, place_of(key, 63))
            }
            Err(place) => self.add(name, place),
        }
    }

    #[cold]
    fn add(&mut self, text: &str, place: usize) -> Name {
        let name = Name(narrow::count(self.len()));
        self.others.push((text.into(), Entry::new(name)));
        self.buckets[place] = Bucket::of(text, name.0);
        if self.others.len() * 4 > self.buckets.len() {
            self.grow(self.others.len() * 8);
        }
        self.set_lowercase(name, text);
        name
    }

    fn set_lowercase(&mut self, name: Name, text: &str) {
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            let lowercase: String = text.to_ascii_lowercase();
            let lowercase = self.intern(&lowercase);
            let first = self
                .entry_mut(lowercase)
                .map(|entry| &mut entry.variants[0]);
            let next = first.map(|first| core::mem::replace(first, name));
            if let Some(entry) = self.entry_mut(name) {
                entry.lowercase = lowercase;
                entry.variants[1] = next.unwrap_or(Name::NONE);
            }
        }
    }

    /// The name in lower case.
    #[inline]
    pub(super) fn lowercase(&self, name: Name) -> Name {
        self.entry(name).map_or(name, |entry| entry.lowercase)
    }

    /// The kinds of all elements whose name is this one in lower case.
    pub(super) fn kinds_in_lowercase(&self, name: Name) -> impl Iterator<Item = Kind> + '_ {
        let entry = |name: &Name| self.entry(*name);
        let first = entry(&name).map(|entry| entry.variants[0]);
        let variants = core::iter::successors(first, move |name| Some(entry(name)?.variants[1]));
        let variants = variants.take_while(|name| *name != Name::NONE);
        let names = core::iter::once(name).chain(variants);
        let kinds = names
            .filter_map(|name| self.entry(name))
            .flat_map(|it| it.kinds);
        kinds.filter(|kind| *kind != NO_ELEMENT)
    }

    /// The kind of the elements of a name in a namespace; none if there was no such element.
    #[inline]
    pub(super) fn kind(&self, namespace: Namespace, name: Name) -> Kind {
        let entry = self.entry(name);
        entry.map_or(NO_ELEMENT, |entry| entry.kinds[namespace as usize])
    }

    /// The same; it is made for the first element.
    #[inline]
    pub(super) fn kind_of_new(&mut self, namespace: Namespace, name: Name) -> Kind {
        match self.kind(namespace, name) {
            NO_ELEMENT => {
                let kind = self.new_kind();
                if let Some(entry) = self.entry_mut(name) {
                    entry.kinds[namespace as usize] = kind;
                }
                kind
            }
            kind => kind,
        }
    }
}
