//! Mutants of tables of tree construction: their programs are proved, and the program of the tables differs from each.

use crate::refuses;
use rayon::prelude::*;
use std::collections::BTreeSet;
use tokenwright_analyses::mutate::trees::{TreeMutant, TreeMutants, without_ignored};
use tokenwright_compiler::compile_trees;
use tokenwright_compiler::optimise::Passes;
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_prover::trees::{Difference, compare};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::tree::model::TreeTables;

/// The results for the mutants of a revision.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Mutants that `check` refuses.
    pub refused: usize,
    /// Mutants that were compiled.
    pub compiled: usize,
    /// Compiled mutants that differ in `ignore the token` alone, where it does nothing.
    pub same: usize,
    /// Other compiled mutants that the prover does not distinguish from the program of the tables.
    pub equal: BTreeSet<String>,
    /// Compiled mutants whose program is not proved, and why.
    pub failures: Vec<String>,
}

impl Report {
    fn and(mut self, other: Report) -> Report {
        self.refused += other.refused;
        self.compiled += other.compiled;
        self.same += other.same;
        self.equal.extend(other.equal);
        self.failures.extend(other.failures);
        self
    }
}

/// Proves one in `stride` of the mutants of a revision.
///
/// # Errors
/// If the revision has no tables of tree construction, or they cannot be compiled.
pub fn verify(loaded: &Loaded, stride: usize) -> Result<Report, String> {
    let none = || "there are no tables of tree construction".to_owned();
    let tables = loaded.trees.as_ref().ok_or_else(none)?;
    let program = compile_trees(loaded, &Passes::all())?.ok_or_else(none)?;
    let mutants = TreeMutants::of(tables);
    let numbers: Vec<usize> = (0..mutants.count()).step_by(stride).collect();
    let reports = numbers.par_iter().map_init(
        || loaded.clone(),
        |mutated, number| match mutants.nth(*number) {
            Some(mutant) => one(mutant, mutated, (tables, &program)),
            None => Report::default(),
        },
    );
    let mut report = reports.reduce(Report::default, Report::and);
    report.failures.sort();
    Ok(report)
}

fn one(
    mutant: TreeMutant,
    mutated: &mut Loaded,
    (original, of_original): (&TreeTables, &TreeProgram),
) -> Report {
    let TreeMutant { edit, tables, .. } = mutant;
    if refuses(&tables, &mutated.revision) {
        return Report {
            refused: 1,
            ..Report::default()
        };
    }
    let mut report = Report {
        compiled: 1,
        ..Report::default()
    };
    mutated.trees = Some(tables);
    match compile_trees(mutated, &Passes::all()) {
        Ok(Some(program)) => {
            if let Some(difference) = differences(mutated, &program).first() {
                let Difference {
                    of,
                    tables,
                    program,
                    ..
                } = difference;
                let failure =
                    format!("{edit}\n  in {of}\n    tables   {tables}\n    program  {program}");
                report.failures.push(failure);
            }
        }
        Ok(None) => report.failures.push(format!("{edit}: no program")),
        Err(error) => report.failures.push(format!("{edit}: {error}")),
    }
    if differences(mutated, of_original).is_empty() {
        let tables = mutated.trees.as_ref();
        match tables.is_some_and(|it| without_ignored(it) == without_ignored(original)) {
            true => report.same += 1,
            false => drop(report.equal.insert(edit)),
        }
    }
    report
}

fn differences(loaded: &Loaded, program: &TreeProgram) -> Vec<Difference> {
    let tables = loaded.trees.as_ref();
    tables.map_or_else(Vec::new, |tables| {
        compare(loaded, tables, program).differences
    })
}
