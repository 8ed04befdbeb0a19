//! Longer documents, each of which does something in an order in which no other does it.
//!
//! The deeper steps of an algorithm, such as a second turn of a loop, need several elements in some order, which a walk over all
//! tokens does not reach. So documents are changed as a fuzzer changes them, and kept if one clause is followed by another as it
//! was in no document before, or is done more often for one token. The random numbers have a fixed seed.

use super::goals::Goal;
use super::run::Runner;
use super::score::{TreeRun, runs};
use super::walk::{END, Walk};
use crate::compare::trees::{Machine, Start};
use crate::mutate::trees::{place, place_of};
use crate::parallel;
use fastrand::Rng;
use rustc_hash::{FxHashMap, FxHashSet};
use tokenwright_interpreter::tree::{Body, ParseState, Stuck, TreeObserver, TreeToken};
use tokenwright_tables::tree::model::{Clause, Conjunction};

/// How often documents are changed, and how many at a time.
const ROUNDS: usize = 30;
const OF_A_ROUND: usize = 4_000;

/// The most tokens of a document.
const LONGEST: usize = 18;

/// The most times that tokens are repeated: loops have a bound of 8.
const REPEATED: usize = 9;

/// More than this is often.
const OFTEN: u8 = 3;

const SEED: u64 = 1;

/// The documents.
pub(super) struct Pool {
    pub(super) runs: Vec<TreeRun>,
    /// Their tokens as indices of the walk's letters.
    pub(super) paths: Vec<Vec<usize>>,
}

/// How a document is parsed, by the number of its start, and its tokens.
type Document = (usize, Vec<usize>);

impl Pool {
    /// # Errors
    /// If the tables do not say how to start.
    pub(super) fn of(
        machine: &Machine<'_>,
        runner: &Runner<'_, '_>,
        walk: &Walk,
    ) -> Result<Self, Stuck> {
        let mut seen = FxHashSet::default();
        let mut found: Vec<Document> = Vec::new();
        let mut random = Rng::with_seed(SEED);
        let steps = walk.steps.iter();
        let mut next: Vec<Document> = steps.map(|it| (it.start, it.path.clone())).collect();
        for _ in 0..=ROUNDS {
            let order = |(start, path): &Document| {
                let mut order = Order::default();
                let text = walk.spelt(path);
                let result = runner.observed(&walk.starts[*start], &text, &mut order);
                // What the tables refuse is no test.
                result.map(|_| order.found).unwrap_or_default()
            };
            let orders = parallel::map(&next, order, &|_, _| ());
            for (document, order) in next.drain(..).zip(orders) {
                let before = seen.len();
                seen.extend(order);
                if seen.len() > before {
                    found.push(document);
                }
            }
            next.extend((0..OF_A_ROUND).filter_map(|_| changed(&found, walk, &mut random)));
        }
        let mut pool = Pool {
            runs: Vec::new(),
            paths: Vec::new(),
        };
        for (start, path) in found {
            let document: (Start, String) = (walk.starts[start].clone(), walk.spelt(&path));
            for run in runs(machine, [document])? {
                pool.runs.push(run);
                pool.paths.push(path.clone());
            }
        }
        Ok(pool)
    }
}

/// A document with a change: a token more, less, or another one, or another document's end.
fn changed(documents: &[Document], walk: &Walk, random: &mut Rng) -> Option<Document> {
    let (start, path) = random.choice(documents)?;
    let (_, other) = random.choice(documents)?;
    let mut path: Vec<usize> = path.iter().copied().filter(|at| *at != END).collect();
    // One change alone rarely does anything new.
    for _ in 0..random.usize(1..=3) {
        let letter = match random.bool() {
            true => random.choice(other).copied()?,
            false => random.usize(0..walk.letters.len()),
        };
        let at = random.usize(0..=path.len());
        match random.u8(0..7) {
            0 if at < path.len() => {
                path.remove(at);
            }
            1 if at < path.len() => path[at] = letter,
            2 => {
                path.truncate(at);
                path.extend(&other[random.usize(0..=other.len())..]);
            }
            3 if at < path.len() => {
                let end = path.len().min(at + random.usize(1..=2));
                let repeated = path[at..end].repeat(random.usize(1..=REPEATED));
                path.splice(at..at, repeated);
            }
            4 if !path.is_empty() => path.insert(at, *random.choice(&path)?),
            _ => path.insert(at, letter),
        }
    }
    path.truncate(LONGEST);
    path.retain(|at| *at != END);
    Some((*start, path))
}

/// In what order clauses are done, and how often for one token.
#[derive(Default)]
struct Order {
    last: Option<Goal>,
    times: FxHashMap<Goal, u8>,
    found: FxHashSet<(Option<Goal>, Goal, u8)>,
}

impl Order {
    fn add(&mut self, goal: Goal) {
        let times = self.times.entry(goal).or_default();
        *times = (*times + 1).min(OFTEN);
        self.found.insert((self.last, goal, *times));
        self.last = Some(goal);
    }
}

impl TreeObserver for Order {
    fn token(&mut self, _: &TreeToken, _: ParseState<'_>) {
        self.last = None;
        self.times.clear();
    }

    fn enter(&mut self, body: Body<'_>) {
        self.add(Goal::of(body));
    }

    fn clause(&mut self, clause: &Clause) {
        if let Some(place) = place(clause) {
            self.add(Goal::Clause(place));
        }
    }

    fn tested(&mut self, any: &[Conjunction], held: bool) {
        if let Some(place) = place_of(any) {
            self.add(Goal::Outcome(place, held));
        }
    }
}
