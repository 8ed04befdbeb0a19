//! Rows whose position among the rows of both sides changed.

use super::change::{Change, Content, Kind, Moved, Subject};
use super::rows::{Pairing, order_matters};
use super::state::{Both, Owner};
use super::states::out_of_order;
use super::steps::heading;

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
        for (nth, moved) in out_of_order(&places).into_iter().enumerate() {
            if !moved {
                continue;
            }
            let matters = (0..places.len())
                .filter(|other| (places[*other] < places[nth]) != (*other < nth))
                .any(|other| order_matters(self.from, places[other], places[nth]));
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
        let passed = (first..=second).map(place);
        let pairs: Vec<usize> = passed.collect();
        let matters = pairs.iter().any(|other| {
            (*other != upper && order_matters(self.from, *other, upper))
                || (*other != lower && order_matters(self.from, *other, lower))
        });
        let name = |at: usize| heading(&self.to.rows[pairing.pairs[at].1]);
        let (one, other) = (name(first), name(second));
        Some(Change {
            id: format!("{}/rows {one} and {other}", self.name),
            kind: Kind::Moved,
            subject: Subject::Swap {
                state,
                from: (upper.min(lower), upper.max(lower)),
            },
            from: Some(Content::Words(vec![other.clone(), one.clone()])),
            to: Some(Content::Words(vec![one, other])),
            lines: Vec::new(),
            moved: Some(Moved {
                after: None,
                matters,
            }),
            remarks: Vec::new(),
        })
    }
}
