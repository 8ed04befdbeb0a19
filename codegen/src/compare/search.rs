//! Breadth first over pairs of machines, the shortest input first, until one differs or all that
//! can be reached was seen.

use super::abstraction::Abstraction;
use super::alphabet::{Alphabet, rank};
use super::key::Key;
use super::product::Pair;
use super::ran::{Notes, Ran};
use super::settings::Setting;
use crate::interpret::{Interpreter, Refusal, Standing, Wait};
use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{self, AtomicBool};

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

/// A pair that has yet to be looked at.
struct Item<'m> {
    pair: Pair<'m>,
    key: Key,
    reached: Reached,
    agrees: bool,
}

/// The pairs that inputs of one length lead to.
#[derive(Default)]
struct Level<'m> {
    /// Of those with one key the one that is shown first.
    agree: HashMap<Vec<u8>, Item<'m>>,
    differ: Vec<Reached>,
}

impl<'m> Level<'m> {
    fn add(&mut self, item: Item<'m>) {
        if !item.agrees {
            self.differ.push(item.reached);
            return;
        }
        match self.agree.entry(item.key.bytes.clone()) {
            Entry::Occupied(mut other) => {
                if item.reached.order(&other.get().reached) == Ordering::Less {
                    other.insert(item);
                }
            }
            Entry::Vacant(place) => {
                place.insert(item);
            }
        }
    }

    /// All of them, the plainest setting and the most readable input first; without a pair where
    /// both sides differ already.
    fn in_order(self) -> Vec<(Reached, Option<Item<'m>>)> {
        let differ = self.differ.into_iter().map(|reached| (reached, None));
        let agree = self.agree.into_values();
        let agree = agree.map(|item| (item.reached.clone(), Some(item)));
        let mut all: Vec<_> = differ.chain(agree).collect();
        all.sort_by(|(a, _), (b, _)| a.order(b));
        all
    }
}

impl Reached {
    /// What is shown first.
    fn order(&self, other: &Reached) -> Ordering {
        let settings = self.setting.cmp(&other.setting);
        let ranks = [self, other].map(|reached| reached.input.chars().map(rank));
        let [a, b] = ranks;
        settings.then_with(|| a.cmp(b))
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
    /// Whether nobody asks for the answer any more.
    pub(super) stop: &'a AtomicBool,
}

/// The state of a search.
struct Front<'m> {
    seen: HashSet<Vec<u8>>,
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
        for (setting, start) in self.settings.iter().enumerate() {
            let [a, b] = &start.sides;
            let machines = [
                self.interpreters[0].open(a, Notes(self.ran[0]))?,
                self.interpreters[1].open(b, Notes(self.ran[1]))?,
            ];
            let (pair, agrees) = Pair::new(machines, rules);
            let reached = Reached {
                setting,
                input: String::new(),
            };
            front.add(0, self.item(pair, reached, agrees));
        }
        let mut doubtful = None;
        loop {
            while let Some((length, level)) = front.open.pop_first() {
                for (reached, item) in level.in_order() {
                    if let Some(item) = &item
                        && !front.seen.insert(item.key.bytes.clone())
                    {
                        continue;
                    }
                    let agrees = item.filter(|item| item.pair.clone().close(rules));
                    let Some(item) = agrees else {
                        if differs(&reached) {
                            return Ok(Outcome::Differs(reached));
                        }
                        doubtful = Some(reached);
                        continue;
                    };
                    if self.stop.load(atomic::Ordering::Relaxed) {
                        return Ok(Outcome::Unknown("it was stopped".into()));
                    }
                    self.expand(&mut front, length, &item);
                    front.reached.push(reached);
                    if front.seen.len() > PAIRS {
                        let unknown = format!("more than {PAIRS} pairs of states and registers");
                        return Ok(Outcome::Unknown(unknown));
                    }
                }
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

    fn item(&self, pair: Pair<'m>, reached: Reached, agrees: bool) -> Item<'m> {
        let key = match agrees {
            true => self.abstraction.key(&pair),
            false => Key::default(),
        };
        Item {
            pair,
            key,
            reached,
            agrees,
        }
    }

    fn expand(&mut self, front: &mut Front<'m>, length: usize, item: &Item<'m>) {
        if item.pair.is_over() {
            return;
        }
        let states = item.pair.sides.each_ref().map(|side| side.machine.state());
        let symbols = self.alphabet.symbols(states, &item.key.apart);
        let mut text = String::new();
        for symbol in symbols.iter() {
            text.clear();
            text.push(*symbol);
            self.step(front, length + 1, item, &text);
        }
        for name in self.abstraction.other_names(&item.pair, &symbols) {
            let mut pair = item.pair.clone();
            for side in &mut pair.sides {
                side.machine.name_earlier(&name);
            }
            front.assume(self.item(pair, item.reached.clone(), true));
        }
        let mut whole: Vec<&String> = Vec::new();
        if self.names_from_here(&item.pair) {
            whole.extend(self.names);
        }
        if self.counts_from_here(&item.pair) {
            whole.extend(self.digits);
        }
        for text in whole {
            let longer = length + text.chars().count();
            self.step(front, longer, item, text);
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

    /// Gives more input, and notes where that leads.
    fn step(&self, front: &mut Front<'m>, length: usize, item: &Item<'m>, text: &str) {
        let mut pair = item.pair.clone();
        let agrees = pair.feed(text, &self.abstraction.rules);
        let reached = Reached {
            setting: item.reached.setting,
            input: format!("{}{text}", item.reached.input),
        };
        if agrees {
            self.assume(front, &pair, &reached);
            self.elsewhere(front, length, &pair, &reached);
        }
        front.add(length, self.item(pair, reached, agrees));
    }

    /// Notes the same pair with the current node in the other kind of namespace, where that is
    /// about to be asked: as it was not asked before, the same input leads there too.
    fn elsewhere(&self, front: &mut Front<'m>, length: usize, pair: &Pair<'m>, reached: &Reached) {
        let sides = pair.sides.iter().zip(self.abstraction.rules.tables);
        let mut sides = sides.map(|(side, tables)| &tables.states[side.machine.state()]);
        if !sides.any(|facts| facts.asks_foreign) {
            return;
        }
        let mut wanted = self.settings[reached.setting].clone();
        for setup in &mut wanted.sides {
            setup.foreign = !setup.foreign;
        }
        let Some(setting) = self.settings.iter().position(|setting| *setting == wanted) else {
            return;
        };
        let mut pair = pair.clone();
        for side in &mut pair.sides {
            side.machine.set_foreign(wanted.sides[0].foreign);
        }
        let reached = Reached {
            setting,
            input: reached.input.clone(),
        };
        front.add(length, self.item(pair, reached, true));
    }

    /// Notes where a pair leads if what it waits for turns out one way or the other, and where
    /// other digits than the ones given would have led.
    fn assume(&self, front: &mut Front<'m>, pair: &Pair<'m>, reached: &Reached) {
        let add = |front: &mut Front<'m>, mut pair: Pair<'m>| {
            let agrees = pair.run(&self.abstraction.rules);
            front.assume(self.item(pair, reached.clone(), agrees));
        };
        if let Some((index, answers)) = self.abstraction.answers(pair) {
            for told in answers {
                let mut assumed = pair.clone();
                for (side, stands) in assumed.sides.iter_mut().zip(told) {
                    side.machine.assume(index, *stands);
                }
                add(front, assumed);
            }
        }
        if let Some(value) = self.abstraction.counts_together(pair) {
            for other in &self.abstraction.numbers.representatives {
                if *other != value {
                    let mut assumed = pair.clone();
                    for side in &mut assumed.sides {
                        side.machine.set_code(*other);
                    }
                    add(front, assumed);
                }
            }
        }
    }
}

impl<'m> Front<'m> {
    fn assume(&mut self, item: Item<'m>) {
        if !item.agrees || !self.seen.contains(&item.key.bytes) {
            let length = item.reached.input.chars().count();
            self.assumed.entry(length).or_default().add(item);
        }
    }

    fn add(&mut self, length: usize, item: Item<'m>) {
        if !item.agrees || !self.seen.contains(&item.key.bytes) {
            self.open.entry(length).or_default().add(item);
        }
    }
}
