//! Rows that only one side has, where the head of a row of the other side was not understood.

use super::change::Mark;
use super::holes::{At, Withheld};
use super::rows::Pairing;
use super::state::Both;
use super::steps::{alone, canonical, head};
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
        // For each side the rows that have a partner, in order, with the partner.
        let mut of_from = pairing.pairs.clone();
        of_from.sort_unstable();
        let of_to: Vec<_> = pairing.pairs.iter().map(|(a, b)| (*b, *a)).collect();
        let mut keep = |at: usize, newer: bool| {
            // The neighbours of a row on the side that lacks it.
            let (pairs, holes, name, row, lost) = if newer {
                let row = &self.from.rows[at];
                (&of_from, self.holes.1, self.names.1, row, &mut lost.1)
            } else {
                let row = &self.to.rows[at];
                (&of_to, self.holes.0, self.names.0, row, &mut lost.0)
            };
            let next = pairs.partition_point(|(own, _)| *own < at);
            let start =
                |(_, partner): &(usize, usize)| holes.entry_of(name, *partner).unwrap_or_default();
            let before = next
                .checked_sub(1)
                .map_or(0, |before| start(&pairs[before]));
            let after = pairs.get(next).map_or(u32::MAX, start);
            let found = lost
                .iter()
                .position(|entry| (before..=after).contains(entry));
            let entry = match found {
                Some(found) => lost.remove(found),
                None => match holes.lossy(name, after) {
                    Some(entry) => entry,
                    None => return true,
                },
            };
            let mark = if newer { Mark::Gone } else { Mark::New };
            let mut lines = vec![head(mark, row)];
            lines.extend(alone(mark, sentences(&canonical(&row.body))));
            withheld.push(Withheld {
                newer,
                at: match entry {
                    0 => At::Entry(name.to_owned()),
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
