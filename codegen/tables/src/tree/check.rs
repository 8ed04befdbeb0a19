//! The rules for tables of tree construction.
//!
//! A table that passes can be run: every name exists, each variable is one kind of thing, each kind of token has a row in every
//! mode, no row is shadowed, a condition speaks of a token that is there, no token is reprocessed for ever, and no loop empties the stack. What depends on the document, such
//! as a variable that is null, is left to the interpreter, which refuses to go on.

mod acting;
mod flow;
mod names;
mod rows;
mod sections;
mod tokenizer;

use super::model::TreeTables;
use super::types::Types;
use crate::diagnostic::Diagnostic;
use crate::model::Revision;

/// Every mistake in the tables. Warnings are among them.
#[must_use]
pub fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut all = names::check(tables);
    all.extend(rows::check(tables));
    all.extend(flow::check(tables));
    all.extend(acting::check(tables));
    all.extend(sections::check(tables));
    all.extend(tokenizer::check(tables));
    all.extend(Types::of(tables).contradictions(tables));
    all
}

/// What the tables name that the tokenizer of their revision does not have.
#[must_use]
pub fn against(tables: &TreeTables, revision: &Revision) -> Vec<Diagnostic> {
    tokenizer::against(tables, revision)
}
