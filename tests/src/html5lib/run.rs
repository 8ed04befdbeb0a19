//! Runs a case through the interpreter or the generated code.

use crate::generated::{self, Chunks};
use tokenwright_analyses::suite::Case;
use tokenwright_interpreter::{Interpreter, Output};

/// Interprets a case's input.
///
/// # Errors
/// If the interpreter refuses the case.
pub fn interpreted(interpreter: &Interpreter<'_>, case: &Case) -> Result<Output, String> {
    let output = interpreter.run(&case.setup, &case.input);
    output.map_err(|refusal| refusal.to_string())
}

/// Runs the generated tokenizer of a revision over a case's input: whole, one byte at a time, and
/// in two chunks, split at every byte.
///
/// # Errors
/// If the state or revision does not exist, or the output depends on the chunks.
pub fn generated(revision: &str, case: &Case) -> Result<Output, String> {
    let Case { setup, input, .. } = case;
    let cuts = generated::cuts(input);
    let ways = cuts.iter().map(|cut| Chunks::At(cut));
    generated::run_in_each_way(revision, setup, input, ways.chain([Chunks::Bytes]))
}
