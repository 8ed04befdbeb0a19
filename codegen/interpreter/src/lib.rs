//! The interpreter: it runs a model as it is written, one character after the other.
//!
//! It is one of the two voices that have to agree, so it shares the model with the generated
//! code and nothing else. Names become indices once a revision ([`Interpreter::new`]); everything
//! else is done step by step, in the order of the rows.

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
mod observer;
mod open;
pub mod partition;
mod program;
mod refusal;
mod registers;
mod resolve;
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
pub use setup::Setup;
pub use tokens::{Event, Output, ParseError, Token};
pub use wait::{RunState, Wait};

use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;

/// Runs `revision` over the whole of `input`.
///
/// For more than one input, make an [`Interpreter`] once.
///
/// # Errors
/// Where the revision cannot be run at all, or gets to a point where it does not say how to go on.
pub fn interpret(
    revision: &Revision,
    references: &References,
    setup: &Setup,
    input: &str,
) -> Result<Output, Refusal> {
    Interpreter::new(revision, references)?.run(setup, input)
}
