//! Rows whose position among the rows of both sides changed.

use super::change::{Change, Content, Kind, Moved, Subject};
use super::row_index::RowIndex;
use super::rows::Pairing;
use super::state::{Both, Owner};
use super::states::out_of_order;
use super::steps::heading;
use super::takes::Takes;

impl Both<'_> {
    /// Which of the pairs have moved; two rows that have changed places are one change.
    pub(super) fn moves(&self, pairing: &Pairing, swap: &mut Option<Change>) -> Vec<Option<Moved>> {
        let places: Vec<usize> = pairing.pairs.iter().map(|(a, _)| *a).collect();
        let mut moves = vec![None; places.len()];
        let mut ordered = places.clone();
        ordered.sort_unstable();
        let elsewhere: Vec<usize> = (0..places.len())
            .filter(|at| places[*at] != ordered[*at])
            .collect();
        if let [first, second] = elsewhere.as_slice() {
            *swap = self.swap(pairing, *first, *second);
            if swap.is_some() {
                return moves;
            }
        }
        let moved = out_of_order(&places);
        if !moved.contains(&true) {
            return moves;
        }
        let passing = Passing::of(self.from.takes(), &places);
        for (nth, moved) in moved.into_iter().enumerate() {
            if !moved {
                continue;
            }
            let matters = passing.matters(places[nth], nth);
            let after = nth.checked_sub(1).map(|at| pairing.pairs[at].1);
            moves[nth] = Some(Moved {
                after: after.map(|at| heading(&self.to.rows[at])),
                matters,
            });
        }
        moves
    }

    /// Two rows that have changed places.
    fn swap(&self, pairing: &Pairing, first: usize, second: usize) -> Option<Change> {
        let Owner::State(state) = self.owner else {
            return None;
        };
        let place = |at: usize| pairing.pairs[at].0;
        // The first row is now at the old position of the second.
        let (upper, lower) = (place(first), place(second));
        let takes = self.from.takes();
        let matters = (first..=second).map(place).any(|other| {
            (other != upper && takes[other].overlaps(&takes[upper]))
                || (other != lower && takes[other].overlaps(&takes[lower]))
        });
        let name = |at: usize| heading(&self.to.rows[pairing.pairs[at].1]);
        let (one, other) = (name(first), name(second));
        let id = format!("{}/rows {one} and {other}", self.name);
        let subject = Subject::Swap {
            state,
            from: (upper.min(lower), upper.max(lower)),
        };
        let before = Content::Words(vec![other.clone(), one.clone()]);
        let after = Content::Words(vec![one, other]);
        Some(Change {
            kind: Kind::Moved,
            moved: Some(Moved {
                after: None,
                matters,
            }),
            ..Change::new(id, subject, Some(before), Some(after))
        })
    }
}

/// Whether a moved row has passed another that matches some of the same.
struct Passing {
    /// What each older row matches.
    takes: Vec<Takes>,
    index: RowIndex,
    /// The rows that match characters which only a run decides.
    open: Vec<usize>,
    /// The position of each older row among the pairs.
    positions: Vec<Option<usize>>,
}

impl Passing {
    /// `places` are the older rows of the pairs.
    fn of(takes: Vec<Takes>, places: &[usize]) -> Self {
        let mut positions = vec![None; takes.len()];
        for (nth, row) in places.iter().enumerate() {
            positions[*row] = Some(nth);
        }
        let is_open = |row: &usize| takes[*row].anything_else || takes[*row].additional;
        Passing {
            index: RowIndex::of(takes.iter().enumerate()),
            open: (0..takes.len()).filter(is_open).collect(),
            positions,
            takes,
        }
    }

    /// Whether something matches both this older row, which is at `nth` among the pairs, and one that it has passed.
    fn matters(&self, row: usize, nth: usize) -> bool {
        let takes = &self.takes[row];
        // Such a row overlaps every other, and each moved row has passed one.
        if takes.anything_else {
            return true;
        }
        let has_passed = |other: &usize| {
            let position = self.positions[*other];
            position.is_some_and(|position| (*other < row) != (position < nth))
        };
        let overlaps = |other: &usize| has_passed(other) && self.takes[*other].overlaps(takes);
        if takes.additional {
            return (0..self.takes.len()).any(|other| overlaps(&other));
        }
        let near = self.index.touching(takes, usize::MAX);
        self.open.iter().chain(&near).any(overlaps)
    }
}
