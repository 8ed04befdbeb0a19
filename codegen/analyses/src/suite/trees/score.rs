//! Which mutants the tests of a suite of trees kill, and which part of a test shows them.
//!
//! Runners differ in what they compare: some look at trees alone, some count errors. So a mutant is killed in one of three ways, and the
//! plainest counts. A survivor is judged by cheap arguments only: what clauses read and change, the tables without names, the checks. Nothing proves
//! that two parsers are equal: their stacks have no bound.

use super::goals::Ran;
use super::run::{Runner, Shown, TreeResult, shown};
use crate::compare::trees::{Machine, Start};
use crate::diff::trees::compare;
use crate::mutate::trees::{TreeMutant, TreeMutants, without_ignored};
use crate::parallel;
use tokenwright_interpreter::tree::Stuck;
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::model::Revision;
use tokenwright_tables::tree::check;
use tokenwright_tables::tree::model::TreeTables;

/// A document, what the tables make of it, and what that runs.
#[derive(Clone, Debug)]
pub struct TreeRun {
    /// How it is parsed.
    pub start: Start,
    /// Its text.
    pub text: String,
    /// What the tables make of it.
    pub expected: TreeResult,
    /// What that runs.
    pub ran: Ran,
    /// The text and the tree, in lower case.
    names: String,
}

/// A mutant that no test kills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeSurvivor {
    /// What was changed, and where.
    pub edit: String,
    /// Why no test kills it, if that is known.
    pub verdict: Verdict,
}

/// Why no test kills a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The checks of tables refuse it.
    Refused,
    /// It is the tables in other words or in another order, or does again what makes no difference.
    Equal,
    /// It differs only in what no test shows: an output to the document, or what depends on a question that each test answers alike.
    Unseen,
    /// No test runs what it changes.
    NotRun,
    /// Not known.
    Open,
}

/// The score of a suite.
#[derive(Clone, Debug, Default)]
pub struct TreeMeasure {
    /// The number of mutants.
    pub mutants: usize,
    /// How many are killed by a tree, by the number of errors, or by their places and names alone.
    pub killed: [usize; 3],
    /// The others.
    pub survivors: Vec<TreeSurvivor>,
}

impl TreeMeasure {
    /// How many mutants are killed.
    #[must_use]
    pub fn all_killed(&self) -> usize {
        self.killed.iter().sum()
    }

    /// How many mutants a test may kill: all but those that are refused, equal or not seen.
    #[must_use]
    pub fn possible(&self) -> usize {
        let others = [Verdict::Refused, Verdict::Equal, Verdict::Unseen];
        let others: usize = others.into_iter().map(|it| self.with(it)).sum();
        self.mutants - others
    }

    /// How many survivors have a verdict.
    #[must_use]
    pub fn with(&self, verdict: Verdict) -> usize {
        let survivors = self.survivors.iter();
        survivors.filter(|it| it.verdict == verdict).count()
    }
}

/// What tests say of the mutants that are proved to have no effect.
#[derive(Clone, Debug)]
pub struct Contradictions {
    /// How many are proved.
    pub proved: usize,
    /// Those of them that a test kills.
    pub killed: Vec<String>,
}

/// Runs documents by the tables, for a measure. A document that they refuse is left out.
///
/// # Errors
/// If the tables do not say how to start.
pub fn runs(
    machine: &Machine<'_>,
    documents: impl IntoIterator<Item = (Start, String)>,
) -> Result<Vec<TreeRun>, Stuck> {
    let runner = Runner::new(machine)?;
    let runs = documents.into_iter().filter_map(|(start, text)| {
        let (expected, ran) = runner.ran(&start, &text).ok()?;
        let names = format!("{text}{}", expected.tree).to_lowercase();
        Some(TreeRun {
            start,
            text,
            expected,
            ran,
            names,
        })
    });
    Ok(runs.collect())
}

/// The tests that show a mutant most plainly, and how: of those in this order, up to `most` that show it by their tree.
pub(super) fn showing(
    tables: (&Machine<'_>, &Runner<'_, '_>),
    mutant: &TreeMutant,
    runs: &[TreeRun],
    (order, most): (impl Iterator<Item = usize>, usize),
) -> (Vec<usize>, Option<Shown>) {
    let (machine, runner) = tables;
    let machine = Machine::new(&mutant.tables, machine.revision, machine.interpreter);
    let runner = runner.mutant(&machine);
    let mut best = (Vec::new(), None);
    for at in order {
        let run = &runs[at];
        let shown = match &runner {
            Ok(runner) => shown(&run.expected, &runner.run(&run.start, &run.text)),
            // Tables that cannot start have no tree of any document.
            Err(_) => Some(Shown::Tree),
        };
        if shown > best.1 {
            best = (vec![at], shown);
        } else if shown.is_some() && shown == best.1 {
            best.0.push(at);
        }
        if best.1 == Some(Shown::Tree) && best.0.len() == most {
            break;
        }
    }
    best
}

/// The tests on which a mutant can have an effect.
pub(super) fn touched(mutant: &TreeMutant, runs: &[TreeRun]) -> impl Iterator<Item = usize> {
    let all = runs.iter().enumerate();
    let touched = all.filter(|(_, run)| run.ran.touches(&mutant.site, &run.names));
    touched.map(|(at, _)| at)
}

/// Runs the mutants of some tables over tests.
///
/// # Errors
/// If the tables do not say how to start.
pub fn measure(
    machine: &Machine<'_>,
    runs: &[TreeRun],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<TreeMeasure, Stuck> {
    let runner = Runner::new(machine)?;
    let mutants = TreeMutants::of(machine.tables);
    let judge = |mutant: TreeMutant| {
        let shown = kill((machine, &runner), &mutant, runs);
        let survivor = shown.is_none().then(|| TreeSurvivor {
            verdict: verdict(machine, &mutant, runs),
            edit: mutant.edit,
        });
        Some((shown, survivor))
    };
    let judged = each(&mutants, judge, progress);
    let mut measure = TreeMeasure {
        mutants: mutants.count(),
        ..TreeMeasure::default()
    };
    for (shown, survivor) in judged {
        match shown {
            Some(Shown::Tree) => measure.killed[0] += 1,
            Some(Shown::Count) => measure.killed[1] += 1,
            Some(Shown::Errors) => measure.killed[2] += 1,
            None => {}
        }
        measure.survivors.extend(survivor);
    }
    Ok(measure)
}

/// The mutants that are proved to have no effect, and that a test kills all the same: there are none, unless the proof is wrong.
///
/// # Errors
/// If the tables do not say how to start.
pub fn contradictions(machine: &Machine<'_>, runs: &[TreeRun]) -> Result<Contradictions, Stuck> {
    let runner = Runner::new(machine)?;
    let mutants = TreeMutants::of(machine.tables);
    let judge = |mutant: TreeMutant| {
        let is_proved = mutant.is_unseen(machine.tables);
        let shown = is_proved.then(|| kill((machine, &runner), &mutant, runs))?;
        Some(shown.map(|_| mutant.edit))
    };
    let judged = each(&mutants, judge, &|_, _| ());
    Ok(Contradictions {
        proved: judged.len(),
        killed: judged.into_iter().flatten().collect(),
    })
}

/// What is found of each mutant, in their order.
fn each<T: Send>(
    mutants: &TreeMutants<'_>,
    judge: impl Fn(TreeMutant) -> Option<T> + Sync,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<T> {
    let numbers: Vec<usize> = (0..mutants.count()).collect();
    let found = parallel::map(&numbers, |at| judge(mutants.nth(*at)?), progress);
    found.into_iter().flatten().collect()
}

/// How tests kill a mutant; `None` if they do not.
fn kill(
    tables: (&Machine<'_>, &Runner<'_, '_>),
    mutant: &TreeMutant,
    runs: &[TreeRun],
) -> Option<Shown> {
    let order = touched(mutant, runs);
    showing(tables, mutant, runs, (order, 1)).1
}

fn verdict(machine: &Machine<'_>, mutant: &TreeMutant, runs: &[TreeRun]) -> Verdict {
    // The checks take longest.
    if mutant.has_no_effect(machine.tables) || are_equal(machine.tables, &mutant.tables) {
        Verdict::Equal
    } else if mutant.is_unseen(machine.tables) {
        Verdict::Unseen
    } else if touched(mutant, runs).next().is_none() {
        Verdict::NotRun
    } else if is_refused(&mutant.tables, machine.revision) {
        Verdict::Refused
    } else {
        Verdict::Open
    }
}

/// Whether the checks refuse tables.
fn is_refused(tables: &TreeTables, revision: &Revision) -> bool {
    let mut found = check::check(tables);
    found.extend(check::against(tables, revision));
    found.iter().any(Diagnostic::is_error)
}

/// Whether tables differ in names, in their order, or in the step that does nothing.
fn are_equal(one: &TreeTables, other: &TreeTables) -> bool {
    let [one, other] = [one, other].map(without_ignored);
    compare(("", &one), ("", &other)).same
}
