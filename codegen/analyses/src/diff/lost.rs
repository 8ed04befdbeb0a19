//! Rows that only one side has, where the head of a row of the other side was not understood.

use super::change::{Line, Mark};
use super::holes::{At, Withheld};
use super::rows::Pairing;
use super::state::Both;
use super::steps::{alone, canonical, heading};
use tokenwright_tables::english::sentences;

impl Both<'_> {
    /// Takes out the rows that are missing because a head was not understood; returns the removed and the
    /// new rows.
    pub(super) fn withhold_lost(
        &self,
        pairing: &Pairing,
        withheld: &mut Vec<Withheld>,
    ) -> (Vec<usize>, Vec<usize>) {
        let mut lost = self.lost.clone();
        let mut keep = |at: usize, newer: bool| {
            // The neighbours of a row on the side that lacks it.
            let pairs = pairing.pairs.iter();
            let (before, after, row, lost) = if newer {
                let before = pairs.clone().filter(|(a, _)| *a < at);
                let before = before.max_by_key(|(a, _)| *a);
                let after = pairs.filter(|(a, _)| *a > at).min_by_key(|(a, _)| *a);
                let start = |pair: &(usize, usize)| {
                    self.holes.1.entry_of(self.names.1, pair.1).unwrap_or(0)
                };
                (
                    before.map_or(0, start),
                    after.map_or(u32::MAX, start),
                    &self.from.rows[at],
                    &mut lost.1,
                )
            } else {
                let before = pairs.clone().filter(|(_, b)| *b < at);
                let before = before.max_by_key(|(_, b)| *b);
                let after = pairs.filter(|(_, b)| *b > at).min_by_key(|(_, b)| *b);
                let start = |pair: &(usize, usize)| {
                    self.holes.0.entry_of(self.names.0, pair.0).unwrap_or(0)
                };
                (
                    before.map_or(0, start),
                    after.map_or(u32::MAX, start),
                    &self.to.rows[at],
                    &mut lost.0,
                )
            };
            let found = lost
                .iter()
                .position(|entry| (before..=after).contains(entry));
            let side = if newer {
                (&self.holes.1, self.names.1)
            } else {
                (&self.holes.0, self.names.0)
            };
            let entry = match found {
                Some(found) => lost.remove(found),
                None => match side.0.lossy(side.1, after) {
                    Some(entry) => entry,
                    None => return true,
                },
            };
            let mark = if newer { Mark::Gone } else { Mark::New };
            let mut lines = vec![Line {
                mark,
                depth: 0,
                text: format!("[{}]", heading(row)),
            }];
            lines.extend(alone(mark, sentences(&canonical(&row.body))));
            withheld.push(Withheld {
                newer,
                at: match entry {
                    0 => At::Entry(side.1.to_owned()),
                    entry => At::Row(entry),
                },
                heading: None,
                lines,
            });
            false
        };
        let gone = pairing.gone.iter().copied().filter(|at| keep(*at, true));
        let gone = gone.collect();
        let new = pairing.new.iter().copied().filter(|at| keep(*at, false));
        (gone, new.collect())
    }
}
