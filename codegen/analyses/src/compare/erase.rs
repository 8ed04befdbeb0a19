//! A revision without errors, to decide whether two revisions emit the same tokens.

use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::model::{Clause, Conjunction, Definition, Revision, Test};

/// The revision without its parse errors and without the conditions that only guard them.
pub(super) fn errors(revision: &Revision) -> Revision {
    let mut revision = revision.clone();
    let rows = revision.states.iter_mut().chain(&mut revision.procedures);
    for state in rows {
        clauses(&mut state.body);
        state.rows.iter_mut().for_each(|row| clauses(&mut row.body));
    }
    let stream = &mut revision.input_stream.rows;
    stream.iter_mut().for_each(|row| clauses(&mut row.body));
    // A row without steps only shadows the rows after it.
    while stream.pop_if(|row| row.body.is_empty()).is_some() {}
    for rule in &mut revision.rules {
        clauses(&mut rule.body);
    }
    for definition in &mut revision.definitions {
        if let Definition::Step { body, .. } = definition {
            clauses(body);
        }
    }
    revision
}

fn clauses(body: &mut Vec<Clause>) {
    body.retain_mut(|clause| match clause {
        Clause::Step(step) => !matches!(step.value, Step::NamedError(_) | Step::BareError),
        Clause::Call(_) => true,
        Clause::If {
            any,
            then,
            otherwise,
        } => {
            clauses(then);
            clauses(otherwise);
            !then.is_empty() || !otherwise.is_empty() || any.iter().any(finds)
        }
    });
}

/// Whether a condition has a side effect: a match that a later step may use, or a stop.
fn finds(all: &Conjunction) -> bool {
    all.iter().any(|test| {
        !matches!(
            &test.value,
            Test::Condition(
                Condition::AheadSequence(..)
                    | Condition::HasAttributes
                    | Condition::SelfClosing(_)
                    | Condition::Match(..)
                    | Condition::LastMatched(..)
                    | Condition::NextInput(..)
                    | Condition::Code(..)
                    | Condition::CodeInReplacements(_)
                    | Condition::DuplicateAttribute(_)
                    | Condition::ReturnState(..)
                    | Condition::CurrentState(..)
                    | Condition::TagNameIn(..)
                    | Condition::CurrentTag(..)
                    | Condition::ContentModelFlag(..)
                    | Condition::EscapeFlag(..)
                    | Condition::TemporaryBuffer(..)
                    | Condition::DoctypeName(..)
            ) | Test::Defined { .. }
        )
    })
}
