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
    let whole = generated::run(revision, setup, input, Chunks::Whole);
    let whole = whole.ok_or("there is no such revision or state")?.output();
    let cuts: Vec<[usize; 1]> = (0..=input.len()).map(|cut| [cut]).collect();
    let ways = cuts.iter().map(|cut| Chunks::At(cut));
    generated::agrees(revision, setup, input, &whole, ways.chain([Chunks::Bytes]))?;
    Ok(whole)
}
