//! The states in which the return state is live: some path reads it before it is set again.

use super::consuming::asks;
use super::needs;
use super::walk::{At, Follow, Walk};
use crate::grammar::{Condition, Step};
use crate::kernel::effects::RegisterSet;
use crate::model::{Conjunction, Revision, State};
use std::collections::{BTreeMap, BTreeSet};

/// For each state, whether the return state is live there. `indices` has the states by their names.
pub(super) fn live(revision: &Revision, indices: &BTreeMap<&str, usize>) -> Vec<bool> {
    let states = revision.states.iter();
    let paths: Vec<Paths<'_>> = states
        .map(|state| Paths::of(revision, state, indices))
        .collect();
    let mut live: Vec<bool> = paths.iter().map(|paths| paths.read).collect();
    loop {
        let before = live.clone();
        for (state, paths) in paths.iter().enumerate() {
            live[state] |= paths.leads_to.iter().any(|next| before[*next]);
        }
        if live == before {
            return live;
        }
    }
}

/// The paths through a state on which the return state is not set.
struct Paths<'r> {
    revision: &'r Revision,
    indices: &'r BTreeMap<&'r str, usize>,
    /// Whether one of them reads it.
    read: bool,
    leads_to: BTreeSet<usize>,
}

impl<'r> Paths<'r> {
    fn of(
        revision: &'r Revision,
        state: &'r State,
        indices: &'r BTreeMap<&'r str, usize>,
    ) -> Paths<'r> {
        let mut paths = Paths {
            revision,
            indices,
            read: false,
            leads_to: BTreeSet::new(),
        };
        let mut walk = Walk::new(revision, state);
        let entered = walk.run(&state.body, BTreeSet::from([false]), &mut paths);
        for row in &state.rows {
            for is_set in &entered {
                paths.ask(&row.when, true, *is_set);
            }
            walk.run(&row.body, entered.clone(), &mut paths);
        }
        paths
    }
}

impl<'r> Follow<'r> for Paths<'r> {
    /// Whether the return state is set.
    type Fact = bool;

    const INTO_PROCEDURES: bool = true;
    const INTO_RULES: bool = true;

    fn step(&mut self, step: &'r Step, _at: At<'r>, is_set: bool) -> bool {
        if is_set {
            return true;
        }
        self.read |= needs::needed(step).has(RegisterSet::RETURN_STATE);
        match step {
            Step::Switch(name) | Step::Reconsume(name) => {
                self.leads_to.extend(self.indices.get(name.0.as_str()));
            }
            // It may lead to any state.
            Step::SwitchBack => self.read = true,
            _ => {}
        }
        matches!(step, Step::SetReturnState(_))
    }

    fn ask(&mut self, any: &'r [Conjunction], _holds: bool, is_set: bool) -> Option<bool> {
        let is_read =
            |condition: &Condition| needs::needed_for(condition).has(RegisterSet::RETURN_STATE);
        let mut tests = any.iter().flatten();
        self.read |= !is_set && tests.any(|test| asks(self.revision, test, &is_read));
        Some(is_set)
    }
}
