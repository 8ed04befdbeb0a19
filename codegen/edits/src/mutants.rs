//! Every first-order mutant of a revision: its program does what the mutant's tables say.
//!
//! A proof of each would take hours. So the program is evaluated on the tests that run what the mutant changes, among
//! them those that kill it, and on a share of all other tests.

use crate::differential::{Sides, Split};
use crate::threads::for_each;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use tokenwright_analyses::mutate::{self, Mutant, Part, Sites};
use tokenwright_analyses::suite::{Run, Tests};
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::Passes;
use tokenwright_interpreter::{Interpreter, Refusal};
use tokenwright_prover::evaluate::Evaluator;
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::Severity;
use tokenwright_tables::load::Loaded;

/// The most tests that run what a mutant changes, the shortest first.
const TRIGGERED: usize = 48;
/// One in this many of all other tests is evaluated.
const SHARE: usize = 64;

/// What was found out about the mutants of a revision.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Mutants that `check` accepts and that were compiled.
    pub compiled: usize,
    /// Mutants that `check` refuses.
    pub refused: usize,
    /// Compiled mutants that some evaluated test kills.
    pub killed: usize,
    /// How many times a test was evaluated.
    pub evaluated: usize,
    /// How many of these tests kill their mutant.
    pub killing: usize,
    /// Tests on which the tables of the mutant give no output.
    pub without_output: usize,
    /// Where a program does not do what its tables say, in the order of the tables.
    pub failures: Vec<String>,
}

impl Report {
    fn add(&mut self, other: Report) {
        self.compiled += other.compiled;
        self.refused += other.refused;
        self.killed += other.killed;
        self.evaluated += other.evaluated;
        self.killing += other.killing;
        self.without_output += other.without_output;
        self.failures.extend(other.failures);
    }
}

/// Checks one in `stride` of the mutants of a revision on all cores. `progress` is called with how many parts of the
/// tables are done, of how many.
///
/// # Errors
/// Where the revision itself cannot be run.
pub fn verify(
    loaded: &Loaded,
    tests: &[Run],
    stride: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Report, Refusal> {
    let revision = &loaded.revision;
    let interpreter = Interpreter::new(revision, &loaded.references)?;
    let sites = Sites::new(revision);
    let index = Tests::new(&interpreter, &sites, tests)?;
    let search = Search {
        loaded,
        tests,
        index,
    };
    let parts = mutate::parts(revision);
    let (done, reports) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    for_each(parts.len(), |part| {
        let report = search.part(&sites, part, parts[part], stride);
        let mut reports = reports.lock().unwrap_or_else(PoisonError::into_inner);
        reports.insert(part, report);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, parts.len());
    });
    let mut whole = Report::default();
    let reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    reports.into_values().for_each(|report| whole.add(report));
    Ok(whole)
}

struct Search<'s> {
    loaded: &'s Loaded,
    tests: &'s [Run],
    index: Tests<'s>,
}

impl Search<'_> {
    fn part(&self, sites: &Sites, number: usize, part: Part, stride: usize) -> Report {
        let mut report = Report::default();
        let mutants = mutate::mutants(&self.loaded.revision, sites, part);
        for (index, mutant) in mutants.iter().enumerate() {
            // A prime spreads the sample over the rows of all parts.
            if (number * 7919 + index).is_multiple_of(stride) {
                report.add(self.mutant(mutant, number * 7919 + index));
            }
        }
        report
    }

    fn mutant(&self, mutant: &Mutant, number: usize) -> Report {
        let revision = mutant.revision(&self.loaded.revision);
        let is_error = |severity| severity == Severity::Error;
        let mut found = check::revision(&revision).into_iter();
        if found.any(|diagnostic| is_error(diagnostic.severity)) {
            return Report {
                refused: 1,
                ..Report::default()
            };
        }
        let mutated = Loaded {
            revision,
            references: self.loaded.references.clone(),
        };
        let mut report = Report {
            compiled: 1,
            ..Report::default()
        };
        if let Err(failure) = self.compare(&mutated, mutant, number, &mut report) {
            let row = mutant.site.describe(&self.loaded.revision);
            let edit = format!("{row}: {}: {}", mutant.operator, mutant.said);
            report.failures.push(format!("{edit}\n{failure}"));
        }
        report
    }

    /// Compares the program of a mutant with its tables; gives the first difference.
    fn compare(
        &self,
        mutated: &Loaded,
        mutant: &Mutant,
        number: usize,
        report: &mut Report,
    ) -> Result<(), String> {
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
        for test in self.chosen(mutant, number) {
            let Run {
                setup,
                input,
                expected,
            } = &self.tests[test];
            let Ok(output) = interpreter.run(setup, input) else {
                report.without_output += 1;
                continue;
            };
            let kills = output != *expected;
            is_killed |= kills;
            report.killing += usize::from(kills);
            report.evaluated += 1;
            // A test that kills is split everywhere, too.
            let splits: &[Split] = match kills {
                true => &[Split::Whole, Split::Characters],
                false => &[Split::Growing],
            };
            if let Some(difference) = sides.against(&Ok(output), setup, input, splits) {
                return Err(sides.minimised(difference).to_string());
            }
        }
        report.killed += usize::from(is_killed);
        Ok(())
    }

    /// The tests for a mutant: those that run what it changes, and a share of the others.
    fn chosen(&self, mutant: &Mutant, number: usize) -> BTreeSet<usize> {
        let mut chosen = BTreeSet::new();
        for trigger in &mutant.triggers {
            let triggered = self.index.triggered(*trigger);
            let room = TRIGGERED.saturating_sub(chosen.len());
            chosen.extend(triggered.into_iter().take(room.max(8)));
        }
        let offset = number % SHARE;
        chosen.extend((offset..self.tests.len()).step_by(SHARE));
        chosen
    }
}
