//! Documents that are longer than a search in breadth reaches: those that run the changed steps in another way, or more often.
//!
//! Each document that does is kept, and a token is put into it at every place. So loops that count to eight are entered once, then
//! twice, and so on: what runs a step most often goes first. The tokens are a few of those that the changes concern. An element may
//! have to be open while another one is opened or closed, so its two tags are also put into short documents together; and lists
//! count what a token adds, so each is also repeated.

use super::affected::bodies;
use super::alphabet::Among;
use super::behaviour::Machine;
use super::grain::Grain;
use super::pair::{Halt, Pair, Seen};
use super::search::{Pass, Reached, Search};
use super::witness::{Start, TreeGrade};
use crate::diff::Mark;
use crate::diff::trees::{TreeChange, TreeDifference};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::ptr::from_ref;
use tokenwright_interpreter::tree::{Body, Tag, TreeObserver, TreeToken};
use tokenwright_tables::tree::model::{Clause, Conjunction};

/// How often a step runs in one token before more often is the same.
const MOST: usize = 12;
/// The most tokens of a document.
const LONGEST: usize = 24;
/// The most tokens of a document into which two tags are put together.
const SHORT: usize = 2;
/// How many documents with different states are closed with an element around them.
const CLOSED: usize = 8;
/// How many pairs of states are explored from one whose states differ.
const AFTER_A_DIFFERENCE: usize = 2_000;
/// The tokens that are tried after such a pair, and how many of them.
pub(super) const FOLLOWED: (Among, usize) = (Among::Concerned, 5);

/// A clause or a condition by its place in memory, and whether it held.
type Place = (usize, bool);

/// How often a token has run the steps of some bodies.
#[derive(Clone, Debug)]
struct Ran<'w> {
    bodies: &'w BTreeSet<usize>,
    /// Whether each of the bodies that run is one of them.
    open: Vec<bool>,
    times: BTreeMap<Place, usize>,
}

impl Ran<'_> {
    fn count(&mut self, place: usize, held: bool) {
        if self.open.last() == Some(&true) {
            *self.times.entry((place, held)).or_default() += 1;
        }
    }
}

impl TreeObserver for Ran<'_> {
    fn token(&mut self, _: &TreeToken, _: tokenwright_interpreter::tree::ParseState<'_>) {
        self.open.clear();
        self.times.clear();
    }

    fn enter(&mut self, body: Body<'_>) {
        let body = body.clauses().as_ptr().addr();
        self.open.push(self.bodies.contains(&body));
    }

    fn leave(&mut self) {
        self.open.pop();
    }

    fn clause(&mut self, clause: &Clause) {
        self.count(from_ref(clause).addr(), true);
    }

    fn tested(&mut self, any: &[Conjunction], held: bool) {
        self.count(any.as_ptr().addr(), held);
    }
}

/// What was covered, and the documents that are not tried further yet.
#[derive(Default)]
struct Corpus {
    covered: BTreeSet<(Place, usize)>,
    /// Documents, each with the place where a token is put into it next: by how often they run a step, then the first.
    waiting: BinaryHeap<(usize, Reverse<usize>, usize, Vec<usize>)>,
    followed: BTreeSet<super::pair::Key>,
    number: usize,
    /// The start tag and the end tag of each element.
    elements: Vec<(usize, usize)>,
}

/// The words that changed lines have on one side alone.
fn other_words(difference: &TreeDifference) -> BTreeSet<&str> {
    fn words(change: &TreeChange, mark: Mark) -> BTreeSet<&str> {
        let lines = change.lines.iter().filter(|line| line.mark == mark);
        let is_end = |c: char| !c.is_alphanumeric();
        lines.flat_map(|line| line.text.split(is_end)).collect()
    }
    let each = difference.changes().flat_map(|change| {
        let (gone, new) = (words(change, Mark::Gone), words(change, Mark::New));
        gone.symmetric_difference(&new)
            .copied()
            .collect::<Vec<&str>>()
    });
    each.collect()
}

/// A document with the tags of an element around each part of it, of which one may be empty.
fn around(path: &[usize], elements: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for (open, close) in elements {
        for first in 0..=path.len() {
            for last in first..=path.len() {
                let (before, rest) = path.split_at(first);
                let (inside, after) = rest.split_at(last - first);
                found.push([before, &[*open], inside, &[*close], after].concat());
            }
        }
    }
    found
}

impl<'a> Search<'_, 'a> {
    /// Searches until a document differs, from the start and the modes of changed rows.
    pub(crate) fn cover(
        &mut self,
        starts: &[Reached<'a>],
        difference: &TreeDifference,
        start: &Start,
        until: usize,
    ) {
        let bodies = bodies(self.machines.map(|it| it.tables), difference);
        let observed = self.machines.map(|machine| {
            let ran = Ran {
                bodies: &bodies,
                open: Vec::new(),
                times: BTreeMap::new(),
            };
            machine.parser(start.environment(), ran)
        });
        let [Ok(one), Ok(other)] = observed else {
            return;
        };
        let first = Pair::of([one, other]);
        let letters = self.letters_among(&[Among::Concerned]);
        let words = other_words(difference);
        let is_named = |at: &usize| match &self.letters[*at].token {
            TreeToken::Tag(tag) => words.contains(tag.name.as_str()),
            _ => false,
        };
        let named: Vec<usize> = letters.iter().copied().filter(is_named).collect();
        let mut corpus = Corpus {
            number: starts.len(),
            elements: self.elements(&letters),
            ..Corpus::default()
        };
        for (number, (_, path)) in starts.iter().enumerate() {
            let entry = (0, Reverse(number), path.len(), path.clone());
            corpus.waiting.push(entry);
        }
        while let Some((times, nth, at, path)) = corpus.waiting.pop() {
            let is_new = at == path.len();
            if is_new && at <= SHORT {
                let repeated = letters.iter().map(|it| [&path[..], &[*it; MOST]].concat());
                for longer in around(&path, &corpus.elements).into_iter().chain(repeated) {
                    self.grow(first.clone(), 0, &longer, start, &mut corpus);
                    if self.found.is_some() || self.explored >= until {
                        return;
                    }
                }
            }
            // What only one side names goes to every place at once.
            let first_places = (0..=at).rev().filter(|_| is_new);
            let tries = first_places.map(|at| (at, &named));
            for (at, letters) in tries.chain([(at, &letters)]) {
                let mut before = first.clone();
                let mut prefix = path[..at].iter().map(|at| &self.letters[*at]);
                if prefix.any(|it| before.step(it, self.machines).is_err()) {
                    continue;
                }
                for letter in letters {
                    let mut longer = path.clone();
                    longer.insert(at, *letter);
                    self.grow(before.clone(), at, &longer, start, &mut corpus);
                    if self.found.is_some() || self.explored >= until {
                        return;
                    }
                }
            }
            if let Some(at) = at.checked_sub(1) {
                corpus.waiting.push((times, nth, at, path));
            }
        }
    }

    /// The start tag and the end tag of each element of which both are among some letters.
    fn elements(&self, letters: &[usize]) -> Vec<(usize, usize)> {
        let tag = |at: &usize| match &self.letters[*at].token {
            TreeToken::Tag(tag) if tag.attributes.is_empty() && !tag.self_closing => Some(tag),
            _ => None,
        };
        let tags = letters.iter().filter_map(|at| Some((*at, tag(at)?)));
        let tags: Vec<(usize, &Tag)> = tags.collect();
        let starts = tags.iter().filter(|(_, tag)| !tag.is_end);
        let pairs = starts.filter_map(|(at, start)| {
            let mut ends = tags.iter().filter(|(_, tag)| tag.is_end);
            let (end, _) = ends.find(|(_, end)| end.name == start.name)?;
            Some((*at, *end))
        });
        pairs.collect()
    }

    /// Processes the tokens of a document from a place on, and keeps what runs steps for the first time.
    fn grow(
        &mut self,
        mut pair: Pair<'a, Ran<'_>>,
        at: usize,
        path: &[usize],
        start: &Start,
        corpus: &mut Corpus,
    ) {
        for end in at + 1..=path.len() {
            let reached = &path[..end];
            let Some(times) = self.advance(&mut pair, reached, start, corpus) else {
                return;
            };
            if self.found.is_some() {
                return;
            }
            if times > 0 && end < LONGEST {
                corpus.number += 1;
                let entry = (times, Reverse(corpus.number), end, reached.to_vec());
                corpus.waiting.push(entry);
            }
        }
    }

    /// Processes the last token of a path; how often it runs a step for the first time, or none if the path ends there.
    fn advance(
        &mut self,
        pair: &mut Pair<'a, Ran<'_>>,
        path: &[usize],
        start: &Start,
        corpus: &mut Corpus,
    ) -> Option<usize> {
        let machines = self.machines;
        // Few tokens copy a tree, so that one takes half as long as in a search in breadth.
        if path.len().is_multiple_of(2) {
            self.count();
        }
        match pair.step(&self.letters[*path.last()?], machines) {
            Ok(()) => {}
            Err(Halt::Unknown) => return None,
            Err(Halt::OneStops) => {
                self.shows(path, start, TreeGrade::Trees);
                return None;
            }
        }
        let (compared, key) = pair.compare(machines, false);
        match compared {
            Seen::Trees => drop(self.shows(path, start, TreeGrade::Trees)),
            Seen::States if corpus.followed.insert(key) => {
                self.follow(path, start, AFTER_A_DIFFERENCE);
                // Where it is closed with what is around it, what was open has to be opened again.
                if corpus.followed.len() <= CLOSED {
                    let each = AFTER_A_DIFFERENCE / corpus.elements.len().max(1);
                    for (open, close) in &corpus.elements {
                        let closed = [&[*open], path, &[*close]].concat();
                        self.follow(&closed, start, each);
                        if self.found.is_some() {
                            break;
                        }
                    }
                }
            }
            _ => {}
        }
        if self.errors.is_none() && pair.errors_differ() {
            self.shows(path, start, TreeGrade::Errors);
        }
        let mut most = 0;
        for side in &mut pair.sides {
            for (place, times) in &side.observer_mut().times {
                let times = (*times).min(MOST);
                if corpus.covered.insert((*place, times)) {
                    most = most.max(times);
                }
            }
        }
        Some(most)
    }

    /// Tries tokens after a document that leads to different states.
    fn follow(&mut self, path: &[usize], start: &Start, most: usize) {
        let machines: [&Machine<'a>; 2] = self.machines;
        let Ok(mut pair) = Pair::new(machines, &start.environment()) else {
            return;
        };
        for at in path {
            if pair.step(&self.letters[*at], machines).is_err() {
                return;
            }
        }
        let pass = Pass {
            grain: Grain::Exact,
            among: Among::Concerned,
            longest: FOLLOWED.1,
            followed: FOLLOWED,
            until: self.explored + most,
        };
        self.run(pass, vec![(pair, path.to_vec())], start);
    }
}
