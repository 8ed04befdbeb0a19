//! Documents that are longer than a search in breadth reaches: walks through tokens that are taken at random, and the same ones
//! each time.
//!
//! A walk has a few tokens, so that it comes back to each: most are tags of the names that one of the rows mentions that the changes
//! concern. The others are of all changes, or share state with them. Some are repeated, as rules count to three and to eight.

use super::alphabet::Among;
use super::grain::Grain;
use super::pair::{Halt, Pair, Seen};
use super::search::{Pass, Reached, Search};
use super::witness::{Start, TreeGrade};
use fastrand::Rng;
use std::collections::BTreeSet;

/// The most tokens of a walk, those that lead to its start and repetitions not counted.
const LONGEST: usize = 7;
/// One token of so many is repeated.
const REPEATED: u64 = 4;
/// The most repetitions.
const REPETITIONS: u64 = 9;
/// How many pairs of states are explored from one whose states differ.
const AFTER_A_DIFFERENCE: usize = 2_000;

fn one_of<'t, T>(rng: &mut Rng, all: &'t [T]) -> &'t T {
    &all[rng.usize(..all.len())]
}

impl<'a> Search<'_, 'a> {
    /// Walks until a document differs, half of them from the start or the modes of changed rows.
    pub(crate) fn walk(
        &mut self,
        starts: [&[Reached<'a>]; 2],
        rows: &[Vec<usize>],
        start: &Start,
        until: usize,
    ) {
        let near = self.letters_among(&[Among::Mentioned, Among::Related]);
        let wide = self.letters_among(&[Among::RelatedByCalls, Among::RelatedByState]);
        if starts.iter().any(|it| it.is_empty()) || near.is_empty() || wide.is_empty() {
            return;
        }
        let mut rng = Rng::with_seed(0);
        let mut followed = BTreeSet::new();
        while self.explored < until && self.found.is_none() {
            let starts = *one_of(&mut rng, &starts);
            let from = one_of(&mut rng, starts);
            let row = match rows {
                [] => &near,
                rows => one_of(&mut rng, rows),
            };
            let few = [row, row, row, &near, &wide].map(|all| *one_of(&mut rng, all));
            let (mut pair, mut path) = from.clone();
            let mut differs = false;
            'walk: for _ in 0..LONGEST {
                let at = *one_of(&mut rng, &few);
                let times = match rng.u64(..REPEATED) {
                    // Few repetitions are as frequent as many.
                    0 => 2 + rng.u64(..REPETITIONS) / (1 + 2 * rng.u64(..2)),
                    _ => 1,
                };
                for _ in 0..times {
                    path.push(at);
                    match self.advance(&mut pair, &path, start) {
                        None => break 'walk,
                        Some(Seen::Same) => differs = false,
                        Some(_) if differs => {}
                        Some(_) => {
                            differs = true;
                            let (_, key) = pair.compare(self.machines, false);
                            if followed.insert(key) {
                                self.follow(&(pair.clone(), path.clone()), start);
                            }
                        }
                    }
                    if self.found.is_some() {
                        return;
                    }
                }
            }
        }
    }

    /// Tries every token after a pair whose states differ.
    fn follow(&mut self, reached: &Reached<'a>, start: &Start) {
        let pass = Pass {
            grain: Grain::Exact,
            among: Among::Mentioned,
            longest: 3,
            until: self.explored + AFTER_A_DIFFERENCE,
        };
        self.run(pass, vec![reached.clone()], start);
    }

    /// Processes the last token of a path; how both sides compare then, or none if the walk ends there.
    fn advance(&mut self, pair: &mut Pair<'a>, path: &[usize], start: &Start) -> Option<Seen> {
        let machines = self.machines;
        let last = path.last()?;
        // A walk copies no trees, so that a token takes half as long as in a search.
        if path.len().is_multiple_of(2) {
            self.count();
        }
        match pair.step(&self.letters[*last], machines) {
            Ok(()) => {}
            Err(Halt::Unknown) => return None,
            Err(Halt::OneStops) => {
                self.shows(path, start, TreeGrade::Trees);
                return None;
            }
        }
        let (compared, _) = pair.compare(machines, false);
        if compared == Seen::Trees {
            self.shows(path, start, TreeGrade::Trees);
        } else if self.errors.is_none() && pair.errors_differ() {
            self.shows(path, start, TreeGrade::Errors);
        }
        Some(compared)
    }
}
