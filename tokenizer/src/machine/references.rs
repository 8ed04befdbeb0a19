//! Named character references: a minimal automaton over the names, made by the generator.

use crate::input::scan::equal;
use wide::u8x16;

/// A table of named character references.
///
/// The automaton is a list of nodes; the children of a node stand together, in the order of the bytes
/// that lead to them. Each node knows how many names come before it among its siblings' subtrees, so
/// that walking a name counts its number, which is the index of its characters.
#[derive(Debug)]
pub(crate) struct References {
    /// The byte that leads to each node, and [`PADDING`] more; node 0 is the root.
    pub(crate) bytes: &'static [u8],
    /// The nodes.
    pub(crate) nodes: &'static [Node],
    /// Where the characters of each name start in `characters`, and one more.
    pub(crate) starts: &'static [u16],
    /// The characters of all names, in the order of the names' numbers.
    pub(crate) characters: &'static str,
}

/// How many bytes that lead nowhere stand after those of the nodes.
pub(crate) const PADDING: usize = 16;

/// One node of the automaton, in one word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node(u32);

impl Node {
    const ENDS_NAME: u32 = 1 << 31;

    /// For the generated tables: the first of its children and how many there are, at most 4095 and
    /// 63; how many names come before this node among those of its siblings, at most 4095; and
    /// whether a name ends here.
    pub(crate) const fn new(child: u32, children: u32, before: u32, ends: u32) -> Self {
        Node(child | children << 12 | before << 18 | ends << 31)
    }

    #[inline(always)]
    const fn first_child(self) -> usize {
        (self.0 & 0xFFF) as usize
    }

    #[inline(always)]
    const fn children(self) -> usize {
        (self.0 >> 12 & 0x3F) as usize
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

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Longest {
    /// The longest name: its length in bytes and its number.
    Name { len: usize, number: u16 },
    /// No name.
    None,
    /// The text ends where a longer name could still stand.
    Open,
}

impl References {
    /// The longest name at the beginning of `bytes`.
    pub(crate) fn longest(&self, bytes: &[u8], at_end: bool) -> Longest {
        let mut best = Longest::None;
        let mut node = self.nodes[0];
        let mut number = 0;
        for (i, &byte) in bytes.iter().enumerate() {
            if node.children() == 0 {
                return best;
            }
            let Some(next) = self.child(node, byte) else {
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

    /// The name at the beginning of `bytes` if it ends with a semicolon: its length and its number.
    /// No longer name begins with it.
    pub(crate) fn closed(&self, bytes: &[u8]) -> Option<(usize, u16)> {
        let mut node = self.nodes[0];
        let mut number = 0;
        for (i, &byte) in bytes.iter().enumerate() {
            node = self.child(node, byte)?;
            number += node.before();
            if node.ends_name() {
                if byte == b';' {
                    return Some((i + 1, number));
                }
                number += 1;
            }
        }
        None
    }

    /// The child of a node for a byte.
    #[inline(always)]
    fn child(&self, node: Node, byte: u8) -> Option<Node> {
        let mut at = node.first_child();
        let end = at + node.children();
        while at < end {
            let block = self.bytes.get(at..)?.first_chunk::<PADDING>()?;
            let among = u32::MAX >> (32 - (end - at).min(PADDING));
            let found = equal(u8x16::from(*block), byte).to_bitmask() & among;
            if found != 0 {
                return self
                    .nodes
                    .get(at + found.trailing_zeros() as usize)
                    .copied();
            }
            at += PADDING;
        }
        None
    }

    /// The one or two characters of a name, by its number.
    pub(crate) fn characters(&self, number: u16) -> &'static str {
        let number = usize::from(number);
        &self.characters[usize::from(self.starts[number])..usize::from(self.starts[number + 1])]
    }
}
