//! Matches the rows of both sides by the characters that they match.
//!
//! Rows have no names, and an edit splits, joins and moves them. So pairs are made in rounds, from equal rows over
//! the same characters to overlapping ones; a row that is paired stays so, and of equals the first is taken. An
//! optimal assignment would be cubic and less predictable for a reader. The number of comparisons is bounded; what is
//! left then counts as removed and new.

use super::matching::{Candidate, disjoint};
use super::row_index::RowIndex;
use super::row_keys::{RowKeys, number};
use super::takes::Takes;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use tokenwright_tables::model::{About, Row};
use tokenwright_tables::set::Set;

/// The rows of a state on one side, with the facts that their classes are resolved by.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) rows: &'a [Row],
    pub(super) about: &'a About,
}

impl<'a> Rows<'a> {
    pub(super) fn of(rows: &'a [Row], about: &'a About) -> Self {
        Rows { rows, about }
    }

    /// The input that each row matches.
    pub(super) fn takes(self) -> Vec<Takes> {
        let rows = self.rows.iter();
        rows.map(|row| Takes::of(row, self.about)).collect()
    }
}

/// Rows of both sides that belong together, as indices.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pairing {
    /// Rows that are one row, in the order of the newer side.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Rows that only the older side has.
    pub(super) gone: Vec<usize>,
    /// Rows that only the newer side has.
    pub(super) new: Vec<usize>,
    /// Rows that do the same to the same characters, cut up otherwise.
    pub(super) regrouped: Vec<(Vec<usize>, Vec<usize>)>,
}

/// The partner of a row that belongs to several.
const ELSEWHERE: usize = usize::MAX;

/// The comparisons of two rows that are always made: as many as a hundred rows with each of a hundred others.
const COMPARED: usize = 10_000;
/// The further comparisons for each row. If all are used up, the rows that are left count as removed and new.
const COMPARED_EACH: usize = 64;

/// Finds the rows that belong together.
pub(super) fn pair(from: Rows<'_>, to: Rows<'_>) -> Pairing {
    let mut pairs = Pairs::of(from, to);
    pairs.join_all();
    pairs.pairing()
}

struct Pairs<'a> {
    from: Vec<Member<'a>>,
    to: Vec<Member<'a>>,
    regrouped: Vec<(Vec<usize>, Vec<usize>)>,
    /// How many comparisons of two rows are left.
    comparisons: usize,
}

/// A row, and its partner on the other side.
struct Member<'a> {
    row: &'a Row,
    takes: Takes,
    keys: RowKeys,
    partner: Option<usize>,
}

impl<'a> Pairs<'a> {
    fn of(from: Rows<'a>, to: Rows<'a>) -> Self {
        let takes = [from.takes(), to.takes()];
        let [old, new] = number([(from.rows, &takes[0]), (to.rows, &takes[1])]);
        let members = |rows: &'a [Row], takes: Vec<Takes>, keys: Vec<RowKeys>| {
            let parts = rows.iter().zip(takes).zip(keys);
            let members = parts.map(|((row, takes), keys)| Member {
                row,
                takes,
                keys,
                partner: None,
            });
            members.collect()
        };
        let [old_takes, new_takes] = takes;
        Pairs {
            comparisons: COMPARED + COMPARED_EACH * (from.rows.len() + to.rows.len()),
            from: members(from.rows, old_takes, old),
            to: members(to.rows, new_takes, new),
            regrouped: Vec::new(),
        }
    }

    fn join_all(&mut self) {
        // From the surest evidence to the weakest, as a row that is paired stays so.
        self.join_equal(|row| Some((row.keys.takes, row.keys.guards)));
        self.join_equal(|row| Some((row.keys.characters, row.keys.body)));
        self.join_same_characters();
        self.regroup();
        self.join_equal(|row| row.takes.is_ahead().then_some(row.keys.body));
        self.join_overlapping();
    }

    fn pairing(self) -> Pairing {
        let open = |members: &[Member<'_>]| open(members).map(|(at, _)| at).collect();
        let pairs = self.to.iter().enumerate();
        Pairing {
            pairs: pairs
                .filter_map(|(b, member)| Some((member.partner.filter(|a| *a != ELSEWHERE)?, b)))
                .collect(),
            gone: open(&self.from),
            new: open(&self.to),
            regrouped: self.regrouped,
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        self.from[a].partner = Some(b);
        self.to[b].partner = Some(a);
    }

    /// Pairs the remaining rows with equal keys, in order.
    fn join_equal<K: Eq + Hash>(&mut self, key: impl Fn(&Member<'_>) -> Option<K>) {
        let mut free: HashMap<K, VecDeque<usize>> = HashMap::new();
        for (b, member) in open(&self.to) {
            if let Some(key) = key(member) {
                free.entry(key).or_default().push_back(b);
            }
        }
        for a in 0..self.from.len() {
            if self.from[a].partner.is_none()
                && let Some(key) = key(&self.from[a])
                && let Some(b) = free.get_mut(&key).and_then(VecDeque::pop_front)
            {
                self.join(a, b);
            }
        }
    }

    /// Pairs the remaining rows that match the same characters, the most similar first.
    fn join_same_characters(&mut self) {
        let mut free: HashMap<usize, Vec<usize>> = HashMap::new();
        for (b, member) in open(&self.to) {
            free.entry(member.keys.characters).or_default().push(b);
        }
        let mut candidates = Vec::new();
        let mut left = self.comparisons;
        for (a, member) in open(&self.from) {
            let others = free.get(&member.keys.characters).into_iter().flatten();
            for b in others.copied().take(left) {
                candidates.push(([member.keys.likeness(&self.to[b].keys), 0.0], a, b));
                left -= 1;
            }
        }
        self.comparisons = left;
        self.join_best(candidates);
    }

    /// Pairs the remaining rows that match some common characters, the most similar first.
    fn join_overlapping(&mut self) {
        let index = RowIndex::of(open(&self.to).map(|(b, member)| (b, &member.takes)));
        let mut candidates = Vec::new();
        let mut left = self.comparisons;
        for (a, member) in open(&self.from) {
            for b in index.touching(&member.takes, left) {
                left = left.saturating_sub(1);
                let score = partial(member, &self.to[b]);
                candidates.extend(score.map(|score| ([score, 0.0], a, b)));
            }
        }
        self.comparisons = left;
        self.join_best(candidates);
    }

    /// Pairs candidates, the most similar first; of equals, the first ones.
    fn join_best(&mut self, candidates: Vec<Candidate>) {
        for (a, b) in disjoint(candidates) {
            self.join(a, b);
        }
    }

    /// Takes out the rows that do the same to the same characters, cut up otherwise.
    fn regroup(&mut self) {
        let mut numbers = HashMap::new();
        let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        let key = |row: &Member<'_>| (row.takes.how.clone(), row.keys.guards, row.keys.body);
        let is_cut = |row: &Member<'_>| !row.takes.anything_else && !row.takes.additional;
        for (a, member) in open(&self.from) {
            let number = *numbers.entry(key(member)).or_insert(groups.len());
            if number == groups.len() {
                groups.push((Vec::new(), Vec::new()));
            }
            if is_cut(member) {
                groups[number].0.push(a);
            }
        }
        for (b, member) in open(&self.to).filter(|(_, member)| is_cut(member)) {
            if let Some(number) = numbers.get(&key(member)) {
                groups[*number].1.push(b);
            }
        }
        for (from, to) in groups {
            let union = |members: &[Member<'_>], rows: &[usize]| {
                Set::union_of(rows.iter().map(|at| &members[*at].takes.set))
            };
            if from.is_empty() || to.is_empty() || union(&self.from, &from) != union(&self.to, &to)
            {
                continue;
            }
            for at in &from {
                self.from[*at].partner = Some(ELSEWHERE);
            }
            for at in &to {
                self.to[*at].partner = Some(ELSEWHERE);
            }
            self.regrouped.push((from, to));
        }
    }
}

/// The rows without a partner.
fn open<'m, 'r>(members: &'m [Member<'r>]) -> impl Iterator<Item = (usize, &'m Member<'r>)> {
    let all = members.iter().enumerate();
    all.filter(|(_, member)| member.partner.is_none())
}

/// The similarity of rows that match some common characters, if they are similar enough to be one row.
fn partial(from: &Member<'_>, to: &Member<'_>) -> Option<f64> {
    let (takes, other) = (&from.takes, &to.takes);
    if takes.anything_else != other.anything_else || takes.is_ahead() || other.is_ahead() {
        return None;
    }
    let (old, new) = (words(from.row), words(to.row));
    let common = {
        let new: HashSet<&String> = new.iter().collect();
        old.iter().filter(|word| new.contains(word)).count()
    };
    let all = old.len() + new.len() - common;
    // Rows that do something else, and match one thing of many, are not one row.
    let alike = from.keys.likeness(&to.keys) + common as f64 / all.max(1) as f64;
    (alike >= 0.5).then_some(alike)
}

/// The matchers of a row.
fn words(row: &Row) -> Vec<String> {
    let (any, _) = row.on.matcher_lists();
    any.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::{COMPARED, COMPARED_EACH, Pairs, Rows};
    use tokenwright_tables::grammar::{Char, Matcher, Step};
    use tokenwright_tables::load;
    use tokenwright_tables::model::{About, Clause, Located, On, Row};

    const ROWS: u32 = 20_000;

    fn about() -> About {
        load::newest_checked_in().revision.about
    }

    fn row(first: u32, last: u32, step: Step) -> Row {
        Row {
            on: On::Consumed {
                any: vec![Located::nowhere(Matcher::Range(Char(first), Char(last)))],
                except: Vec::new(),
            },
            when: Vec::new(),
            body: vec![Clause::Step(Located::nowhere(step))],
            note: None,
            place: Located::nowhere(()),
        }
    }

    /// How many rows are paired, and how many comparisons that took.
    fn paired(from: &[Row], to: &[Row]) -> (usize, usize) {
        let about = about();
        let side = |rows| Rows::of(rows, &about);
        let mut pairs = Pairs::of(side(from), side(to));
        let before = pairs.comparisons;
        pairs.join_all();
        let compared = before - pairs.comparisons;
        (pairs.pairing().pairs.len(), compared)
    }

    /// The rows of `0..ROWS` in another order.
    fn shuffled() -> impl Iterator<Item = u32> {
        (0..ROWS).map(|n| n * 7919 % ROWS)
    }

    #[test]
    fn rows_of_the_same_characters_are_not_compared() {
        let from: Vec<Row> = (0..ROWS).map(|n| row(n, n, Step::BareError)).collect();
        let to: Vec<Row> = shuffled().map(|n| row(n, n, Step::EmitCurrent)).collect();
        assert_eq!(paired(&from, &to), (from.len(), 0));
    }

    #[test]
    fn rows_are_compared_with_those_that_they_overlap() {
        let from: Vec<Row> = (0..ROWS)
            .map(|n| row(3 * n, 3 * n + 1, Step::EmitCurrent))
            .collect();
        let to: Vec<Row> = shuffled()
            .map(|n| row(3 * n + 1, 3 * n + 2, Step::EmitCurrent))
            .collect();
        assert_eq!(paired(&from, &to), (from.len(), from.len()));
    }

    #[test]
    fn the_comparisons_of_rows_that_all_overlap_are_bounded() {
        let from: Vec<Row> = (1..=ROWS).map(|n| row(0, n, Step::BareError)).collect();
        let to: Vec<Row> = (1..=ROWS)
            .map(|n| row(0, ROWS + n, Step::EmitCurrent))
            .collect();
        let (_, compared) = paired(&from, &to);
        assert_eq!(compared, COMPARED + COMPARED_EACH * 2 * from.len());
    }
}
