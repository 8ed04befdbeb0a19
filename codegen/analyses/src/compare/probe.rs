//! A search near the changed states, for two revisions whose comparison has exceeded its budget.
//!
//! The shortest ways into the states that changed are found on each side alone, which takes few steps. Then short inputs
//! are tried after them. An input that shows a difference here is a witness; without one, nothing is known.

use super::entries::SetupPair;
use super::frontier::Reached;
use std::collections::{BTreeSet, HashSet, VecDeque};
use tokenwright_interpreter::{Interpreter, RunState};
use tokenwright_tables::grammar::Condition;
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::model::{On, Revision, State};

/// Inputs that end a token, so that what differs in it is emitted.
const ENDS: [&str; 9] = ["", ">", " >", ";", "\">", "'>", "->", "-->", "]]>"];
/// How many symbols follow the way into a changed state.
const SYMBOLS: usize = 2;
/// How many inputs are tried.
const INPUTS: usize = 20_000;

/// Two revisions and the inputs that the search combines.
pub(super) struct Probe<'a, 'm> {
    pub(super) revisions: [&'a Revision; 2],
    pub(super) interpreters: [&'a Interpreter<'m>; 2],
    pub(super) entries: &'a [SetupPair],
    /// A character of each class, and whole names and numbers.
    pub(super) symbols: Vec<String>,
}

impl Probe<'_, '_> {
    /// The first input that `differs` confirms, with few symbols after the way into a changed state.
    pub(super) fn find(&self, differs: &mut dyn FnMut(&Reached) -> bool) -> Option<Reached> {
        let ways: Vec<Reached> = [0, 1]
            .into_iter()
            .flat_map(|side| self.ways(side))
            .collect();
        let mut left = INPUTS;
        let mut texts = vec![String::new()];
        for _ in 0..=SYMBOLS {
            let each = ways.iter();
            for (way, text) in each.flat_map(|way| texts.iter().map(move |text| (way, text))) {
                for end in ENDS {
                    left = left.checked_sub(1)?;
                    let reached = way.and(Some([text, end].concat()));
                    if differs(&reached) {
                        return Some(reached);
                    }
                }
            }
            let longer = texts.iter().flat_map(|text| {
                let symbols = self.symbols.iter();
                symbols.map(move |symbol| format!("{text}{symbol}"))
            });
            texts = longer.collect();
        }
        None
    }

    /// The shortest way into each changed state of a side, the shortest first.
    fn ways(&self, side: usize) -> Vec<Reached> {
        let changed = changed([self.revisions[side], self.revisions[1 - side]]);
        let mut seen = HashSet::new();
        let mut open = VecDeque::new();
        for (entry, setups) in self.entries.iter().enumerate() {
            if let Ok(machine) = self.interpreters[side].open(&setups.sides[side], ()) {
                let start = Reached {
                    entry,
                    input: String::new(),
                    responses: Vec::new(),
                };
                open.push_back((machine, start));
            }
        }
        let mut ways = Vec::new();
        while let Some((mut machine, reached)) = open.pop_front() {
            if !matches!(machine.run_open(), RunState::Waits(_)) || !seen.insert(machine.state()) {
                continue;
            }
            if changed.contains(&machine.state()) {
                ways.push(reached.clone());
            }
            for symbol in &self.symbols {
                let mut next = machine.clone();
                symbol.chars().for_each(|c| next.feed(c));
                open.push_back((next, reached.and(Some(symbol.clone()))));
            }
        }
        ways
    }
}

/// The states of the first revision that the second does not have in the same form.
fn changed([one, other]: [&Revision; 2]) -> HashSet<usize> {
    let same = |state: &State| {
        let found = other.state(&state.name.value);
        found.is_some_and(|found| (&found.body, &found.rows) == (&state.body, &state.rows))
    };
    let states = one.states.iter().enumerate();
    let mut changed: HashSet<usize> = states
        .filter(|(_, state)| !same(state))
        .map(|(at, _)| at)
        .collect();
    let others = |revision: &Revision| {
        let Revision {
            rules,
            definitions,
            procedures,
            ..
        } = revision;
        (rules.clone(), definitions.clone(), procedures.clone())
    };
    if changed.is_empty() && others(one) != others(other) {
        // Any state may use a rule, a definition or a procedure.
        changed.extend(0..one.states.len());
    }
    changed
}

/// The texts that rows and conditions look for, such as `DOCTYPE`.
pub(super) fn words(revisions: [&Revision; 2]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let states = revisions.into_iter().flat_map(|revision| &revision.states);
    for row in states.flat_map(|state| &state.rows) {
        if let On::Ahead { text, .. } = &row.on {
            words.insert(text.value.clone());
        }
        for condition in row.body.nodes().conditions() {
            if let Condition::Keyword(_, text) | Condition::TemporaryBuffer(_, text) = condition {
                words.insert(text.0.clone());
            }
        }
    }
    words
}
