//! Tables that `check` accepts do not get stuck, in the interpreter or in the program.

use super::seed;
use fastrand::Rng;
use rayon::prelude::*;
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::Passes;
use tokenwright_edits::anywhere::{Accepted, edited};
use tokenwright_edits::differential::{Outcome, Sides};
use tokenwright_edits::documents::{Documents, splits};
use tokenwright_interpreter::Interpreter;
use tokenwright_prover::evaluate::Evaluator;
use tokenwright_tables::load;

/// Documents for each set of edits.
const DOCUMENTS: usize = 150;

#[test]
fn accepted_tables_do_not_get_stuck() {
    run(2, 12);
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn many_accepted_tables_do_not_get_stuck() {
    run(60, 40);
}

/// The outcome of one set of edits.
enum Run {
    /// No document got stuck, and the program gave the outcome of the tables.
    Agrees,
    /// The compiler reports that it cannot translate the tables.
    NotCompiled(String),
    Failed(String),
}

/// Tries `attempts` edits on each revision, `sets` times.
fn run(sets: usize, attempts: usize) {
    let revisions = load::checked_in();
    let seed = seed();
    let numbers = (0..sets * revisions.len()).into_par_iter();
    let results: Vec<_> = numbers
        .map(|number| {
            let mut random = Rng::with_seed((seed << 16) + number as u64);
            let set = edited(&revisions[number % revisions.len()], &mut random, attempts);
            let run = run_one(&set, &mut random);
            (set, run)
        })
        .collect();
    let (mut edits, mut refused, mut agree) = (0, 0, 0);
    let (mut not_compiled, mut failures) = (Vec::new(), Vec::new());
    for (set, run) in results {
        edits += set.edits.len();
        refused += set.refused;
        match run {
            Run::Agrees => agree += 1,
            Run::NotCompiled(why) => not_compiled.push(why),
            Run::Failed(what) => {
                let id = &set.loaded.revision.about.id;
                failures.push(format!("{id}:\n  {}\n{what}", set.edits.join("\n  ")));
            }
        }
    }
    println!("seed {seed}: {edits} edits, {refused} more refused; {agree} sets agree");
    println!("not compiled: {not_compiled:#?}");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(
        edits >= sets && refused >= edits,
        "{edits} edits, {refused} refused"
    );
    assert!(agree > 2 * not_compiled.len(), "{agree} sets agree");
}

/// Runs random documents through the tables and their program.
fn run_one(set: &Accepted, random: &mut Rng) -> Run {
    let interpreter = match Interpreter::new(&set.loaded.revision, &set.loaded.references) {
        Ok(interpreter) => interpreter,
        Err(refusal) => {
            return Run::Failed(format!("the interpreter refuses them: {refusal}"));
        }
    };
    let program = compile_revision(&set.loaded, &Passes::all());
    let evaluator = program
        .as_ref()
        .map(|program| Evaluator::new(program, &set.loaded.references));
    let documents = Documents::of(&set.loaded, &[]);
    for _ in 0..DOCUMENTS {
        let (setup, input) = documents.next(random);
        let outcome = match Outcome::of_tables(&interpreter, &setup, &input) {
            Ok(outcome) => outcome,
            Err(why) => return Run::Failed(format!("{setup:?} is refused: {why}")),
        };
        if outcome.stuck.is_some() {
            return Run::Failed(format!("{input:?} {setup:?} gets stuck: {outcome}"));
        }
        if let (Ok(program), Ok(evaluator)) = (&program, &evaluator) {
            let sides = Sides {
                program,
                evaluator,
                interpreter: &interpreter,
            };
            let splits = splits(&input, random);
            if let Some(difference) = sides.against(&outcome, &setup, &input, &splits) {
                return Run::Failed(sides.minimised(difference).to_string());
            }
        }
    }
    match program {
        Ok(_) => Run::Agrees,
        Err(error) => Run::NotCompiled(error.to_string()),
    }
}
