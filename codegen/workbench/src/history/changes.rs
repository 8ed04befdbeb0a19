//! The subject of a change of the tables.

use tokenwright_analyses::diff::{Change, Subject};

/// The matcher of the changed row.
pub(super) fn on(change: &Change) -> Option<&str> {
    let (_, on) = change.id.split_once("/row ")?;
    Some(on)
}

/// Whether a change is in a procedure.
pub(super) fn is_procedure(change: &Change) -> bool {
    match &change.subject {
        Subject::State(at) | Subject::Entry(at) => at.procedure,
        Subject::Row { state, .. } => state.procedure,
        _ => false,
    }
}
