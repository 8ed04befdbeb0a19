//! A revision by other names.

use super::names::Names;
use tokenwright_tables::model::Revision;

/// The revision with every state and every error code renamed at every use.
///
/// `state` and `code` give the new name for an index and an old name.
#[must_use]
pub fn renamed(
    revision: &Revision,
    state: impl Fn(usize, &str) -> String,
    code: impl Fn(usize, &str) -> String,
) -> Revision {
    let states = revision.states.iter().enumerate();
    let codes = revision.errors.iter().enumerate();
    let names = Names {
        states: states
            .map(|(at, old)| (old.name.value.clone(), state(at, &old.name)))
            .collect(),
        codes: codes
            .map(|(at, old)| (old.code.value.clone(), code(at, &old.code)))
            .collect(),
    };
    let mut renamed = revision.clone();
    names.revision(&mut renamed);
    renamed
}
