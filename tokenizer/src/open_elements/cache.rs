//! An automaton of the states that the parser has been in, made while it runs.
//!
//! A page has few shapes: the same tags come in the same places again and again. The rules are run once for a tag in a state, and from then
//! on the automaton has the answer. Where it has none, the parser goes to the state that the automaton is in and processes the
//! tag. So no tag that comes again is slow, whatever the rules do with it.
//!
//! What it costs to leave the automaton grows with the numbers of elements. A credit bounds that: what is found earns, what is not
//! found costs, and the automaton is not used for a while if it does not pay.

use super::Follows;
use super::symbol::Symbol;
use super::table::Table;
use crate::TextMode;
use crate::names::mixed;
use crate::text::narrow;
use crate::tree_construction::{Formatting, Name};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The most states, and the most numbers in all their snapshots.
const MOST_STATES: usize = 512;
const MOST_NUMBERS: usize = 1 << 14;

/// The most edges.
const MOST_EDGES: usize = 1024;

/// What a token costs the rules that changes nothing, where a change costs one.
const COST_OF_TOKEN: u32 = 4;

/// What the rules may do before the automaton is used: a single drawing does not earn what it costs.
const FIRST: u32 = 64;

/// What the automaton may cost before it has earned anything: that, or so many states.
const START: u32 = 768;
const STATES_OF_START: u32 = 16;

/// The most that it may have earned.
const MOST_CREDIT: u32 = 1 << 14;

/// A state, by its number.
pub(super) type State = u32;

/// Not known here.
pub(super) const UNKNOWN: State = State::MAX;

/// Which formatting elements there are after a token.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// The first ones, and no others.
    First,
    /// All, and that of the tag.
    Added,
    /// Those with these numbers; that of the tag has the next number after the others.
    Others(Box<[usize]>),
}

/// What a token does in a state.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// The state and the symbol.
    words: (u64, u64),
    /// [`UNKNOWN`] if it is known only which attributes matter.
    pub(super) to: State,
    /// Whether the name is enough, there is no text mode, and no formatting element is added.
    pub(super) is_plain: bool,
    pub(super) mode: Option<TextMode>,
    pub(super) asks: Asks,
    /// The name of the formatting element that the element becomes, which is like none that there is: the attributes say whether it is.
    pub(super) listed: Name,
    change: Change,
    /// How many of the first formatting elements are kept.
    pub(super) keeps: usize,
    /// What the rules would cost.
    saves: u32,
}

/// For which tags of a name an edge is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Asks {
    /// All.
    #[default]
    Nothing,
    /// Those without attributes.
    AnyAttribute,
    /// Those without the attributes that rules ask open elements for.
    SomeAttributes,
}

/// What is known of a state.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) snapshot: Box<[u32]>,
    pub(super) follows: Follows,
    /// Whether nothing is open that is known.
    pub(super) is_between: bool,
    pub(super) is_foreign: bool,
    /// The classes of characters that change nothing, once it was asked.
    pub(super) inert: Option<u32>,
    /// How many texts there were.
    pub(super) texts: u32,
}

/// The automaton.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    states: Vec<Known>,
    by_snapshot: Table<{ 2 * MOST_STATES }>,
    numbers: usize,
    by_words: Table<{ 2 * MOST_EDGES }>,
    edges: Vec<Edge>,
    /// How often all was forgotten: then states have other numbers.
    pub(super) age: u32,
    credit: u32,
    /// What was saved since the credit was renewed.
    saved: u32,
    pause: u32,
}

fn hash(snapshot: &[u32]) -> u64 {
    let (pairs, last) = snapshot.as_chunks();
    let pairs = pairs.iter().map(|[one, other]| [*one, *other]);
    let last = last.iter().map(|one| [*one, u32::MAX]);
    pairs.chain(last).fold(0, |hash, [one, other]| {
        mixed(hash ^ (u64::from(one) | u64::from(other) << 32)).rotate_left(5)
    })
}

/// What an edge is found by.
#[inline(always)]
fn word((one, other): (u64, u64)) -> u64 {
    one ^ other.rotate_left(8)
}

/// What a token costs the rules that changes something so often.
fn cost_of_token(changes: u64) -> u32 {
    let changes = u32::try_from(changes).unwrap_or(u32::MAX);
    COST_OF_TOKEN.saturating_add(changes)
}

impl Default for Cache {
    fn default() -> Self {
        Cache {
            states: Vec::new(),
            by_snapshot: Table::default(),
            numbers: 0,
            by_words: Table::default(),
            edges: Vec::new(),
            age: 0,
            credit: START,
            saved: 0,
            pause: FIRST,
        }
    }
}

impl Cache {
    pub(super) fn known(&self, state: State) -> &Known {
        &self.states[state as usize]
    }

    pub(super) fn known_mut(&mut self, state: State) -> &mut Known {
        &mut self.states[state as usize]
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
        self.states.clear();
        self.by_snapshot.clear();
        self.numbers = 0;
        self.by_words.clear();
        self.edges.clear();
    }

    /// An edge, by its number.
    #[inline(always)]
    pub(super) fn edge(&self, number: usize) -> &Edge {
        &self.edges[number]
    }

    /// The number of the edge of a token in a state, if that is known.
    #[inline(always)]
    pub(super) fn find(&mut self, from: State, symbol: Symbol) -> Option<usize> {
        let words = symbol.words(from);
        let number = self.number_of(words)?;
        self.saved = self.saved.saturating_add(self.edges[number].saves);
        Some(number)
    }

    #[inline(always)]
    fn number_of(&self, words: (u64, u64)) -> Option<usize> {
        let edges = &self.edges;
        let is = |number: usize| edges.get(number).is_some_and(|edge| edge.words == words);
        self.by_words.find(word(words), is)
    }

    /// Whether to note the state after a token for which the rules changed something so often, when so many elements are open, and in
    /// the list of active formatting elements.
    pub(super) fn pays(&mut self, changes: u64, (open, listed): (usize, usize)) -> bool {
        // What it takes to write the state, and to go back to it.
        let cost = COST_OF_TOKEN + narrow::count(open / 8 + 2 * listed);
        let start = START.max(STATES_OF_START.saturating_mul(cost));
        if self.pause > 0 {
            self.pause = self.pause.saturating_sub(cost_of_token(changes));
            self.credit = start;
            return false;
        }
        let saved = core::mem::take(&mut self.saved);
        self.credit = self
            .credit
            .saturating_add(saved)
            .min(MOST_CREDIT.max(start));
        match self.credit.checked_sub(cost) {
            Some(left) => {
                self.credit = left;
                true
            }
            None => {
                // So it takes at most half as long as the rules.
                self.pause = start.saturating_mul(2);
                false
            }
        }
    }

    /// The state with a snapshot, if it is known.
    pub(super) fn state(&self, snapshot: &[u32]) -> Option<State> {
        let is = |state: usize| *self.states[state].snapshot == *snapshot;
        self.by_snapshot.find(hash(snapshot), is).map(narrow::count)
    }

    /// Adds a state. If there are too many, the others are forgotten.
    pub(super) fn add(&mut self, known: Known) -> State {
        let is_full = self.states.len() >= MOST_STATES
            || self.numbers + known.snapshot.len() > MOST_NUMBERS
            || self.edges.len() >= MOST_EDGES;
        if is_full {
            self.clear();
        }
        let state = narrow::count(self.states.len());
        self.numbers += known.snapshot.len();
        self.by_snapshot
            .add(hash(&known.snapshot), self.states.len());
        self.states.push(known);
        state
    }

    /// Adds what a token does, by the formatting elements before and after it.
    pub(super) fn connect(
        &mut self,
        (from, symbol): (State, Symbol),
        (to, mode): (State, Option<TextMode>),
        before: &[Formatting],
        after: &[Formatting],
        (of_tag, asks): (Option<Formatting>, Asks),
        changes: u64,
    ) {
        let keeps = before.iter().zip(after).take_while(|it| it.0 == it.1);
        let keeps = keeps.count();
        let change = match &after[keeps..] {
            [] => Change::First,
            [added] if keeps == before.len() && Some(*added) == of_tag => Change::Added,
            _ => {
                let number = |it: &Formatting| {
                    let known = before.iter().position(|of| of == it);
                    known.or((Some(*it) == of_tag).then_some(before.len()))
                };
                let Some(all) = after.iter().map(number).collect() else {
                    return;
                };
                Change::Others(all)
            }
        };
        let listed = of_tag.map_or(Name::NONE, |it| it.0);
        self.add_edge(Edge {
            words: symbol.words(from),
            to,
            is_plain: listed == Name::NONE
                && mode.is_none()
                && asks == Asks::Nothing
                && change == Change::First,
            mode,
            asks,
            listed,
            change,
            keeps,
            saves: cost_of_token(changes),
        });
    }

    /// Notes that it depends on the attributes of a tag which formatting element it becomes.
    pub(super) fn note_listed(&mut self, from: State, symbol: Symbol, listed: Name) {
        if self.number_of(symbol.words(from)).is_none() {
            self.add_edge(Edge {
                words: symbol.words(from),
                to: UNKNOWN,
                is_plain: false,
                mode: None,
                asks: Asks::Nothing,
                listed,
                change: Change::First,
                keeps: 0,
                saves: 0,
            });
        }
    }

    /// Adds an edge, or replaces the one that there is.
    fn add_edge(&mut self, edge: Edge) {
        if let Some(number) = self.number_of(edge.words) {
            self.edges[number] = edge;
        } else if self.edges.len() < MOST_EDGES {
            self.by_words.add(word(edge.words), self.edges.len());
            self.edges.push(edge);
        }
    }
}

impl Edge {
    /// Makes the formatting elements before a token those after it.
    #[inline]
    pub(super) fn apply(&self, formatting: &mut Vec<Formatting>, of_tag: Option<Formatting>) {
        match &self.change {
            Change::First => formatting.truncate(self.keeps),
            Change::Added => formatting.extend(of_tag),
            Change::Others(numbers) => {
                let before = core::mem::take(formatting);
                let of = |number: &usize| before.get(*number).copied().or(of_tag);
                formatting.extend(numbers.iter().filter_map(of));
            }
        }
    }
}
