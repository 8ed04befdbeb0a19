//! Which mutants a list of tests shows.
//!
//! Running every test against every mutant takes too long. So each test is run once on the original, which records the
//! parts that it runs; a mutant is run only on tests that set its trigger off, the shortest first, until one shows
//! it. So the score is exact, and `needed` finds a small set by taking greedily the test that shows most, which need
//! not be the smallest.

use super::view::differs;
use crate::mutate::{self, Mutant, Operator, Part, Site, Sites, Trigger};
use crate::parallel;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tokenwright_interpreter::{Interpreter, Output, Refusal, Setup};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;

/// A test that agrees with the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRun {
    /// How the tokenizer is started.
    pub setup: Setup,
    /// The characters to feed.
    pub input: String,
    /// The output of the tables.
    pub expected: Output,
}

impl TestRun {
    /// Runs an input.
    ///
    /// # Errors
    /// If the revision cannot be run on the input.
    pub fn new(interpreter: &Interpreter<'_>, setup: &Setup, input: &str) -> Result<Self, Refusal> {
        Ok(TestRun {
            setup: setup.clone(),
            input: input.to_owned(),
            expected: interpreter.run(setup, input)?,
        })
    }
}

/// A mutant that no test shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survivor {
    /// The part that it belongs to.
    pub part: Part,
    /// Its index among the mutants of the part.
    pub index: usize,
    /// The row that is changed.
    pub site: Site,
    /// The mutation.
    pub operator: Operator,
    /// The change, in the words of the tables.
    pub description: String,
}

/// The mutation score of a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// For each operator, how many mutants there are and how many of them are shown.
    pub operators: BTreeMap<Operator, (usize, usize)>,
    /// How many mutants the interpreter refuses before it has read anything.
    pub refused: usize,
    /// Mutants that no test shows, in the order of the tables.
    pub survivors: Vec<Survivor>,
    /// The rows that some test shows a mutant of.
    pub shown: BTreeSet<Site>,
    /// The rows that some test runs.
    pub run: BTreeSet<Site>,
    /// Characters at the boundaries of classes: how many there are, and how many are shown.
    pub classes: (usize, usize),
    /// Answers of conditions: how many there are, and how many are shown.
    pub answers: (usize, usize),
}

impl Measure {
    /// How many mutants there are, and how many are shown.
    #[must_use]
    pub fn mutants(&self) -> (usize, usize) {
        let each = self.operators.values();
        each.fold((0, 0), |(all, shown), (a, s)| (all + a, shown + s))
    }
}

/// Tests, indexed by the parts of the tables that each of them runs.
#[derive(Debug)]
pub struct Tests<'t> {
    runs: &'t [TestRun],
    /// The shortest first, for each number in [`Sites`].
    of: HashMap<u32, Vec<usize>>,
    order: Vec<usize>,
    /// Whether errors have names.
    named: bool,
}

impl<'t> Tests<'t> {
    /// Runs the tests once with the original tables.
    ///
    /// # Errors
    /// If a test cannot be run.
    pub fn new(
        interpreter: &Interpreter<'_>,
        sites: &Sites,
        runs: &'t [TestRun],
    ) -> Result<Self, Refusal> {
        let mut order: Vec<usize> = (0..runs.len()).collect();
        order.sort_by_key(|at| runs[*at].input.len());
        let mut of: HashMap<u32, Vec<usize>> = HashMap::new();
        for at in &order {
            let recorder = sites.recorder();
            interpreter.observe(&runs[*at].setup, &runs[*at].input, &recorder)?;
            let mut numbers = recorder.take();
            numbers.sort_unstable();
            numbers.dedup();
            for number in numbers {
                of.entry(number).or_default().push(*at);
            }
        }
        Ok(Tests {
            runs,
            of,
            order,
            named: interpreter.revision().about.named_errors,
        })
    }

    /// Whether a test shows that other tables do something else.
    fn shows(&self, test: usize, changed: &Interpreter<'_>) -> bool {
        let run = &self.runs[test];
        let found = changed.run(&run.setup, &run.input);
        differs(&run.expected, &found, self.named)
    }

    /// The first few of the tests that set a trigger off and show a mutant.
    fn showing(&self, trigger: Trigger, changed: &Interpreter<'_>) -> impl Iterator<Item = usize> {
        let triggered = self.triggered(trigger).into_iter();
        triggered
            .filter(|test| self.shows(*test, changed))
            .take(CHOICE)
    }

    /// The indices of the tests that set a trigger off, the shortest first.
    #[must_use]
    pub fn triggered(&self, trigger: Trigger) -> Vec<usize> {
        let at = |number: u32| self.of.get(&number).map(Vec::as_slice).unwrap_or_default();
        match trigger {
            Trigger::At(number) => at(number).to_vec(),
            Trigger::Takes(block, c) => {
                let holds = |test: &&usize| c.is_none_or(|c| self.runs[**test].input.contains(c));
                at(block).iter().filter(holds).copied().collect()
            }
            Trigger::Holds(c) => {
                let holds = |test: &&usize| self.runs[**test].input.contains(c);
                self.order.iter().filter(holds).copied().collect()
            }
            Trigger::Always => self.order.clone(),
        }
    }
}

/// The tables, ready to run, and the tests, run once with them.
fn prepared<'l>(
    loaded: &'l Loaded,
    runs: &'l [TestRun],
) -> Result<(Interpreter<'l>, Sites, Tests<'l>), Refusal> {
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references)?;
    let sites = Sites::new(&loaded.revision);
    let tests = Tests::new(&interpreter, &sites, runs)?;
    Ok((interpreter, sites, tests))
}

/// Computes the mutation score of tests. `progress` is called with the number of finished parts and of all.
///
/// # Errors
/// If a test cannot be run.
pub fn measure(
    loaded: &Loaded,
    runs: &[TestRun],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Measure, Refusal> {
    let revision = &loaded.revision;
    let (interpreter, sites, tests) = prepared(loaded, runs)?;
    let of_part = |part: &Part| {
        let mut measure = Measure::default();
        for (index, mutant) in mutate::mutants(revision, &sites, *part).iter().enumerate() {
            let count = measure.operators.entry(mutant.operator).or_default();
            count.0 += 1;
            let border = matches!(mutant.operator, Operator::Larger | Operator::Smaller);
            measure.classes.0 += usize::from(border);
            let negates = mutant.operator == Operator::Negated;
            measure.answers.0 += if negates { mutant.triggers.len() } else { 0 };
            let model = mutant.model(revision);
            let Ok(changed) = model.interpreter(&interpreter) else {
                measure.refused += 1;
                count.1 += 1;
                continue;
            };
            let mut shown = 0;
            for trigger in &mutant.triggers {
                let found = tests.showing(*trigger, &changed).next().is_some();
                shown += usize::from(found);
                if found && !negates {
                    break;
                }
            }
            measure.answers.1 += if negates { shown } else { 0 };
            if shown > 0 {
                count.1 += 1;
                measure.classes.1 += usize::from(border);
                measure.shown.insert(mutant.site);
            } else {
                measure.survivors.push(Survivor {
                    part: *part,
                    index,
                    site: mutant.site,
                    operator: mutant.operator,
                    description: mutant.description.clone(),
                });
            }
        }
        measure
    };
    let parts = mutate::parts(revision);
    let mut whole = Measure::default();
    for measure in parallel::map(&parts, of_part, progress) {
        for (operator, (all, shown)) in measure.operators {
            let sum = whole.operators.entry(operator).or_default();
            *sum = (sum.0 + all, sum.1 + shown);
        }
        whole.refused += measure.refused;
        whole.survivors.extend(measure.survivors);
        whole.shown.extend(measure.shown);
        for (sum, more) in [
            (&mut whole.classes, measure.classes),
            (&mut whole.answers, measure.answers),
        ] {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
    }
    for (site, number) in rows(loaded, &sites) {
        if tests.of.contains_key(&number) {
            whole.run.insert(site);
        }
    }
    Ok(whole)
}

/// The rows of states and procedures, with their numbers.
pub(super) fn rows(loaded: &Loaded, sites: &Sites) -> Vec<(Site, u32)> {
    let revision = &loaded.revision;
    let states = revision.states.iter().enumerate();
    let procedures = revision.procedures.iter().enumerate();
    let blocks = states.map(|(at, block)| (Part::State(at), block));
    let blocks = blocks.chain(procedures.map(|(at, block)| (Part::Procedure(at), block)));
    let rows = blocks.flat_map(|(part, block)| {
        let site = move |row| Site { part, row };
        let rows = block.rows.iter().enumerate();
        rows.map(move |(at, row)| (site(Some(at)), sites.row(row)))
    });
    rows.collect()
}

/// The tests that are needed: a few that together show all that all of them show, found one mutant
/// after the other; the shortest of those that show it, unless one is there already.
///
/// # Errors
/// If a test cannot be run.
pub(super) fn needed(loaded: &Loaded, runs: &[TestRun]) -> Result<BTreeSet<usize>, Refusal> {
    let revision = &loaded.revision;
    let (interpreter, sites, tests) = prepared(loaded, runs)?;
    let parts = mutate::parts(revision);
    // For each mutant and trigger, the first few tests that show it.
    let of_part = |part: &Part| {
        let mut all = Vec::new();
        for mutant in &mutate::mutants(revision, &sites, *part) {
            let model = mutant.model(revision);
            let Ok(changed) = model.interpreter(&interpreter) else {
                continue;
            };
            for trigger in &mutant.triggers {
                let shown: Vec<usize> = tests.showing(*trigger, &changed).collect();
                if !shown.is_empty() {
                    all.push(shown);
                }
            }
        }
        all
    };
    let wanted = parallel::map(&parts, of_part, &|_, _| ());
    Ok(cover(&wanted.concat()))
}

/// For each survivor of one suite, the first few of other tests that show it, by their indices.
///
/// # Errors
/// If a test cannot be run.
pub fn showing(
    loaded: &Loaded,
    survivors: &[Survivor],
    runs: &[TestRun],
) -> Result<Vec<Vec<usize>>, Refusal> {
    let revision = &loaded.revision;
    let (interpreter, sites, tests) = prepared(loaded, runs)?;
    let parts = mutants_of(survivors, revision, &sites);
    let mut all = Vec::new();
    for survivor in survivors {
        let mutant = &parts[&survivor.part][survivor.index];
        let model = mutant.model(revision);
        let mut shown = Vec::new();
        if let Ok(changed) = model.interpreter(&interpreter) {
            let triggers = mutant.triggers.iter();
            let showing = triggers.flat_map(|trigger| tests.showing(*trigger, &changed));
            shown.extend(showing.take(CHOICE));
        }
        all.push(shown);
    }
    Ok(all)
}

/// The mutants of the parts of survivors.
pub(super) fn mutants_of(
    survivors: &[Survivor],
    revision: &Revision,
    sites: &Sites,
) -> BTreeMap<Part, Vec<Mutant>> {
    let parts: BTreeSet<Part> = survivors.iter().map(|survivor| survivor.part).collect();
    let parts = parts.into_iter();
    let mutants = parts.map(|part| (part, mutate::mutants(revision, sites, part)));
    mutants.collect()
}

/// How many tests that show a mutant are considered for it.
const CHOICE: usize = 16;

/// A small set that has a member in each of the lists: first the members without an alternative, then
/// the most frequent ones.
#[must_use]
pub fn cover(wanted: &[Vec<usize>]) -> BTreeSet<usize> {
    let mut chosen: BTreeSet<usize> = BTreeSet::new();
    for shown in wanted {
        if let [only] = shown[..] {
            chosen.insert(only);
        }
    }
    let mut open: Vec<&Vec<usize>> = wanted.iter().collect();
    loop {
        open.retain(|shown| !shown.iter().any(|test| chosen.contains(test)));
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for test in open.iter().flat_map(|shown| shown.iter()) {
            *counts.entry(*test).or_default() += 1;
        }
        // Of those that are in most lists, the first.
        let counts = counts.into_iter();
        match counts.max_by_key(|(test, count)| (*count, usize::MAX - *test)) {
            Some((test, _)) => chosen.insert(test),
            None => return chosen,
        };
    }
}
