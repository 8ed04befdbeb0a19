//! The state of a parser between two tokens, as numbers.
//!
//! Two parsers with the same numbers do the same with every token. What is not among them is the values of attributes: the list of
//! active formatting elements compares them, so that there is a number for each that is different, and the values are kept
//! beside the snapshot.

use super::builder::Builder;
use super::construction::Construction;
use super::element::{Element, NOWHERE};
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

/// Reads the entries of a list: what each is, which element, and its number among the formatting elements.
struct Entries<'s>(Reader<'s>);

impl Iterator for Entries<'_> {
    type Item = (u32, u32, u32);

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.0.is_empty() {
            return None;
        }
        Some(match self.0.next() {
            MARKER => (MARKER, 0, 0),
            kind => (kind, self.0.next(), self.0.next()),
        })
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
        self.clear_list();
        self.head = Element::NULL;
        self.form = Element::NULL;
        self.newest = Element::NULL;
        self.end_token();
    }

    fn clear_list(&mut self) {
        while !self.list_is_empty() {
            self.remove_last_entry();
        }
    }

    /// Goes back to a state; `node` makes a node with such a hash of its attributes, or without attributes that matter.
    ///
    /// The open elements that are the same stay, so that this costs little where the state is near.
    pub(crate) fn restore(
        &mut self,
        snapshot: &[u32],
        formatting: &[Formatting],
        mut node: impl FnMut(&mut B, Option<u64>) -> B::Node,
    ) {
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
        let same = self.first_same(stack, Entries(Reader(list)), formatting);
        while self.stack.height() > same {
            self.pop();
        }
        self.clear_list();
        for number in &stack[same..] {
            let node = node(&mut self.builder, None);
            let element = self.add_record(node, Some(unpacked(*number)));
            self.push(element);
            if number & TAINTED != 0 {
                self.taint(element);
            }
        }
        for (kind, what, class) in Entries(Reader(list)) {
            if kind == MARKER {
                self.insert_marker();
                continue;
            }
            let hash = formatting.get(class as usize).map(|it| it.1);
            let open = what as usize;
            let element = match kind {
                OPEN => {
                    let element = self.stack.nth(open);
                    if open >= same
                        && let Some(record) = self.records.get_mut(element.index())
                    {
                        record.node = node(&mut self.builder, hash);
                    }
                    element
                }
                _ => {
                    let node = node(&mut self.builder, hash);
                    self.add_record(node, Some(unpacked(what)))
                }
            };
            self.add_to_list(element);
        }
        let mut pointer = |this: &mut Self, now: Element, (kind, what): (u32, u32)| {
            if this.is_closed_as(now, kind, what) {
                return now;
            }
            // It may have been kept by the pointer alone.
            this.released
                .extend(Some(now).filter(|it| *it != Element::NULL));
            match kind {
                0 => Element::NULL,
                1 => this.stack.nth(what as usize),
                _ => {
                    let node = node(&mut this.builder, None);
                    this.add_record(node, Some(unpacked(what)))
                }
            }
        };
        self.head = pointer(self, self.head, pointers[0]);
        self.form = pointer(self, self.form, pointers[1]);
        self.newest = Element::NULL;
        self.end_token();
    }

    /// How many open elements from the topmost one on are those of a snapshot.
    fn first_same(&self, stack: &[u32], list: Entries<'_>, formatting: &[Formatting]) -> usize {
        let is_same = |(at, number): &(usize, &u32)| {
            let record = self.record(self.stack.get(at + 1));
            record.is_some_and(|it| {
                let taint = if it.is_tainted { TAINTED } else { 0 };
                packed(it.namespace, it.name) | taint == **number
            })
        };
        let mut same = stack.iter().enumerate().take_while(is_same).count();
        for (kind, what, class) in list {
            let at = what as usize;
            if kind == OPEN && at < same {
                let node = self.node(self.stack.get(at + 1));
                let hash = node.map(|node| self.builder.attributes_hash(node));
                if hash != formatting.get(class as usize).map(|it| it.1) {
                    same = at;
                }
            }
        }
        same
    }

    /// Whether a pointer is at a closed element that a snapshot describes.
    fn is_closed_as(&self, pointer: Element, kind: u32, what: u32) -> bool {
        kind == 2
            && self.record(pointer).is_some_and(|it| {
                it.place & it.entry == NOWHERE && packed(it.namespace, it.name) == what
            })
    }
}
