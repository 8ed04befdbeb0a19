//! Named character references: a minimal automaton over the names, built by the generator.
//!
//! A text begins with the longest name that matches, and a chunk may end inside it. An automaton answers both in one
//! walk; a hash table would have to be asked for every length. The nodes are static data of one word each, without
//! pointers, and the walk adds up the number of the name. What is given up is a table that can be read or edited:
//! names exist only as walks.

use crate::text::block::Block;
use crate::text::steps;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A table of named character references.
///
/// The automaton is a list of nodes; the children of a node are adjacent, in the order of the bytes
/// that lead to them. Each node knows how many names come before it among its siblings' subtrees, so
/// that walking a name counts its number, which is the index of its characters.
pub(crate) struct References {
    /// The byte that leads to each node, and [`PADDING`] more; node 0 is the root.
    pub(crate) bytes: &'static [u8],
    /// For each node, how many nodes after it form a chain: each is the only child of the node before it, and no name
    /// ends before the last.
    pub(crate) chains: &'static [u8],
    /// The nodes, each as the four bytes of its word, the lowest first.
    pub(crate) nodes: &'static [[u8; 4]],
    /// The characters of all names, in the order of the names' numbers, each of them [`CHARACTERS`] bytes
    /// long with the U+0000 after it.
    pub(crate) characters: &'static str,
}

/// The padded length of the characters of a name: no name represents U+0000.
const CHARACTERS: usize = 8;

/// How many bytes of padding follow those of the nodes.
pub(crate) const PADDING: usize = 16;

/// One node of the automaton, in one word: the first of its children and how many there are, at most 4095
/// and 63; how many names come before this node among those of its siblings, at most 4095; and whether a
/// name ends here.
#[derive(Clone, Copy)]
struct Node(u32);

impl Node {
    const ENDS_NAME: u32 = 1 << 31;

    #[inline(always)]
    const fn first_child(self) -> usize {
        (self.0 & 0xFFF) as usize
    }

    #[inline(always)]
    const fn children(self) -> usize {
        (self.0 >> 12 & 0x3F) as usize
    }

    /// The places of its children.
    const fn child_range(self) -> Range<usize> {
        self.first_child()..self.first_child() + self.children()
    }

    #[inline(always)]
    const fn before(self) -> u16 {
        (self.0 >> 18 & 0xFFF) as u16
    }

    #[inline(always)]
    const fn ends_name(self) -> bool {
        self.0 & Self::ENDS_NAME != 0
    }
}

/// The result of a search for the longest name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Longest {
    /// The longest name: its length in bytes and its number.
    Name { len: usize, number: u16 },
    /// No name.
    None,
    /// The slice ends inside a possible longer name.
    Open,
}

impl References {
    /// The longest name at the beginning of `bytes`.
    pub(crate) fn longest(&self, bytes: &[u8], at_end: bool) -> Longest {
        let mut best = Longest::None;
        let mut node = self.root();
        let mut number = 0;
        for (i, &byte) in bytes.iter().enumerate() {
            steps::count(1);
            if node.children() == 0 {
                return best;
            }
            let Some(next) = self.child(node, byte).and_then(|at| self.node(at)) else {
                return best;
            };
            number += next.before();
            if next.ends_name() {
                best = Longest::Name { len: i + 1, number };
                number += 1;
            }
            node = next;
        }
        if at_end || node.children() == 0 {
            best
        } else {
            Longest::Open
        }
    }

    /// The number of the name with a semicolon that begins `bytes`, and its length.
    #[inline(never)]
    pub(crate) fn closed(&self, bytes: &[u8]) -> Option<(u16, usize)> {
        let (first, mut rest) = bytes.split_first()?;
        let mut at = self.child_of_root(*first)?;
        let mut node = self.node(at)?;
        let mut number = node.before();
        while node.children() > 0 {
            steps::count(1);
            number += u16::from(node.ends_name());
            match usize::from(*self.chains.get(at)?) {
                0 => {
                    let (byte, after) = rest.split_first()?;
                    at = self.child(node, *byte)?;
                    rest = after;
                }
                len => {
                    rest = rest.strip_prefix(self.bytes.get(at + 1..=at + len)?)?;
                    at += len;
                }
            }
            node = self.node(at)?;
            number += node.before();
        }
        let name = &bytes[..bytes.len() - rest.len()];
        name.ends_with(b";").then_some((number, name.len()))
    }

    /// The characters of a name, with its semicolon or without.
    pub(crate) fn lookup(&self, name: &str) -> Option<&'static str> {
        match self.longest(name.as_bytes(), true) {
            Longest::Name { len, number } if len == name.len() => Some(self.characters(number)),
            _ => None,
        }
    }

    #[inline(always)]
    fn node(&self, at: usize) -> Option<Node> {
        self.nodes
            .get(at)
            .map(|word| Node(u32::from_le_bytes(*word)))
    }

    fn root(&self) -> Node {
        self.node(0).expect("every table has a root")
    }

    /// The child of the root for a byte. Names begin with every letter, so most children are
    /// found by index.
    #[inline(always)]
    fn child_of_root(&self, byte: u8) -> Option<usize> {
        let letter = if byte < b'a' {
            byte.wrapping_sub(b'A')
        } else {
            byte - b'a' + 26
        };
        let (root, letter) = (self.root(), usize::from(letter));
        let at = root.first_child() + letter;
        if letter < root.children() && self.bytes.get(at) == Some(&byte) {
            Some(at)
        } else {
            self.child(root, byte)
        }
    }

    /// The place of the child of a node for a byte.
    #[inline(always)]
    fn child(&self, node: Node, byte: u8) -> Option<usize> {
        let mut at = node.first_child();
        if node.children() == 1 {
            return (self.bytes.get(at) == Some(&byte)).then_some(at);
        }
        let end = at + node.children();
        while at < end {
            let block = self.bytes.get(at..)?.first_chunk::<PADDING>()?;
            let among = u32::MAX >> (32 - (end - at).min(PADDING));
            let found = Block::from(*block).equal(byte).to_bitmask() & among;
            if found != 0 {
                return Some(at + found.trailing_zeros() as usize);
            }
            at += PADDING;
        }
        None
    }

    /// The one or two characters of a name, by its number.
    pub(crate) fn characters(&self, number: u16) -> &'static str {
        self.filled(number)
            .map_or("", |(filled, len)| &filled[..len])
    }

    /// The same with the padding, and how long they are without.
    #[inline(always)]
    pub(crate) fn filled(&self, number: u16) -> Option<(&'static str, usize)> {
        let at = usize::from(number) * CHARACTERS;
        let filled = self.characters.get(at..at + CHARACTERS)?;
        let word = u64::from_le_bytes(*filled.as_bytes().first_chunk()?);
        Some((filled, CHARACTERS - word.leading_zeros() as usize / 8))
    }
}

/// A walk over the names of a table, in the order of their numbers.
#[derive(Clone)]
pub(crate) struct Walk {
    /// For each byte of the current name the siblings that follow its node, as a range of nodes; then the
    /// children of the last node.
    ahead: Vec<Range<usize>>,
    name: String,
}

impl Walk {
    pub(crate) fn of(table: &References) -> Self {
        Walk {
            ahead: vec![table.root().child_range()],
            name: String::new(),
        }
    }

    /// The next name.
    pub(crate) fn next_name(&mut self, table: &References) -> Option<&str> {
        loop {
            let siblings = self.ahead.last_mut()?;
            let Some(at) = siblings.next() else {
                self.ahead.pop();
                self.name.pop();
                continue;
            };
            let node = table.node(at)?;
            self.name.push(char::from(*table.bytes.get(at)?));
            self.ahead.push(node.child_range());
            if node.ends_name() {
                return Some(&self.name);
            }
        }
    }
}
