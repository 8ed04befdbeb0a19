//! The programs of edited tables implement the tables, on random documents at random splits.

use super::seed;
use fastrand::Rng;
use rayon::prelude::*;
use std::collections::BTreeMap;
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::Passes;
use tokenwright_edits::differential::Sides;
use tokenwright_edits::documents::{Documents, splits};
use tokenwright_edits::sets::{EditedTables, edited};
use tokenwright_interpreter::Interpreter;
use tokenwright_prover::evaluate::Evaluator;
use tokenwright_tables::load::{self, Loaded};

/// Documents for each set.
const DOCUMENTS: usize = 100;

fn revisions() -> Vec<Loaded> {
    load::checked_in()
}

/// A set of each revision.
#[test]
fn edited_tables_are_compiled_right() {
    run(6);
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn many_edited_tables_are_compiled_right() {
    run(96);
}

/// Checks the sets with numbers below `count`, on all cores.
fn run(count: usize) {
    let revisions = revisions();
    let numbers = (0..count).into_par_iter();
    let sets: Vec<_> = numbers
        .map(|number| {
            let set = edited(&revisions, seed(), number);
            let failure = failure(&set, number);
            (set.edits.len(), set.refused, failure)
        })
        .collect();
    let (mut edits, mut refused, mut failures) = (0, BTreeMap::new(), Vec::new());
    for (made, reasons, failure) in sets {
        edits += made;
        for (reason, times) in reasons {
            *refused.entry(reason).or_insert(0) += times;
        }
        failures.extend(failure);
    }
    let refusals: usize = refused.values().sum();
    println!("{count} sets with {edits} edits; `check` refused {refusals} more:");
    for ((kind, message), times) in &refused {
        println!("{times:>5} {kind:?}: {message}");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(edits >= 4 * count, "{edits} edits in {count} sets");
    assert!(refusals < edits, "{refusals} refusals");
}

/// The first document on which a set's program differs from its tables.
fn failure(set: &EditedTables, number: usize) -> Option<String> {
    let report = |what: &str| {
        let id = &set.loaded.revision.about.id;
        format!(
            "{id}, seed {}:\n  {}\n{what}",
            seed(),
            set.edits.join("\n  ")
        )
    };
    let program = match compile_revision(&set.loaded, &Passes::all()) {
        Ok(program) => program,
        Err(error) => {
            return Some(report(&format!(
                "`check` accepts it, `compile_revision` does not: {error}"
            )));
        }
    };
    let interpreter = match Interpreter::new(&set.loaded.revision, &set.loaded.references) {
        Ok(interpreter) => interpreter,
        Err(refusal) => {
            return Some(report(&format!(
                "`check` accepts it, the interpreter does not: {refusal}"
            )));
        }
    };
    let sides = Sides {
        program: &program,
        evaluator: &Evaluator::new(&program, &set.loaded.references),
        interpreter: &interpreter,
    };
    let documents = Documents::of(&set.loaded, &set.pieces);
    let mut random = Rng::with_seed(seed().wrapping_add(number as u64));
    (0..DOCUMENTS).find_map(|_| {
        let (setup, input) = documents.next(&mut random);
        let splits = splits(&input, &mut random);
        let difference = sides.difference(&setup, &input, &splits)?;
        Some(report(&sides.minimised(difference).to_string()))
    })
}
