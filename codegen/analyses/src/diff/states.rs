//! Which state of one side is which state of the other: by name, by `was`, by content.
//!
//! A name decides, then the older name that tables give, and only then the contents, since states are alike by
//! nature: the three kinds of text have the same rows. Contents are compared without the names of unpaired states,
//! which a rename changes. The threshold for "alike" is a number that was chosen; a pair that rests on it is marked
//! as such.

use super::matching::{self, disjoint};
use super::names::entered;
use super::row_keys::{Numbers, shared};
use super::steps::{canonical, heading};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use tokenwright_tables::english::sentences;
use tokenwright_tables::model::{Clause, Revision, Row, State};

/// The similarity from which a state counts as renamed.
const ALIKE: f64 = 0.6;

/// The states of both sides, as indices.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Matched {
    /// States that are one state.
    pub(super) pairs: Vec<StatePair>,
    /// States that only the older side has, with the names of those switched to in their place.
    pub(super) gone: Vec<(usize, Vec<String>)>,
    /// States that only the newer side has, with the names of the states that had their behaviour.
    pub(super) new: Vec<(usize, Vec<String>)>,
}

/// A state of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatePair {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether only the contents show that they correspond.
    pub(super) by_content: bool,
}

/// Finds the states that belong together.
pub(super) fn pair(from: &[State], to: &[State]) -> Matched {
    let mut pairs: Vec<StatePair> = Vec::new();
    // A page may have a state twice: the first is paired with the first.
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, state) in to.iter().enumerate().rev() {
        by_name.entry(state.name.as_str()).or_default().push(at);
    }
    for (a, state) in from.iter().enumerate() {
        if let Some(b) = by_name.get_mut(state.name.as_str()).and_then(Vec::pop) {
            join(&mut pairs, a, b, false);
        }
    }
    for (a, old) in from.iter().enumerate() {
        for (b, new) in to.iter().enumerate() {
            if new.was.as_deref() == Some(&old.name) || old.was.as_deref() == Some(&new.name) {
                join(&mut pairs, a, b, false);
            }
        }
    }
    by_content(from, to, &mut pairs);
    pairs.sort_by_key(|pair| pair.to);
    let matching::Matched { gone, new, .. } = open(from, to, &pairs);
    let turns = Turns::of(from, to, &pairs);
    let gone = gone.into_iter().map(|at| {
        let name = from[at].name.as_str();
        let taken_over = turns.most().filter(|(left, _)| *left == name);
        let mut into: Vec<String> = taken_over.map(|(_, now)| now.to_owned()).collect();
        if into.is_empty() {
            into = inlined(&from[at], from, to, &pairs);
        }
        (at, into)
    });
    let new = new.into_iter().map(|at| {
        let name = to[at].name.as_str();
        let out_of = turns.most().filter(|(_, now)| *now == name);
        (at, out_of.map(|(left, _)| left.to_owned()).collect())
    });
    Matched {
        gone: gone.collect(),
        new: new.collect(),
        pairs,
    }
}

/// The states, or the procedures.
pub(super) fn blocks(revision: &Revision, procedure: bool) -> &[State] {
    match procedure {
        true => &revision.procedures,
        false => &revision.states,
    }
}

/// The states, or the procedures.
pub(super) fn blocks_mut(revision: &mut Revision, procedure: bool) -> &mut Vec<State> {
    match procedure {
        true => &mut revision.procedures,
        false => &mut revision.states,
    }
}

fn join(pairs: &mut Vec<StatePair>, from: usize, to: usize, by_content: bool) {
    let free = |pair: &StatePair| pair.from != from && pair.to != to;
    if pairs.iter().all(free) {
        pairs.push(StatePair {
            from,
            to,
            by_content,
        });
    }
}

/// The states without a partner.
fn open(from: &[State], to: &[State], pairs: &[StatePair]) -> matching::Matched {
    let pairs = pairs.iter().map(|pair| (pair.from, pair.to));
    matching::Matched::of([from.len(), to.len()], pairs.collect())
}

fn by_content(from: &[State], to: &[State], pairs: &mut Vec<StatePair>) {
    let matching::Matched { gone: old, new, .. } = open(from, to, pairs);
    let unpaired: BTreeSet<&str> = old
        .iter()
        .map(|at| from[*at].name.as_str())
        .chain(new.iter().map(|at| to[*at].name.as_str()))
        .collect();
    let mut numbers = Numbers::default();
    let mut numbered = |states: &[State], those: &[usize]| -> Vec<(usize, Vec<usize>)> {
        let those = those.iter();
        those
            .map(|at| (*at, contents(&states[*at], &unpaired, &mut numbers)))
            .collect()
    };
    let old = numbered(from, &old);
    let new = numbered(to, &new);
    let mut candidates = Vec::new();
    for (a, theirs) in &old {
        for (b, ours) in &new {
            let alike = shared(theirs, ours).unwrap_or_default();
            if alike >= ALIKE {
                // Of states with the same contents, those with similar names are paired.
                let names = strsim::normalized_levenshtein(&from[*a].name, &to[*b].name);
                candidates.push(([alike, names], *a, *b));
            }
        }
    }
    for (a, b) in disjoint(candidates) {
        join(pairs, a, b, true);
    }
}

/// The sentences of a state without the names of unpaired states, as sorted numbers.
fn contents(
    state: &State,
    unpaired: &BTreeSet<&str>,
    numbers: &mut Numbers<(String, String)>,
) -> Vec<usize> {
    let mut found = Vec::new();
    let mut add = |title: &str, clauses: &[Clause]| {
        for (_, sentence) in sentences(&canonical(clauses)) {
            let named = states_named(&sentence).filter(|name| unpaired.contains(name));
            let sentence = match named.min() {
                Some(name) => sentence.replace(name, "*"),
                None => sentence,
            };
            found.push(numbers.of((title.to_owned(), sentence)));
        }
    };
    add("", &state.body);
    for row in &state.rows {
        add(&heading(row), &row.body);
    }
    found.sort_unstable();
    found
}

/// What a sentence may call a state: the words between "the" and "state".
fn states_named(sentence: &str) -> impl Iterator<Item = &str> {
    let starts = sentence.match_indices(" the ");
    starts.filter_map(|(at, the)| {
        let rest = &sentence[at + the.len()..];
        Some(&rest[..rest.find(" state")?])
    })
}

/// The states that switched to a removed one and now have most of its rows.
fn inlined(gone: &State, from: &[State], to: &[State], pairs: &[StatePair]) -> Vec<String> {
    let name = gone.name.as_str();
    let goes = |state: &State| {
        let mut rows = state.rows.iter();
        entered(&state.body).contains(&name) || rows.any(|row| entered(&row.body).contains(&name))
    };
    let bodies: Vec<Vec<Clause>> = gone.rows.iter().map(|row| canonical(&row.body)).collect();
    let has_its_rows = |state: &State| {
        let rows = state.rows.iter();
        let theirs: HashSet<Vec<Clause>> = rows.map(|row| canonical(&row.body)).collect();
        let taken = bodies.iter().filter(|body| theirs.contains(*body)).count();
        taken > 0 && taken * 2 >= gone.rows.len()
    };
    let pairs = pairs.iter();
    pairs
        .filter(|pair| goes(&from[pair.from]) && has_its_rows(&to[pair.to]))
        .map(|pair| to[pair.to].name.value.clone())
        .collect()
}

/// Rows of both sides that went to one state before and go to another now.
struct Turns {
    /// How many rows went to a state before.
    before: BTreeMap<String, usize>,
    /// How many went to the first state before and go to the second one now.
    now: BTreeMap<(String, String), usize>,
}

impl Turns {
    fn of(from: &[State], to: &[State], pairs: &[StatePair]) -> Self {
        let mut turns = Turns {
            before: BTreeMap::new(),
            now: BTreeMap::new(),
        };
        let both = |pair: &StatePair| (&*from[pair.from].name.value, &*to[pair.to].name.value);
        let renamed: HashMap<&str, &str> = pairs.iter().map(both).collect();
        for pair in pairs {
            let (old, new) = (&from[pair.from], &to[pair.to]);
            let mut titles: HashMap<String, &Row> = HashMap::new();
            for row in &new.rows {
                titles.entry(heading(row)).or_insert(row);
            }
            for row in &old.rows {
                let Some(now) = titles.get(&heading(row)) else {
                    continue;
                };
                let before = entered(&row.body).into_iter();
                let before = before.map(|name| *renamed.get(name).unwrap_or(&name));
                let before: BTreeSet<&str> = before.collect();
                let now: BTreeSet<&str> = entered(&now.body).into_iter().collect();
                for left in &before {
                    *turns.before.entry((*left).to_owned()).or_default() += 1;
                    if now.contains(left) {
                        continue;
                    }
                    for entered in now.difference(&before) {
                        let turn = ((*left).to_owned(), (*entered).to_owned());
                        *turns.now.entry(turn).or_default() += 1;
                    }
                }
            }
        }
        turns
    }

    /// The turns of at least half of the rows that went to a state: that state, and where they go now.
    fn most(&self) -> impl Iterator<Item = (&str, &str)> {
        let turns = self.now.iter().filter(|((left, _), rows)| {
            let before = self.before.get(left).copied().unwrap_or_default();
            before > 0 && *rows * 2 >= before
        });
        turns.map(|((left, entered), _)| (left.as_str(), entered.as_str()))
    }
}

/// Which of these places, in the order of the other side, must move for all to be in order: the
/// fewest that do.
pub(super) fn out_of_order(places: &[usize]) -> Vec<bool> {
    // The longest run that rises, by patience: the positions at which the best run has the same length. Their places fall.
    let mut runs: Vec<Vec<usize>> = Vec::new();
    let mut before = vec![None; places.len()];
    for (at, place) in places.iter().enumerate() {
        let length =
            runs.partition_point(|run| run.last().is_some_and(|last| places[*last] < *place));
        if let Some(shorter) = length.checked_sub(1).map(|length| &runs[length]) {
            let first = shorter.partition_point(|earlier| places[*earlier] > *place);
            before[at] = Some(shorter[first]);
        }
        if length == runs.len() {
            runs.push(Vec::new());
        }
        runs[length].push(at);
    }
    let mut moved = vec![true; places.len()];
    let mut at = runs.last().map(|longest| longest[0]);
    while let Some(stays) = at {
        moved[stays] = false;
        at = before[stays];
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::out_of_order;

    #[test]
    fn the_fewest_move() {
        assert_eq!(
            out_of_order(&[0, 3, 1, 2]),
            [false, true, false, false],
            "one that went back"
        );
        assert_eq!(out_of_order(&[2, 1, 0]).iter().filter(|m| **m).count(), 2);
        assert!(out_of_order(&[]).is_empty());
    }
}
