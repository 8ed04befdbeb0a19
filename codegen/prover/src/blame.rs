//! Finds the passes that cause a difference, and the row that shows it.

use crate::evaluate::{Evaluator, Halt};
use crate::prove::Witness;
use crate::sides;
use tokenwright_compiler::optimise::{Part, Pass, Passes};
use tokenwright_compiler::program::Program;
use tokenwright_interpreter::{BlockRef, Interpreter, Observer, Token};
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

/// The pass without which a witness shows no difference; if each of several passes causes it, those. `None` if the
/// lowering does.
#[must_use]
pub fn blame(
    loaded: &Loaded,
    passes: &Passes,
    compile: &dyn Fn(&Passes) -> Result<Program, String>,
    witness: &Witness,
) -> Option<Vec<Pass>> {
    let expected = by_tables(loaded, witness);
    let agrees = |passes: &Passes| {
        let program = compile(passes);
        program.is_ok_and(|program| by_program(&program, loaded, witness) == expected)
    };
    to_leave_out(Part::Tokenizer, passes, agrees)
}

/// The pass over a part without which a program is right; if each of several passes is wrong, those. `None` if it is wrong
/// without any of them.
pub(crate) fn to_leave_out(
    part: Part,
    passes: &Passes,
    is_right: impl Fn(&Passes) -> bool,
) -> Option<Vec<Pass>> {
    let on = || part.passes().filter(|pass| passes.has(*pass));
    if let Some(pass) = on().find(|pass| is_right(&passes.clone().without(*pass))) {
        return Some(vec![pass]);
    }
    // A pass comes before those that it builds on.
    let (mut fewer, mut blamed) = (passes.clone(), Vec::new());
    for pass in on() {
        fewer = fewer.without(pass);
        blamed.push(pass);
        if is_right(&fewer) {
            return Some(blamed);
        }
    }
    None
}

/// The row of the tables that takes the character with which a difference begins: the name of its state or procedure,
/// and its index.
#[must_use]
pub fn row_at_fault(
    loaded: &Loaded,
    program: &Program,
    witness: &Witness,
) -> Option<(String, usize)> {
    let length: usize = witness
        .chunks
        .iter()
        .map(|chunk| chunk.chars().count())
        .sum();
    let mut prefixes = (0..=length).map(|length| prefix(witness, length));
    let shows =
        |witness: &Witness| by_tables(loaded, witness) != by_program(program, loaded, witness);
    let first = prefixes.find(shows).unwrap_or_else(|| witness.clone());
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references).ok()?;
    let mut machine = interpreter.open(&witness.setup, LastRow::default()).ok()?;
    for c in first.chunks.iter().flat_map(|chunk| chunk.chars()) {
        machine.feed(c);
    }
    machine.run_open();
    if machine.observer().row.is_none() {
        machine.close();
        machine.run_open();
    }
    machine.observer().row.clone()
}

/// The first characters of a witness, with the splits between them.
fn prefix(witness: &Witness, mut length: usize) -> Witness {
    let chunks = witness.chunks.iter().map(|chunk| {
        let kept: String = chunk.chars().take(length).collect();
        length -= kept.chars().count();
        kept
    });
    Witness {
        setup: witness.setup.clone(),
        chunks: chunks.collect(),
        is_whole: true,
    }
}

#[derive(Clone, Debug, Default)]
struct LastRow {
    row: Option<(String, usize)>,
    /// Whether a row has taken the last character; another that runs is `anything else` on its behalf.
    is_taken: bool,
}

impl Observer for LastRow {
    fn consume(&mut self, _: Option<char>, _: usize) {
        self.is_taken = false;
    }

    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        if !std::mem::replace(&mut self.is_taken, true) {
            self.row = Some((block.state.name.value.clone(), row));
        }
    }
}
