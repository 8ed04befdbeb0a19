//! Which states of the path are written inside which, and what is known there.

use super::facts::{Attributes, Facts};
use super::fuse::{FastRow, Path};
use crate::ir::{Action, CharSet, Kind, Machine, RunKind, StateId};
use std::collections::{BTreeMap, VecDeque};

/// How often a state is written inside others.
const COPIES: usize = 2;

/// The states of the path inside each other, from the initial state on.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The root is first; a node comes after the one that it is in.
    pub nodes: Vec<Node>,
}

/// One state, written inside another.
#[derive(Clone, Debug)]
pub struct Node {
    /// Which.
    pub state: StateId,
    /// The node that it is in.
    pub parent: Option<usize>,
    /// The node that a row leads to, by the row's place.
    pub children: BTreeMap<usize, usize>,
    /// What is known wherever the state is come to here.
    pub facts: Facts,
    /// The characters, one of which the state is given again, where it is come to so alone: the rest
    /// of its rows are not written, and nothing comes back here.
    pub given: Option<CharSet>,
}

impl Tree {
    /// Grows the tree level by level, so that the shortest ways are written out first, and leaves
    /// out what always ends in an error.
    pub(super) fn grow(machine: &Machine, path: &Path) -> Tree {
        let mut tree = Tree::default();
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
            let rows: Vec<_> = tree.rows(path, at).collect();
            for (place, on, row) in rows {
                let facts = tree.after(machine, at, row);
                let given = (row.reconsume
                    && path.contains_key(&row.to)
                    && machine.states[row.to].runs.is_empty())
                .then_some(on);
                let count = copies.entry(row.to).or_default();
                let inside = tree.ancestor(at, row.to).is_some();
                if inside
                    || !path.contains_key(&row.to)
                    || (*count >= COPIES && given.is_none())
                    || is_reported(machine, &facts)
                {
                    continue;
                }
                *count += usize::from(given.is_none());
                let child = tree.nodes.len();
                tree.nodes.push(Node {
                    state: row.to,
                    parent: Some(at),
                    children: BTreeMap::new(),
                    facts,
                    given,
                });
                tree.nodes[at].children.insert(place, child);
                open.push_back(child);
            }
        }
        tree.settle(machine, path);
        tree
    }

    /// Takes back what does not hold where a state is come back to.
    fn settle(&mut self, machine: &Machine, path: &Path) {
        loop {
            let mut changes = Vec::new();
            for at in 0..self.nodes.len() {
                for (place, _, row) in self.rows(path, at) {
                    let child = self.nodes[at].children.get(&place).copied();
                    let Some(to) = child.or_else(|| self.ancestor(at, row.to)) else {
                        continue;
                    };
                    let facts = self.nodes[to].facts.and(&self.after(machine, at, row));
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

    /// The rows of a node that can be chosen: their places, their characters, and they themselves.
    pub fn rows<'a>(
        &self,
        path: &'a Path,
        node: usize,
    ) -> impl Iterator<Item = (usize, CharSet, &'a FastRow)> + use<'a> {
        let given = self.nodes[node].given.clone();
        path[&self.nodes[node].state]
            .iter()
            .enumerate()
            .filter_map(move |(place, row)| {
                let on = match &given {
                    Some(given) => row.on.intersection(given),
                    None => row.on.clone(),
                };
                (!on.is_empty()).then_some((place, on, row))
            })
    }

    /// What is known when a row of a node is chosen.
    #[must_use]
    pub fn at_row(&self, machine: &Machine, node: usize) -> Facts {
        let Some(node) = self.nodes.get(node) else {
            return Facts::default();
        };
        let mut facts = node.facts.clone();
        if let Some(run) = machine.states[node.state].runs.first()
            && let RunKind::Append(field) = run.kind
        {
            facts.append(field);
        }
        facts
    }

    fn after(&self, machine: &Machine, node: usize, row: &FastRow) -> Facts {
        self.at_row(machine, node).after(&row.actions)
    }

    /// The node of a state that this node is in, or is, and that can be come back to.
    #[must_use]
    pub fn ancestor(&self, mut node: usize, state: StateId) -> Option<usize> {
        loop {
            let here = self.nodes.get(node)?;
            if here.state == state && here.given.is_none() {
                return Some(node);
            }
            node = here.parent?;
        }
    }
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
