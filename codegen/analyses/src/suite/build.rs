//! A suite from tables.

use super::alphabet::Alphabet;
use super::context::{SearchContext, SetupInput};
use super::probes::Probes;
use super::score::{self, TestRun};
use super::search::search_part;
use crate::mutate::{self, Site, Sites};
use crate::parallel;
use std::collections::{BTreeMap, HashMap, HashSet};
use tokenwright_interpreter::{Interpreter, Output, Refusal, Setup};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;

/// A test suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// Whether errors have names.
    pub named: bool,
    /// The tests, in the order of the rows that they are for.
    pub tests: Vec<Test>,
}

/// A test, with the interpreter's output for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The row, in the words of the tables, and a number if there are several tests.
    pub name: String,
    /// The row that it is for, if there is one.
    pub site: Option<Site>,
    /// How the tokenizer is started.
    pub setup: Setup,
    /// The characters to feed, before preprocessing.
    pub input: String,
    /// The expected output.
    pub output: Output,
}

/// Makes a suite that shows every mutant for which a short input can be found. `progress` is called with the
/// number of finished parts and of all.
///
/// # Errors
/// If the revision cannot be run to an end.
pub fn build(loaded: &Loaded, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Suite, Refusal> {
    let revision = &loaded.revision;
    let context = SearchContext::new(loaded)?;
    // From the last to the first: numbers and procedures are at the end and take longest, so the short
    // parts fill the cores at the end.
    let mut parts = mutate::parts(revision);
    parts.reverse();
    let bags = parallel::map(&parts, |part| search_part(&context, *part), progress);
    let mut seen = HashSet::new();
    let mut found: Vec<(SetupInput, Site)> = Vec::new();
    for (input, site) in bags.into_iter().rev().flatten() {
        if seen.insert(input.clone()) {
            found.push((input, site));
        }
    }
    let runs: Vec<TestRun> = found
        .iter()
        .map(|((setup, input), _)| TestRun::new(&context.interpreter, setup, input))
        .collect::<Result<_, _>>()?;
    let needed = score::needed(loaded, &runs)?;
    let mut rows: BTreeMap<Site, Vec<usize>> = BTreeMap::new();
    for at in needed {
        rows.entry(found[at].1).or_default().push(at);
    }
    let mut tests = Vec::new();
    let mut names: HashMap<String, usize> = HashMap::new();
    for (site, all) in rows {
        for at in all {
            let count = names.entry(site.describe(revision)).or_default();
            tests.push(Test::of_row(revision, site, *count, runs[at].clone()));
            *count += 1;
        }
    }
    Ok(Suite {
        named: revision.about.named_errors,
        tests,
    })
}

/// The shortest inputs for each behaviour of a revision, each with its setup: the candidates for
/// tests, before anything is measured.
///
/// # Errors
/// If the revision cannot be run to an end.
pub fn inputs(loaded: &Loaded) -> Result<Vec<(Setup, String)>, Refusal> {
    let mut all = Vec::new();
    inputs_until(loaded, |_, found| {
        all.extend_from_slice(found);
        Ok(false)
    })?;
    Ok(all)
}

/// The same inputs in parts, until `enough` says so. It gets those that it has not had, and a number: later inputs have at
/// least as many characters.
///
/// # Errors
/// If the revision cannot be run to an end, or that of `enough`.
pub fn inputs_until<E>(loaded: &Loaded, mut enough: E) -> Result<(), Refusal>
where
    E: FnMut(usize, &[(Setup, String)]) -> Result<bool, Refusal>,
{
    let revision = &loaded.revision;
    let interpreter = Interpreter::new(revision, &loaded.references)?;
    let alphabet = Alphabet::of(revision, &loaded.references);
    let sites = Sites::new(revision);
    let mut handed = 0;
    let mut hand = |least: usize, probes: &Probes| {
        let new = probes.all[handed..].iter();
        let new: Vec<SetupInput> = new.map(|probe| probe.whole(probes)).collect();
        handed = probes.all.len();
        enough(least, &new)
    };
    let mut is_enough = false;
    let until = |least: usize, probes: &Probes| {
        is_enough = hand(least, probes)?;
        Ok(is_enough)
    };
    let found = Probes::until(&interpreter, &loaded.references, &sites, &alphabet, until)?;
    if !is_enough {
        hand(usize::MAX, &found)?;
    }
    Ok(())
}

impl Test {
    /// A test for a row that has so many before it.
    pub(super) fn of_row(revision: &Revision, site: Site, before: usize, run: TestRun) -> Self {
        let row = site.describe(revision);
        Test {
            name: match before {
                0 => row,
                n => format!("{row} [{}]", n + 1),
            },
            site: Some(site),
            setup: run.setup,
            input: run.input,
            output: run.expected,
        }
    }
}

impl Suite {
    /// Adds tests: each for a row, with how the tokenizer is started and an input.
    ///
    /// # Errors
    /// If an input cannot be run.
    pub fn with(
        mut self,
        loaded: &Loaded,
        more: &[(Site, Setup, String)],
    ) -> Result<Self, Refusal> {
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references)?;
        for (site, setup, input) in more {
            let known = |test: &Test| test.setup == *setup && test.input == *input;
            if self.tests.iter().any(known) {
                continue;
            }
            let before = self.tests.iter().filter(|t| t.site == Some(*site)).count();
            let run = TestRun::new(&interpreter, setup, input)?;
            let test = Test::of_row(&loaded.revision, *site, before, run);
            self.tests.push(test);
        }
        Ok(self)
    }

    /// The tests as runs, to be measured.
    #[must_use]
    pub fn runs(&self) -> Vec<TestRun> {
        let run = |test: &Test| TestRun {
            setup: test.setup.clone(),
            input: test.input.clone(),
            expected: test.output.clone(),
        };
        self.tests.iter().map(run).collect()
    }
}
