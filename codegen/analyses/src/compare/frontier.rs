//! The pairs that a search has seen, and those that it has yet to look at.

use super::product::Pair;
use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use tokenwright_interpreter::Response;
use tokenwright_tables::kernel::partition::rank;

/// What leads to a pair of machines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The index of the entry.
    pub entry: usize,
    /// The input.
    pub input: String,
    /// What tree construction does at each tag of the input; nothing at further tags.
    pub responses: Vec<Response>,
}

/// A pair that has yet to be looked at.
pub(super) struct Item<'m> {
    pub(super) pair: Pair<'m>,
    /// Characters that have to be distinguished in the next input.
    pub(super) singletons: Vec<char>,
    pub(super) reached: Reached,
}

/// The successor of a pair.
pub(super) struct Next<'m> {
    /// How many characters the input has.
    pub(super) length: usize,
    /// Whether the pair depends on an assumption about later input.
    pub(super) assumed: bool,
    pub(super) key: Box<[u8]>,
    /// Without a pair where both sides differ.
    pub(super) found: Result<Item<'m>, Reached>,
}

/// The keys of all pairs that were looked at.
pub(super) type Seen = HashSet<Box<[u8]>>;

/// A pair by its key.
type Keyed<'m> = (Box<[u8]>, Item<'m>);

/// The pairs that inputs of one length lead to.
#[derive(Default)]
pub(super) struct Level<'m> {
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

    /// All pairs, the simplest entry and the most readable input first. A pair whose sides differ already
    /// is an error.
    pub(super) fn in_order(self) -> Vec<Result<Keyed<'m>, Reached>> {
        let differ = self.differ.into_iter().map(Err);
        let all = differ.chain(self.agree.into_iter().map(Ok));
        let ranked = |one: Result<Keyed<'m>, Reached>| match &one {
            Ok((_, item)) => (item.reached.ranks(), one),
            Err(reached) => (reached.ranks(), one),
        };
        let mut all: Vec<_> = all.map(ranked).collect();
        // One input may lead to more than one pair.
        all.sort_by(|(a, one), (b, other)| {
            a.cmp(b).then_with(|| match (one, other) {
                (Ok((one, _)), Ok((other, _))) => one.cmp(other),
                (one, other) => one.is_ok().cmp(&other.is_ok()),
            })
        });
        all.into_iter().map(|(_, one)| one).collect()
    }
}

impl Reached {
    /// With more input.
    pub(super) fn and(&self, rest: Option<String>) -> Self {
        let rest = rest.unwrap_or_default();
        Reached {
            entry: self.entry,
            input: format!("{}{rest}", self.input),
            responses: self.responses.clone(),
        }
    }

    /// The order in which witnesses are preferred.
    fn order(&self, other: &Reached) -> Ordering {
        let entries = (self.switches(), self.entry).cmp(&(other.switches(), other.entry));
        let [a, b] = [self, other].map(|reached| reached.input.chars().map(rank));
        entries.then_with(|| a.cmp(b))
    }

    /// A key by which witnesses are sorted in the order of preference.
    fn ranks(&self) -> ((usize, usize), Vec<u32>, Vec<Response>) {
        let ranks = self.input.chars().map(rank).collect();
        ((self.switches(), self.entry), ranks, self.responses.clone())
    }

    /// The number of tags at which tree construction does something.
    fn switches(&self) -> usize {
        let none = Response::default();
        self.responses.iter().filter(|r| **r != none).count()
    }
}

/// The state of a search.
#[derive(Default)]
pub(super) struct Frontier<'m> {
    pub(super) seen: Seen,
    /// By length of the input in characters.
    pub(super) open: BTreeMap<usize, Level<'m>>,
    /// Pairs reached by an assumption about later input. They are expanded last, so that they do not
    /// hide pairs without one.
    pub(super) assumed: BTreeMap<usize, Level<'m>>,
    pub(super) reached: Vec<Reached>,
}

impl<'m> Frontier<'m> {
    pub(super) fn add(&mut self, next: Vec<Next<'m>>) {
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
