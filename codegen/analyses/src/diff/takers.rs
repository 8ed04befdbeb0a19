//! The rows of one side that match what a row of the other side matches.

use super::row_index::RowIndex;
use super::rows::Rows;
use super::takes::Takes;
use tokenwright_tables::model::{About, Row};

/// The rows of a side, by the characters that they match.
pub(super) struct Takers<'a> {
    side: Rows<'a>,
    takes: Vec<Takes>,
    index: RowIndex,
    /// The rows for anything else.
    anything_else: Vec<usize>,
}

/// The number of rows that a message names.
const NAMED: usize = 100;

impl<'a> Takers<'a> {
    pub(super) fn of(side: Rows<'a>) -> Self {
        let takes = side.takes();
        let anything_else = (0..takes.len()).filter(|at| takes[*at].anything_else);
        Takers {
            side,
            index: RowIndex::of(takes.iter().enumerate()),
            anything_else: anything_else.take(NAMED).collect(),
            takes,
        }
    }

    /// The rows that match the characters of `row`, in order, up to the one that matches the rest.
    pub(super) fn of_row(&self, row: &Row, about: &About) -> Vec<usize> {
        let takes = Takes::of(row, about);
        let no_set = takes.anything_else || takes.is_ahead();
        let mut left = takes.set.clone();
        let mut candidates = self.index.touching(&takes, NAMED);
        candidates.extend(&self.anything_else);
        candidates.sort_unstable();
        candidates.dedup();
        let mut found = Vec::new();
        for at in candidates {
            let theirs = &self.takes[at];
            if takes.how != theirs.how && !theirs.anything_else {
                continue;
            }
            let taken = if theirs.anything_else {
                left.clone()
            } else {
                left.intersection(&theirs.set)
            };
            let unguarded = self.side.rows[at].when.is_empty();
            if !taken.is_empty() || no_set && theirs.anything_else {
                found.push(at);
                if unguarded {
                    left = left.minus(&taken);
                }
            }
            if left.is_empty() && !found.is_empty() && unguarded {
                break;
            }
        }
        found
    }

    /// The rows of this side.
    pub(super) fn rows(&self) -> &'a [Row] {
        self.side.rows
    }
}
