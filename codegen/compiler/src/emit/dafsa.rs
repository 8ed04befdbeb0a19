//! Named character references as a minimal acyclic automaton (DAFSA). A walk through it yields the index of the name.
//!
//! The names share most of their beginnings and ends, so equal suffixes are built once. `fst` builds such automata
//! too, but its reader needs `std`; this one is static data, a word for each node. The word bounds how many nodes and
//! children there are; a table of names beyond that is an error of `gen`, and the layout has to be widened with the
//! tokenizer's.

use std::collections::HashMap;

/// The automaton, in the layout of the generated tables.
#[derive(Debug, Default)]
pub(super) struct Dafsa {
    /// Node 0 is the root.
    pub(super) nodes: Vec<DafsaNode>,
    /// The characters of each name, by the index that a walk yields.
    pub(super) values: Vec<String>,
}

/// One node; the children of a node are adjacent, in the order of their bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DafsaNode {
    /// The byte on the edge from the parent.
    pub(super) byte: u8,
    /// The index of its first child, and the number of children.
    pub(super) child: usize,
    pub(super) children: usize,
    /// The number of names below its earlier siblings.
    pub(super) before: usize,
    /// Whether a name ends here.
    pub(super) ends: bool,
}

// The limits of the packed form: see `DafsaNode` in the tokenizer's `reference_table.rs`.
const MOST_NODES: usize = 1 << 12;
const MOST_CHILDREN: usize = 1 << 6;

impl DafsaNode {
    /// The node in the packed form of the tokenizer: the first child from bit 0 on, the number of children from bit 12
    /// on, the names before from bit 18 on, and the highest bit where a name ends.
    pub(super) fn word(&self) -> [u8; 4] {
        let ends = usize::from(self.ends);
        let word = self.child | self.children << 12 | self.before << 18 | ends << 31;
        u32::try_from(word).expect("each has room").to_le_bytes()
    }
}

impl Dafsa {
    /// For each node, how many nodes after it form a chain: each is the only child of the node before it, and no name
    /// ends before the last.
    pub(super) fn chains(&self) -> Vec<u8> {
        let nodes = &self.nodes;
        let mut chains = vec![0; nodes.len()];
        // A chain ends at greater indices, so these are known first.
        for at in (0..nodes.len()).rev() {
            if nodes[at].children == 1 && nodes[at].child == at + 1 {
                let after = if nodes[at + 1].ends {
                    0
                } else {
                    chains[at + 1]
                };
                chains[at] = 1_u8.saturating_add(after);
            }
        }
        chains
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Draft {
    ends_name: bool,
    /// Byte and draft, in the order of the bytes.
    children: Vec<(u8, usize)>,
}

/// Builds the automaton of sorted names.
pub(super) fn build(names: &[(String, Vec<u32>)]) -> Result<Dafsa, String> {
    let mut drafts = Drafts::default();
    let entries: Vec<&[u8]> = names.iter().map(|(name, _)| name.as_bytes()).collect();
    let root = drafts.add(&entries);
    let mut dafsa = Dafsa::default();
    // The root has no parent, so its byte is never read.
    dafsa.nodes.push(DafsaNode::default());
    dafsa.nodes[0].children = drafts.all[root].children.len();
    dafsa.nodes[0].child = drafts.place(root, &mut dafsa, &mut HashMap::new());
    let fits = |node: &DafsaNode| node.children < MOST_CHILDREN && node.before < MOST_NODES;
    if dafsa.nodes.len() > MOST_NODES || !dafsa.nodes.iter().all(fits) {
        return Err("more names of character references than a word can number".to_string());
    }
    for (name, points) in names {
        let value: Option<String> = points.iter().map(|p| char::from_u32(*p)).collect();
        dafsa
            .values
            .push(value.ok_or_else(|| format!("a surrogate for &{name}"))?);
    }
    Ok(dafsa)
}

#[derive(Default)]
struct Drafts {
    all: Vec<Draft>,
    known: HashMap<Draft, usize>,
    counts: Vec<usize>,
}

impl Drafts {
    /// The draft of these sorted suffixes; equal lists of suffixes share one.
    fn add(&mut self, suffixes: &[&[u8]]) -> usize {
        let mut draft = Draft::default();
        let mut rest = suffixes;
        while let Some((first, after)) = rest.split_first() {
            let Some(&byte) = first.first() else {
                draft.ends_name = true;
                rest = after;
                continue;
            };
            let len = rest.iter().take_while(|s| s.first() == Some(&byte)).count();
            let tails: Vec<&[u8]> = rest[..len].iter().map(|s| &s[1..]).collect();
            draft.children.push((byte, self.add(&tails)));
            rest = &rest[len..];
        }
        if let Some(&known) = self.known.get(&draft) {
            return known;
        }
        let count = usize::from(draft.ends_name)
            + draft
                .children
                .iter()
                .map(|(_, child)| self.counts[*child])
                .sum::<usize>();
        self.all.push(draft.clone());
        self.counts.push(count);
        self.known.insert(draft, self.all.len() - 1);
        self.all.len() - 1
    }

    /// Lays out the children of a draft in adjacent nodes. Returns the index of the first, 0 for none.
    fn place(&self, draft: usize, dafsa: &mut Dafsa, placed: &mut HashMap<usize, usize>) -> usize {
        let children = &self.all[draft].children;
        if children.is_empty() {
            return 0;
        }
        if let Some(&place) = placed.get(&draft) {
            return place;
        }
        let first = dafsa.nodes.len();
        placed.insert(draft, first);
        let mut before = 0;
        for (byte, child) in children {
            dafsa.nodes.push(DafsaNode {
                byte: *byte,
                child: 0,
                children: self.all[*child].children.len(),
                before,
                ends: self.all[*child].ends_name,
            });
            before += self.counts[*child];
        }
        // Only now, since the children of a node have to be adjacent.
        for (i, (_, child)) in children.iter().enumerate() {
            dafsa.nodes[first + i].child = self.place(*child, dafsa, placed);
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::build;

    #[test]
    fn walking_a_name_gives_its_number_and_nothing_else_is_a_name() {
        let names: Vec<(String, Vec<u32>)> =
            ["AMP", "AMP;", "amp", "amp;", "ap;", "gt", "gt;", "long;"]
                .iter()
                .enumerate()
                .map(|(i, name)| (name.to_string(), vec![0x41 + i as u32]))
                .collect();
        let dafsa = build(&names).expect("few names");
        let walk = |name: &str| {
            let (mut node, mut number) = (dafsa.nodes[0], 0_usize);
            let mut found = None;
            for byte in name.bytes() {
                if found.is_some() {
                    number += 1;
                }
                let children = &dafsa.nodes[node.child..node.child + node.children];
                node = *children.iter().find(|child| child.byte == byte)?;
                number += node.before;
                found = node.ends.then_some(number);
            }
            found.map(|n| dafsa.values[n].clone())
        };
        for (i, (name, _)) in names.iter().enumerate() {
            let expected = char::from(b'A' + i as u8).to_string();
            assert_eq!(walk(name), Some(expected), "{name}");
        }
        assert_eq!(walk("am"), None);
        for (at, len) in dafsa.chains().into_iter().enumerate() {
            for node in at..at + usize::from(len) {
                assert_eq!(
                    (dafsa.nodes[node].children, dafsa.nodes[node].child),
                    (1, node + 1)
                );
                assert!(node == at || !dafsa.nodes[node].ends);
            }
        }
        assert!(dafsa.chains().contains(&2));
        assert_eq!(walk("amp;x"), None);
    }
}
