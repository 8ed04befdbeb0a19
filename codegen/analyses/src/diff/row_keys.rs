//! Rows as numbers: equal parts of rows have equal numbers, so that comparing two rows takes no time.

use super::steps::{canonical, sorted_guards};
use super::takes::Takes;
use std::collections::HashMap;
use std::hash::Hash;
use tokenwright_tables::english::{Sentence, sentences};
use tokenwright_tables::model::{Clause, Row};

/// The parts of a row.
#[derive(Clone, Debug)]
pub(super) struct RowKeys {
    /// The input that it matches.
    pub(super) takes: usize,
    /// The characters of that input, whether they are consumed or looked at.
    pub(super) characters: usize,
    /// Its guards, in any order.
    pub(super) guards: usize,
    /// Its steps in their canonical form.
    pub(super) body: usize,
    /// Their sentences, sorted.
    sentences: Vec<usize>,
}

impl RowKeys {
    /// The similarity of the steps: 1 if they are equal, 0 if they share none.
    pub(super) fn likeness(&self, other: &RowKeys) -> f64 {
        if self.body == other.body {
            return 1.0;
        }
        // Less than the same, even where only the order differs.
        shared(&self.sentences, &other.sentences).unwrap_or(1.0) * 0.99
    }
}

/// The share of two sorted lists that is in both; `None` of empty lists.
pub(super) fn shared(a: &[usize], b: &[usize]) -> Option<f64> {
    let (mut i, mut j, mut common) = (0, 0, 0_u32);
    while i < a.len() && j < b.len() {
        let (left, right) = (a[i], b[j]);
        common += u32::from(left == right);
        i += usize::from(left <= right);
        j += usize::from(right <= left);
    }
    let all = a.len() + b.len();
    (all > 0).then(|| f64::from(2 * common) / all as f64)
}

/// Numbers the rows of both sides.
pub(super) fn number(sides: [(&[Row], &[Takes]); 2]) -> [Vec<RowKeys>; 2] {
    let mut takes = Numbers::default();
    let mut characters = Numbers::default();
    let mut guards = Numbers::default();
    let mut bodies: Numbers<Vec<Clause>> = Numbers::default();
    let mut lines: Numbers<Sentence> = Numbers::default();
    sides.map(|(rows, sets)| {
        let rows = rows.iter().zip(sets);
        rows.map(|(row, set)| {
            let body = canonical(&row.body);
            let each = sentences(&body).into_iter();
            let mut sentences: Vec<usize> = each.map(|sentence| lines.of(sentence)).collect();
            sentences.sort_unstable();
            RowKeys {
                takes: takes.of(set.clone()),
                characters: characters.of(set.characters()),
                guards: guards.of(sorted_guards(&row.when)),
                body: bodies.of(body),
                sentences,
            }
        })
        .collect()
    })
}

/// The numbers of things, in the order in which they were first seen.
#[derive(Debug)]
pub(super) struct Numbers<T>(HashMap<T, usize>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Numbers(HashMap::new())
    }
}

impl<T: Eq + Hash> Numbers<T> {
    pub(super) fn of(&mut self, thing: T) -> usize {
        let next = self.0.len();
        *self.0.entry(thing).or_insert(next)
    }
}
