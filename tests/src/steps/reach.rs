//! The steps that can occur: every path through every state, from every state that leads there.

use super::chars::{Alphabet, Chars};
use super::facts::{Facts, TagFacts, World};
use super::live::{Register, live};
use super::paths::{Next, Walk};
use super::predecessors::predecessors;
use super::{Conditions, Step};
use std::collections::{BTreeSet, HashSet, VecDeque};
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;

/// The possible steps of a revision according to its rows.
#[derive(Debug)]
pub struct Expected {
    /// Every step that no known fact rules out.
    pub steps: BTreeSet<Step>,
    /// The pairs of states in which the second reconsumes the character of the first.
    pub handed_on: BTreeSet<(usize, usize)>,
}

/// A state, the next character, the tag token under construction, and the known return state if a later
/// step reads it.
type Entry<'r> = (usize, usize, Option<TagFacts>, Option<&'r str>);

/// Walks through every state with every character that can be next there.
///
/// A run can start in the initial state or in an entry state. A path that switches without knowing the next
/// character leads to every character. A path that reconsumes or has looked ahead leads to the known
/// character.
#[must_use]
pub fn expected(
    revision: &Revision,
    references: &References,
    alphabet: &Alphabet,
    conditions: &Conditions<'_>,
) -> Expected {
    let world = World::new(revision, references, alphabet);
    let index = |name: &str| {
        let at = revision.states.iter().position(|s| s.name.value == name);
        at.expect("valid tables name existing states")
    };
    let live = live(revision);
    let about = &revision.about;
    let entries = about.entry_states.iter().chain([&about.initial_state]);
    let mut open: VecDeque<Entry<'_>> = entries
        .flat_map(|name| {
            alphabet
                .all()
                .members()
                .map(|c| (index(&name.value), c, None, None))
        })
        .collect();
    let mut seen: HashSet<Entry<'_>> = open.iter().copied().collect();
    let (mut steps, mut handed_on) = (BTreeSet::new(), BTreeSet::new());
    while let Some((state, c, tag, returns)) = open.pop_front() {
        let walk = Walk::new(&world, conditions, state);
        let mut facts = Facts::new(&world, Chars::one(c), tag);
        if let Some(name) = returns {
            facts.returns = [name].into();
        }
        for path in walk.paths(facts) {
            steps.insert((state, c, path.trace));
            if path.finished {
                continue;
            }
            let here = [state];
            let (to_one, several): ([usize; 1], Vec<usize>);
            let targets: &[usize] = match path.next {
                Next::Here => &here,
                Next::To(name) => {
                    to_one = [index(name)];
                    &to_one
                }
                Next::Return => {
                    several = path.facts.returns.iter().map(|name| index(name)).collect();
                    &several
                }
                Next::Back => {
                    several = predecessors(revision, &revision.states[state].name.value);
                    &several
                }
            };
            for target in targets {
                let is_live = live[*target].contains(&Register::ReturnState);
                let known = is_live && path.facts.returns.len() == 1;
                let returns = path.facts.returns.first().copied().filter(|_| known);
                if path.facts.next == Chars::one(c) {
                    handed_on.insert((state, *target));
                }
                for c in path.facts.next.members() {
                    let entry = (*target, c, path.facts.tag, returns);
                    if seen.insert(entry) {
                        open.push_back(entry);
                    }
                }
            }
        }
    }
    Expected { steps, handed_on }
}

/// Numbers on both sides of every bound in a condition.
#[must_use]
pub fn codes(revision: &Revision, references: &References, alphabet: &Alphabet) -> Vec<u32> {
    World::new(revision, references, alphabet).codes
}
