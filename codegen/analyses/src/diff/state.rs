//! The changes of one state.
//!
//! With rows paired, what remains is to say how a pair differs in a way that makes sense alone: its matcher, its
//! guards, its steps, or its place. A row that has moved is a change only if it passed a row that matches something
//! in common. Remarks say what an identifier cannot: which rows now match the characters of a removed one, and which
//! can never run.

use super::change::{Change, Content, Editorial, Kind, Line, Mark, Moved, StateAt, Subject};
use super::holes::{At, Holes, Withheld};
use super::rows::{Rows, pair};
use super::steps::{alone, canonical, head, heading, lines, same_guards, without_codes};
use super::takers::Takers;
use super::takes::{How, Takes};
use std::cell::OnceCell;
use std::collections::HashMap;
use tokenwright_tables::english::sentences;
use tokenwright_tables::model::{About, Clause, Row, State};

/// The state or procedure of the rows.
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
    /// The older rows, unchanged.
    pub(super) original: &'a [Row],
    /// Sentences of either side that were not understood.
    pub(super) holes: (&'a Holes, &'a Holes),
    /// Rows of either side whose head was not understood.
    pub(super) lost: (Vec<u32>, Vec<u32>),
    /// The name of the state on either side.
    pub(super) names: (&'a str, &'a str),
}

#[derive(Debug, Default)]
pub(super) struct StateDifferences {
    pub(super) changes: Vec<Change>,
    pub(super) editorial: Vec<Editorial>,
    pub(super) withheld: Vec<Withheld>,
}

/// The kind of the differences between steps, and their lines; `None` if they mean the same.
fn steps(from: &[Clause], to: &[Clause]) -> Option<(Kind, Vec<Line>)> {
    let (old, new) = (canonical(from), canonical(to));
    if old == new {
        return None;
    }
    let kind = match without_codes(&new) == old {
        true => Kind::Named,
        false => Kind::Changed,
    };
    Some((kind, lines(&sentences(&old), &sentences(&new))))
}

/// The steps before the rows.
pub(super) fn entry(at: StateAt, name: &str, from: &State, to: &State) -> Option<Change> {
    let (kind, lines) = steps(&from.body, &to.body)?;
    let content = |body: &[Clause]| (!body.is_empty()).then(|| Content::Steps(body.to_vec()));
    let (from, to) = (content(&from.body), content(&to.body));
    Some(Change {
        kind,
        lines,
        ..Change::new(format!("{name}/entry"), Subject::Entry(at), from, to)
    })
}

impl Both<'_> {
    /// Compares the rows.
    pub(super) fn rows(&self) -> StateDifferences {
        let pairing = pair(self.from, self.to);
        let mut found = StateDifferences::default();
        let mut swap = None;
        let moves = self.moves(&pairing, &mut swap);
        let (gone, new) = self.withhold_lost(&pairing, &mut found.withheld);
        // Removed rows are shown before their successor.
        let mut gone = gone.into_iter().peekable();
        let mut new = new.into_iter().peekable();
        let takers = (OnceCell::new(), OnceCell::new());
        let new_row = |at| self.new_row(at, takers.0.get_or_init(|| Takers::of(self.from)));
        let gone_row = |at| self.gone_row(at, takers.1.get_or_init(|| Takers::of(self.to)));
        for (nth, (a, b)) in pairing.pairs.iter().copied().enumerate() {
            while let Some(at) = new.next_if(|at| *at < b) {
                found.changes.push(new_row(at));
            }
            while let Some(at) = gone.next_if(|at| *at < a) {
                found.changes.push(gone_row(at));
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
        found.changes.extend(new.map(new_row));
        found.changes.extend(gone.map(gone_row));
        found.changes.extend(swap);
        for (old, new) in &pairing.regrouped {
            found.editorial.push(self.regrouped(old, new));
        }
        self.number(&mut found.changes);
        found
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
        let old_takes = Takes::of(old, self.from.about);
        let new_takes = Takes::of(new, self.to.about);
        for (less, one, other) in [
            ("no longer", &old_takes, &new_takes),
            ("now also", &new_takes, &old_takes),
        ] {
            let only = one.set.minus(&other.set);
            if !only.is_empty() {
                remarks.push(format!("{less} for {}", only.sample()));
            }
        }
        // Only a row that matches something else than before can be new to it.
        if !remarks.is_empty() {
            remarks.extend(self.never_runs(b));
        }
        let same_head = old_takes == new_takes && same_guards(&old.when, &new.when);
        let found = steps(&old.body, &new.body);
        if same_head && found.is_none() {
            self.spelt_otherwise(old, new, editorial);
            moved.as_ref()?;
        }
        let mut all = Vec::new();
        if !same_head {
            all.extend([head(Mark::Gone, old), head(Mark::New, new)]);
        }
        let kind = match found {
            Some((kind, lines)) => {
                all.extend(lines);
                if same_head { kind } else { Kind::Changed }
            }
            None if same_head => Kind::Moved,
            None => {
                all.extend(alone(Mark::Same, sentences(&canonical(&new.body))));
                Kind::Changed
            }
        };
        let subject = self.owner.subject(Some(a), Some(b));
        let original = Content::Row(self.original[a].clone());
        let newer = Content::Row(new.clone());
        Some(Change {
            kind,
            lines: all,
            moved,
            remarks,
            ..Change::new(self.id(new), subject, Some(original), Some(newer))
        })
    }

    fn new_row(&self, at: usize, takers: &Takers<'_>) -> Change {
        let row = &self.to.rows[at];
        let taken = named(takers, row, self.to.about);
        let taken = taken.map(|row| format!("matched by `{row}` before"));
        let subject = self.owner.subject(None, Some(at));
        Change {
            lines: alone(Mark::New, sentences(&canonical(&row.body))),
            remarks: taken.into_iter().chain(self.never_runs(at)).collect(),
            ..Change::new(self.id(row), subject, None, Some(Content::Row(row.clone())))
        }
    }

    /// Remarks on a row of the newer side that can never run, or after which another can never run.
    fn never_runs(&self, at: usize) -> Vec<String> {
        let (rows, about) = (self.to.rows, self.to.about);
        let mut remarks = Vec::new();
        if let Some(before) = shadowed(rows, at, about) {
            let before: Vec<String> = before.iter().map(|at| heading(&rows[*at])).collect();
            remarks.push(format!(
                "can never run: `{}` before it matches the same",
                before.join("`, `")
            ));
        }
        for (after, row) in rows.iter().enumerate().skip(at + 1) {
            if shadowed(rows, after, about).is_some_and(|before| before.contains(&at)) {
                remarks.push(format!("`{}` after it can never run", heading(row)));
            }
        }
        remarks
    }

    fn gone_row(&self, at: usize, takers: &Takers<'_>) -> Change {
        let row = &self.from.rows[at];
        let taken = named(takers, row, self.from.about);
        let taken = taken.map(|row| format!("matched by `{row}` now"));
        let original = Content::Row(self.original[at].clone());
        let subject = self.owner.subject(Some(at), None);
        Change {
            lines: alone(Mark::Gone, sentences(&canonical(&row.body))),
            remarks: taken.into_iter().collect(),
            ..Change::new(self.id(row), subject, Some(original), None)
        }
    }

    fn id(&self, row: &Row) -> String {
        format!("{}/row {}", self.name, heading(row))
    }

    /// Numbers the identifiers that would be the same.
    fn number(&self, changes: &mut [Change]) {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for change in changes {
            let before = counts.get(&change.id).copied().unwrap_or_default();
            let stem = change.id.split(" #").next().unwrap_or_default();
            *counts.entry(stem.to_owned()).or_default() += 1;
            if before > 0 {
                change.id.push_str(&format!(" #{}", before + 1));
            }
        }
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
            let notes = [old, new].map(|row| row.note.clone());
            editorial.push(Editorial::of(self.name.clone(), notes, "a note"));
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
        Editorial::of(self.name.clone(), [Some(from), Some(to)], because)
    }
}

/// The rows of the other side that match characters of a row.
fn named(takers: &Takers<'_>, row: &Row, about: &About) -> Option<String> {
    let found = takers.of_row(row, about).into_iter();
    let names: Vec<String> = found.map(|at| heading(&takers.rows()[at])).collect();
    (!names.is_empty()).then(|| names.join("`, `"))
}

fn only_changed(mut lines: Vec<Line>) -> Vec<Line> {
    lines.retain(|line| line.mark != Mark::Same);
    lines
}

/// The earlier rows that together match everything that a row matches, if there are such; each of them holds
/// whenever the row does.
fn shadowed(rows: &[Row], at: usize, about: &About) -> Option<Vec<usize>> {
    let row = &rows[at];
    let takes = Takes::of(row, about);
    if takes.anything_else {
        return None;
    }
    let holds = |other: &Row| other.when.is_empty() || same_guards(&other.when, &row.when);
    let mut left = takes.set.clone();
    let mut additional = takes.additional;
    let mut found = Vec::new();
    for (before, other) in rows[..at]
        .iter()
        .enumerate()
        .filter(|(_, other)| holds(other))
    {
        let theirs = Takes::of(other, about);
        if let (
            How::Ahead { text, .. },
            How::Ahead {
                text: first,
                ignore_case,
            },
        ) = (&takes.how, &theirs.how)
        {
            let start = text.get(..first.len());
            let exact = takes.how == theirs.how || start == Some(first);
            let same = start.is_some_and(|start| start.eq_ignore_ascii_case(first));
            let insensitive = matches!(
                takes.how,
                How::Ahead {
                    ignore_case: true,
                    ..
                }
            );
            if *ignore_case && same || exact && !insensitive {
                return Some(vec![before]);
            }
        } else if takes.how == theirs.how {
            let rest = left.minus(&theirs.set);
            let takes_additional = additional && theirs.additional;
            if rest != left || takes_additional {
                found.push(before);
            }
            left = rest;
            additional &= !theirs.additional;
        }
    }
    let all = !takes.is_ahead() && left.is_empty() && !additional && !found.is_empty();
    all.then_some(found)
}
