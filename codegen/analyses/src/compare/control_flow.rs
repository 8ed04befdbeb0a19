//! The targets of steps.

use std::collections::BTreeSet;
use tokenwright_tables::grammar::{Step, Token};
use tokenwright_tables::kernel::{Nodes, Traverse};
use tokenwright_tables::model::{Revision, Switch, TextMode};

/// How deeply definitions, procedures and classes may nest.
pub(super) const NESTING: usize = 16;

/// Everything that any state may use: the definitions, the rules and the rows of the procedures.
fn used_anywhere(revision: &Revision) -> impl Iterator<Item = &Step> {
    let definitions = revision.definitions.iter().map(Traverse::nodes);
    let rules = revision.rules.iter().map(Traverse::nodes);
    let rows = revision.procedures.iter().flat_map(|p| &p.rows);
    let nodes = definitions.chain(rules).chain(rows.map(Traverse::nodes));
    nodes.flat_map(Nodes::steps)
}

/// Whether the rows lead to a state from the initial state.
pub(super) fn is_reached(revision: &Revision, state: &str) -> bool {
    let mut open = vec![revision.about.initial_state.value.as_str()];
    open.extend(used_anywhere(revision).filter_map(Step::state));
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if seen.insert(name)
            && let Some(found) = revision.state(name)
        {
            open.extend(found.nodes().steps().filter_map(Step::state));
        }
    }
    seen.contains(state)
}

/// The states that some step makes the return state.
pub(super) fn returns(revision: &Revision) -> Vec<String> {
    let returns = revision.nodes().steps().filter_map(|step| match step {
        Step::SetReturnState(state) => Some(state.0.clone()),
        _ => None,
    });
    let mut out: Vec<String> = returns.collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// The targets of a step; `None` may be any state.
fn targets<'r>(step: &'r Step, modes: &'r [TextMode]) -> Vec<Option<&'r str>> {
    match step {
        Step::Switch(state) | Step::Reconsume(state) => vec![Some(&state.0)],
        // Tree construction may switch there.
        Step::EmitToken(Token::Tag) => {
            let modes = modes.iter().filter_map(|mode| match &mode.switch.value {
                Switch::State(state) => Some(Some(state.as_str())),
                Switch::ContentModel(_) => None,
            });
            modes.collect()
        }
        Step::SwitchToReturn | Step::ReconsumeInReturn | Step::SwitchBack => vec![None],
        _ => Vec::new(),
    }
}

/// For each state, the states that may have switched to it.
pub(super) fn before(revision: &Revision) -> Vec<Vec<usize>> {
    let modes = &revision.about.text_modes;
    let count = revision.states.len();
    if used_anywhere(revision).any(|step| !targets(step, modes).is_empty()) {
        return vec![(0..count).collect(); count];
    }
    let mut before = vec![Vec::new(); count];
    let mut somewhere = Vec::new();
    for (at, state) in revision.states.iter().enumerate() {
        for target in state.nodes().steps().flat_map(|step| targets(step, modes)) {
            match target {
                Some(to) => before[revision.state_index(to).unwrap_or(at)].push(at),
                None => somewhere.push(at),
            }
        }
    }
    for states in &mut before {
        states.extend(&somewhere);
        states.sort_unstable();
        states.dedup();
    }
    before
}
