//! Runs a case through the interpreter or the generated code.

use crate::generated::{self, Chunks, Collector};
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
    let run = |chunks: Chunks<'_>| {
        let collected = generated::run(revision, setup, input, chunks);
        collected.ok_or_else(|| "there is no such revision or state".to_owned())
    };
    let whole = run(Chunks::Whole)?;
    let expected = (whole.tokens(), whole.errors());
    // Text is split differently, so an error may be at a different position between its parts.
    let alike = |pieces: &Collector, how: String| {
        let got = (pieces.tokens(), pieces.errors());
        if got == expected {
            Ok(())
        } else {
            Err(format!("{how}: {got:?}\n    whole: {expected:?}"))
        }
    };
    alike(&run(Chunks::Bytes)?, "byte by byte".to_owned())?;
    for cut in 0..=input.len() {
        alike(&run(Chunks::At(&[cut]))?, format!("cut at byte {cut}"))?;
    }
    Ok(Output::new(whole.events))
}
