//! The making of a suite of trees: documents for every goal and every mutant, then few of them that do the same.

use super::behind::openers;
use super::goals::{Goal, goals};
use super::kill::{Killer, Known};
use super::pool::Pool;
use super::run::Runner;
use super::score::{TreeRun, runs, showing, touched};
use super::walk::Walk;
use crate::compare::trees::{Machine, Start};
use crate::mutate::trees::TreeMutants;
use crate::parallel;
use crate::suite::cover;
use std::collections::BTreeMap;
use tokenwright_interpreter::tree::Stuck;
use tokenwright_tables::tree::grammar::ElementType;

/// How many documents besides the one that was found are run for each mutant, to see whether one of them does for several.
const OTHERS: usize = 100;

/// How many documents that show a mutant are enough.
const SHOWING: usize = 10;

/// A test of a suite.
#[derive(Clone, Debug)]
pub struct TreeTest {
    /// The row or the algorithm that it is for: of those that it runs, the one that fewest tests run.
    pub of: Goal,
    /// The document.
    pub run: TreeRun,
    /// The only scripting mode that it is for; none if both give the same.
    pub scripting: Option<bool>,
}

/// A suite of trees.
#[derive(Clone, Debug)]
pub struct TreeSuite {
    /// The tests, in the order of what they are for.
    pub tests: Vec<TreeTest>,
    /// The goals that no test reaches.
    pub missed: Vec<Goal>,
    /// For how many mutants a test was searched.
    pub mutants: usize,
    /// Those of them for which none was found: what was changed, and where. Some are equal to the tables, or refused by the checks.
    pub left: Vec<String>,
}

/// Makes the suite of some tables, for one in `stride` of their mutants.
///
/// # Errors
/// If the tables cannot be run.
pub fn build(
    machine: &Machine<'_>,
    stride: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<TreeSuite, Stuck> {
    let walk = Walk::of(machine).map_err(|refusal| Stuck::from_refusal(&refusal))?;
    let goals = goals(machine.tables);
    let mutants = TreeMutants::of(machine.tables);
    let numbers: Vec<usize> = (0..mutants.count()).step_by(stride).collect();
    let runner = Runner::new(machine)?;
    let results = walk.steps.iter().map(|step| {
        let start = &walk.starts[step.start];
        runner.run(start, &walk.text(step)).ok()
    });
    let openers = openers(machine, &walk)?;
    let pool = Pool::of(machine, &runner, &walk)?;
    let known = Known {
        openers: &openers,
        pool: &pool,
        results: &results.collect::<Vec<_>>(),
        machine,
        runner,
        walk: &walk,
    };
    let find = |number: &usize| known.killer(&mutants.nth(*number)?);
    let killers = parallel::map(&numbers, find, progress);
    let of_killers = killers.iter().flatten();
    let of_killers = of_killers.map(|killer| (killer.start.clone(), killer.text.clone()));
    let reaching = goals.iter().filter_map(|goal| {
        let step = &walk.steps[*walk.of_goal(*goal).first()?];
        Some((walk.starts[step.start].clone(), walk.text(step)))
    });
    let mut documents: Vec<(Start, String)> = of_killers.chain(reaching).collect();
    documents.sort_by_cached_key(|(start, text)| order(start, text));
    documents.dedup();
    let runs = runs(machine, documents)?;
    let places = runs.iter().enumerate();
    let places = places.map(|(at, run)| (order(&run.start, &run.text), at));
    let places: BTreeMap<_, usize> = places.collect();
    let tasks: Vec<(usize, Option<Killer>)> = numbers.into_iter().zip(killers).collect();
    let show = |(number, killer): &(usize, Option<Killer>)| {
        let Some(mutant) = mutants.nth(*number) else {
            return Vec::new();
        };
        let own = killer.as_ref();
        let own = own.and_then(|it| places.get(&order(&it.start, &it.text)).copied());
        let others = touched(&mutant, &runs).filter(|at| Some(*at) != own);
        let order = own.into_iter().chain(others.take(OTHERS));
        showing((machine, &known.runner), &mutant, &runs, (order, SHOWING)).0
    };
    let mut wanted = parallel::map(&tasks, show, progress);
    let left = tasks.iter().zip(&wanted);
    let left = left.filter(|(_, tests)| tests.is_empty());
    let left = left.filter_map(|((number, _), _)| Some(mutants.nth(*number)?.edit));
    let left: Vec<String> = left.collect();
    let reaches = |goal: &Goal| -> Vec<usize> {
        let all = runs.iter().enumerate();
        let reaching = all.filter(|(_, run)| run.ran.0.contains(goal));
        reaching.map(|(at, _)| at).collect()
    };
    let by_goal: Vec<Vec<usize>> = goals.iter().map(reaches).collect();
    let missed = goals.iter().zip(&by_goal);
    let missed = missed.filter(|(_, tests)| tests.is_empty());
    let missed = missed.map(|(goal, _)| *goal).collect();
    wanted.extend(by_goal);
    wanted.retain(|tests| !tests.is_empty());
    let chosen = cover(&wanted);
    let runs: Vec<TreeRun> = chosen.iter().map(|at| runs[*at].clone()).collect();
    Ok(TreeSuite {
        tests: tests(&known.runner, runs, &goals),
        missed,
        mutants: tasks.len(),
        left,
    })
}

/// What documents are sorted by: whole documents first, then short ones.
fn order(start: &Start, text: &str) -> (bool, bool, usize, String, Option<String>) {
    let context = start.context.as_ref().map(ElementType::html5lib);
    let length = text.chars().count();
    (
        context.is_some(),
        start.scripting,
        length,
        text.to_owned(),
        context,
    )
}

fn tests(runner: &Runner<'_, '_>, runs: Vec<TreeRun>, goals: &[Goal]) -> Vec<TreeTest> {
    let parts = goals
        .iter()
        .filter(|goal| matches!(goal, Goal::Row(..) | Goal::Algorithm(_)));
    let order: BTreeMap<Goal, usize> = parts.enumerate().map(|(at, goal)| (*goal, at)).collect();
    let mut times: BTreeMap<Goal, usize> = BTreeMap::new();
    for goal in runs.iter().flat_map(|run| &run.ran.0) {
        *times.entry(*goal).or_default() += 1;
    }
    let mut tests: Vec<(usize, TreeTest)> = Vec::new();
    for run in runs {
        let known = run.ran.0.iter();
        let known = known.filter_map(|goal| Some((*order.get(goal)?, *goal)));
        let Some((at, of)) = known.min_by_key(|(at, goal)| (times[goal], *at)) else {
            continue;
        };
        let other = Start {
            scripting: !run.start.scripting,
            ..run.start.clone()
        };
        let result = runner.run(&other, &run.text);
        let is_same = result.is_ok_and(|it| it == run.expected);
        let scripting = (!is_same).then_some(run.start.scripting);
        tests.push((at, TreeTest { of, run, scripting }));
    }
    tests.sort_by_key(|(at, test)| (*at, test.run.text.chars().count()));
    tests.into_iter().map(|(_, test)| test).collect()
}
