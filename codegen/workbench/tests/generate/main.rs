//! `check` and `gen`, with its proofs.

mod commands;
mod fallthrough;
mod proofs;
mod warnings;

#[allow(dead_code, reason = "each executable uses a part of it")]
#[path = "../support/mod.rs"]
mod support;
