//! An automaton of the states that the parser has been in, made while it runs.
//!
//! A page has few shapes: the same tags come in the same places again and again. The rules are run once for a tag in a state, and from then
//! on the automaton has the answer. Where it has none, the parser goes to the state that the automaton is in and processes the
//! tag. So no tag that comes again is slow, whatever the rules do with it.
//!
//! What it costs to leave the automaton grows with the number of open elements. A credit bounds that: what is found earns, what is not
//! found costs, and the automaton is not used for a while if it does not pay.

use super::Follows;
use super::symbol::Symbol;
use crate::TextMode;
use crate::names::mixed;
use crate::text::narrow;
use crate::tree_construction::{Formatting, Name};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The most states, and the most numbers in all their snapshots.
const MOST_STATES: usize = 512;
const MOST_NUMBERS: usize = 1 << 14;

/// The most edges, a power of two; at most half of them are used.
const EDGES: usize = 2048;

/// What the automaton may cost before it has earned anything.
const START: u32 = 256;
const MOST_CREDIT: u32 = 4096;

/// For how many tokens it is not used if it does not pay.
const PAUSE: u32 = 1024;

/// A state, by its number.
pub(super) type State = u32;

/// Which formatting elements there are after a token.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// The first ones, and no others.
    First(usize),
    /// All, and that of the tag.
    Added,
    /// Those with these numbers; that of the tag has the next number after the others.
    Others(Box<[usize]>),
}

/// What a token does in a state.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    symbol: Symbol,
    from: State,
    pub(super) to: State,
    pub(super) mode: Option<TextMode>,
    pub(super) asks: Asks,
    change: Change,
}

/// What an edge depends on besides the name of the tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Asks {
    /// Nothing.
    #[default]
    Nothing,
    /// It is for tags without attributes.
    AnyAttribute,
    /// It is for tags without the attributes that rules ask open elements for.
    SomeAttributes,
    /// It tells only that the element becomes a formatting element of this name, so that its attributes are part of the symbol.
    Formatting(Name),
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

/// From which token on it is used at first: a single drawing does not earn what it costs.
const FIRST: u32 = 12;

/// The automaton.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    states: Vec<Known>,
    by_hash: BTreeMap<u64, State>,
    numbers: usize,
    /// A table by hashes: the number of an edge and one.
    table: Vec<u32>,
    edges: Vec<Edge>,
    /// How often all was forgotten: then states have other numbers.
    pub(super) age: u32,
    credit: u32,
    pause: u32,
}

fn hash(snapshot: &[u32]) -> u64 {
    snapshot.iter().fold(0, |hash, number| {
        mixed(hash ^ u64::from(*number)).rotate_left(5)
    })
}

#[inline(always)]
fn place(from: State, symbol: Symbol) -> usize {
    // The high bits depend on all bits of the word, also on those of the state.
    narrow::low_word(symbol.hash(from) >> (u64::BITS - EDGES.trailing_zeros())) as usize
}

impl Default for Cache {
    fn default() -> Self {
        Cache {
            states: Vec::new(),
            by_hash: BTreeMap::new(),
            numbers: 0,
            table: Vec::new(),
            edges: Vec::new(),
            age: 0,
            credit: START,
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
        self.by_hash.clear();
        self.numbers = 0;
        self.table.clear();
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
        let mut at = place(from, symbol);
        loop {
            let number = (*self.table.get(at)? as usize).checked_sub(1)?;
            let edge = self.edges.get(number)?;
            if edge.symbol == symbol && edge.from == from {
                self.credit = (self.credit + 1).min(MOST_CREDIT);
                return Some(number);
            }
            at = (at + 1) & (EDGES - 1);
        }
    }

    /// Whether to note the state after a token that was not found; `depth` elements are open.
    pub(super) fn pays(&mut self, depth: usize) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
            if self.pause == 0 {
                self.credit = START;
            }
            return false;
        }
        let cost = narrow::count(4 + depth / 2);
        match self.credit.checked_sub(cost) {
            Some(left) => {
                self.credit = left;
                true
            }
            None if self.states.is_empty() => {
                self.credit = START;
                true
            }
            None => {
                self.pause = PAUSE;
                false
            }
        }
    }

    /// The state with a snapshot, if it is known.
    pub(super) fn state(&self, snapshot: &[u32]) -> Option<State> {
        let state = *self.by_hash.get(&hash(snapshot))?;
        (*self.states[state as usize].snapshot == *snapshot).then_some(state)
    }

    /// Adds a state. If there are too many, the others are forgotten.
    pub(super) fn add(&mut self, known: Known) -> State {
        let is_full = self.states.len() >= MOST_STATES
            || self.numbers + known.snapshot.len() > MOST_NUMBERS
            || self.edges.len() >= EDGES / 2;
        if is_full {
            self.clear();
        }
        let state = narrow::count(self.states.len());
        self.numbers += known.snapshot.len();
        self.by_hash.insert(hash(&known.snapshot), state);
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
        of_tag: Option<Formatting>,
        asks: Asks,
    ) {
        let change = match before.strip_prefix(after) {
            Some(_) => Change::First(after.len()),
            None => match after.split_last() {
                Some((last, rest)) if rest == before && Some(*last) == of_tag => Change::Added,
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
            },
        };
        self.add_edge(Edge {
            symbol,
            from,
            to,
            mode,
            asks,
            change,
        });
    }

    /// Notes that a tag has to be looked up by its attributes, too.
    pub(super) fn note_formatting(&mut self, from: State, symbol: Symbol, name: Name) {
        if self.find(from, symbol).is_none() {
            self.add_edge(Edge {
                symbol,
                from,
                to: from,
                mode: None,
                asks: Asks::Formatting(name),
                change: Change::First(0),
            });
        }
    }

    fn add_edge(&mut self, edge: Edge) {
        if self.table.is_empty() {
            self.table.resize(EDGES, 0);
        }
        if self.edges.len() >= EDGES / 2 {
            return;
        }
        let mut at = place(edge.from, edge.symbol);
        while self.table[at] != 0 {
            at = (at + 1) & (EDGES - 1);
        }
        self.edges.push(edge);
        self.table[at] = narrow::count(self.edges.len());
    }
}

impl Edge {
    /// Makes the formatting elements before a token those after it.
    #[inline(always)]
    pub(super) fn apply(&self, formatting: &mut Vec<Formatting>, of_tag: Option<Formatting>) {
        match self.change {
            Change::First(count) if count >= formatting.len() => {}
            _ => self.apply_change(formatting, of_tag),
        }
    }

    fn apply_change(&self, formatting: &mut Vec<Formatting>, of_tag: Option<Formatting>) {
        match &self.change {
            Change::First(count) => formatting.truncate(*count),
            Change::Added => formatting.extend(of_tag),
            Change::Others(numbers) => {
                let before = core::mem::take(formatting);
                let of = |number: &usize| before.get(*number).copied().or(of_tag);
                formatting.extend(numbers.iter().filter_map(of));
            }
        }
    }
}
