//! Visits every step and every condition of a revision.

use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::model::{Clause, Conjunction, Definition, Revision, Test};

/// Calls a function with every step of a revision.
pub(super) fn steps<'r>(revision: &'r Revision, see: &mut impl FnMut(&'r Step)) {
    bodies(revision, &mut |body| steps_in(body, see));
}

/// Calls a function with every step of a body, including conditional ones.
pub(super) fn steps_in<'r>(body: &'r [Clause], see: &mut impl FnMut(&'r Step)) {
    for clause in body {
        match clause {
            Clause::Step(step) => see(&step.value),
            Clause::Call(_) => {}
            Clause::If {
                then, otherwise, ..
            } => {
                steps_in(then, see);
                steps_in(otherwise, see);
            }
        }
    }
}

/// Calls a function with every condition of a revision.
pub(super) fn conditions<'r>(revision: &'r Revision, see: &mut impl FnMut(&'r Condition)) {
    for definition in &revision.definitions {
        if let Definition::Condition { any, .. } = definition {
            conditions_of(any, see);
        }
    }
    for state in revision.states.iter().chain(&revision.procedures) {
        state
            .rows
            .iter()
            .for_each(|row| conditions_of(&row.when, see));
    }
    bodies(revision, &mut |body| conditions_in(body, see));
}

fn conditions_in<'r>(body: &'r [Clause], see: &mut impl FnMut(&'r Condition)) {
    for clause in body {
        if let Clause::If {
            any,
            then,
            otherwise,
        } = clause
        {
            conditions_of(any, see);
            conditions_in(then, see);
            conditions_in(otherwise, see);
        }
    }
}

fn conditions_of<'r>(any: &'r [Conjunction], see: &mut impl FnMut(&'r Condition)) {
    for test in any.iter().flatten() {
        if let Test::Condition(condition) = &test.value {
            see(condition);
        }
    }
}

fn bodies<'r>(revision: &'r Revision, see: &mut impl FnMut(&'r [Clause])) {
    for definition in &revision.definitions {
        if let Definition::Step { body, .. } = definition {
            see(body);
        }
    }
    revision.rules.iter().for_each(|rule| see(&rule.body));
    for state in revision.states.iter().chain(&revision.procedures) {
        see(&state.body);
        state.rows.iter().for_each(|row| see(&row.body));
    }
}
