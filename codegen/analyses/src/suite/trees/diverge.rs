//! Documents after which a mutant's parser is in another state than the tables', and the tokens that make this visible.
//!
//! A changed step often shows much later: an element that is missing in the list of active formatting elements, at the next
//! paragraph; a wrong mode, at the next tag of a table. A search over all tokens from everywhere does not get there. So the
//! documents of the walk and of the pool that run the changed place, and every state of the parser with the tokens that the change mentions, are
//! parsed by both side by side, token by token. Few of them end with different states, and for these many more tokens
//! can be tried: each token, and each one with one of the probes, which make a kind of state visible.

use super::behind::Opener;
use super::walk::{END, Walk};
use crate::compare::trees::Machine;
use crate::compare::trees::alphabet::Letter;
use crate::compare::trees::pair::{Halt, Pair, Seen};
use std::collections::{BTreeMap, BTreeSet};

/// Tokens that leave a formatting element in the list when the paragraph ends, before a document.
pub(super) const FORMATTED: [&str; 2] = ["<p>", "<b>"];

/// After how many pairs of different states tokens are tried, and after how many of them with probes.
const DIVERGED: usize = 24;
const PROBED: usize = 4;

/// Tokens that make a state visible: the current node, the stack, the list of active formatting elements, the mode, the modes of
/// templates, foster parenting, the form element pointer, and whether a frameset may follow.
const PROBES: [&[&str]; 27] = [
    &["a"],
    &["<p>", "a"],
    &["</p>", "a"],
    &["<td>", "a"],
    &["<tr>", "a"],
    &["<col>", "a"],
    &["<table>", "a"],
    &["</table>", "a"],
    &["</td>", "a"],
    &["</tr>", "a"],
    &["</template>", "a"],
    &["<frameset>"],
    &["</body>", "<!---->"],
    &["</html>", "<!---->"],
    &["<form>", "a"],
    &["</form>", "a"],
    &["</div>", "a"],
    &["</a>", "a"],
    &["</applet>", "</p>", "a"],
    &["</b>", "<p>", "a"],
    &["<x>", "a"],
    &["<li>", "a"],
    &["</li>", "a"],
    &["<option>", "a"],
    &["</select>", "a"],
    &["<h1>", "a"],
    &["</svg>", "a"],
];

/// How many documents with a mentioned token are tried.
const EVERYWHERE: usize = 4_000;

/// How many tags of mentioned names are tried in every state, and about how many other mentioned tokens.
const MENTIONED: usize = 12;

/// A document: how it is parsed, as the number of a start, and its tokens.
pub(super) type Path = (usize, Vec<usize>);

/// Both parsers after a document.
struct Reached<'a> {
    pair: Pair<'a>,
    path: Path,
}

/// A search for one mutant.
pub(super) struct Diverge<'s, 'a> {
    pub(super) machines: [&'s Machine<'a>; 2],
    pub(super) letters: &'s [Letter],
    /// Both parsers before the first token, by the number of the start.
    pub(super) first: BTreeMap<usize, Pair<'a>>,
}

impl<'a> Diverge<'_, 'a> {
    /// The first document that differs token by token and of which `shows` says that its tree differs. `shows` is asked for those, too, of
    /// which only the parse errors differ.
    pub(super) fn find(
        &self,
        documents: impl Iterator<Item = Path>,
        mut shows: impl FnMut(&Path, Seen) -> bool,
    ) -> Option<Path> {
        let mut seen = BTreeSet::new();
        let mut reached = Vec::new();
        // A tokenizer that begins in another state reads other tokens.
        let tag = self.letters.iter().position(|it| it.spelt == "<x>");
        for (start, pair) in &self.first {
            let path = (*start, tag.into_iter().collect());
            let differs = pair.compare(self.machines, false).0 != Seen::Same;
            if differs && shows(&path, Seen::Trees) {
                return Some(path);
            }
        }
        for (start, path) in documents {
            let Some(mut pair) = self.first.get(&start).cloned() else {
                continue;
            };
            for (nth, at) in path.iter().enumerate() {
                let end = nth + 1;
                match pair.step(&self.letters[*at], self.machines) {
                    Ok(()) => {}
                    Err(Halt::Unknown) => break,
                    Err(Halt::OneStops) => {
                        let path = (start, path[..end].to_vec());
                        match shows(&path, Seen::Trees) {
                            true => return Some(path),
                            false => break,
                        }
                    }
                }
                let (compared, key) = pair.compare(self.machines, false);
                if compared == Seen::Same || *at == END || !seen.insert(key) {
                    continue;
                }
                let path = (start, path[..end].to_vec());
                if compared == Seen::Trees && shows(&path, compared) {
                    return Some(path);
                }
                let pair = pair.clone();
                reached.push(Reached { pair, path });
            }
            let ends = pair.step(&self.letters[END], self.machines);
            if ends.is_ok() && pair.errors_differ() {
                shows(&(start, path), Seen::States);
            }
            if reached.len() >= DIVERGED {
                break;
            }
        }
        let probes: Vec<Vec<usize>> = PROBES.iter().filter_map(|it| self.probe(it)).collect();
        let none = [Vec::new()];
        let one = reached
            .iter()
            .flat_map(|it| probes.iter().map(move |probe| (it, None, probe)));
        let letters = 1..self.letters.len();
        let letter = |probes| {
            move |it| {
                letters.clone().flat_map(move |at| {
                    let probes: &[Vec<usize>] = probes;
                    probes.iter().map(move |probe| (it, Some(at), probe))
                })
            }
        };
        let each = reached.iter().flat_map(letter.clone()(&none));
        let two = reached.iter().take(PROBED).flat_map(letter(&probes));
        let mut tails = one.chain(each).chain(two);
        tails.find_map(|(reached, first, probe)| {
            let tail: Vec<usize> = first.into_iter().chain(probe.iter().copied()).collect();
            let path = self.differs(reached, &tail)?;
            shows(&path, Seen::Trees).then_some(path)
        })
    }

    /// The document with a tail, if its trees differ.
    fn differs(&self, reached: &Reached<'a>, tail: &[usize]) -> Option<Path> {
        let mut pair = reached.pair.clone();
        let whole = || {
            let (start, path) = &reached.path;
            (*start, path.iter().chain(tail).copied().collect())
        };
        for at in tail {
            match pair.step(&self.letters[*at], self.machines) {
                Ok(()) => {}
                Err(Halt::Unknown) => return None,
                Err(Halt::OneStops) => return Some(whole()),
            }
        }
        let (compared, _) = pair.compare(self.machines, false);
        (compared == Seen::Trees).then(whole)
    }

    /// The letters of these spellings; none if one is missing.
    pub(super) fn probe(&self, spelt: &[&str]) -> Option<Vec<usize>> {
        let at = |spelt: &&str| self.letters.iter().position(|it| it.spelt == *spelt);
        spelt.iter().map(at).collect()
    }
}

/// Every state of the parser, the first of every fragment, and an element of each name, with one of the mentioned tokens more. `starts` is how many
/// ways there are to begin.
pub(super) fn everywhere(
    (walk, openers, starts): (&Walk, &[Opener], usize),
    letters: &[Letter],
    names: &BTreeMap<String, Vec<usize>>,
) -> impl Iterator<Item = Path> {
    let begin = (0..starts).rev().map(|start| (start, Vec::new()));
    let states = walk.states.iter().map(|path| (0, path.clone()));
    let elements = openers.iter().map(|it| (0, it.path.clone()));
    let mentioned = (1..letters.len()).filter(|at| letters[*at].is_mentioned);
    let is_name = |at: &usize| {
        let name = letters[*at].spelt.trim_matches(['<', '/', '>']);
        names.contains_key(name)
    };
    // Others are in the documents that run the changed place.
    let (mut few, others): (Vec<usize>, Vec<usize>) = mentioned.partition(is_name);
    few.truncate(MENTIONED);
    let spread = others.len().div_ceil(MENTIONED).max(1);
    few.extend(others.into_iter().step_by(spread));
    let documents = begin.chain(states).chain(elements);
    let longer = documents.flat_map(move |(start, path)| {
        let longer = |at: &usize| (start, path.iter().copied().chain([*at]).collect());
        few.iter().map(longer).collect::<Vec<_>>()
    });
    longer.take(EVERYWHERE)
}
