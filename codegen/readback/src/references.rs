//! Reads the tables of character references, by walking them as the runtime does.
//!
//! The automaton is bytes of a layout that the runtime decodes. The reader decodes it on its own and lists every name
//! with its characters, so any automaton with the same names is accepted, if it is as the runtime needs it: children in
//! order, no node that no name leads to, and the chains that the nodes have. Its size is not judged.

use crate::form::{Cursor, form, forms};
use crate::listing::{Entry, Listing};
use crate::names::Names;
use crate::proved::Expected;
use crate::tokens::Misread;
use tokenwright_tables::references::References;
use tokenwright_tables::source::Place;

/// How many bytes the characters of a name have, with the U+0000 behind them.
const CHARACTERS: usize = 8;
/// How many bytes follow those of the nodes, so that a block may be loaded at the last.
const PADDING: usize = 16;

/// Reads a table of names.
pub(crate) fn named(
    mut input: Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    forms! {
        TABLE = "use crate::names::References;
            pub(crate) static REFERENCES: References = References {
                bytes: BYTES,
                chains: CHAINS,
                nodes: NODES,
                characters: CHARACTERS,
            };";
    }
    input.expect(&TABLE)?;
    input.expect(form!("static BYTES: &[u8] ="))?;
    let of_bytes = input.place();
    let bytes = input.bytes()?;
    input.expect(form!(";"))?;
    input.expect(form!("static CHAINS: &[u8] ="))?;
    let of_chains = input.place();
    let chains = input.bytes()?;
    input.expect(form!(";"))?;
    input.expect(form!("static NODES: &[[u8; 4]] ="))?;
    let of_nodes = input.place();
    let words = input.bytes()?;
    input.expect(form!(".as_chunks().0;"))?;
    let of_characters = input.place();
    let characters = form!("static CHARACTERS: &str = $text;")
        .read(&mut input, names)?
        .text();
    input.finish()?;
    if !words.len().is_multiple_of(4) {
        return Err(Misread::new(of_nodes, "a part of a node"));
    }
    let nodes: Vec<Node> = words
        .chunks_exact(4)
        .map(|word| Node::new([word[0], word[1], word[2], word[3]]))
        .collect();
    let padded = nodes.len() + PADDING;
    if bytes.len() != padded || bytes.first() != Some(&0) || bytes[nodes.len()..] != [0; PADDING] {
        return Err(Misread::new(
            of_bytes,
            "the bytes are not those of the nodes and the padding",
        ));
    }
    if chains != chains_of(&nodes) {
        return Err(Misread::new(
            of_chains,
            "the chains are not those of the nodes",
        ));
    }
    if characters.len() % CHARACTERS != 0 {
        return Err(Misread::new(
            of_characters,
            "a part of the characters of a name",
        ));
    }
    let mut walk = Walk {
        nodes: &nodes,
        bytes,
        seen: vec![false; nodes.len()],
        names: Vec::new(),
        place: of_nodes,
    };
    walk.from(0, &mut Vec::new(), 0)?;
    if walk.seen.contains(&false) {
        return Err(Misread::new(of_nodes, "no name leads to one of the nodes"));
    }
    let number = walk.names.len();
    out.push((
        Entry::Fact("the number of names:", number.to_string()),
        of_nodes,
    ));
    for (name, at) in walk.names {
        let of = characters.get(at * CHARACTERS..(at + 1) * CHARACTERS);
        let of = of.ok_or_else(|| {
            let message = format!("the characters of &{name} are not there");
            Misread::new(of_characters, message)
        })?;
        let of = of.trim_end_matches('\0');
        out.push((Entry::Fact("the name", reference(&name, of)), of_characters));
    }
    match characters.len() / CHARACTERS == number {
        true => Ok(()),
        false => Err(Misread::new(of_characters, "characters of no name")),
    }
}

fn reference(name: &str, characters: &str) -> String {
    format!("&{name} of {characters:?}")
}

/// The entries of a table of names.
pub(crate) fn proved_names(references: &References) -> Expected {
    let mut expected = Expected::default();
    expected.fact("the number of names:", references.names.len().to_string());
    for (name, codes) in &references.names {
        let characters: String = codes
            .iter()
            .filter_map(|code| char::from_u32(*code))
            .collect();
        expected.fact("the name", reference(name, &characters));
    }
    expected
}

/// One node, in the layout of the runtime.
struct Node {
    child: usize,
    children: usize,
    before: usize,
    ends: bool,
}

impl Node {
    fn new(word: [u8; 4]) -> Self {
        let word = u32::from_le_bytes(word);
        let bits = |from: u32, number: u32| (word >> from & ((1 << number) - 1)) as usize;
        Node {
            child: bits(0, 12),
            children: bits(12, 6),
            before: bits(18, 12),
            ends: word >> 31 == 1,
        }
    }
}

/// For each node, how many after it are each the only child of the one before, with no name that ends before the last.
fn chains_of(nodes: &[Node]) -> Vec<u8> {
    let length = |start: usize| {
        let mut len = 0_usize;
        while len < 255 {
            let at = start + len;
            let is_linked = nodes[at].children == 1 && nodes[at].child == at + 1;
            if !is_linked || at + 1 >= nodes.len() || (len > 0 && nodes[at].ends) {
                break;
            }
            len += 1;
        }
        u8::try_from(len).unwrap_or(u8::MAX)
    };
    (0..nodes.len()).map(length).collect()
}

/// A walk over all names, in their order.
struct Walk<'n> {
    nodes: &'n [Node],
    bytes: &'n [u8],
    seen: Vec<bool>,
    /// The names, each with its number.
    names: Vec<(String, usize)>,
    place: Place,
}

impl Walk<'_> {
    fn from(&mut self, at: usize, name: &mut Vec<u8>, number: usize) -> Result<(), Misread> {
        // No name of the tables is as long.
        if name.len() > 255 || self.names.len() > 1 << 16 {
            return Err(Misread::new(self.place, "the nodes have a cycle"));
        }
        let node = &self.nodes[at];
        self.seen[at] = true;
        let mut number = number;
        if node.ends {
            let text = String::from_utf8_lossy(name).into_owned();
            self.names.push((text, number));
            number += 1;
        }
        if node.children > 0 && node.child + node.children > self.nodes.len() {
            return Err(Misread::new(self.place, "a child of a node is not there"));
        }
        let mut last = None;
        for child in node.child..node.child + node.children {
            let byte = self.bytes[child];
            // A search ends at the first child that is not less.
            if last >= Some(byte) {
                return Err(Misread::new(
                    self.place,
                    "the children of a node are not in order",
                ));
            }
            last = Some(byte);
            name.push(byte);
            self.from(child, name, number + self.nodes[child].before)?;
            name.pop();
        }
        Ok(())
    }
}

/// Reads a table of numeric replacements.
pub(crate) fn numeric(
    mut input: Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    forms! {
        FUNCTION = "pub(crate) fn replacement(code: u32) -> Option<char> { match code { $inside } }";
    }
    let mut arms = FUNCTION.read(&mut input, names)?.inside();
    input.finish()?;
    while !arms.has(form!("_ => None,")) {
        let place = arms.place();
        let mut values = form!("$number => Some($char),").read(&mut arms, names)?;
        let number = values.number();
        out.push((
            Entry::Fact("the replacement", replaced(number, values.char())),
            place,
        ));
    }
    arms.finish()
}

fn replaced(number: u32, c: char) -> String {
    format!("{c:?} of 0x{number:02X}")
}

/// The entries of a table of numeric replacements.
pub(crate) fn proved_numbers(replacements: &[(u32, u32)]) -> Expected {
    let mut expected = Expected::default();
    for (number, code) in replacements {
        if let Some(c) = char::from_u32(*code) {
            expected.fact("the replacement", replaced(*number, c));
        }
    }
    expected
}
