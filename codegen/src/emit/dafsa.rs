//! Named character references as a minimal automaton whose walks number the names.

use std::collections::HashMap;

/// The automaton, ready to be written out.
#[derive(Debug, Default)]
pub(super) struct Dafsa {
    /// Byte, whether a name ends here, whether it is the last of its siblings, first child, and how
    /// many names come before it among its siblings. Node 0 is the root.
    pub(super) nodes: Vec<(u8, bool, bool, u16, u16)>,
    /// The characters of each name, in the order of the numbers that walks give.
    pub(super) values: Vec<String>,
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
    // The root is no one's child; its byte is never looked at.
    dafsa
        .nodes
        .push((0, drafts.all[root].ends_name, true, 0, 0));
    let mut placed = HashMap::new();
    let children = drafts.place(root, &mut dafsa, &mut placed)?;
    dafsa.nodes[0].3 = children;
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
    /// The draft of these sorted suffixes, shared with any other place that has the same.
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

    /// Gives the children of a draft a place together; gives the place of the first, 0 for none.
    fn place(
        &self,
        draft: usize,
        dafsa: &mut Dafsa,
        placed: &mut HashMap<usize, u16>,
    ) -> Result<u16, String> {
        let children = &self.all[draft].children;
        if children.is_empty() {
            return Ok(0);
        }
        if let Some(&place) = placed.get(&draft) {
            return Ok(place);
        }
        let too_many = |_| "more names than 16 bits can number".to_string();
        let first = dafsa.nodes.len();
        let place = u16::try_from(first).map_err(too_many)?;
        placed.insert(draft, place);
        let mut before = 0;
        for (i, (byte, child)) in children.iter().enumerate() {
            let number = u16::try_from(before).map_err(too_many)?;
            let last = i + 1 == children.len();
            dafsa
                .nodes
                .push((*byte, self.all[*child].ends_name, last, 0, number));
            before += self.counts[*child];
        }
        for (i, (_, child)) in children.iter().enumerate() {
            dafsa.nodes[first + i].3 = self.place(*child, dafsa, placed)?;
        }
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::build;

    #[test]
    fn walking_a_name_gives_its_number_and_nothing_else_is_a_name() {
        let names: Vec<(String, Vec<u32>)> = ["AMP", "AMP;", "amp", "amp;", "ap;", "gt", "gt;"]
            .iter()
            .enumerate()
            .map(|(i, name)| (name.to_string(), vec![0x41 + i as u32]))
            .collect();
        let dafsa = build(&names).expect("few names");
        let walk = |name: &str| {
            let (mut node, mut number) = (dafsa.nodes[0], 0);
            let mut found = None;
            for byte in name.bytes() {
                if found.is_some() {
                    number += 1;
                }
                if node.3 == 0 {
                    return None;
                }
                let mut at = usize::from(node.3);
                while dafsa.nodes[at].0 != byte {
                    if dafsa.nodes[at].2 {
                        return None;
                    }
                    at += 1;
                }
                node = dafsa.nodes[at];
                number += node.4;
                found = node.1.then_some(number);
            }
            found.map(|n| dafsa.values[usize::from(n)].clone())
        };
        for (i, (name, _)) in names.iter().enumerate() {
            let expected = char::from(b'A' + i as u8).to_string();
            assert_eq!(walk(name), Some(expected), "{name}");
        }
        assert_eq!(walk("am"), None);
        assert_eq!(walk("amp;x"), None);
    }
}
