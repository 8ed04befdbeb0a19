//! Where CDATA sections begin and end, which the tables have no step for.
//!
//! A section begins with the switch that requires a foreign adjusted current node. Its states are those that the machine
//! reaches through this switch alone.

use crate::ir::{Action, Block, End, LoweredMachine, StateId, StateKind, Target, Test};
use std::collections::BTreeSet;

/// A state that another one leads to, and whether only in foreign content.
type Edge = (StateId, bool);

/// Adds [`Action::BeginCdataSection`] and [`Action::EndCdataSection`] to the blocks that enter and leave a section.
pub(super) fn mark(machine: &mut LoweredMachine) {
    let sections = states(machine);
    for (id, state) in machine.states.iter_mut().enumerate() {
        let is_inside = sections.contains(&id);
        let blocks: Vec<_> = match &mut state.kind {
            StateKind::Act(block) => vec![block],
            StateKind::Consume(rows) => rows.iter_mut().map(|row| &mut row.block).collect(),
        };
        for block in blocks {
            mark_block(block, is_inside, &sections);
        }
    }
}

fn mark_block(block: &mut Block, is_inside: bool, sections: &BTreeSet<StateId>) {
    match &mut block.end {
        End::To {
            target: Target::State(to),
            ..
        } => match (is_inside, sections.contains(to)) {
            (false, true) => block.actions.push(Action::BeginCdataSection),
            (true, false) => block.actions.push(Action::EndCdataSection),
            _ => {}
        },
        End::If(_, then, otherwise) => {
            mark_block(then, is_inside, sections);
            mark_block(otherwise, is_inside, sections);
        }
        // The end-of-file token is the last action.
        End::Done if is_inside => {
            let at = block.actions.len().saturating_sub(1);
            block.actions.insert(at, Action::EndCdataSection);
        }
        End::To { .. } | End::Stay | End::Done => {}
    }
}

/// The states of CDATA sections.
fn states(machine: &LoweredMachine) -> BTreeSet<StateId> {
    let edges: Vec<Vec<Edge>> = machine.states.iter().map(|s| edges_of(&s.kind)).collect();
    let of_foreign = edges.iter().flatten().filter(|(_, is_foreign)| *is_foreign);
    let first: BTreeSet<StateId> = of_foreign.map(|(to, _)| *to).collect();
    let modes = machine.switched_states();
    // Tests also begin in a section; it is one nevertheless.
    let entries = machine.entries.iter().copied();
    let entries = entries.filter(|entry| !first.contains(entry));
    let outside = reached(&edges, modes.chain(entries).chain([machine.initial]), false);
    let inside = reached(&edges, first.iter().copied(), true);
    inside.difference(&outside).copied().collect()
}

/// The states that the machine reaches from others, with or without the switches of foreign content.
fn reached(
    edges: &[Vec<Edge>],
    from: impl Iterator<Item = StateId>,
    in_foreign: bool,
) -> BTreeSet<StateId> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<_> = from.collect();
    while let Some(state) = next.pop() {
        if reached.insert(state) {
            let edges = edges[state].iter();
            let edges = edges.filter(|(_, is_foreign)| in_foreign || !is_foreign);
            next.extend(edges.map(|(to, _)| *to));
        }
    }
    reached
}

fn edges_of(kind: &StateKind) -> Vec<Edge> {
    let mut edges = Vec::new();
    match kind {
        StateKind::Act(block) => add_block(block, false, &mut edges),
        StateKind::Consume(rows) => {
            for row in rows {
                let is_foreign = row.guard.as_ref().is_some_and(requires_foreign);
                add_block(&row.block, is_foreign, &mut edges);
            }
        }
    }
    edges
}

fn add_block(block: &Block, is_foreign: bool, edges: &mut Vec<Edge>) {
    add_actions(&block.actions, edges);
    match &block.end {
        End::To {
            target: Target::State(to),
            ..
        } => edges.push((*to, is_foreign)),
        End::If(test, then, otherwise) => {
            add_block(then, is_foreign || requires_foreign(test), edges);
            add_block(otherwise, is_foreign, edges);
        }
        // A register holds only states that an action sets it to.
        End::To { .. } | End::Stay | End::Done => {}
    }
}

fn add_actions(actions: &[Action], edges: &mut Vec<Edge>) {
    for action in actions {
        match action {
            Action::Call(to) | Action::ComeFrom(to) | Action::SetReturn(to) => {
                edges.push((*to, false));
            }
            Action::If(_, then, otherwise) => {
                add_actions(then, edges);
                add_actions(otherwise, edges);
            }
            _ => {}
        }
    }
}

/// Whether a condition holds only if the adjusted current node is foreign.
fn requires_foreign(test: &Test) -> bool {
    match test {
        Test::Foreign => true,
        Test::All(tests) => tests.iter().any(requires_foreign),
        _ => false,
    }
}
