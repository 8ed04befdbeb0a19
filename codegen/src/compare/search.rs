//! Breadth first over pairs of machines, the shortest input first, until one differs or all that
//! can be reached was seen.

use super::abstraction::Abstraction;
use super::alphabet::{Alphabet, rank};
use super::key::Key;
use super::product::Pair;
use super::ran::{Notes, Ran};
use super::settings::Setting;
use crate::interpret::{Interpreter, Refusal, Standing, Wait};
use crate::threads;
use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// How many pairs are looked at before the answer is that it is not known.
const PAIRS: usize = 50_000;

/// A pair that was reached, by what reached it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    /// The index of the setting.
    pub(super) setting: usize,
    /// The input.
    pub(super) input: String,
}

/// What a search came to.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Every pair that can be reached gives the same.
    Closed(Vec<Reached>),
    /// The first input after which the outputs differ.
    Differs(Reached),
    /// There may be a difference, or none.
    Unknown(String),
}

/// An input that leads to a pair, in parts.
#[derive(Clone, Copy)]
struct Way<'i> {
    setting: usize,
    before: &'i str,
    last: &'i str,
}

/// A pair that has yet to be looked at.
struct Item<'m> {
    pair: Pair<'m>,
    /// Characters of which it matters whether the next is one of them.
    apart: Vec<char>,
    reached: Reached,
}

/// What more input leads to.
struct Next<'m> {
    /// How many characters the input has.
    length: usize,
    /// Whether something was assumed of what comes.
    assumed: bool,
    key: Box<[u8]>,
    /// Without a pair where both sides differ.
    found: Result<Item<'m>, Reached>,
}

/// The keys of all pairs that were looked at.
type Seen = HashSet<Box<[u8]>>;

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

/// A pair by its key.
type Keyed<'m> = (Box<[u8]>, Item<'m>);

/// The pairs that inputs of one length lead to.
#[derive(Default)]
struct Level<'m> {
    /// Of those with one key the one that is shown first.
    agree: HashMap<Box<[u8]>, Item<'m>>,
    differ: Vec<Reached>,
}

impl<'m> Level<'m> {
    fn add(&mut self, key: Box<[u8]>, found: Result<Item<'m>, Reached>) {
        match found {
            Err(reached) => self.differ.push(reached),
            Ok(item) => match self.agree.entry(key) {
                Entry::Occupied(mut other) => {
                    if item.reached.order(&other.get().reached) == Ordering::Less {
                        other.insert(item);
                    }
                }
                Entry::Vacant(place) => {
                    place.insert(item);
                }
            },
        }
    }

    /// All of them, the plainest setting and the most readable input first; without a pair where
    /// both sides differ already.
    fn in_order(self) -> Vec<Result<Keyed<'m>, Reached>> {
        let differ = self.differ.into_iter().map(Err);
        let mut all: Vec<_> = differ.chain(self.agree.into_iter().map(Ok)).collect();
        let reached = |one: &Result<Keyed<'m>, Reached>| match one {
            Ok((_, item)) => item.reached.ranks(),
            Err(reached) => reached.ranks(),
        };
        all.sort_by_cached_key(reached);
        all
    }
}

impl Reached {
    /// What is shown first.
    fn order(&self, other: &Reached) -> Ordering {
        let settings = self.setting.cmp(&other.setting);
        let [a, b] = [self, other].map(|reached| reached.input.chars().map(rank));
        settings.then_with(|| a.cmp(b))
    }

    /// The same, to sort by.
    fn ranks(&self) -> (usize, Vec<u32>) {
        (self.setting, self.input.chars().map(rank).collect())
    }
}

impl Way<'_> {
    fn reached(self) -> Reached {
        Reached {
            setting: self.setting,
            input: [self.before, self.last].concat(),
        }
    }
}

/// What a search needs.
pub(super) struct Search<'m, 'a> {
    pub(super) interpreters: [&'m Interpreter<'m>; 2],
    /// Where the rows that run are noted.
    pub(super) ran: [&'m Ran; 2],
    pub(super) abstraction: &'a Abstraction<'a>,
    pub(super) alphabet: &'a mut Alphabet,
    pub(super) settings: &'a [Setting],
    pub(super) names: &'a [String],
    pub(super) digits: &'a [String],
}

/// The state of a search.
struct Front<'m> {
    seen: Seen,
    /// By length of the input in characters.
    open: BTreeMap<usize, Level<'m>>,
    /// Pairs that were reached by an assumption about what comes: looked at last, so that nothing
    /// real is hidden behind them.
    assumed: BTreeMap<usize, Level<'m>>,
    reached: Vec<Reached>,
}

impl<'m> Search<'m, '_> {
    /// Runs the search; `differs` says whether an input is a difference indeed.
    ///
    /// # Errors
    /// A setting that does not fit a side.
    pub(super) fn run(
        &mut self,
        differs: &mut dyn FnMut(&Reached) -> bool,
    ) -> Result<Outcome, Refusal> {
        let mut front = Front {
            seen: HashSet::new(),
            open: BTreeMap::new(),
            assumed: BTreeMap::new(),
            reached: Vec::new(),
        };
        let rules = &self.abstraction.rules;
        let mut starts = Vec::new();
        for (setting, start) in self.settings.iter().enumerate() {
            let [a, b] = &start.sides;
            let machines = [
                self.interpreters[0].open(a, Notes(self.ran[0]))?,
                self.interpreters[1].open(b, Notes(self.ran[1]))?,
            ];
            let (pair, agrees) = Pair::new(machines, rules);
            let mut expansion = Expansion {
                search: self,
                seen: &front.seen,
                next: &mut starts,
                key: Key::default(),
            };
            let way = Way {
                setting,
                before: "",
                last: "",
            };
            expansion.note((0, false), pair, agrees, way);
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
                            front.reached.push(item.reached.clone());
                            tasks.push(self.task(item));
                            if front.seen.len() > PAIRS {
                                let unknown =
                                    format!("more than {PAIRS} pairs of states and registers");
                                return Ok(Outcome::Unknown(unknown));
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
            Some(Reached { input, .. }) => Outcome::Unknown(format!(
                "the two sides may differ after input such as {input:?}, and no input was found \
                 that shows it"
            )),
            None => Outcome::Closed(front.reached),
        })
    }

    fn task(&mut self, item: Item<'m>) -> Task<'m> {
        let states = item.pair.sides.each_ref().map(|side| side.machine.state());
        let apart = item.apart.iter().copied().collect();
        Task {
            symbols: self.alphabet.symbols(states, &apart),
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
            expansion.note((length, true), pair, true, item.way(""));
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
    /// Notes a pair, unless it is known.
    fn note(
        &mut self,
        (length, assumed): (usize, bool),
        pair: Pair<'m>,
        agrees: bool,
        way: Way<'_>,
    ) {
        let next = |key: &[u8], found| Next {
            length,
            assumed,
            key: key.into(),
            found,
        };
        if !agrees {
            self.next.push(next(&[], Err(way.reached())));
            return;
        }
        self.search.abstraction.key(&mut self.key, &pair);
        if !self.seen.contains(&self.key.bytes[..]) {
            let item = Item {
                pair,
                apart: self.key.apart.clone(),
                reached: way.reached(),
            };
            self.next.push(next(&self.key.bytes, Ok(item)));
        }
    }

    /// Gives more input, and notes where that leads.
    fn step(&mut self, length: usize, item: &Item<'m>, text: &str) {
        let mut pair = item.pair.clone();
        let agrees = pair.feed(text, &self.search.abstraction.rules);
        let way = item.way(text);
        if agrees {
            self.assume(length, &pair, way);
            self.elsewhere(length, &pair, way);
        }
        self.note((length, false), pair, agrees, way);
    }

    /// Notes the same pair with the current node in the other kind of namespace, where that is
    /// about to be asked: as it was not asked before, the same input leads there too.
    fn elsewhere(&mut self, length: usize, pair: &Pair<'m>, way: Way<'_>) {
        let search = self.search;
        let sides = pair.sides.iter().zip(search.abstraction.rules.tables);
        let mut sides = sides.map(|(side, tables)| &tables.states[side.machine.state()]);
        if !sides.any(|facts| facts.asks_foreign) {
            return;
        }
        let mut wanted = search.settings[way.setting].clone();
        for setup in &mut wanted.sides {
            setup.foreign = !setup.foreign;
        }
        let mut settings = search.settings.iter();
        let Some(setting) = settings.position(|setting| *setting == wanted) else {
            return;
        };
        let mut pair = pair.clone();
        for side in &mut pair.sides {
            side.machine.set_foreign(wanted.sides[0].foreign);
        }
        self.note((length, false), pair, true, Way { setting, ..way });
    }

    /// Notes where a pair leads if what it waits for turns out one way or the other, and where
    /// other digits than the ones given would have led.
    fn assume(&mut self, length: usize, pair: &Pair<'m>, way: Way<'_>) {
        let abstraction = self.search.abstraction;
        let mut add = |mut pair: Pair<'m>| {
            let agrees = pair.run(&abstraction.rules);
            self.note((length, true), pair, agrees, way);
        };
        if let Some((index, answers)) = abstraction.answers(pair) {
            for told in answers {
                let mut assumed = pair.clone();
                for (side, stands) in assumed.sides.iter_mut().zip(told) {
                    side.machine.assume(index, *stands);
                }
                add(assumed);
            }
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
            setting: self.reached.setting,
            before: &self.reached.input,
            last,
        }
    }
}

impl<'m> Front<'m> {
    fn add(&mut self, next: Vec<Next<'m>>) {
        for one in next {
            let levels = match one.assumed {
                true => &mut self.assumed,
                false => &mut self.open,
            };
            let level = levels.entry(one.length).or_default();
            level.add(one.key, one.found);
        }
    }
}
