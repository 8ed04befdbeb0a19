//! One state of both sides: what changed in it.

use super::change::{Change, Content, Editorial, Kind, Line, Mark, Moved, StateAt, Subject};
use super::holes::{At, Holes, Withheld};
use super::rows::{Pairing, Rows, only_in, order_matters, pair, same_takes, takers};
use super::states::out_of_order;
use super::steps::{alone, canonical, heading, lines, same_guards, sentences, without_codes};
use crate::model::{About, Clause, Row, State};

/// What the rows belong to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner {
    State(StateAt),
    InputStream,
}

impl Owner {
    fn subject(self, from: Option<usize>, to: Option<usize>) -> Subject {
        match self {
            Owner::State(state) => Subject::Row { state, from, to },
            Owner::InputStream => Subject::InputRow { from, to },
        }
    }
}

/// Both sides of a state or of the input stream.
pub(super) struct Both<'a> {
    pub(super) owner: Owner,
    /// How changes in it begin their identifiers: `state data`.
    pub(super) name: String,
    /// The older rows by the newer names.
    pub(super) from: Rows<'a>,
    pub(super) to: Rows<'a>,
    /// The older rows as they are.
    pub(super) original: &'a [Row],
    /// Where either side was not understood.
    pub(super) holes: (&'a Holes, &'a Holes),
    /// Rows of either side of which not even the head was understood.
    pub(super) lost: (Vec<u32>, Vec<u32>),
    /// What the state is called on either side.
    pub(super) names: (&'a str, &'a str),
}

/// What was found in a state.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) changes: Vec<Change>,
    pub(super) editorial: Vec<Editorial>,
    pub(super) withheld: Vec<Withheld>,
}

/// Steps of both sides, compared.
pub(super) struct Steps {
    pub(super) kind: Kind,
    pub(super) lines: Vec<Line>,
}

/// What became of steps; nothing where they mean the same.
pub(super) fn steps(from: &[Clause], to: &[Clause]) -> Option<Steps> {
    let (old, new) = (canonical(from), canonical(to));
    if old == new {
        return None;
    }
    let named = without_codes(&old) == without_codes(&new) && without_codes(&old) == old;
    Some(Steps {
        kind: if named { Kind::Named } else { Kind::Changed },
        lines: lines(&sentences(&old), &sentences(&new)),
    })
}

/// The steps before the rows.
pub(super) fn entry(at: StateAt, name: &str, from: &State, to: &State) -> Option<Change> {
    let Steps { kind, lines } = steps(&from.body, &to.body)?;
    let content = |body: &[Clause]| (!body.is_empty()).then(|| Content::Steps(body.to_vec()));
    Some(Change {
        id: format!("{name}/entry"),
        kind,
        subject: Subject::Entry(at),
        from: content(&from.body),
        to: content(&to.body),
        lines,
        moved: None,
        remarks: Vec::new(),
    })
}

impl Both<'_> {
    /// Compares the rows.
    pub(super) fn rows(&self) -> Found {
        let pairing = pair(self.from, self.to);
        let mut found = Found::default();
        let mut swap = None;
        let moves = self.moves(&pairing, &mut swap);
        let (gone, new) = self.withhold_lost(&pairing, &mut found.withheld);
        // Gone rows are shown before the row that followed them.
        let mut gone = gone.into_iter().peekable();
        let mut new = new.into_iter().peekable();
        for (nth, (a, b)) in pairing.pairs.iter().copied().enumerate() {
            while let Some(at) = new.next_if(|at| *at < b) {
                found.changes.push(self.new_row(at));
            }
            while let Some(at) = gone.next_if(|at| *at < a) {
                found.changes.push(self.gone_row(at));
            }
            let change = self.pair(a, b, moves[nth].clone(), &mut found.editorial);
            let open_from = self.holes.0.row(self.names.0, a);
            let open_to = self.holes.1.row(self.names.1, b);
            match (change, open_to.or(open_from)) {
                (change, Some(entry)) => found.withheld.push(Withheld {
                    newer: open_to.is_some(),
                    at: At::Row(entry),
                    heading: Some(heading(&self.to.rows[b])),
                    lines: change.map_or_else(Vec::new, |change| only_changed(change.lines)),
                }),
                (change, None) => found.changes.extend(change),
            }
        }
        found.changes.extend(new.map(|at| self.new_row(at)));
        found.changes.extend(gone.map(|at| self.gone_row(at)));
        found.changes.extend(swap);
        for (old, new) in &pairing.regrouped {
            found.editorial.push(self.regrouped(old, new));
        }
        self.number(&mut found.changes);
        found
    }

    /// Takes out the rows that are missing where the head of a row was not understood; gives the
    /// rows that are gone and those that are new.
    fn withhold_lost(
        &self,
        pairing: &Pairing,
        withheld: &mut Vec<Withheld>,
    ) -> (Vec<usize>, Vec<usize>) {
        let mut lost = self.lost.clone();
        let mut keep = |at: usize, newer: bool| {
            // What stands around it on the side where it is missing.
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

    fn pair(
        &self,
        a: usize,
        b: usize,
        moved: Option<Moved>,
        editorial: &mut Vec<Editorial>,
    ) -> Option<Change> {
        let (old, new) = (&self.from.rows[a], &self.to.rows[b]);
        let mut remarks = Vec::new();
        for (less, one, other) in [
            ("no longer", (old, self.from.about), (new, self.to.about)),
            ("now also", (new, self.to.about), (old, self.from.about)),
        ] {
            if let Some(sample) = only_in(one.0, one.1, other.0, other.1) {
                remarks.push(format!("{less} for {sample}"));
            }
        }
        let same_head = same_takes(old, self.from.about, new, self.to.about)
            && same_guards(&old.when, &new.when);
        let found = steps(&old.body, &new.body);
        if same_head && found.is_none() {
            self.spelt_otherwise(old, new, editorial);
            moved.as_ref()?;
        }
        let kind = match &found {
            _ if !same_head => Kind::Changed,
            Some(found) => found.kind,
            None => Kind::Moved,
        };
        let mut all = Vec::new();
        if !same_head {
            let line = |mark, row: &Row| Line {
                mark,
                depth: 0,
                text: format!("[{}]", heading(row)),
            };
            all.push(line(Mark::Gone, old));
            all.push(line(Mark::New, new));
        }
        match found {
            Some(found) => all.extend(found.lines),
            None if kind == Kind::Moved => {}
            None => all.extend(alone(Mark::Same, sentences(&canonical(&new.body)))),
        }
        Some(Change {
            id: self.id(new),
            kind,
            subject: self.owner.subject(Some(a), Some(b)),
            from: Some(Content::Row(self.original[a].clone())),
            to: Some(Content::Row(new.clone())),
            lines: all,
            moved,
            remarks,
        })
    }

    fn new_row(&self, at: usize) -> Change {
        let row = &self.to.rows[at];
        Change {
            id: self.id(row),
            kind: Kind::New,
            subject: self.owner.subject(None, Some(at)),
            from: None,
            to: Some(Content::Row(row.clone())),
            lines: alone(Mark::New, sentences(&canonical(&row.body))),
            moved: None,
            remarks: self
                .takers(row, self.to.about, self.from)
                .map(|row| format!("matched by `{row}` before"))
                .into_iter()
                .collect(),
        }
    }

    fn gone_row(&self, at: usize) -> Change {
        let row = &self.from.rows[at];
        Change {
            id: self.id(row),
            kind: Kind::Gone,
            subject: self.owner.subject(Some(at), None),
            from: Some(Content::Row(self.original[at].clone())),
            to: None,
            lines: alone(Mark::Gone, sentences(&canonical(&row.body))),
            moved: None,
            remarks: self
                .takers(row, self.from.about, self.to)
                .map(|row| format!("matched by `{row}` now"))
                .into_iter()
                .collect(),
        }
    }

    /// The rows of a side that take what a row of the other side takes.
    fn takers(&self, row: &Row, about: &About, side: Rows<'_>) -> Option<String> {
        let takers = takers(row, about, side);
        let names: Vec<String> = takers.iter().map(|at| heading(&side.rows[*at])).collect();
        (!names.is_empty()).then(|| names.join("`, `"))
    }

    fn id(&self, row: &Row) -> String {
        format!("{}/row {}", self.name, heading(row))
    }

    /// Numbers the identifiers that would be the same.
    fn number(&self, changes: &mut [Change]) {
        for at in 1..changes.len() {
            let (before, rest) = changes.split_at_mut(at);
            let same = before
                .iter()
                .filter(|change| {
                    let id = change.id.as_str();
                    id.split(" #").next() == Some(&*rest[0].id)
                })
                .count();
            if same > 0 {
                rest[0].id.push_str(&format!(" #{}", same + 1));
            }
        }
    }

    fn moves(&self, pairing: &Pairing, swap: &mut Option<Change>) -> Vec<Option<Moved>> {
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
        // The first one stands now where the second one stood.
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

    fn spelt_otherwise(&self, old: &Row, new: &Row, editorial: &mut Vec<Editorial>) {
        if old.body != new.body {
            let words = |row: &Row| {
                let sentences = sentences(&row.body).into_iter().map(|(_, text)| text);
                sentences.collect::<Vec<_>>().join(" ")
            };
            editorial.push(self.editorial(words(old), words(new), "the steps mean the same"));
        }
        let (was, now) = (heading(old), heading(new));
        if was != now {
            editorial.push(self.editorial(was, now, "the characters are the same"));
        }
        if old.note != new.note {
            let words = |row: &Row| row.note.clone();
            editorial.push(Editorial {
                from: words(old),
                to: words(new),
                ..self.editorial(String::new(), String::new(), "a note")
            });
        }
    }

    fn regrouped(&self, old: &[usize], new: &[usize]) -> Editorial {
        let words = |rows: &[Row], at: &[usize]| {
            let heads = at.iter().map(|at| format!("[{}]", heading(&rows[*at])));
            heads.collect::<Vec<_>>().join(" ")
        };
        self.editorial(
            words(self.from.rows, old),
            words(self.to.rows, new),
            "these rows do the same to the same characters",
        )
    }

    fn editorial(&self, from: String, to: String, because: &str) -> Editorial {
        Editorial {
            part: self.name.clone(),
            from_line: None,
            to_line: None,
            from: Some(from),
            to: Some(to),
            because: because.to_owned(),
        }
    }
}

fn only_changed(mut lines: Vec<Line>) -> Vec<Line> {
    lines.retain(|line| line.mark != Mark::Same);
    lines
}
