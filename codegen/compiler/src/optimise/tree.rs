//! Nests the states of the hot path, and computes the facts that hold in each copy.
//!
//! A copy of a state is reached from one place, so more facts hold and the processor predicts its branches better.
//! But copies multiply. So the tree grows breadth first with a maximum for each state, and paths that always end in
//! an error get none. Facts start strong and are weakened until every back edge keeps them: they can only shrink, so
//! this ends.

use super::facts::{Attributes, Facts};
use super::hot_rows::{HotRow, Path};
use super::{Pass, Passes};
use crate::ir::{Action, CharSet, LoweredMachine, StateId, StateKind, Test};
use crate::program::{Pending, ScanKind, Scans};
use std::collections::{BTreeMap, VecDeque};

/// The maximum number of copies of a state.
const COPIES: usize = 2;

/// The states of the hot path with their rows and scans.
#[derive(Clone, Copy, Debug)]
pub(super) struct HotStates<'a> {
    pub(super) machine: &'a LoweredMachine,
    pub(super) scans: &'a Scans,
    pub(super) path: &'a Path,
}

/// The nesting of states: a tree whose root is the initial state.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// The nodes; the root is first, and a parent comes before its children.
    pub(super) nodes: Vec<TreeNode>,
    /// Whether the likely branch of a node is tested first.
    pub(super) likely_first: bool,
    /// Whether attributes are deferred until their value is read.
    pub(super) defer_attributes: bool,
}

/// A copy of a state inside another state.
#[derive(Clone, Debug)]
pub(super) struct TreeNode {
    pub(super) state: StateId,
    /// The enclosing node.
    pub(super) parent: Option<usize>,
    /// The target node of a row, by the index of the row.
    pub(super) children: BTreeMap<usize, usize>,
    /// The facts that hold on every path to this node.
    pub(super) facts: Facts,
    /// The characters that a parent reconsumes here, if that is the only way in: other rows are omitted, and no row
    /// jumps back to this node.
    pub(super) given: Option<CharSet>,
}

impl Tree {
    /// Grows the tree breadth first, so that the shortest paths get the copies, and omits paths that always end in an
    /// error.
    pub(super) fn grow(hot: HotStates<'_>, passes: &Passes) -> Tree {
        let HotStates {
            machine,
            scans,
            path,
        } = hot;
        let mut tree = Tree {
            likely_first: passes.has(Pass::LikelyFirst),
            defer_attributes: passes.has(Pass::DeferAttributes),
            ..Tree::default()
        };
        if !path.contains_key(&machine.initial) {
            return tree;
        }
        let mut copies: BTreeMap<StateId, usize> = BTreeMap::new();
        tree.nodes.push(TreeNode {
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
                if !tree.defer_attributes || path[&to].iter().any(asks_of_attributes) {
                    facts.pending = Pending::Nothing;
                }
                let consumes = matches!(machine.states[to].kind, StateKind::Consume(_));
                let given =
                    (row.reconsume && consumes && !scans.contains_key(&to)).then_some(choice.on);
                let count = copies.entry(to).or_default();
                let inside = tree.ancestor(at, to).is_some();
                if inside || (*count >= COPIES && given.is_none()) || is_reported(machine, &facts) {
                    continue;
                }
                // A node for given characters has few rows, so it is not limited.
                *count += usize::from(given.is_none());
                let child = tree.nodes.len();
                tree.nodes.push(TreeNode {
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
        tree.run_to_fixpoint(hot);
        tree
    }

    /// Weakens the facts until they hold on every back edge too.
    fn run_to_fixpoint(&mut self, hot: HotStates<'_>) {
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

    /// The choices of a node: all rows of its state at the root and its children, hot rows elsewhere.
    #[must_use]
    pub(super) fn choices<'a>(&self, hot: HotStates<'a>, node: usize) -> Vec<Choice<'a>> {
        let at = &self.nodes[node];
        let given = at.given.clone().unwrap_or_else(CharSet::all);
        // Cold rows cost least where little code precedes them.
        let only_hot = at.parent.is_some_and(|parent| parent > 0);
        choices(&hot.path[&at.state], &at.facts, given, only_hot)
    }

    /// The facts when a row of a node is chosen.
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

    /// The facts after a choice.
    fn after(&self, hot: HotStates<'_>, node: usize, choice: &Choice<'_>) -> Facts {
        let mut facts = self.at_row(hot, node);
        facts.assume(choice.guard.as_ref());
        facts.after(&choice.row.actions)
    }

    /// The node of a state among this node and its ancestors, if a row can jump back to it.
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
    /// The index of the row in its state.
    pub(super) place: usize,
    /// The characters.
    pub(super) on: CharSet,
    /// An additional condition, unless the facts decide it.
    pub(super) guard: Option<Test>,
    pub(super) row: &'a HotRow,
    /// Whether the hot path runs it; if not, the per-state function does.
    pub(super) runs: bool,
}

/// The choices for the given characters, in order.
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
        let may_ask = guard.as_ref().is_none_or(Test::is_for_hot_path);
        // The per-state function evaluates conditions that wait for input, or ask what is behind.
        let guard = guard.filter(|_| may_ask);
        if guard.is_none() {
            left = left.minus(&on);
        }
        let runs = row.to.is_some() && (row.hot || !only_hot);
        out.push(Choice {
            place,
            on,
            guard,
            row,
            runs,
        });
    }
    // Choices for the per-state function are needed only before others.
    while out.last().is_some_and(|choice| !choice.runs) {
        out.pop();
    }
    out.retain(|choice| choice.runs || choice.guard.is_some());
    out
}

/// Whether a row depends on the attributes of the tag, so that none may be deferred.
fn asks_of_attributes(row: &HotRow) -> bool {
    let asks = |test: &Test| matches!(test, Test::DuplicateAttribute | Test::HasAttributes);
    let guard = row.guard.as_ref();
    guard.is_some_and(|guard| guard.any(asks))
}

/// Whether a state has a hot row.
fn has_hot(path: &Path, state: StateId) -> bool {
    let rows = path.get(&state).map_or(&[][..], Vec::as_slice);
    rows.iter().any(|row| row.hot)
}

/// Whether a tag with these facts is always an error, and so rare.
fn is_reported(machine: &LoweredMachine, facts: &Facts) -> bool {
    if facts.end_tag.is_none() || !matches!(facts.attributes, Attributes::One | Attributes::Some) {
        return false;
    }
    let known = Facts {
        attributes: Attributes::Some,
        ..facts.clone()
    };
    let rows = machine.states.iter().flat_map(|state| match &state.kind {
        StateKind::Consume(rows) => rows.as_slice(),
        StateKind::Act(_) => &[],
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
