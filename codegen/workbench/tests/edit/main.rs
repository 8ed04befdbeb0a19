//! What someone runs who edits a row: `check`, `gen`, `try`, `bless`, and the walk-throughs in the documents.

mod bless;
mod commands;
mod documents;
mod fallthrough;
mod proofs;
mod try_edit;
mod warnings;

#[allow(dead_code, reason = "each executable uses a part of it")]
#[path = "../support/mod.rs"]
mod support;
