//! Tables of tree construction that `check` accepts are compiled, whatever their rows say, and their programs are proved.

use super::seed;
use fastrand::Rng;
use rayon::prelude::*;
use tokenwright_compiler::compile_trees;
use tokenwright_compiler::optimise::Passes;
use tokenwright_edits::anywhere::trees::edited;
use tokenwright_prover::trees::compare;
use tokenwright_tables::load::{self, Loaded};

/// Why a program is not that of the tables; none if it is.
fn fault(loaded: &Loaded, passes: &Passes) -> Option<String> {
    let tables = loaded.trees.as_ref().expect("tables of trees");
    let program = match compile_trees(loaded, passes) {
        Ok(program) => program.expect("tables of trees"),
        Err(error) => return Some(format!("not compiled: {error}")),
    };
    let found = compare(loaded, tables, &program).differences;
    let first = found.first()?;
    Some(format!(
        "in {}\n    tables   {}\n    program  {}",
        first.of, first.tables, first.program
    ))
}

/// Tries `attempts` edits on the newest revisions, `sets` times each.
fn run(revisions: usize, sets: usize, attempts: usize) {
    let all = load::checked_in();
    let seed = seed();
    let results: Vec<(usize, Option<String>)> = (0..sets * revisions)
        .into_par_iter()
        .map(|number| {
            let original = &all[all.len() - 1 - number % revisions];
            let mut random = Rng::with_seed((seed << 16) + number as u64);
            let set = edited(original, &mut random, attempts);
            let passes = [Passes::all(), Passes::none()];
            let fault = passes.iter().find_map(|passes| fault(&set.loaded, passes));
            let id = &original.revision.about.id;
            let edits = set.edits.join("\n  ");
            let fault = fault.map(|fault| format!("{id}, set {number}: {fault}\n  {edits}"));
            (set.edits.len(), fault)
        })
        .collect();
    let edits: usize = results.iter().map(|(edits, _)| edits).sum();
    let faults: Vec<String> = results.into_iter().filter_map(|(_, fault)| fault).collect();
    println!("seed {seed}: {edits} edits in {} sets", sets * revisions);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert!(edits * 5 > sets * revisions * attempts, "{edits} edits");
}

#[test]
fn accepted_tables_of_trees_are_compiled_right() {
    run(2, 1, 40);
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn many_accepted_tables_of_trees_are_compiled_right() {
    run(load::checked_in().len(), 40, 60);
}
