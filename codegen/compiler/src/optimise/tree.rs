//! Which states of the path are written inside which, and what is known there.

use super::facts::{Attributes, Facts};
use super::hot_rows::{HotRow, Path};
use super::{Pass, Passes};
use crate::ir::{Action, CharSet, Kind, Machine, StateId, Test};
use crate::program::{Pending, ScanKind, Scans};
use std::collections::{BTreeMap, VecDeque};

/// How often a state is written inside others.
const COPIES: usize = 2;

/// The states of the hot path, and what was found out about them.
#[derive(Clone, Copy, Debug)]
pub(super) struct HotStates<'a> {
    pub(super) machine: &'a Machine,
    pub(super) scans: &'a Scans,
    pub(super) path: &'a Path,
}

/// The states of the path inside each other, from the initial state on.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// The root is first; a node comes after the one that it is in.
    pub(super) nodes: Vec<Node>,
    /// Whether what usually stands at a node is asked for first.
    pub(super) usual: bool,
    /// Whether attributes are written down in one piece.
    pub(super) pieces: bool,
}

/// One state, written inside another.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Which.
    pub(super) state: StateId,
    /// The node that it is in.
    pub(super) parent: Option<usize>,
    /// The node that a row leads to, by the row's place.
    pub(super) children: BTreeMap<usize, usize>,
    /// What is known wherever the state is come to here.
    pub(super) facts: Facts,
    /// The characters, one of which the state is given again, where it is come to so alone: the rest
    /// of its rows are not written, and nothing comes back here.
    pub(super) given: Option<CharSet>,
}

impl Tree {
    /// Grows the tree level by level, so that the shortest ways are written out first, and leaves
    /// out what always ends in an error.
    pub(super) fn grow(hot: HotStates<'_>, passes: &Passes) -> Tree {
        let HotStates {
            machine,
            scans,
            path,
        } = hot;
        let mut tree = Tree {
            usual: passes.has(Pass::LikelyFirst),
            pieces: passes.has(Pass::DeferAttributes),
            ..Tree::default()
        };
        if !path.contains_key(&machine.initial) {
            return tree;
        }
        let mut copies: BTreeMap<StateId, usize> = BTreeMap::new();
        tree.nodes.push(Node {
            state: machine.initial,
            parent: None,
            children: BTreeMap::new(),
            facts: Facts::default(),
            given: None,
        });
        copies.insert(machine.initial, COPIES);
        let mut open = VecDeque::from([0]);
        while let Some(at) = open.pop_front() {
            for choice in tree.choices(hot, at) {
                let row = choice.row;
                let Some(to) = row.state().filter(|to| row.hot && has_hot(path, *to)) else {
                    continue;
                };
                let mut facts = tree.after(hot, at, &choice);
                if !tree.pieces || path[&to].iter().any(asks_of_attributes) {
                    facts.pending = Pending::Nothing;
                }
                let consumes = matches!(machine.states[to].kind, Kind::Consume(_));
                let given =
                    (row.reconsume && consumes && !scans.contains_key(&to)).then_some(choice.on);
                let count = copies.entry(to).or_default();
                let inside = tree.ancestor(at, to).is_some();
                if inside || (*count >= COPIES && given.is_none()) || is_reported(machine, &facts) {
                    continue;
                }
                *count += usize::from(given.is_none());
                let child = tree.nodes.len();
                tree.nodes.push(Node {
                    state: to,
                    parent: Some(at),
                    children: BTreeMap::new(),
                    facts,
                    given,
                });
                tree.nodes[at].children.insert(choice.place, child);
                open.push_back(child);
            }
        }
        tree.settle(hot);
        tree
    }

    /// Takes back what does not hold where a state is come back to.
    fn settle(&mut self, hot: HotStates<'_>) {
        loop {
            let mut changes = Vec::new();
            for at in 0..self.nodes.len() {
                for choice in self.choices(hot, at) {
                    let child = self.nodes[at].children.get(&choice.place).copied();
                    let back = || self.ancestor(at, choice.row.state()?);
                    let Some(to) = child.or_else(back) else {
                        continue;
                    };
                    let facts = self.nodes[to].facts.and(&self.after(hot, at, &choice));
                    if facts != self.nodes[to].facts {
                        changes.push((to, facts));
                    }
                }
            }
            if changes.is_empty() {
                return;
            }
            for (to, facts) in changes {
                self.nodes[to].facts = self.nodes[to].facts.and(&facts);
            }
        }
    }

    /// What a node chooses among: at the root and beside it all rows of their states, elsewhere those
    /// that documents take often.
    #[must_use]
    pub(super) fn choices<'a>(&self, hot: HotStates<'a>, node: usize) -> Vec<Choice<'a>> {
        let at = &self.nodes[node];
        let given = at.given.clone().unwrap_or_else(CharSet::all);
        // A row that is seldom taken costs least where nothing is written inside it and little before.
        let only_hot = at.parent.is_some_and(|parent| parent > 0);
        choices(&hot.path[&at.state], &at.facts, given, only_hot)
    }

    /// What is known when a row of a node is chosen.
    #[must_use]
    pub(super) fn at_row(&self, hot: HotStates<'_>, node: usize) -> Facts {
        let Some(node) = self.nodes.get(node) else {
            return Facts::default();
        };
        let mut facts = node.facts.clone();
        if let Some(scan) = hot.scans.get(&node.state) {
            match scan.kind {
                ScanKind::Append(field) => facts.append_run(field),
                ScanKind::Emit | ScanKind::Skip => facts.pending = Pending::Nothing,
            }
        }
        facts
    }

    /// What is known after a choice.
    fn after(&self, hot: HotStates<'_>, node: usize, choice: &Choice<'_>) -> Facts {
        let mut facts = self.at_row(hot, node);
        facts.assume(choice.guard.as_ref());
        facts.after(&choice.row.actions)
    }

    /// The node of a state that this node is in, or is, and that can be come back to.
    #[must_use]
    pub(super) fn ancestor(&self, mut node: usize, state: StateId) -> Option<usize> {
        loop {
            let here = self.nodes.get(node)?;
            if here.state == state && here.given.is_none() {
                return Some(node);
            }
            node = here.parent?;
        }
    }
}

/// A row that may be chosen.
#[derive(Clone, Debug)]
pub(super) struct Choice<'a> {
    /// The place of the row among those of its state.
    pub(super) place: usize,
    /// For which characters.
    pub(super) on: CharSet,
    /// What must hold as well, if that is not known.
    pub(super) guard: Option<Test>,
    /// The row.
    pub(super) row: &'a HotRow,
    /// Whether it is run here, and not left to the state by itself.
    pub(super) runs: bool,
}

/// What there is to choose among for the given characters, in order.
pub(super) fn choices<'a>(
    rows: &'a [HotRow],
    facts: &Facts,
    given: CharSet,
    only_hot: bool,
) -> Vec<Choice<'a>> {
    let mut left = given;
    let mut out: Vec<Choice<'a>> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let on = row.on.intersection(&left);
        let answer = row.guard.as_ref().map(|guard| facts.answer(guard));
        if on.is_empty() || answer == Some(Some(false)) {
            continue;
        }
        let guard = row.guard.clone().filter(|_| answer == Some(None));
        let waits = guard.as_ref().is_some_and(Test::waits);
        // What has to wait for its answer is asked by the state by itself.
        let guard = guard.filter(|_| !waits);
        if guard.is_none() {
            left = left.minus(&on);
        }
        let runs = row.to.is_some() && !waits && (row.hot || !only_hot);
        out.push(Choice {
            place,
            on,
            guard,
            row,
            runs,
        });
    }
    // What is left to the state by itself needs no mention, but before what is not.
    while out.last().is_some_and(|choice| !choice.runs) {
        out.pop();
    }
    out.retain(|choice| choice.runs || choice.guard.is_some());
    out
}

/// Whether a row is chosen by what attributes the tag has, so that all of them must be written down.
fn asks_of_attributes(row: &HotRow) -> bool {
    fn asks(test: &Test) -> bool {
        match test {
            Test::Not(test) => asks(test),
            Test::All(tests) | Test::Any(tests) => tests.iter().any(asks),
            Test::DuplicateAttribute | Test::HasAttributes => true,
            _ => false,
        }
    }
    row.guard.as_ref().is_some_and(asks)
}

/// Whether a state has a row that documents take often.
fn has_hot(path: &Path, state: StateId) -> bool {
    let rows = path.get(&state).map_or(&[][..], Vec::as_slice);
    rows.iter().any(|row| row.hot)
}

/// Whether a tag of which this is known is an error by itself, and so seldom.
fn is_reported(machine: &Machine, facts: &Facts) -> bool {
    if facts.end_tag.is_none() || !matches!(facts.attributes, Attributes::One | Attributes::Some) {
        return false;
    }
    let known = Facts {
        attributes: Attributes::Some,
        ..facts.clone()
    };
    let rows = machine.states.iter().flat_map(|state| match &state.kind {
        Kind::Consume(rows) => rows.as_slice(),
        Kind::Act(_) => &[],
    });
    let mut emitting = rows
        .filter(|row| !row.eof)
        .map(|row| known.fold(&row.block.actions))
        .filter(|actions| actions.contains(&Action::EmitTag));
    emitting.all(|actions| {
        actions
            .iter()
            .any(|action| matches!(action, Action::Error(..)))
    })
}
