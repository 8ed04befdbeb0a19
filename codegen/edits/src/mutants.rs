//! Every first-order mutant of a revision: its program implements the mutant's tables.
//!
//! A proof of each would take hours. So the program is evaluated on the tests that run what the mutant changes, among
//! them one that kills it if the suite has one, and on a share of all other tests.

use crate::differential::{Outcome, Sides, Split};
use crate::refusal;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use tokenwright_analyses::mutate::{self, Mutant, Sites};
use tokenwright_analyses::suite::{self, TestRun, Tests};
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::Passes;
use tokenwright_interpreter::{Interpreter, Refusal};
use tokenwright_prover::evaluate::Evaluator;
use tokenwright_tables::load::Loaded;

/// The maximum number of tests that run the mutated row; the shortest ones are chosen.
const TRIGGERED: usize = 48;
/// One in this many of all other tests is evaluated.
const SHARE: usize = 64;

/// The results for the mutants of a revision.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Mutants that `check` accepts and that were compiled.
    pub compiled: usize,
    /// Mutants that `check` refuses.
    pub refused: usize,
    /// Compiled mutants that some evaluated test kills.
    pub killed: usize,
    /// The number of evaluations of tests.
    pub evaluated: usize,
    /// The number of these evaluations that kill the mutant.
    pub killing: usize,
    /// Mutants that get stuck on some evaluated test, by the reason: the row and the edit.
    pub stuck: BTreeMap<String, Vec<String>>,
    /// A disagreement between a program and its tables: the row, the edit and an input.
    pub failures: Vec<String>,
}

impl Report {
    fn add(&mut self, other: Report) {
        self.compiled += other.compiled;
        self.refused += other.refused;
        self.killed += other.killed;
        self.evaluated += other.evaluated;
        self.killing += other.killing;
        for (reason, mutants) in other.stuck {
            self.stuck.entry(reason).or_default().extend(mutants);
        }
        self.failures.extend(other.failures);
    }
}

/// The tests of the suite that is made from the tables of a revision: they kill each of its mutants that is not proved
/// to be the same. `progress` is called with how many parts of the tables are done, of how many.
///
/// # Errors
/// If the revision cannot be run.
pub fn tests(
    loaded: &Loaded,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<TestRun>, Refusal> {
    Ok(suite::build(loaded, progress)?.runs())
}

/// Checks one in `stride` of the mutants of a revision on all cores. `progress` is called after each mutant, with
/// the results so far.
///
/// # Errors
/// If the revision itself cannot be run.
pub fn verify(
    loaded: &Loaded,
    tests: &[TestRun],
    stride: usize,
    progress: &(dyn Fn(&Progress<'_>) + Sync),
) -> Result<Report, Refusal> {
    let revision = &loaded.revision;
    let interpreter = Interpreter::new(revision, &loaded.references)?;
    let sites = Sites::new(revision);
    let index = Tests::new(&interpreter, &sites, tests)?;
    let search = MutantSearch {
        loaded,
        tests,
        index,
    };
    let parts = mutate::parts(revision);
    let numbered = parts.par_iter().enumerate();
    let chosen = numbered.flat_map_iter(|(number, part)| {
        let mutants = mutate::mutants(revision, &sites, *part).into_iter();
        // A prime spreads the sample over the rows of all parts.
        let mutants = mutants
            .enumerate()
            .map(move |(index, mutant)| (number * 7919 + index, mutant));
        mutants.filter(move |(number, _)| number.is_multiple_of(stride))
    });
    let chosen: Vec<(usize, Mutant)> = chosen.collect();
    let so_far = Mutex::new((0, Report::default()));
    // One at a time: the mutants of one part may take much longer than those of another.
    let mutants = chosen.par_iter().with_max_len(1);
    mutants.for_each(|(number, mutant)| {
        let report = search.mutant(mutant, *number);
        let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, whole) = &mut *so_far;
        *done += 1;
        let failures = report.failures.clone();
        whole.add(report);
        progress(&Progress {
            done: *done,
            mutants: chosen.len(),
            report: whole,
            failures: &failures,
        });
    });
    let (_, mut report) = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.failures.sort();
    Ok(report)
}

/// The progress of [`verify`].
#[derive(Clone, Copy, Debug)]
pub struct Progress<'r> {
    /// The number of finished mutants.
    pub done: usize,
    /// The number of mutants to check.
    pub mutants: usize,
    /// The results for the finished mutants.
    pub report: &'r Report,
    /// Where the program of the last mutant disagrees with its tables.
    pub failures: &'r [String],
}

struct MutantSearch<'s> {
    loaded: &'s Loaded,
    tests: &'s [TestRun],
    index: Tests<'s>,
}

impl MutantSearch<'_> {
    fn mutant(&self, mutant: &Mutant, number: usize) -> Report {
        let revision = mutant.revision(&self.loaded.revision);
        if refusal(&revision).is_some() {
            return Report {
                refused: 1,
                ..Report::default()
            };
        }
        let mutated = Loaded {
            revision,
            references: self.loaded.references.clone(),
            trees: None,
        };
        let mut report = Report {
            compiled: 1,
            ..Report::default()
        };
        let row = mutant.site.describe(&self.loaded.revision);
        let edit = format!("{row}: {}: {}", mutant.operator, mutant.description);
        match self.compare(&mutated, mutant, number, &mut report) {
            Ok(stuck) => {
                let stuck = stuck.into_iter();
                report.stuck = stuck.map(|reason| (reason, vec![edit.clone()])).collect();
            }
            Err(failure) => report.failures.push(format!("{edit}\n{failure}")),
        }
        report
    }

    /// Compares the program of a mutant with its tables; gives why it gets stuck on some test, or the first difference.
    fn compare(
        &self,
        mutated: &Loaded,
        mutant: &Mutant,
        number: usize,
        report: &mut Report,
    ) -> Result<BTreeSet<String>, String> {
        let program = compile_revision(mutated, &Passes::all())?;
        let interpreter = Interpreter::new(&mutated.revision, &mutated.references);
        let interpreter = interpreter.map_err(|refusal| refusal.to_string())?;
        let evaluator = Evaluator::new(&program, &mutated.references);
        let sides = Sides {
            program: &program,
            evaluator: &evaluator,
            interpreter: &interpreter,
        };
        let mut is_killed = false;
        let mut stuck = BTreeSet::new();
        for test in self.chosen(mutant, number, &interpreter) {
            let TestRun {
                setup,
                input,
                expected,
            } = &self.tests[test];
            let outcome = Outcome::of_tables(&interpreter, setup, input)?;
            let kills = outcome != Outcome::of(expected);
            is_killed |= kills;
            stuck.extend(outcome.stuck.clone());
            report.killing += usize::from(kills);
            report.evaluated += 1;
            // A test that kills is split everywhere, too.
            let splits: &[Split] = match kills {
                true => &[Split::Whole, Split::Characters],
                false => &[Split::Growing],
            };
            if let Some(difference) = sides.against(&outcome, setup, input, splits) {
                return Err(sides.minimised(difference).to_string());
            }
        }
        report.killed += usize::from(is_killed);
        Ok(stuck)
    }

    /// The tests for a mutant: the shortest of those that run what it changes, one that kills it, and a share of the
    /// others.
    fn chosen(
        &self,
        mutant: &Mutant,
        number: usize,
        interpreter: &Interpreter<'_>,
    ) -> BTreeSet<usize> {
        let mut chosen = BTreeSet::new();
        let kills = |test: &usize| {
            let TestRun {
                setup,
                input,
                expected,
            } = &self.tests[*test];
            interpreter.run(setup, input).as_ref() != Ok(expected)
        };
        for trigger in &mutant.triggers {
            let triggered = self.index.triggered(*trigger);
            let room = TRIGGERED.saturating_sub(chosen.len()).max(8);
            let (near, far) = triggered.split_at(room.min(triggered.len()));
            chosen.extend(near);
            if !near.iter().any(kills) {
                chosen.extend(far.iter().find(|test| kills(test)));
            }
        }
        let offset = number % SHARE;
        chosen.extend((offset..self.tests.len()).step_by(SHARE));
        chosen
    }
}
