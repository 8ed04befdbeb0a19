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
use std::collections::BTreeSet;

/// The most tokens of a walk, those that lead to its start and repetitions not counted.
const LONGEST: usize = 7;
/// One token of so many is repeated.
const REPEATED: u64 = 4;
/// The most repetitions.
const REPETITIONS: u64 = 9;
/// How many pairs of states are explored from one whose states differ.
const AFTER_A_DIFFERENCE: usize = 2_000;

/// Numbers without a pattern, by the generator SplitMix64.
struct Numbers(u64);

impl Numbers {
    /// One below a bound, which is not 0.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut next = self.0;
        next = (next ^ (next >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        next = (next ^ (next >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (next ^ (next >> 31)) % bound
    }

    fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[usize::try_from(self.below(all.len() as u64)).unwrap_or(0)]
    }
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
        let mut numbers = Numbers(0);
        let mut followed = BTreeSet::new();
        while self.explored < until && self.found.is_none() {
            let starts = *numbers.one_of(&starts);
            let from = numbers.one_of(starts);
            let row = match rows {
                [] => &near,
                rows => numbers.one_of(rows),
            };
            let few = [row, row, row, &near, &wide].map(|all| *numbers.one_of(all));
            let (mut pair, mut path) = from.clone();
            let mut differs = false;
            'walk: for _ in 0..LONGEST {
                let at = *numbers.one_of(&few);
                let times = match numbers.below(REPEATED) {
                    // Few repetitions are as frequent as many.
                    0 => 2 + numbers.below(REPETITIONS) / (1 + 2 * numbers.below(2)),
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
