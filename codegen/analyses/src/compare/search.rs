//! Breadth-first search over pairs of machines, shortest input first, until a pair differs or no new pair is
//! reachable.
//!
//! All pairs of one length are expanded in parallel and then merged in their order, so the result does not depend on
//! the number of threads; the price is waiting for the slowest pair of each level. Pairs that rest on an assumption
//! are kept until all others are done, because most of them are reached by an input without one.

use super::abstraction::Abstraction;
use super::alphabet::Alphabet;
use super::budget::Budget;
use super::coverage::{Coverage, CoverageObserver};
use super::entries::SetupPair;
use super::frontier::{Frontier, Item, Next, Reached, Seen};
use super::key::Key;
use super::product::{Pair, Rules};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokenwright_interpreter::{Interpreter, Refusal, Response, RunState, Wait};

/// The result of a search.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Every reachable pair gives the same output.
    Closed(Vec<Reached>),
    /// The first input after which the outputs differ.
    Differs(Reached),
    /// Inconclusive: the reason, and the input that leads there.
    Unknown(String, Vec<Reached>),
}

/// An input that leads to a pair, in parts.
#[derive(Clone, Copy)]
struct Path<'i> {
    entry: usize,
    before: &'i str,
    last: &'i str,
    /// What tree construction does at the tags of both parts.
    responses: &'i [Response],
}

/// A pair to expand.
struct Task<'m> {
    item: Item<'m>,
    symbols: Arc<[char]>,
    next: Vec<Next<'m>>,
}

/// The successors of a pair.
struct Expansion<'e, 'm> {
    search: &'e PairSearch<'m, 'e>,
    seen: &'e Seen,
    next: &'e mut Vec<Next<'m>>,
    /// A buffer for keys.
    key: Key,
}

/// A pair that was run, and whether the outputs of both sides can still be equal.
type RunPair<'m> = (Pair<'m>, bool);

impl Path<'_> {
    fn reached(self) -> Reached {
        Reached {
            entry: self.entry,
            input: [self.before, self.last].concat(),
            responses: self.responses.to_vec(),
        }
    }
}

/// The inputs of a search.
pub(super) struct PairSearch<'m, 'a> {
    pub(super) interpreters: [&'m Interpreter<'m>; 2],
    /// Records the rows that run.
    pub(super) ran: [&'m Coverage; 2],
    pub(super) abstraction: &'a Abstraction<'a>,
    pub(super) alphabet: &'a mut Alphabet,
    pub(super) entries: &'a [SetupPair],
    pub(super) names: &'a [String],
    pub(super) digits: &'a [String],
    pub(super) budget: Budget<'a>,
}

impl<'m> PairSearch<'m, '_> {
    /// Runs the search; `differs` confirms that an input shows a difference, or says nothing if the input leads to
    /// an opaque step.
    ///
    /// # Errors
    /// If a side does not support an entry.
    pub(super) fn run(
        &mut self,
        differs: &mut dyn FnMut(&Reached) -> Option<bool>,
    ) -> Result<Outcome, Refusal> {
        let mut front = Frontier::default();
        let rules = &self.abstraction.rules;
        let mut starts = Vec::new();
        for (entry, start) in self.entries.iter().enumerate() {
            let [a, b] = &start.sides;
            let machines = [
                self.interpreters[0].open(a, CoverageObserver(self.ran[0]))?,
                self.interpreters[1].open(b, CoverageObserver(self.ran[1]))?,
            ];
            let (pair, agrees) = Pair::new(machines, rules);
            let mut expansion = Expansion {
                search: self,
                seen: &front.seen,
                next: &mut starts,
                key: Key::default(),
            };
            let path = Path {
                entry,
                before: "",
                last: "",
                responses: &[],
            };
            expansion.note((0, false), (pair, agrees), path);
        }
        front.add(starts);
        let mut doubtful = None;
        loop {
            while let Some((length, level)) = front.open.pop_first() {
                (self.budget.progress)(front.seen.len(), self.budget.pairs);
                // The differences of a level are found before its pairs are processed.
                let mut tasks = Vec::new();
                for found in level.in_order() {
                    let agrees = match found {
                        Ok((key, item)) => {
                            if !front.seen.insert(key) {
                                continue;
                            }
                            match item.differs_at_end(rules) {
                                None => Ok(item),
                                Some(reached) => Err(reached),
                            }
                        }
                        Err(reached) => Err(reached),
                    };
                    match agrees {
                        Ok(item) => {
                            front
                                .reached
                                .push(item.reached.and(item.pair.completion(rules)));
                            tasks.push(self.task(item));
                            if front.seen.len() > self.budget.pairs {
                                let pairs = self.budget.pairs;
                                let unknown =
                                    format!("more than {pairs} pairs of states and registers");
                                return Ok(Outcome::Unknown(unknown, front.reached));
                            }
                        }
                        Err(reached) => match differs(&reached) {
                            Some(true) => return Ok(Outcome::Differs(reached)),
                            Some(false) => doubtful = Some(reached),
                            None => {}
                        },
                    }
                }
                let (search, seen) = (&*self, &front.seen);
                tasks
                    .par_iter_mut()
                    .for_each(|task| search.expand(seen, length, task));
                tasks.into_iter().for_each(|task| front.add(task.next));
            }
            // An assumption is useful only for pairs that no input reaches without one.
            front.open = std::mem::take(&mut front.assumed);
            if front.open.is_empty() {
                break;
            }
        }
        Ok(match doubtful {
            Some(reached) => {
                let input = &reached.input;
                let why = format!(
                    "the two sides may differ after input such as {input:?}, and no input was found \
                     that shows it"
                );
                Outcome::Unknown(why, vec![reached])
            }
            None => Outcome::Closed(front.reached),
        })
    }

    fn task(&mut self, item: Item<'m>) -> Task<'m> {
        let states = item.pair.sides.each_ref().map(|side| side.machine.state());
        let singletons = item.singletons.iter().copied().collect();
        Task {
            symbols: self
                .alphabet
                .symbols(states, &singletons, item.pair.has_assumptions()),
            item,
            next: Vec::new(),
        }
    }

    fn expand(&self, seen: &Seen, length: usize, task: &mut Task<'m>) {
        let Task {
            item,
            symbols,
            next,
        } = task;
        if item.pair.is_over() {
            return;
        }
        let mut expansion = Expansion {
            search: self,
            seen,
            next,
            key: Key::default(),
        };
        for symbol in symbols.iter() {
            let mut text = [0; 4];
            let text = symbol.encode_utf8(&mut text);
            expansion.step(length + 1, item, text);
        }
        // The key has no names of earlier attributes, so each that matters is assumed.
        for (name, others) in self.abstraction.other_names(&item.pair, symbols) {
            let mut pair = item.pair.clone();
            for side in &mut pair.sides {
                side.machine.assume_earlier_attribute(&name, others);
            }
            expansion.note((length, true), (pair, true), item.path(""));
        }
        // A whole text counts by its characters, so that the search stays in the order of length.
        let mut whole: Vec<&String> = Vec::new();
        if self.may_start_name(&item.pair) {
            whole.extend(self.names);
        }
        if self.may_start_digits(&item.pair) {
            whole.extend(self.digits);
        }
        for text in whole {
            expansion.step(length + text.chars().count(), item, text);
        }
    }

    /// Whether the name of a reference may begin here, and none has so far.
    fn may_start_name(&self, pair: &Pair<'m>) -> bool {
        let sides = pair.sides.iter().zip(self.abstraction.rules.tables);
        let mut sides = sides.map(|(side, tables)| {
            let (fed, _) = side.machine.consumed();
            match side.run_state {
                RunState::Waits(Wait::Text) => tables.states[side.machine.state()].names,
                RunState::Waits(Wait::Name(from)) => from == fed,
                _ => false,
            }
        });
        sides.any(|begins| begins)
    }

    /// Whether digits may follow here, and none has been read.
    fn may_start_digits(&self, pair: &Pair<'m>) -> bool {
        let mut counts = false;
        for (side, tables) in pair.sides.iter().zip(self.abstraction.rules.tables) {
            let facts = &tables.states[side.machine.state()];
            counts |= facts.counts;
            let (fed, _) = side.machine.consumed();
            match side.run_state {
                RunState::Waits(Wait::Digits(from)) if from < fed => return false,
                RunState::Waits(Wait::Name(_) | Wait::Sequence(_)) => return false,
                _ => {}
            }
            // Digits as a whole are a number; after others they would be another one.
            if facts.counts && facts.reads_code() && side.machine.register_values().code != 0 {
                return false;
            }
        }
        counts
    }
}

impl<'m> Expansion<'_, 'm> {
    /// Records a pair, or its feasible successors if it waits for a sequence.
    fn note(&mut self, length: (usize, bool), (pair, agrees): RunPair<'m>, path: Path<'_>) {
        let waits = pair
            .waits_for_sequence()
            .filter(|_| agrees && !pair.is_opaque());
        match waits {
            Some(side) => {
                for (next, more) in pair.speculate(side, &self.search.abstraction.rules) {
                    let responses = &[path.responses, &more].concat();
                    self.note(length, next, Path { responses, ..path });
                }
            }
            None => self.place(length, (pair, agrees), path),
        }
    }

    /// Records a pair that waits for no sequence, unless it was seen before.
    fn place(
        &mut self,
        (length, assumed): (usize, bool),
        (pair, agrees): RunPair<'m>,
        path: Path<'_>,
    ) {
        if !agrees {
            // The difference shows once the assumed input has arrived.
            let rest = pair.completion(&self.search.abstraction.rules);
            self.next.push(Next {
                length: length + rest.as_ref().map_or(0, |rest| rest.chars().count()),
                assumed,
                key: Box::default(),
                found: Err(path.reached().and(rest)),
            });
            return;
        }
        // Nothing is known of what follows an opaque step, so such a pair has no successors.
        if pair.is_opaque() {
            return;
        }
        self.search.abstraction.key(&mut self.key, &pair);
        // Every continuation of the pair with assumptions is one of the pair without them.
        let known = |key: &[u8]| self.seen.contains(key);
        if !known(&self.key.bytes) && !known(self.key.whatever_comes()) {
            let item = Item {
                pair,
                singletons: self.key.singletons.clone(),
                reached: path.reached(),
            };
            self.next.push(Next {
                length,
                assumed,
                key: self.key.bytes[..].into(),
                found: Ok(item),
            });
        }
    }

    /// Feeds more input, and records the successors.
    fn step(&mut self, length: usize, item: &Item<'m>, text: &str) {
        let search = self.search;
        let rules = &search.abstraction.rules;
        let feed = |pair: &mut Pair<'m>| pair.feed(text, rules);
        item.pair.each_response(rules, feed, |pair, agrees, more| {
            let Some(agrees) = agrees else {
                return;
            };
            let responses = &[&item.reached.responses, more].concat();
            let path = Path {
                responses,
                ..item.path(text)
            };
            match agrees && pair.has_switched() {
                true => self.after_any_start_tag(length, &pair, path),
                false => self.arrive(length, (pair, agrees), path),
            }
        });
    }

    /// Records a pair with every name of a last start tag. Tree construction has switched at a tag to a state that may read
    /// the name; before that, it was no part of the key.
    fn after_any_start_tag(&mut self, length: usize, pair: &Pair<'m>, path: Path<'_>) {
        let setups = self.search.entries.iter().map(|entry| &entry.sides[0]);
        let names: BTreeSet<_> = setups.map(|setup| &setup.last_start_tag).collect();
        for name in names {
            let mut pair = pair.clone();
            for side in &mut pair.sides {
                side.machine.set_last_start_tag(name.clone());
            }
            self.arrive(length, (pair, true), path);
        }
    }

    /// Records a pair after more input, and the pairs that speculation leads to.
    fn arrive(&mut self, length: usize, (mut pair, agrees): RunPair<'m>, path: Path<'_>) {
        if !agrees || pair.is_opaque() {
            return self.place((length, false), (pair, agrees), path);
        }
        self.elsewhere(length, &pair, path);
        if let Some(side) = pair.waits_for_sequence() {
            for (next, more) in pair.speculate(side, &self.search.abstraction.rules) {
                let responses = &[path.responses, &more].concat();
                self.arrive(length, next, Path { responses, ..path });
            }
            return;
        }
        self.assume(length, &mut pair, path);
        self.place((length, false), (pair, agrees), path);
    }

    /// Records the same pair with the current node in the other kind of namespace, if the next condition tests
    /// it. No condition has tested it before, so the same input leads there too.
    fn elsewhere(&mut self, length: usize, pair: &Pair<'m>, path: Path<'_>) {
        let search = self.search;
        let sides = pair.sides.iter().zip(search.abstraction.rules.tables);
        let mut sides = sides.map(|(side, tables)| &tables.states[side.machine.state()]);
        if !sides.any(|facts| facts.asks_foreign) {
            return;
        }
        let mut wanted = search.entries[path.entry].clone();
        for setup in &mut wanted.sides {
            setup.foreign = !setup.foreign;
        }
        let mut entries = search.entries.iter();
        let Some(entry) = entries.position(|entry| *entry == wanted) else {
            return;
        };
        let mut pair = pair.clone();
        for side in &mut pair.sides {
            side.machine.set_foreign(wanted.sides[0].foreign);
        }
        self.note((length, false), (pair, true), Path { entry, ..path });
    }

    /// Records the pair that assumes that the pending name is complete, and the pairs with other digits
    /// than those read.
    fn assume(&mut self, length: usize, pair: &mut Pair<'m>, path: Path<'_>) {
        let abstraction = self.search.abstraction;
        let mut add = |pair: Pair<'m>| {
            let rules = &abstraction.rules;
            let run = |pair: &mut Pair<'m>| pair.run(rules);
            pair.each_response(rules, run, |pair, agrees, more| {
                let responses = &[path.responses, more].concat();
                self.note((length, true), (pair, agrees), Path { responses, ..path });
            });
        };
        if let Some(named) = abstraction.new_name(pair) {
            pair.named = Some(named);
            let mut assumed = pair.clone();
            for side in &mut assumed.sides {
                side.machine.assume_complete_name(named.from);
            }
            add(assumed);
        }
        if let Some(value) = abstraction.shared_number(pair) {
            for other in abstraction.other_numbers(pair, value) {
                let mut assumed = pair.clone();
                for side in &mut assumed.sides {
                    side.machine.set_code(other);
                }
                add(assumed);
            }
        }
    }
}

impl Item<'_> {
    fn path<'i>(&'i self, last: &'i str) -> Path<'i> {
        Path {
            entry: self.reached.entry,
            before: &self.reached.input,
            last,
            responses: &self.reached.responses,
        }
    }

    /// An input on which the sides differ if it ends here.
    fn differs_at_end(&self, rules: &Rules<'_>) -> Option<Reached> {
        let mut differs = None;
        let close = |pair: &mut Pair<'_>| pair.close(rules);
        self.pair.each_response(rules, close, |_, agrees, more| {
            if !agrees && differs.is_none() {
                let responses = &[&self.reached.responses, more].concat();
                let path = Path {
                    responses,
                    ..self.path("")
                };
                differs = Some(path.reached());
            }
        });
        differs
    }
}
