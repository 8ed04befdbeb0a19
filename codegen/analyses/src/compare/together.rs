//! Finds the changes that a change without an effect needs to have one.
//!
//! The sections are edited in commits of many rows, and a new state has no effect without the row that leads to it.
//! All subsets cannot be tried; so one other change is tried first, then all of them, and from these as many as
//! possible are removed by halves, as in delta debugging. The result is minimal unless the budget ends it, and not
//! always the smallest.

use super::engine::{Grade, Verdict, compare, equal, shows};
use super::entries::SetupPair;
use super::revision_ref::RevisionRef;
use crate::diff::{Change, Difference};
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;

/// The number of comparisons for one change; after that the best result so far is reported.
const COMPARED: usize = 60;

/// The other changes with which a change has an effect.
#[derive(Clone, Debug)]
pub enum Together {
    /// It has an effect with these.
    With {
        /// The others, by their identifiers.
        others: Vec<String>,
        /// Whether all of them are needed.
        fewest: bool,
        /// The effect of the change together with the others.
        verdict: Box<Verdict>,
    },
    /// Proved: the change has no effect even with all others applied.
    Never,
    /// Unknown, for this reason.
    Unknown(String),
}

/// The change to search for, and known inputs.
pub(super) struct Finder<'d> {
    pub(super) difference: &'d Difference,
    /// The changes that can be applied.
    pub(super) changes: &'d [&'d Change],
    /// Inputs that show the effects of some of the changes.
    pub(super) inputs: &'d [(SetupPair, String)],
    pub(super) references: &'d References,
}

/// Changes, by their indices.
type Indices = Vec<usize>;

/// The search for one change.
struct CombinationSearch<'f, 'd> {
    finder: &'f Finder<'d>,
    change: usize,
    compared: usize,
    unknown: Option<String>,
}

impl Finder<'_> {
    /// Finds a minimal set of others with which a change has an effect.
    pub(super) fn find(&self, change: &Change) -> Together {
        let Some(change) = self.changes.iter().position(|other| other.id == change.id) else {
            return Together::Unknown("it is no change that can be made".into());
        };
        let mut search = CombinationSearch {
            finder: self,
            change,
            compared: 0,
            unknown: None,
        };
        let mut others: Indices = (0..self.changes.len()).filter(|at| *at != change).collect();
        // One other change is often enough, usually one about the same state.
        let near = others
            .iter()
            .copied()
            .filter(|other| search.is_near(*other));
        for other in near.collect::<Vec<_>>() {
            if search.shows(&[other]) {
                return search.verdict(&[other], true);
            }
        }
        if !search.shows(&others) {
            return match search.unknown {
                Some(why) => Together::Unknown(why),
                None if search.with(&others).is_none() => {
                    Together::Unknown("the changes cannot be made in the older tables".into())
                }
                None => Together::Never,
            };
        }
        let fewest = search.minimise(&mut others);
        search.verdict(&others, fewest)
    }
}

impl CombinationSearch<'_, '_> {
    /// Whether two changes are in one state, or one names the state of the other.
    fn is_near(&self, other: usize) -> bool {
        let changes = [self.change, other].map(|at| self.finder.changes[at]);
        let states = changes.map(|change| {
            let place = change.id.split('/').next()?;
            place.strip_prefix("state ")
        });
        let names = |change: &Change, state: Option<&str>| {
            let phrase = state.map(|state| format!("the {state} state"));
            let mut lines = change.lines.iter();
            phrase.is_some_and(|phrase| lines.any(|line| line.text.contains(&phrase)))
        };
        states[0].is_some() && states[0] == states[1]
            || names(changes[0], states[1])
            || names(changes[1], states[0])
    }

    fn applied(&self, some: &[usize]) -> Option<Revision> {
        let changes: Vec<&Change> = some.iter().map(|at| self.finder.changes[*at]).collect();
        let revision = self.finder.difference.apply_all(&changes)?;
        let runs = Interpreter::new(&revision, self.finder.references).is_ok();
        runs.then_some(revision)
    }

    fn with(&self, others: &[usize]) -> Option<Revision> {
        let mut all = others.to_vec();
        all.push(self.change);
        all.sort_unstable();
        self.applied(&all)
    }

    /// As many of the other changes as can be applied without the change.
    fn without(&self, others: &[usize]) -> Option<Revision> {
        if let Some(all) = self.applied(others) {
            return Some(all);
        }
        let mut applied = Vec::new();
        let mut revision = None;
        // A change may depend on a later one.
        for other in others.iter().chain(others) {
            if applied.contains(other) {
                continue;
            }
            applied.push(*other);
            match self.applied(&applied) {
                Some(more) => revision = Some(more),
                None => {
                    applied.pop();
                }
            }
        }
        revision.or_else(|| self.applied(&[]))
    }

    /// Whether the change has an effect when the others are applied.
    fn shows(&mut self, others: &[usize]) -> bool {
        let (Some(with), Some(without)) = (self.with(others), self.without(others)) else {
            return false;
        };
        let sides: [RevisionRef<'_>; 2] =
            [&without, &with].map(|side| (side, self.finder.references));
        if self.shown_before(sides) {
            return true;
        }
        if self.compared >= COMPARED {
            return false;
        }
        self.compared += 1;
        self.unknown = Some(match equal(sides[0], sides[1]) {
            Ok(Verdict::Differs { .. }) => return true,
            Ok(Verdict::Equal(_)) => return false,
            Ok(Verdict::Unknown(why)) => why.to_string(),
            Err(refusal) => refusal.to_string(),
        });
        false
    }

    /// Whether one of the inputs that show other changes shows this one.
    fn shown_before(&self, sides: [RevisionRef<'_>; 2]) -> bool {
        let machines = sides.map(|(revision, references)| Interpreter::new(revision, references));
        let [Ok(first), Ok(second)] = machines else {
            return false;
        };
        self.finder.inputs.iter().any(|(entry, input)| {
            let outputs = [
                first.run(&entry.sides[0], input),
                second.run(&entry.sides[0], input),
            ];
            let run = outputs.iter().all(Result::is_ok);
            run && shows(&outputs, sides[0], sides[1]) > Grade::None
        })
    }

    /// Removes as many of the others as possible, by halves and ever smaller parts. Also returns whether the
    /// result is minimal.
    fn minimise(&mut self, others: &mut Indices) -> bool {
        let mut parts = 2;
        while others.len() > 1 {
            let size = others.len().div_ceil(parts);
            let chunks: Vec<Indices> = others.chunks(size).map(<[usize]>::to_vec).collect();
            let rest = |chunk: &Indices| -> Indices {
                others
                    .iter()
                    .copied()
                    .filter(|at| !chunk.contains(at))
                    .collect()
            };
            let rests: Vec<Indices> = chunks.iter().map(rest).collect();
            if let Some(found) = chunks.iter().find(|chunk| self.shows(chunk)) {
                *others = found.clone();
                parts = 2;
            } else if let Some(found) = rests.iter().find(|rest| self.shows(rest)) {
                *others = found.clone();
                parts = (parts - 1).max(2);
            } else if size > 1 {
                parts = (parts * 2).min(others.len());
            } else {
                break;
            }
        }
        self.compared < COMPARED
    }

    fn verdict(&self, others: &[usize], fewest: bool) -> Together {
        let (Some(with), Some(without)) = (self.with(others), self.without(others)) else {
            return Together::Unknown("the changes cannot be made in the older tables".into());
        };
        let references = self.finder.references;
        match compare((&without, references), (&with, references)) {
            Ok(verdict) => Together::With {
                others: others
                    .iter()
                    .map(|at| self.finder.changes[*at].id.clone())
                    .collect(),
                fewest,
                verdict: Box::new(verdict),
            },
            Err(refusal) => Together::Unknown(refusal.to_string()),
        }
    }
}
