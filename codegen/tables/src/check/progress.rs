//! The machine makes progress: no cycle of states keeps the same character.

use super::machine::{ControlFlowGraph, Edge, FlowNode};
use crate::diagnostic::Diagnostic;
use crate::grammar::Char;
use crate::model::Revision;
use std::collections::{BTreeMap, BTreeSet};

/// On every cycle of states, every character is consumed, and EOF ends the run.
pub(super) fn comes_on(revision: &Revision, machine: &ControlFlowGraph, out: &mut Vec<Diagnostic>) {
    let edges: Vec<&Edge> = machine
        .edges
        .iter()
        .filter(|e| !e.still.is_empty())
        .collect();
    let mut reported: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
    for member in members(&edges) {
        let mut next: BTreeMap<FlowNode, Vec<&Edge>> = BTreeMap::new();
        for edge in edges.iter().filter(|edge| edge.still.contains(member)) {
            next.entry(edge.from).or_default().push(edge);
        }
        for circle in circles(next) {
            let states: BTreeSet<usize> = circle.iter().map(|edge| edge.from.state).collect();
            if reported.insert(states) {
                out.push(message(revision, member, &circle));
            }
        }
    }
}

/// One code point of each range that all edges treat the same, then EOF.
fn members(edges: &[&Edge]) -> Vec<Option<u32>> {
    let mut codes: BTreeSet<u32> = edges.iter().flat_map(|edge| edge.still.borders()).collect();
    codes.insert(0);
    let taken = |code: &u32| edges.iter().any(|edge| edge.still.contains(Some(*code)));
    let codes = codes.into_iter().filter(taken).map(Some);
    codes.chain([None]).collect()
}

/// One cycle for each strongly connected component without an exit.
fn circles(mut next: BTreeMap<FlowNode, Vec<&Edge>>) -> Vec<Vec<&Edge>> {
    let mut circles = Vec::new();
    loop {
        // Remove nodes with an exit, until only cycles and the paths into them remain.
        loop {
            let alive: BTreeSet<FlowNode> = next.keys().copied().collect();
            for edges in next.values_mut() {
                edges.retain(|edge| alive.contains(&edge.to));
            }
            next.retain(|_, edges| !edges.is_empty());
            if next.len() == alive.len() {
                break;
            }
        }
        let Some(mut at) = next.keys().next().copied() else {
            return circles;
        };
        let mut path: Vec<&Edge> = Vec::new();
        while !path.iter().any(|edge| edge.from == at) {
            let edge = next[&at][0];
            path.push(edge);
            at = edge.to;
        }
        let start = path.iter().position(|edge| edge.from == at).unwrap_or(0);
        let circle = path.split_off(start);
        for edge in &circle {
            next.remove(&edge.from);
        }
        circles.push(circle);
    }
}

fn message(revision: &Revision, member: Option<u32>, circle: &[&Edge]) -> Diagnostic {
    let name = |node: FlowNode| revision.states[node.state].name.value.as_str();
    let first = circle[0];
    let mut diagnostic = match member {
        None => Diagnostic::error(
            first.place,
            format!("EOF is unhandled in `{}`", name(first.from)),
        )
        .label(match circle.len() {
            1 => "at EOF this state goes on for ever".to_owned(),
            _ => format!("at EOF this leads to `{}`", name(first.to)),
        })
        .help("add a row with `on = \"EOF\"` that ends in an end-of-file token"),
        Some(code) => Diagnostic::error(
            first.place,
            format!("`{}` never consumes {}", name(first.from), Char(code)),
        )
        .label(match circle.len() {
            1 => "the same state gets the same character".to_owned(),
            _ => format!("the character is given to `{}`", name(first.to)),
        }),
    };
    for edge in &circle[1..] {
        diagnostic = diagnostic.also(edge.place, format!("and from here to `{}`", name(edge.to)));
    }
    diagnostic
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::Set;
    use crate::source::Place;

    fn edge(from: usize, to: usize) -> Edge {
        let node = |state| FlowNode {
            state,
            return_state: None,
            back: None,
            reconsumed: None,
        };
        Edge {
            from: node(from),
            to: node(to),
            place: Place::default(),
            still: Set::everything(),
            switches_back: false,
        }
    }

    #[test]
    fn a_circle_is_found_and_what_leads_into_it_or_out_is_not() {
        let edges = [edge(0, 1), edge(1, 2), edge(2, 1), edge(2, 3), edge(4, 4)];
        let mut next: BTreeMap<FlowNode, Vec<&Edge>> = BTreeMap::new();
        for edge in &edges {
            next.entry(edge.from).or_default().push(edge);
        }
        let found: Vec<Vec<usize>> = circles(next)
            .iter()
            .map(|circle| circle.iter().map(|edge| edge.from.state).collect())
            .collect();
        assert_eq!(found, [vec![1, 2], vec![4]]);
    }
}
