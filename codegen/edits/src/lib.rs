//! Validates the compiler over sets of tables with several random edits each.

pub mod differential;
pub mod documents;
pub mod random;
pub mod sets;
