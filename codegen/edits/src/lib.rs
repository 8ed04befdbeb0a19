//! Tests the compiler on edited tables: on every first-order mutant of a revision, and on sets of tables with several
//! random edits each.

#![forbid(unsafe_code)]

pub mod anywhere;
pub mod by_hand;
pub mod differential;
pub mod documents;
pub mod mutants;
pub mod pairs;
pub mod sets;
pub mod trees;

use tokenwright_tables::check;
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::model::Revision;
use tokenwright_tables::tree::{self, model::TreeTables};

/// The first error of `check`.
pub(crate) fn refusal(revision: &Revision) -> Option<String> {
    let mut found = check::revision(revision).into_iter();
    let error = found.find(|found| found.is_error());
    error.map(|error| error.message)
}

/// Whether `check` refuses tables of tree construction.
pub(crate) fn refuses(tables: &TreeTables, revision: &Revision) -> bool {
    tree::check::check(tables).iter().any(Diagnostic::is_error) || misfits(tables, revision)
}

/// Whether tables of tree construction name what the tokenizer does not have.
pub(crate) fn misfits(tables: &TreeTables, revision: &Revision) -> bool {
    let found = tree::check::against(tables, revision);
    found.iter().any(Diagnostic::is_error)
}
