//! The state of a parser between two tokens, as numbers.
//!
//! Two parsers with the same numbers do the same with every token. What is not among them is the values of attributes: the list of
//! active formatting elements compares them, so that there is a number for each that is different, and the values are kept
//! beside the snapshot.

use super::builder::Builder;
use super::construction::Construction;
use super::element::Element;
use super::name::Name;
use super::rules::{InsertionMode, TreeRules};
use crate::Namespace;
use crate::text::narrow;
use alloc::vec::Vec;

/// A formatting element: its name, and a hash of its attributes.
pub(crate) type Formatting = (Name, u64);

const NAMESPACES: [Namespace; 3] = [Namespace::Html, Namespace::MathMl, Namespace::Svg];

/// What an entry of the list is.
const MARKER: u32 = 0;
const OPEN: u32 = 1;
const CLOSED: u32 = 2;

/// That an element is marked as tainted.
const TAINTED: u32 = 4;

fn packed(namespace: Namespace, name: Name) -> u32 {
    let at = NAMESPACES.iter().position(|it| *it == namespace);
    name.0 << 3 | narrow::count(at.unwrap_or(0))
}

fn unpacked(number: u32) -> (Namespace, Name) {
    (NAMESPACES[number as usize & 3], Name(number >> 3))
}

/// Reads a snapshot.
struct Reader<'s>(&'s [u32]);

impl Reader<'_> {
    fn next(&mut self) -> u32 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }
}

impl<R: TreeRules, B: Builder> Construction<R, B> {
    /// Writes the state, and the formatting elements that are different. Returns whether it can: a state that lasts for one token, such as
    /// a line feed that is ignored, has no numbers.
    pub(crate) fn snapshot(&self, out: &mut Vec<u32>, formatting: &mut Vec<Formatting>) -> bool {
        if self.flags.ignore_next.is_some() || self.is_stopped || self.switch.is_some() {
            return false;
        }
        let mode = |mode: Option<InsertionMode>| mode.map_or(0, |mode| u32::from(mode.0) + 1);
        let modes = [
            Some(self.secondary_mode),
            Some(self.mode),
            self.original_mode,
        ];
        out.push(modes.iter().fold(0, |all, one| all << 8 | mode(*one)));
        let flags = [
            self.flags.frameset_ok,
            self.flags.foster_parenting,
            self.flags.quirks,
        ];
        let flags = flags
            .iter()
            .fold(0, |bits, flag| bits << 1 | u32::from(*flag));
        out.push(flags);
        self.snapshot_unknown(out);
        for pointer in [self.head, self.form] {
            self.snapshot_pointer(pointer, out);
        }
        out.push(narrow::count(self.template_modes.len()));
        out.extend(self.template_modes.iter().map(|it| mode(Some(*it))));
        out.push(narrow::count(self.pending.chars().count()));
        // Those of a class are alike.
        out.extend(self.pending.chars().map(|it| narrow::count(R::class(it))));
        out.push(narrow::count(self.stack.len()));
        for (_, element) in self.stack.elements() {
            let Some(record) = self.record(element) else {
                return false;
            };
            let taint = if record.is_tainted { TAINTED } else { 0 };
            out.push(packed(record.namespace, record.name) | taint);
        }
        for entry in self.list.all() {
            if entry.is_marker() {
                out.push(MARKER);
                continue;
            }
            let Some(record) = self.record(entry) else {
                return false;
            };
            let about = (record.name, self.builder.attributes_hash(record.node));
            let class = formatting.iter().position(|it| *it == about);
            let class = class.unwrap_or_else(|| {
                formatting.push(about);
                formatting.len() - 1
            });
            match self.stack.number_of(record.place) {
                Some(at) => out.extend([OPEN, narrow::count(at)]),
                None => out.extend([CLOSED, packed(record.namespace, record.name)]),
            }
            out.push(narrow::count(class));
        }
        true
    }

    /// A pointer: none, an open element by its number, or a closed one by its name.
    fn snapshot_pointer(&self, pointer: Element, out: &mut Vec<u32>) {
        let Some(record) = self.record(pointer) else {
            out.extend([0, 0]);
            return;
        };
        match self.stack.number_of(record.place) {
            Some(at) => out.extend([1, narrow::count(at)]),
            None => out.extend([2, packed(record.namespace, record.name)]),
        }
    }

    /// Closes all elements but the first, and forgets the list.
    pub(super) fn clear_to(&mut self, height: usize) {
        while self.stack.height() > height {
            self.pop();
        }
        while !self.list_is_empty() {
            self.remove_last_entry();
        }
        self.head = Element::NULL;
        self.form = Element::NULL;
        self.newest = Element::NULL;
        self.end_token();
    }

    /// Goes back to a state; `node` makes a node with such a hash of its attributes, or without attributes that matter.
    pub(crate) fn restore(
        &mut self,
        snapshot: &[u32],
        formatting: &[Formatting],
        mut node: impl FnMut(&mut B, Option<u64>) -> B::Node,
    ) {
        self.clear_to(0);
        let mut from = Reader(snapshot);
        let mode = |number: u32| {
            let number = u8::try_from(number.checked_sub(1)?).ok()?;
            Some(InsertionMode(number))
        };
        let modes = from.next();
        self.secondary_mode = mode(modes >> 16).unwrap_or(R::INITIAL);
        self.mode = mode(modes >> 8 & 0xFF).unwrap_or(R::INITIAL);
        self.original_mode = mode(modes & 0xFF);
        let flags = from.next();
        self.flags.frameset_ok = flags & 4 != 0;
        self.flags.foster_parenting = flags & 2 != 0;
        self.flags.quirks = flags & 1 != 0;
        self.flags.ignore_next = None;
        let unknown = from.next();
        self.restore_unknown(unknown);
        let pointers = [(); 2].map(|()| (from.next(), from.next()));
        self.template_modes.clear();
        for _ in 0..from.next() {
            self.template_modes.extend(mode(from.next()));
        }
        self.pending.clear();
        for _ in 0..from.next() {
            self.pending.extend(R::member(from.next() as usize));
        }
        let open = from.next() as usize;
        let (stack, list) = from.0.split_at(open.min(from.0.len()));
        // The nodes of open formatting elements are made with their entries.
        let mut elements = Vec::with_capacity(open);
        let mut hashes = alloc::vec![None; open];
        let mut entries = Reader(list);
        let mut all = Vec::new();
        while !entries.0.is_empty() {
            let kind = entries.next();
            let (what, class) = match kind {
                MARKER => (0, 0),
                _ => (entries.next(), entries.next() as usize),
            };
            if kind == OPEN {
                hashes[what as usize] = Some(formatting[class].1);
            }
            all.push((kind, what, class));
        }
        for (number, hash) in stack.iter().zip(hashes) {
            let node = node(&mut self.builder, hash);
            let element = self.add_record(node, Some(unpacked(*number)));
            self.push(element);
            if number & TAINTED != 0 {
                self.taint(element);
            }
            elements.push(element);
        }
        for (kind, what, class) in all {
            match kind {
                MARKER => self.insert_marker(),
                OPEN => self.add_to_list(elements[what as usize]),
                _ => {
                    let node = node(&mut self.builder, Some(formatting[class].1));
                    let element = self.add_record(node, Some(unpacked(what)));
                    self.add_to_list(element);
                }
            }
        }
        let mut pointer = |(kind, what): (u32, u32)| match kind {
            0 => Element::NULL,
            1 => elements[what as usize],
            _ => {
                let node = node(&mut self.builder, None);
                self.add_record(node, Some(unpacked(what)))
            }
        };
        (self.head, self.form) = (pointer(pointers[0]), pointer(pointers[1]));
        self.end_token();
    }
}
