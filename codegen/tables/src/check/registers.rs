//! Every register is set before it is used, on every path.

use super::machine::{ControlFlowGraph, Edge, FlowNode};
use super::needs::{TOKENS, words};
use super::walk::with_rule;
use crate::diagnostic::{Diagnostic, push_new};
use crate::kernel::effects::RegisterSet;
use crate::model::Revision;
use std::collections::BTreeSet;

/// Reports registers that can be unset when they are used.
pub(super) fn set(revision: &Revision, machine: &ControlFlowGraph, out: &mut Vec<Diagnostic>) {
    let forgotten = without_return_state(machine);
    for edge in &forgotten {
        let name = &revision.states[edge.to.state].name;
        let from = &revision.states[edge.from.state].name;
        let diagnostic = Diagnostic::error(
            edge.place,
            format!("the return state is not set before `{}`", name.value),
        )
        .label("other states set it before they switch there")
        .help(format!(
            "put `set the return state to the {} state` before it",
            from.value
        ));
        push_new(out, diagnostic);
    }
    let explained = only_by(machine, &forgotten);
    let mut reported = BTreeSet::new();
    for missing in &machine.missing {
        let is_explained =
            missing.what == RegisterSet::RETURN_STATE && explained.contains(&missing.node);
        if is_explained || !reported.insert((missing.place, missing.what)) {
            continue;
        }
        let way = machine.way_to(missing.node);
        let mut states: Vec<usize> = way.iter().map(|node| node.state).collect();
        states.dedup();
        let shown = states.len().saturating_sub(4);
        let names: Vec<String> = states[shown..]
            .iter()
            .map(|state| format!("`{}`", revision.states[*state].name.value))
            .collect();
        let diagnostic = Diagnostic::error(
            missing.place,
            format!("{} can be unset here", words(missing.what)),
        )
        .label(match TOKENS.has(missing.what) {
            true => format!(
                "nothing sets it, or another token ends it, on the way {}",
                names.join(", ")
            ),
            false => format!("nothing sets it on the way {}", names.join(", ")),
        });
        out.push(with_rule(diagnostic, missing.before));
    }
}

/// The edges without a return state to states that need one and that other edges enter with one.
fn without_return_state(machine: &ControlFlowGraph) -> Vec<Edge> {
    let takes_one = |node: &FlowNode| {
        let mut others = machine.nodes.keys();
        others.any(|other| other.state == node.state && other.return_state.is_some())
    };
    let mut needy: BTreeSet<FlowNode> = machine
        .missing
        .iter()
        .filter(|missing| missing.what == RegisterSet::RETURN_STATE)
        .map(|missing| missing.node)
        .collect();
    grow(&mut needy, &machine.edges, |edge, needy| {
        let is_one = edge.from.return_state.is_none() && needy.contains(&edge.to);
        is_one.then_some(edge.from)
    });
    machine
        .edges
        .iter()
        .filter(|edge| needy.contains(&edge.to) && takes_one(&edge.to) && !takes_one(&edge.from))
        .cloned()
        .collect()
}

/// The nodes that can be entered only through one of these edges.
fn only_by(machine: &ControlFlowGraph, edges: &[Edge]) -> BTreeSet<FlowNode> {
    let same = |a: &Edge, b: &Edge| a.from == b.from && a.to == b.to && a.place == b.place;
    let mut entered: BTreeSet<FlowNode> = machine
        .nodes
        .keys()
        .filter(|node| machine.way_to(**node).len() == 1)
        .copied()
        .collect();
    grow(&mut entered, &machine.edges, |edge, entered| {
        let is_another = !edges.iter().any(|other| same(edge, other));
        (is_another && entered.contains(&edge.from)).then_some(edge.to)
    });
    let nodes = machine.nodes.keys();
    nodes
        .filter(|node| !entered.contains(*node))
        .copied()
        .collect()
}

/// Adds the nodes that edges lead to from those that are there, until there are no more.
fn grow(
    nodes: &mut BTreeSet<FlowNode>,
    edges: &[Edge],
    next: impl Fn(&Edge, &BTreeSet<FlowNode>) -> Option<FlowNode>,
) {
    let mut before = usize::MAX;
    while before != nodes.len() {
        before = nodes.len();
        let more: Vec<FlowNode> = edges.iter().filter_map(|edge| next(edge, nodes)).collect();
        nodes.extend(more);
    }
}
