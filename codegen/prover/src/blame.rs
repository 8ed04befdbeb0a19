//! Finds the pass that causes a difference.

use crate::evaluate::{Evaluator, Halt};
use crate::prove::Witness;
use crate::sides;
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::{Pass, Passes};
use tokenwright_compiler::program::Program;
use tokenwright_interpreter::{Interpreter, Token};
use tokenwright_tables::load::Loaded;

/// The output of one side for a witness: the tokens, and the codes and offsets of the errors; or why it is stuck.
pub type RunOutput = Result<(Vec<Token>, Vec<(String, usize)>), String>;

/// The output of the tables for a witness.
///
/// If the input continues, the output up to here.
pub fn by_tables(loaded: &Loaded, witness: &Witness) -> RunOutput {
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references);
    let interpreter = interpreter.map_err(|refusal| refusal.to_string())?;
    let input = witness.chunks.concat();
    let output = interpreter.run(&witness.setup, &input);
    let output = output.map_err(|refusal| refusal.to_string())?;
    let errors = output.errors.iter();
    let errors = errors.map(|error| (error.code.clone(), error.offset));
    Ok((output.tokens, errors.collect()))
}

/// The output of a program for a witness.
pub fn by_program(program: &Program, loaded: &Loaded, witness: &Witness) -> RunOutput {
    let evaluator = Evaluator::new(program, &loaded.references);
    let mut run = sides::start(&evaluator, &witness.setup);
    let mut chunks = witness.chunks.iter().peekable();
    while let Some(chunk) = chunks.next() {
        chunk.chars().for_each(|c| run.feed(c));
        if chunks.peek().is_some() {
            run.end_chunk();
            stuck(run.go_on())?;
            run.next_chunk();
        }
    }
    run.close();
    stuck(run.go_on())?;
    Ok(sides::output(program, &run.take_events()))
}

fn stuck(halt: Halt) -> Result<(), String> {
    match halt {
        Halt::Stuck(why) => Err(why),
        Halt::Wait | Halt::Starved | Halt::Finished => Ok(()),
    }
}

/// The first pass without which a witness shows no difference; `None` if the lowering causes it.
#[must_use]
pub fn blame(loaded: &Loaded, passes: &Passes, witness: &Witness) -> Option<Pass> {
    let expected = by_tables(loaded, witness);
    let agrees = |passes: &Passes| {
        let program = compile_revision(loaded, passes);
        program.is_ok_and(|program| by_program(&program, loaded, witness) == expected)
    };
    let mut candidates = Pass::ALL.into_iter().filter(|pass| passes.has(*pass));
    candidates.find(|pass| agrees(&passes.clone().without(*pass)))
}
