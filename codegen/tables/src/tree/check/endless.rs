//! Tokens that rows hand on for ever: to the same row, or from mode to mode.
//!
//! The rules look at steps and not at states of the stack, of which there are infinitely many. So a step that changes the mode
//! or the stack before a token is reprocessed is believed to make a difference, until its row runs into a circle of rows without
//! a condition. The interpreter bounds what is left.

use crate::diagnostic::Diagnostic;
use crate::source::Place;
use crate::tree::grammar::{PartSet, TreeStep};
use crate::tree::model::{Clause, DISPATCH, Mode, TreeTables, steps};
use crate::tree::token::Token;
use std::collections::BTreeSet;
use std::slice::from_ref;

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for mode in &tables.modes {
        let again = |step: &TreeStep| match step {
            TreeStep::UseMode(used) => used.0 == mode.name.value,
            TreeStep::Reprocess | TreeStep::UseCurrentMode => true,
            _ => false,
        };
        for row in &mode.rows {
            reprocessed(tables, &row.body, &again, &mut false, &mut found);
        }
    }
    // The dispatcher and the rules for foreign content may use the current mode.
    let foreign = tables.foreign_content.iter().flat_map(|it| &it.rows);
    let dispatcher = tables.algorithm(DISPATCH).map(|at| &tables.algorithms[at]);
    let bodies = foreign.map(|row| &row.body);
    for body in bodies.chain(dispatcher.map(|it| &it.body)) {
        let again = |step: &TreeStep| *step == TreeStep::Reprocess;
        reprocessed(tables, body, &again, &mut false, &mut found);
    }
    for mode in tables.all_modes() {
        found.extend((0..mode.rows.len()).filter_map(|at| acted_again(mode, at)));
    }
    let mut circles = circles(tables);
    circles.retain(|circle| found.iter().all(|it| it.subject != circle.subject));
    found.extend(circles);
    found
}

/// What a token is processed by again depends on these parts.
const PROGRESS: PartSet = PartSet::MODE.or(PartSet::STACK).or(PartSet::TOKEN);

/// Steps that process the token again although nothing has changed that decides how.
fn reprocessed(
    tables: &TreeTables,
    body: &[Clause],
    again: &dyn Fn(&TreeStep) -> bool,
    changed: &mut bool,
    found: &mut Vec<Diagnostic>,
) {
    for clause in body {
        match clause {
            Clause::Step(step) => {
                if again(&step.value) && !*changed {
                    let message = match step.value {
                        TreeStep::Reprocess => "the token is reprocessed for ever",
                        _ => "the token is processed by the same rules for ever",
                    };
                    let error = Diagnostic::error(step.place, message);
                    found.push(
                        error.label("no step before it changes the mode, the stack or the token"),
                    );
                }
                *changed |= step.effects().changes.meets(PROGRESS.or(PartSet::ROWS));
            }
            Clause::Call(_) => *changed |= tables.parts(from_ref(clause)).changes.meets(PROGRESS),
            Clause::If {
                then, otherwise, ..
            } => {
                let mut in_then = *changed;
                reprocessed(tables, then, again, &mut in_then, found);
                let mut in_else = *changed;
                reprocessed(tables, otherwise, again, &mut in_else, found);
                *changed |= in_then && in_else;
            }
            // A loop over the stack changes it, or has nothing to change.
            Clause::While { body, .. } => {
                let mut in_body = *changed;
                reprocessed(tables, body, again, &mut in_body, found);
                *changed |= in_body;
            }
            Clause::Label(_) => {}
        }
    }
}

/// A first step that acts as if a token had been seen that comes to the same row again.
fn acted_again(mode: &Mode, row: usize) -> Option<Diagnostic> {
    let Some(Clause::Step(step)) = mode.rows[row].body.first() else {
        return None;
    };
    let TreeStep::ActAsIfSeen(token) = &step.value else {
        return None;
    };
    let (at, _) = mode.rows_for(Token::made_up(token)?).next()?;
    let error = Diagnostic::error(step.place, "the token is acted as if seen for ever");
    (at == row).then(|| error.label("it comes to this row again"))
}

/// Modes that hand a token to each other in a circle.
fn circles(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut reported = BTreeSet::new();
    let modes = tables.modes.iter();
    let hands_on = modes.map(|mode| {
        let rows = mode.rows.iter();
        rows.map(|row| handed_on(tables, &row.body)).collect()
    });
    let hands_on: Vec<Vec<_>> = hands_on.collect();
    for token in tables.tokens(std::iter::empty()) {
        let next = tables.modes.iter().zip(&hands_on).map(|(mode, rows)| {
            let (row, on) = mode.rows_for(token).next()?;
            on.when.is_empty().then_some(rows[row])?
        });
        let next: Vec<_> = next.collect();
        for first in 0..tables.modes.len() {
            let mut seen = vec![first];
            let mut here = first;
            while let Some((to, place)) = next[here] {
                if seen.contains(&to) {
                    if reported.insert(place) {
                        let name = |at: usize| &tables.modes[at].name.value;
                        let message = match here == to {
                            true => format!("\"{}\" hands this token to itself for ever", name(to)),
                            false => format!(
                                "\"{}\" and \"{}\" hand this token to each other for ever",
                                name(here),
                                name(to)
                            ),
                        };
                        found.push(Diagnostic::error(place, message));
                    }
                    break;
                }
                seen.push(to);
                here = to;
            }
        }
    }
    found
}

/// The mode by whose rows the token of a row is processed next, if it is so whatever the conditions are, and the step that hands
/// it on.
fn handed_on(tables: &TreeTables, body: &[Clause]) -> Option<(usize, Place)> {
    let mut next = None;
    for clause in body {
        if let Clause::Step(step) = clause {
            match &step.value {
                TreeStep::UseMode(mode) => return Some((tables.mode(&mode.0)?, step.place)),
                TreeStep::Switch(mode) => {
                    next = tables.mode(&mode.0);
                    continue;
                }
                TreeStep::Reprocess | TreeStep::UseCurrentMode => {
                    return Some((next?, step.place));
                }
                _ => {}
            }
        }
        if !is_passed(tables, clause) {
            return None;
        }
    }
    None
}

/// Whether what comes after a clause runs with the same token in the same mode.
fn is_passed(tables: &TreeTables, clause: &Clause) -> bool {
    let leaves = steps(from_ref(clause)).any(|step| {
        matches!(
            step.value,
            TreeStep::Return | TreeStep::ReturnValue(_) | TreeStep::Jump(_)
        )
    });
    let decides = PartSet::MODE.or(PartSet::TOKEN).or(PartSet::ROWS);
    !leaves && !tables.parts(from_ref(clause)).changes.meets(decides)
}
