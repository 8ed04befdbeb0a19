//! The subject of a change of the tables.

use tokenwright_analyses::diff::{Change, StateAt, Subject};

/// The matcher of the changed row.
pub(super) fn on(change: &Change) -> Option<&str> {
    let (_, on) = change.id.split_once("/row ")?;
    Some(on)
}

/// The state or the procedure of a change.
pub(super) fn state(change: &Change) -> Option<&StateAt> {
    match &change.subject {
        Subject::State(at) | Subject::Entry(at) => Some(at),
        Subject::Row { state, .. } => Some(state),
        _ => None,
    }
}

/// Whether a change is in a procedure.
pub(super) fn is_procedure(change: &Change) -> bool {
    state(change).is_some_and(|at| at.procedure)
}
