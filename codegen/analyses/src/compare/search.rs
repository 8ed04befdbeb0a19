//! Breadth first over pairs of machines, the shortest input first, until one differs or all that
//! can be reached was seen.

use super::abstraction::Abstraction;
use super::alphabet::Alphabet;
use super::coverage::{Coverage, CoverageObserver};
use super::entries::Entry;
use super::frontier::{Frontier, Item, Next, Reached, Seen};
use super::key::Key;
use super::product::Pair;
use crate::threads;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use tokenwright_interpreter::{Interpreter, Refusal, Standing, Wait};

/// How many pairs are looked at before the answer is that it is not known.
const PAIRS: usize = 50_000;

/// What a search came to.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Every pair that can be reached gives the same.
    Closed(Vec<Reached>),
    /// The first input after which the outputs differ.
    Differs(Reached),
    /// There may be a difference, or none: why, and what led there.
    Unknown(String, Vec<Reached>),
}

/// An input that leads to a pair, in parts.
#[derive(Clone, Copy)]
struct Way<'i> {
    entry: usize,
    before: &'i str,
    last: &'i str,
}

/// A pair at work.
struct Task<'m> {
    item: Item<'m>,
    symbols: Arc<[char]>,
    next: Vec<Next<'m>>,
}

/// What more input of a pair leads to.
struct Expansion<'e, 'm> {
    search: &'e Search<'m, 'e>,
    seen: &'e Seen,
    next: &'e mut Vec<Next<'m>>,
    /// The key at work.
    key: Key,
}

/// A pair that was run, and whether what both sides have given can still be the same.
type Found<'m> = (Pair<'m>, bool);

impl Way<'_> {
    fn reached(self) -> Reached {
        Reached {
            entry: self.entry,
            input: [self.before, self.last].concat(),
        }
    }
}

/// What a search needs.
pub(super) struct Search<'m, 'a> {
    pub(super) interpreters: [&'m Interpreter<'m>; 2],
    /// Where the rows that run are noted.
    pub(super) ran: [&'m Coverage; 2],
    pub(super) abstraction: &'a Abstraction<'a>,
    pub(super) alphabet: &'a mut Alphabet,
    pub(super) entries: &'a [Entry],
    pub(super) names: &'a [String],
    pub(super) digits: &'a [String],
}

impl<'m> Search<'m, '_> {
    /// Runs the search; `differs` says whether an input is a difference indeed.
    ///
    /// # Errors
    /// A entry that does not fit a side.
    pub(super) fn run(
        &mut self,
        differs: &mut dyn FnMut(&Reached) -> bool,
    ) -> Result<Outcome, Refusal> {
        let mut front = Frontier {
            seen: HashSet::new(),
            open: BTreeMap::new(),
            assumed: BTreeMap::new(),
            reached: Vec::new(),
        };
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
            let way = Way {
                entry,
                before: "",
                last: "",
            };
            expansion.note((0, false), (pair, agrees), way);
        }
        front.add(starts);
        let mut doubtful = None;
        loop {
            while let Some((length, level)) = front.open.pop_first() {
                // The differences of a level are found before anything is made of its pairs.
                let mut tasks = Vec::new();
                for found in level.in_order() {
                    let agrees = match found {
                        Ok((key, item)) => {
                            if !front.seen.insert(key) {
                                continue;
                            }
                            match item.pair.clone().close(rules) {
                                true => Ok(item),
                                false => Err(item.reached),
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
                            if front.seen.len() > PAIRS {
                                let unknown =
                                    format!("more than {PAIRS} pairs of states and registers");
                                return Ok(Outcome::Unknown(unknown, front.reached));
                            }
                        }
                        Err(reached) if differs(&reached) => {
                            return Ok(Outcome::Differs(reached));
                        }
                        Err(reached) => doubtful = Some(reached),
                    }
                }
                let (search, seen) = (&*self, &front.seen);
                threads::each_of(&mut tasks, |task| search.expand(seen, length, task));
                tasks.into_iter().for_each(|task| front.add(task.next));
            }
            // Only what nothing real has reached is worth an assumption.
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
        let apart = item.apart.iter().copied().collect();
        Task {
            symbols: self
                .alphabet
                .symbols(states, &apart, item.pair.has_assumptions()),
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
        for (name, others) in self.abstraction.other_names(&item.pair, symbols) {
            let mut pair = item.pair.clone();
            for side in &mut pair.sides {
                side.machine.name_earlier(&name, others);
            }
            expansion.note((length, true), (pair, true), item.way(""));
        }
        let mut whole: Vec<&String> = Vec::new();
        if self.names_from_here(&item.pair) {
            whole.extend(self.names);
        }
        if self.counts_from_here(&item.pair) {
            whole.extend(self.digits);
        }
        for text in whole {
            expansion.step(length + text.chars().count(), item, text);
        }
    }

    /// Whether the name of a reference may begin here, and none has so far.
    fn names_from_here(&self, pair: &Pair<'m>) -> bool {
        let sides = pair.sides.iter().zip(self.abstraction.rules.tables);
        let mut sides = sides.map(|(side, tables)| {
            let (given, _) = side.machine.consumed();
            match side.standing {
                Standing::Waits(Wait::Text) => tables.states[side.machine.state()].names,
                Standing::Waits(Wait::Name(from)) => from == given,
                _ => false,
            }
        });
        sides.any(|begins| begins)
    }

    /// Whether digits may come here, and none has so far.
    fn counts_from_here(&self, pair: &Pair<'m>) -> bool {
        let mut counts = false;
        for (side, tables) in pair.sides.iter().zip(self.abstraction.rules.tables) {
            let facts = &tables.states[side.machine.state()];
            counts |= facts.counts;
            let (given, _) = side.machine.consumed();
            match side.standing {
                Standing::Waits(Wait::Digits(from)) if from < given => return false,
                Standing::Waits(Wait::Name(_) | Wait::Sequence(_)) => return false,
                _ => {}
            }
            if facts.counts && facts.reads_code() && side.machine.said().code != 0 {
                return false;
            }
        }
        counts
    }
}

impl<'m> Expansion<'_, 'm> {
    /// CoverageObserver a pair, or what comes of what it can be told.
    fn note(&mut self, length: (usize, bool), (pair, agrees): Found<'m>, way: Way<'_>) {
        match pair.waits_for_sequence().filter(|_| agrees) {
            Some(side) => {
                for next in pair.speculate(side, &self.search.abstraction.rules) {
                    self.note(length, next, way);
                }
            }
            None => self.place(length, (pair, agrees), way),
        }
    }

    /// CoverageObserver a pair that waits for nothing that it can be told, unless it is known.
    fn place(&mut self, (length, assumed): (usize, bool), (pair, agrees): Found<'m>, way: Way<'_>) {
        if !agrees {
            // It shows once the input has come that the sides were told of.
            let rest = pair.completion(&self.search.abstraction.rules);
            self.next.push(Next {
                length: length + rest.as_ref().map_or(0, |rest| rest.chars().count()),
                assumed,
                key: Box::default(),
                found: Err(way.reached().and(rest)),
            });
            return;
        }
        self.search.abstraction.key(&mut self.key, &pair);
        // What comes of a pair with any input comes of it with some.
        let known = |key: &[u8]| self.seen.contains(key);
        if !known(&self.key.bytes) && !known(self.key.whatever_comes()) {
            let item = Item {
                pair,
                apart: self.key.apart.clone(),
                reached: way.reached(),
            };
            self.next.push(Next {
                length,
                assumed,
                key: self.key.bytes[..].into(),
                found: Ok(item),
            });
        }
    }

    /// Gives more input, and notes where that leads.
    fn step(&mut self, length: usize, item: &Item<'m>, text: &str) {
        let mut pair = item.pair.clone();
        if let Some(agrees) = pair.feed(text, &self.search.abstraction.rules) {
            self.arrive(length, (pair, agrees), item.way(text));
        }
    }

    /// CoverageObserver a pair that was given more input, and what may come of it.
    fn arrive(&mut self, length: usize, (mut pair, agrees): Found<'m>, way: Way<'_>) {
        if !agrees {
            return self.place((length, false), (pair, agrees), way);
        }
        self.elsewhere(length, &pair, way);
        if let Some(side) = pair.waits_for_sequence() {
            for next in pair.speculate(side, &self.search.abstraction.rules) {
                self.arrive(length, next, way);
            }
            return;
        }
        self.assume(length, &mut pair, way);
        self.place((length, false), (pair, agrees), way);
    }

    /// CoverageObserver the same pair with the current node in the other kind of namespace, where that is
    /// about to be asked: as it was not asked before, the same input leads there too.
    fn elsewhere(&mut self, length: usize, pair: &Pair<'m>, way: Way<'_>) {
        let search = self.search;
        let sides = pair.sides.iter().zip(search.abstraction.rules.tables);
        let mut sides = sides.map(|(side, tables)| &tables.states[side.machine.state()]);
        if !sides.any(|facts| facts.asks_foreign) {
            return;
        }
        let mut wanted = search.entries[way.entry].clone();
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
        self.note((length, false), (pair, true), Way { entry, ..way });
    }

    /// CoverageObserver where a pair leads if no longer name stands ahead than does so far, and where other digits
    /// than the ones given would have led.
    fn assume(&mut self, length: usize, pair: &mut Pair<'m>, way: Way<'_>) {
        let abstraction = self.search.abstraction;
        let mut add = |mut pair: Pair<'m>| {
            let agrees = pair.run(&abstraction.rules);
            self.note((length, true), (pair, agrees), way);
        };
        if let Some(named) = abstraction.new_name(pair) {
            pair.named = Some(named);
            let mut assumed = pair.clone();
            for side in &mut assumed.sides {
                side.machine.assume_complete_name(named.from);
            }
            add(assumed);
        }
        if let Some(value) = abstraction.counts_together(pair) {
            for other in &abstraction.numbers.representatives {
                if *other != value {
                    let mut assumed = pair.clone();
                    for side in &mut assumed.sides {
                        side.machine.set_code(*other);
                    }
                    add(assumed);
                }
            }
        }
    }
}

impl Item<'_> {
    fn way<'i>(&'i self, last: &'i str) -> Way<'i> {
        Way {
            entry: self.reached.entry,
            before: &self.reached.input,
            last,
        }
    }
}
