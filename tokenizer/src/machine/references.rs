//! Named character references: a minimal automaton over the names, made by the generator.

/// A table of named character references.
///
/// The automaton is a list of nodes; the children of a node stand together, the last one marked.
/// Each node knows how many names come before it among its siblings' subtrees, so that walking a
/// name counts its number, which is the index of its characters.
#[derive(Debug)]
pub(crate) struct References {
    /// Byte, flags and first child of each node; node 0 is the root.
    pub(crate) nodes: &'static [Node],
    /// Where the characters of each name start in `characters`, and one more.
    pub(crate) starts: &'static [u16],
    /// The characters of all names, in the order of the names' numbers.
    pub(crate) characters: &'static str,
}

/// One node of the automaton.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The byte that leads here.
    pub(crate) byte: u8,
    /// [`ENDS_NAME`](Self::ENDS_NAME) and [`LAST_SIBLING`](Self::LAST_SIBLING).
    pub(crate) flags: u8,
    /// The first of its children, 0 if it has none.
    pub(crate) child: u16,
    /// How many names come before this node among those of its siblings.
    pub(crate) before: u16,
}

impl Node {
    pub(crate) const ENDS_NAME: u8 = 1;
    pub(crate) const LAST_SIBLING: u8 = 2;

    /// For the generated tables.
    pub(crate) const fn new(byte: u8, flags: u8, child: u16, before: u16) -> Self {
        Node {
            byte,
            flags,
            child,
            before,
        }
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
            if node.child == 0 {
                return best;
            }
            let Some(next) = self.child(node, byte) else {
                return best;
            };
            number += next.before;
            if next.flags & Node::ENDS_NAME != 0 {
                best = Longest::Name { len: i + 1, number };
                number += 1;
            }
            node = next;
        }
        if at_end || node.child == 0 {
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
            number += node.before;
            if node.flags & Node::ENDS_NAME != 0 {
                if byte == b';' {
                    return Some((i + 1, number));
                }
                number += 1;
            }
        }
        None
    }

    /// The child of a node for a byte. Siblings stand in the order of their bytes.
    #[inline(always)]
    fn child(&self, node: Node, byte: u8) -> Option<Node> {
        if node.child == 0 {
            return None;
        }
        let mut index = usize::from(node.child);
        loop {
            let candidate = self.nodes[index];
            if candidate.byte >= byte {
                return (candidate.byte == byte).then_some(candidate);
            }
            if candidate.flags & Node::LAST_SIBLING != 0 {
                return None;
            }
            index += 1;
        }
    }

    /// The one or two characters of a name, by its number.
    pub(crate) fn characters(&self, number: u16) -> &'static str {
        let number = usize::from(number);
        &self.characters[usize::from(self.starts[number])..usize::from(self.starts[number + 1])]
    }
}
