//! A search over sequences of tokens, breadth first, that visits each pair of states once.
//!
//! Both parsers are copied before each token, so that no sequence is run twice; whole trees wait for their next token, and
//! their number is bounded. A pair of states that differ is a step from a document that differs: it is tried with every token
//! whatever the search distinguishes otherwise, for a few tokens. What differs token by token counts only if it also differs as a
//! text, as the tokenizers may read the text as other tokens.

use super::super::budget::Budget;
use super::alphabet::{Among, Letter};
use super::behaviour::Machine;
use super::contexts::contexts;
use super::grain::{Grain, asked};
use super::pair::{Halt, Key, Pair, Seen};
use super::witness::{Start, TreeGrade, TreeWitness, replayed};
use crate::diff::trees::TreeDifference;
use std::collections::BTreeSet;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::{BEGIN_FRAGMENT, TreeTables};

/// The most pairs that wait for their next token: each has two whole trees.
const WAITING: usize = 12_000;

/// The letter that ends a document: the first one.
const END: usize = 0;

/// One search.
#[derive(Clone, Copy)]
pub(crate) struct Pass {
    pub(crate) grain: Grain,
    /// The tokens that are tried.
    pub(crate) among: Among,
    pub(crate) longest: usize,
    /// The tokens that are tried after a pair whose states differ, and how many of them at most.
    pub(crate) followed: (Among, usize),
    /// The number of explored pairs at which it ends.
    pub(crate) until: usize,
}

/// All tokens, and as many as most differences of states need to show.
pub(crate) const FOLLOWED: (Among, usize) = (Among::All, 3);

/// A pair, and the letters that lead to it.
pub(crate) type Reached<'a> = (Pair<'a>, Vec<usize>);

/// What a search has covered.
pub(crate) struct Outcome<'a> {
    /// No document of at most so many tokens differs, as far as the search distinguishes states.
    pub(crate) covered: usize,
    /// The first pair of each state.
    pub(crate) starts: Vec<Reached<'a>>,
    /// The first pairs of different states, without those that follow from them.
    pub(crate) differing: Vec<Reached<'a>>,
}

/// What the searches share.
pub(crate) struct Search<'s, 'a> {
    pub(super) machines: [&'s Machine<'a>; 2],
    /// For the rows that make the difference.
    difference: Option<&'s TreeDifference>,
    pub(super) letters: Vec<Letter>,
    asked: BTreeSet<ElementType>,
    budget: Budget<'s>,
    pub(crate) explored: usize,
    /// The shortest document with other trees.
    pub(crate) found: Option<TreeWitness>,
    /// The shortest document with other parse errors alone.
    pub(crate) errors: Option<TreeWitness>,
}

fn has_fragments(tables: &TreeTables) -> bool {
    tables.algorithm(BEGIN_FRAGMENT).is_some()
}

/// A pair that waits for its next token.
struct Waiting<'a> {
    reached: Reached<'a>,
    /// How many tokens ago its states began to differ.
    differs: Option<usize>,
}

impl<'s, 'a> Search<'s, 'a> {
    pub(crate) fn new(
        machines: [&'s Machine<'a>; 2],
        difference: Option<&'s TreeDifference>,
        letters: Vec<Letter>,
        budget: Budget<'s>,
    ) -> Self {
        Search {
            machines,
            difference,
            letters,
            asked: asked(machines),
            budget,
            explored: 0,
            found: None,
            errors: None,
        }
    }

    /// Searches from some pairs until a document differs.
    pub(crate) fn run(
        &mut self,
        pass: Pass,
        starts: Vec<Reached<'a>>,
        start: &Start,
    ) -> Outcome<'a> {
        let mut outcome = Outcome {
            covered: 0,
            starts: Vec::new(),
            differing: Vec::new(),
        };
        let mut seen: BTreeSet<Key> = BTreeSet::new();
        let mut waiting: Vec<Waiting<'a>> = Vec::new();
        for reached in starts {
            let (compared, key) = reached.0.compare(self.machines, false);
            seen.insert(key);
            // A fragment may begin in another state of the tokenizer.
            let in_text = reached.0.differ_in_tokens && self.shows_in_text(&reached.1, start);
            if in_text || self.ends(&reached.0, &reached.1, start) {
                return outcome;
            }
            waiting.push(Waiting {
                reached,
                differs: (compared != Seen::Same).then_some(0),
            });
        }
        let mut is_whole = true;
        for length in 1..=pass.longest {
            let mut is_kept = true;
            let mut next = Vec::new();
            let mut now = std::mem::take(&mut waiting).into_iter();
            while let Some(before) = now.next() {
                if self.explored >= pass.until {
                    // Where it would have gone on, another search may.
                    let rest = std::iter::once(before).chain(now).chain(next);
                    let rest = rest.filter(|it| it.differs.is_none());
                    outcome.starts.extend(rest.map(|it| it.reached));
                    return outcome;
                }
                let found = next.len();
                is_kept &= self.expand(pass, &before, start, &mut seen, &mut next);
                let begin = next[found..].iter().filter(|it| it.differs == Some(0));
                outcome.differing.extend(begin.map(|it| it.reached.clone()));
                if self.found.is_some() {
                    return outcome;
                }
                if pass.grain != Grain::Exact && before.differs.is_none() {
                    outcome.starts.push(before.reached);
                }
            }
            // Each document of this length was tried, whether it is followed or not.
            if is_whole {
                outcome.covered = length;
            }
            is_whole &= is_kept;
            if next.is_empty() {
                // Nothing new is reached by longer documents.
                if is_whole {
                    outcome.covered = pass.longest;
                }
                break;
            }
            waiting = next;
        }
        outcome
    }

    /// Tries every token after a pair; whether all that it reaches will be followed.
    fn expand(
        &mut self,
        pass: Pass,
        before: &Waiting<'a>,
        start: &Start,
        seen: &mut BTreeSet<Key>,
        next: &mut Vec<Waiting<'a>>,
    ) -> bool {
        let mut is_kept = true;
        let (pair, path) = &before.reached;
        for at in 1..self.letters.len() {
            let letter = &self.letters[at];
            let among = match before.differs {
                Some(_) => pass.followed.0,
                None => pass.among,
            };
            if !letter.is(among) {
                continue;
            }
            let mut after = pair.clone();
            match after.step(letter, self.machines) {
                Ok(()) => {}
                Err(Halt::Unknown) => continue,
                Err(Halt::OneStops) => {
                    let path: Vec<usize> = path.iter().copied().chain([at]).collect();
                    if self.shows(&path, start, TreeGrade::Trees) {
                        return true;
                    }
                    continue;
                }
            }
            self.count();
            let (compared, key) = after.compare(self.machines, false);
            let path: Vec<usize> = path.iter().copied().chain([at]).collect();
            if compared == Seen::Trees && self.shows(&path, start, TreeGrade::Trees) {
                return true;
            }
            if after.differ_in_tokens && self.shows_in_text(&path, start) {
                return true;
            }
            if self.errors.is_none() && after.errors_differ() {
                self.shows(&path, start, TreeGrade::Errors);
            }
            let differs = match (before.differs, compared) {
                (Some(tokens), _) => Some(tokens + 1),
                (None, Seen::Same) => None,
                (None, _) => Some(0),
            };
            let key = match differs {
                Some(_) => key,
                None => after.key(self.machines, pass.grain, &self.asked, key),
            };
            let is_far = differs.is_some_and(|tokens| tokens > pass.followed.1);
            let is_new = match is_far {
                true => !seen.contains(&key),
                false => seen.insert(key),
            };
            if !is_new {
                continue;
            }
            if self.ends(&after, &path, start) {
                return true;
            }
            if next.len() >= WAITING || is_far {
                is_kept = false;
                continue;
            }
            next.push(Waiting {
                reached: (after, path),
                differs,
            });
        }
        is_kept
    }

    /// Whether the document that ends here differs.
    fn ends(&mut self, pair: &Pair<'a>, path: &[usize], start: &Start) -> bool {
        let mut ended = pair.clone();
        let halt = ended.step(&self.letters[END], self.machines);
        let path: Vec<usize> = path.iter().copied().chain([END]).collect();
        match halt {
            Ok(()) => {}
            Err(Halt::Unknown) => return false,
            Err(Halt::OneStops) => return self.shows(&path, start, TreeGrade::Trees),
        }
        let (compared, _) = ended.compare(self.machines, true);
        if compared == Seen::Trees && self.shows(&path, start, TreeGrade::Trees) {
            return true;
        }
        if self.errors.is_none() && ended.errors_differ() {
            self.shows(&path, start, TreeGrade::Errors);
        }
        false
    }

    /// Counts a pair that was explored.
    pub(super) fn count(&mut self) {
        self.explored += 1;
        if self.explored.is_multiple_of(1024) {
            (self.budget.progress)(self.explored.min(self.budget.pairs), self.budget.pairs);
        }
    }

    /// The letters that are one of some, but for the end of the file.
    pub(super) fn letters_among(&self, any: &[Among]) -> Vec<usize> {
        let is = |at: &usize| any.iter().any(|among| self.letters[*at].is(*among));
        (1..self.letters.len()).filter(is).collect()
    }

    /// Documents with scripting, and fragments.
    pub(crate) fn elsewhere(&mut self, until: usize) {
        let scripting = Start {
            scripting: true,
            context: None,
        };
        let fragments = contexts(self.machines).into_iter().map(|context| Start {
            scripting: false,
            context: Some(context),
        });
        let starts: Vec<(usize, Start)> = std::iter::once((4, scripting))
            .chain(fragments.map(|start| (2, start)))
            .collect();
        for (nth, (longest, start)) in starts.iter().enumerate() {
            let pass = Pass {
                grain: Grain::Modes,
                among: Among::Mentioned,
                longest: *longest,
                followed: FOLLOWED,
                // None takes the part of those after it.
                until: self.explored + until.saturating_sub(self.explored) / (starts.len() - nth),
            };
            match Pair::new(self.machines, &start.environment()) {
                Ok(pair) => {
                    self.run(pass, vec![(pair, Vec::new())], start);
                }
                // If both sides have fragments, one that begins on one side alone is a difference.
                Err(_) if self.machines.iter().all(|it| has_fragments(it.tables)) => {
                    self.shows(&[END], start, TreeGrade::Trees);
                }
                Err(_) => {}
            }
            if self.found.is_some() {
                return;
            }
        }
    }

    /// Whether a document that differs token by token differs as a text; it is then kept.
    pub(super) fn shows(&mut self, path: &[usize], start: &Start, grade: TreeGrade) -> bool {
        let letters: Vec<&Letter> = path.iter().map(|at| &self.letters[*at]).collect();
        let witness = replayed(self.machines, self.difference, &letters, start, grade);
        let is_shown = witness.is_some();
        match grade {
            TreeGrade::Trees => self.found = witness,
            TreeGrade::Errors => self.errors = witness,
        }
        is_shown
    }

    /// After a tag that switches one tokenizer alone, the next tag is a tag for one side and text for the other.
    fn shows_in_text(&mut self, path: &[usize], start: &Start) -> bool {
        let tag = self.letters.iter().rposition(|it| it.spelt == "<x>");
        tag.is_some_and(|tag| {
            let path: Vec<usize> = path.iter().copied().chain([tag]).collect();
            self.shows(&path, start, TreeGrade::Trees)
        })
    }
}
