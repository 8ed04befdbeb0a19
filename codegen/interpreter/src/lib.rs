//! The interpreter runs a model directly, one character after the other.
//!
//! The generated code is tested against it, so the two share the model and nothing else. Names become
//! indices once per revision ([`Interpreter::new`]). Everything else runs step by step, in the order of
//! the rows.

#![forbid(unsafe_code)]

mod assumptions;
mod conditions;
mod configuration;
mod consume;
pub mod effects;
mod emit;
mod fields;
mod input;
mod input_row;
mod ledger;
mod look_ahead;
mod machine;
mod names;
mod node_tests;
mod observer;
mod open;
pub mod partition;
mod program;
mod refusal;
mod registers;
mod resolve;
mod response;
mod rows;
mod run;
mod set;
mod setup;
mod share;
mod shared;
mod speculate;
mod steps;
pub mod symbols;
#[cfg(test)]
mod tests;
mod tokens;
pub mod tree;
mod wait;
mod wholes;

pub use assumptions::{Assumption, Checked};
pub use ledger::{Answers, Ledger, Unknown};
pub use machine::{Machine, Progress};
pub use observer::{Answer, BlockKind, BlockRef, Observer};
pub use program::Interpreter;
pub use refusal::{Reason, Refusal};
pub use registers::{Digits, Doctype, Registers, TagBuilder};
pub use registers::{Snapshot, TagSnapshot};
pub use response::Response;
pub use setup::Setup;
pub use tokens::{Event, Output, ParseError, Token};
pub use wait::{RunState, Wait};

use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;

/// Runs `revision` over the whole of `input`.
///
/// To run more than one input, create an [`Interpreter`] and reuse it.
///
/// # Errors
/// A [`Refusal`] if the revision cannot be run, or reaches a point where it does not say how to continue.
pub fn interpret(
    revision: &Revision,
    references: &References,
    setup: &Setup,
    input: &str,
) -> Result<Output, Refusal> {
    Interpreter::new(revision, references)?.run(setup, input)
}
