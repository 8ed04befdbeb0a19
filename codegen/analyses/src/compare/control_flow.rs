//! The targets of steps.

use std::collections::BTreeSet;
use tokenwright_tables::grammar::{Step, Token};
use tokenwright_tables::model::{Clause, Definition, Revision, Switch};

/// How deeply definitions, procedures and classes may nest.
pub(super) const NESTING: usize = 16;

/// Everything that has steps.
pub(super) fn bodies<'r>(revision: &'r Revision, each: &mut dyn FnMut(&'r [Clause])) {
    for block in revision.states.iter().chain(&revision.procedures) {
        each(&block.body);
        block.rows.iter().for_each(|row| each(&row.body));
    }
    revision.rules.iter().for_each(|rule| each(&rule.body));
    for definition in &revision.definitions {
        if let Definition::Step { body, .. } = definition {
            each(body);
        }
    }
}

/// Visits every step of a body, under any condition. Definitions have separate bodies.
pub(super) fn steps<'r>(clauses: &'r [Clause], each: &mut dyn FnMut(&'r Step)) {
    for clause in clauses {
        match clause {
            Clause::Step(step) => each(&step.value),
            Clause::Call(_) => {}
            Clause::If {
                then, otherwise, ..
            } => {
                steps(then, each);
                steps(otherwise, each);
            }
        }
    }
}

/// Whether the rows lead to a state from the initial state.
pub(super) fn is_reached(revision: &Revision, state: &str) -> bool {
    fn visit_targets<'r>(clauses: &'r [Clause], out: &mut Vec<&'r str>) {
        steps(clauses, &mut |step| {
            if let Step::Switch(to) | Step::Reconsume(to) | Step::SetReturnState(to) = step {
                out.push(&to.0);
            }
        });
    }
    // Definitions, rules and procedures may be used in every state.
    let mut open = vec![revision.about.initial_state.value.as_str()];
    let definitions = revision.definitions.iter().filter_map(|d| match d {
        Definition::Step { body, .. } => Some(body),
        Definition::Condition { .. } => None,
    });
    let procedures = revision.procedures.iter().flat_map(|p| &p.rows);
    let bodies = definitions.chain(revision.rules.iter().map(|rule| &rule.body));
    let bodies = bodies.chain(procedures.map(|row| &row.body));
    bodies.for_each(|body| visit_targets(body, &mut open));
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !seen.insert(name) {
            continue;
        }
        if let Some(found) = revision.states.iter().find(|s| s.name.value == name) {
            visit_targets(&found.body, &mut open);
            found
                .rows
                .iter()
                .for_each(|row| visit_targets(&row.body, &mut open));
        }
    }
    seen.contains(state)
}

/// The states that some step makes the return state.
pub(super) fn returns(revision: &Revision) -> Vec<String> {
    let mut out = Vec::new();
    bodies(revision, &mut |body| {
        steps(body, &mut |step| {
            if let Step::SetReturnState(state) = step {
                out.push(state.0.clone());
            }
        });
    });
    out.sort_unstable();
    out.dedup();
    out
}

/// For each state, the states that may have switched to it.
pub(super) fn before(revision: &Revision) -> Vec<Vec<usize>> {
    // A definition may go anywhere.
    let modes = &revision.about.text_modes;
    let visit_targets = |clauses: &[Clause], visit: &mut dyn FnMut(Option<&str>)| {
        steps(clauses, &mut |step| match step {
            Step::Switch(state) | Step::Reconsume(state) => visit(Some(&state.0)),
            // Tree construction may switch there.
            Step::EmitToken(Token::Tag) => {
                for mode in modes {
                    if let Switch::State(state) = &mode.switch.value {
                        visit(Some(state));
                    }
                }
            }
            Step::SwitchToReturn | Step::ReconsumeInReturn | Step::SwitchBack => visit(None),
            _ => {}
        });
    };
    let count = revision.states.len();
    let mut before = vec![Vec::new(); count];
    let mut somewhere = Vec::new();
    for (at, state) in revision.states.iter().enumerate() {
        let mut visit = |to: Option<&str>| match to {
            Some(to) => {
                let to = revision.states.iter().position(|s| s.name.value == to);
                before[to.unwrap_or(at)].push(at);
            }
            None => somewhere.push(at),
        };
        visit_targets(&state.body, &mut visit);
        state
            .rows
            .iter()
            .for_each(|row| visit_targets(&row.body, &mut visit));
    }
    let mut switches = false;
    for definition in &revision.definitions {
        if let Definition::Step { body, .. } = definition {
            visit_targets(body, &mut |_| switches = true);
        }
    }
    let rules = revision.rules.iter().map(|rule| &rule.body);
    let rows = revision.procedures.iter().flat_map(|p| &p.rows);
    for body in rules.chain(rows.map(|row| &row.body)) {
        visit_targets(body, &mut |_| switches = true);
    }
    if switches {
        return vec![(0..count).collect(); count];
    }
    for states in &mut before {
        states.extend(&somewhere);
        states.sort_unstable();
        states.dedup();
    }
    before
}
