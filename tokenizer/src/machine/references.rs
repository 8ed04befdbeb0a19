//! Named character references: a minimal automaton over the names, made by the generator.

use super::short_names::ShortNames;
use crate::generated::ErrorCode;
use crate::input::block::Block;

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
    /// The short names with a semicolon once more, to be found at once.
    pub(crate) short: &'static ShortNames,
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

/// What stands at a place, as far as it is known without what comes after a name.
enum Look {
    /// A name that ends with a semicolon; no longer name begins with it.
    Closed { len: usize, number: u16 },
    /// Nothing that begins with a name.
    NoName,
    /// A name without its semicolon, the longest there is.
    Open { len: usize, number: u16 },
    /// The text ends too early.
    Other,
}

/// Errors, in the order in which they are reported.
pub(crate) type Errors = &'static [ErrorCode];

/// What a state makes of references by itself: without a method it makes nothing of what the method is
/// about. The errors of what is not written as it should be are reported where it ends.
pub(crate) trait ReferenceRules {
    /// What it makes of numbers.
    type Numbers: NumberRules;
    /// The byte that begins a reference.
    const BYTE: u8;
    /// Whether a name with its semicolon stands for its characters.
    const NAMES: bool;

    /// Whether the beginning of a reference is text before this byte.
    fn is_text_before(_byte: u8) -> bool {
        false
    }

    /// Whether letters and digits that begin no name are text before this byte.
    fn is_unknown_before(_byte: u8) -> bool {
        false
    }

    /// Whether a name without its semicolon is text before this byte, and no error.
    fn is_open_name_text_before(_byte: u8) -> bool {
        false
    }

    /// The errors of such a name, where it stands for its characters.
    fn open_name(_byte: u8) -> Option<Errors> {
        None
    }

    /// The errors of letters and digits that begin no name, where they are text; they come after it.
    fn unknown(_byte: u8) -> Option<Errors> {
        None
    }
}

/// The same of numbers.
pub(crate) trait NumberRules {
    /// Whether this number, with a semicolon, stands for the character of that number.
    fn is_plain(_code: u32) -> bool {
        false
    }

    /// Whether this byte may follow a number without its semicolon.
    fn may_follow_number(_byte: u8) -> bool {
        false
    }

    /// The errors of `#` and of `#x` without digits, where they are text.
    fn no_digits(_byte: u8) -> Option<Errors> {
        None
    }

    /// The character that a number stands for, with a semicolon or without, and the errors.
    fn faulty(_code: u32, _closed: bool) -> Option<(char, Errors)> {
        None
    }
}

impl NumberRules for () {}

/// What stands where a reference may begin.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Standing {
    /// Text, up to here.
    Text(usize),
    /// A name that ends with a semicolon.
    Name { number: u16, end: usize },
    /// A number that ends with a semicolon.
    Number { c: char, end: usize },
    /// What is not written as it should be.
    Faulty(Faulty),
    /// Something else, or what the rows have to deal with.
    Other,
}

/// A reference, or the beginning of one, with errors that show where it ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faulty {
    pub(crate) end: usize,
    pub(super) gives: Gives,
    pub(super) errors: Errors,
}

/// What a faulty reference gives.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gives {
    /// Itself.
    Text,
    /// Itself, before its errors.
    TextFirst,
    /// The characters of a name.
    Name(u16),
    /// The character of a number.
    Char(char),
}

impl Standing {
    /// What stands at `pos`, where the byte of a reference is.
    #[inline(never)]
    pub(super) fn at<P: ReferenceRules>(
        references: &References,
        bytes: &[u8],
        pos: usize,
    ) -> Standing {
        let Some((&next, rest)) = bytes.get(pos + 1..).and_then(<[u8]>::split_first) else {
            return Standing::Other;
        };
        if P::is_text_before(next) {
            // They seldom come alone.
            let is_text = |pair: &&[u8]| pair[0] == P::BYTE && P::is_text_before(pair[1]);
            let more = bytes[pos + 1..].windows(2).take_while(is_text).count();
            return Standing::Text(pos + 1 + more);
        }
        if next == b'#' {
            return Self::number::<P::Numbers>(rest, pos + 2);
        }
        if !P::NAMES || !next.is_ascii_alphanumeric() {
            return Standing::Other;
        }
        match references.look(&bytes[pos + 1..]) {
            Look::Closed { len, number } => Standing::Name {
                number,
                end: pos + 1 + len,
            },
            Look::NoName => {
                let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric());
                let len = len.count() + 1;
                let end = pos + 1 + len;
                match bytes.get(end) {
                    Some(&after) if P::is_unknown_before(after) => Standing::Text(end),
                    Some(&after) => Self::faulty(end, Gives::TextFirst, P::unknown(after)),
                    None => Standing::Other,
                }
            }
            Look::Open { len, number } => {
                let end = pos + 1 + len;
                match bytes.get(end) {
                    Some(&after) if P::is_open_name_text_before(after) => Standing::Text(end),
                    Some(&after) => Self::faulty(end, Gives::Name(number), P::open_name(after)),
                    None => Standing::Other,
                }
            }
            Look::Other => Standing::Other,
        }
    }

    #[inline(always)]
    fn faulty(end: usize, gives: Gives, errors: Option<Errors>) -> Standing {
        errors.map_or(Standing::Other, |errors| {
            Standing::Faulty(Faulty { end, gives, errors })
        })
    }

    /// The number at the beginning of `bytes`, which stand at `pos`.
    fn number<N: NumberRules>(bytes: &[u8], pos: usize) -> Standing {
        let hexadecimal = matches!(bytes.first(), Some(b'x' | b'X'));
        let (base, start) = if hexadecimal { (16, 1) } else { (10, 0) };
        let mut code = 0_u32;
        let mut len = start;
        while let Some(digit) = bytes.get(len).and_then(|b| char::from(*b).to_digit(base)) {
            // Beyond U+10FFFF all numbers mean the same.
            code = (code * base + digit).min(0x11_0000);
            len += 1;
        }
        let c = char::from_u32(code).filter(|_| N::is_plain(code));
        match (bytes.get(len), c) {
            (Some(b';'), Some(c)) if len > start => Standing::Number {
                c,
                end: pos + len + 1,
            },
            _ => Self::faulty_number::<N>(code, &bytes[len..], pos + len, len > start),
        }
    }

    /// A number that stands for another character, or is an error: what comes after its digits, which
    /// end at `end`.
    #[cold]
    #[inline(never)]
    fn faulty_number<N: NumberRules>(
        code: u32,
        after: &[u8],
        end: usize,
        has_digits: bool,
    ) -> Standing {
        // What comes after it decides what it means, and is where its errors show.
        match *after {
            [b';', _, ..] if has_digits => {
                let number = N::faulty(code, true);
                number.map_or(Standing::Other, |(c, errors)| {
                    Self::faulty(end + 1, Gives::Char(c), Some(errors))
                })
            }
            [next, ..] if has_digits && N::may_follow_number(next) => {
                let number = N::faulty(code, false);
                number.map_or(Standing::Other, |(c, errors)| {
                    Self::faulty(end, Gives::Char(c), Some(errors))
                })
            }
            [next, ..] if !has_digits => Self::faulty(end, Gives::Text, N::no_digits(next)),
            _ => Standing::Other,
        }
    }
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

    /// What stands at the beginning of `bytes`, as far as it is known without what comes after a name.
    #[inline(always)]
    fn look(&self, bytes: &[u8]) -> Look {
        if let Some((len, number)) = self.short.find(bytes) {
            return Look::Closed { len, number };
        }
        self.walk(bytes)
    }

    #[inline(never)]
    fn walk(&self, bytes: &[u8]) -> Look {
        let Some((first, rest)) = bytes.split_first() else {
            return Look::Other;
        };
        let Some(mut node) = self.child_of_root(*first) else {
            return Look::NoName;
        };
        let mut number = node.before();
        let mut longest = Look::NoName;
        for (i, &byte) in rest.iter().enumerate() {
            let Some(next) = self.child(node, byte) else {
                return longest;
            };
            node = next;
            number += node.before();
            if node.ends_name() {
                if byte == b';' {
                    return Look::Closed { len: i + 2, number };
                }
                longest = Look::Open { len: i + 2, number };
                number += 1;
            }
        }
        Look::Other
    }

    /// The child of the root for a byte. Names begin with every letter, so it seldom has to be looked
    /// for.
    #[inline(always)]
    fn child_of_root(&self, byte: u8) -> Option<Node> {
        let letter = if byte < b'a' {
            byte.wrapping_sub(b'A')
        } else {
            byte - b'a' + 26
        };
        let (root, letter) = (self.nodes[0], usize::from(letter));
        let at = root.first_child() + letter;
        if letter < root.children() && self.bytes.get(at) == Some(&byte) {
            self.nodes.get(at).copied()
        } else {
            self.child(root, byte)
        }
    }

    /// The child of a node for a byte.
    #[inline(always)]
    fn child(&self, node: Node, byte: u8) -> Option<Node> {
        let mut at = node.first_child();
        if node.children() == 1 {
            let leads = self.bytes.get(at) == Some(&byte);
            return self.nodes.get(at).copied().filter(|_| leads);
        }
        let end = at + node.children();
        while at < end {
            let block = self.bytes.get(at..)?.first_chunk::<PADDING>()?;
            let among = u32::MAX >> (32 - (end - at).min(PADDING));
            let found = Block::from(*block).equal(byte).to_bitmask() & among;
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
