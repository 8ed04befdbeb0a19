//! The predecessors of each state.

use super::clauses::steps_in;
use tokenwright_tables::grammar::Step;
use tokenwright_tables::model::{Revision, State};

/// The states that switch to a state.
pub(super) fn predecessors(revision: &Revision, name: &str) -> Vec<usize> {
    let switches = |state: &State| {
        let mut found = false;
        let bodies = [&state.body]
            .into_iter()
            .chain(state.rows.iter().map(|row| &row.body));
        for body in bodies {
            steps_in(body, &mut |step| {
                found |= matches!(step, Step::Switch(to) | Step::Reconsume(to) if to.0 == name);
            });
        }
        found
    };
    let states = revision.states.iter().enumerate();
    states
        .filter(|(_, state)| switches(state))
        .map(|(index, _)| index)
        .collect()
}
