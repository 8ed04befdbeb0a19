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
