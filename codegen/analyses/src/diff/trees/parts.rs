//! The changes in a mode, row by row, and in an algorithm.
//!
//! A row is the tokens that it matches and its steps. Its list of tokens may have a hundred names, so a change of it is said by the
//! names that came or went, with the row of the other side that matches them. A row that has moved is a change only if it
//! has passed a row that matches some of the same tokens.

use super::super::change::{Kind, Mark, Moved};
use super::super::states::out_of_order;
use super::super::steps::{alone, lines};
use super::canonical::Canonical;
use super::change::{TreeChange, TreeSubject};
use super::compare::{Both, change};
use super::rows::{Member, Pairing, has, members, pair};
use super::tokens::{Atom, overlap, taker};
use tokenwright_tables::english::Sentence;
use tokenwright_tables::tree::english::{label, sentences};
use tokenwright_tables::tree::model::{Algorithm, Clause, Mode, Row};

/// How many tokens a remark names.
const MOST: usize = 12;

/// Steps as sentences, modes by their newer names.
pub(super) fn body(side: Canonical<'_>, clauses: &[Clause]) -> Vec<Sentence> {
    let mut found = sentences(clauses);
    for (_, text) in &mut found {
        for (old, new) in &side.renames.modes {
            *text = text.replace(&format!("\"{old}\""), &format!("\"{new}\""));
        }
    }
    found
}

/// The steps without the names of parse errors.
fn without_codes(lines: &[String]) -> Vec<String> {
    let each = lines
        .iter()
        .map(|line| match line.split_once("NamedError(") {
            Some((depth, _)) => format!("{depth}Error"),
            None => line.clone(),
        });
    each.collect()
}

fn kind_of(old: &[String], new: &[String]) -> Kind {
    let was_unnamed = old
        .iter()
        .zip(new)
        .all(|(old, new)| old == new || !old.contains("NamedError("));
    match was_unnamed && without_codes(old) == without_codes(new) {
        true => Kind::Named,
        false => Kind::Changed,
    }
}

/// The change of an algorithm, if its steps do something else.
pub(super) fn algorithm(
    both: &Both<'_>,
    id: &str,
    from: &Algorithm,
    to: &Algorithm,
) -> Option<TreeChange> {
    let [old, new] = both.other_steps(from, to)?;
    Some(TreeChange {
        kind: kind_of(&old, &new),
        lines: lines(&body(both.from, &from.body), &body(both.to, &to.body)),
        ..change(format!("{id}/steps"), TreeSubject::Steps)
    })
}

/// The changes in a mode.
pub(super) fn mode(both: &Both<'_>, id: &str, from: &Mode, to: &Mode) -> Vec<TreeChange> {
    let rows = Rows {
        both,
        id,
        modes: (from, to),
        old: members(&from.rows, both.from),
        new: members(&to.rows, both.to),
    };
    let mut found: Vec<TreeChange> = never(id, from, to).into_iter().collect();
    found.extend(rows.changes());
    found
}

fn never(id: &str, from: &Mode, to: &Mode) -> Option<TreeChange> {
    let words = |mode: &Mode| {
        let mut words: Vec<Sentence> = mode
            .never
            .iter()
            .map(|it| (0, it.value.to_string()))
            .collect();
        words.sort();
        words
    };
    let (old, new) = (words(from), words(to));
    (old != new).then(|| TreeChange {
        lines: lines(&old, &new),
        ..change(format!("{id}/never"), TreeSubject::Never)
    })
}

/// The rows of a mode of both sides.
struct Rows<'a> {
    both: &'a Both<'a>,
    id: &'a str,
    modes: (&'a Mode, &'a Mode),
    old: Vec<Member<'a>>,
    new: Vec<Member<'a>>,
}

impl Rows<'_> {
    fn changes(mut self) -> Vec<TreeChange> {
        let pairing = pair(&mut self.old, &mut self.new);
        let moves = self.moves(&pairing);
        let mut found: Vec<(usize, TreeChange)> = Vec::new();
        for ((a, b), moved) in pairing.pairs.iter().zip(moves) {
            let change = self.pair(*a, *b, moved);
            found.extend(change.map(|change| (2 * b + 1, change)));
        }
        for b in &pairing.new {
            found.push((2 * b + 1, self.new_row(*b)));
        }
        for a in &pairing.gone {
            let before = pairing.pairs.iter().filter(|(other, _)| other < a);
            let before = before.max_by_key(|(other, _)| *other);
            let key = before.map_or(0, |(_, b)| 2 * b + 2);
            found.push((key, self.gone_row(*a)));
        }
        found.sort_by_key(|(key, _)| *key);
        found.into_iter().map(|(_, change)| change).collect()
    }

    fn change(&self, from: Option<usize>, to: Option<usize>, row: &Row) -> TreeChange {
        let label = label(row);
        let id = format!("{}/row {label}", self.id);
        change(id, TreeSubject::Row { from, to, label })
    }

    fn pair(&self, a: usize, b: usize, moved: Option<Moved>) -> Option<TreeChange> {
        let (old, new) = (&self.old[a], &self.new[b]);
        let more = new.atoms.iter().filter(|atom| !has(&old.atoms, atom));
        let less = old.atoms.iter().filter(|atom| !has(&new.atoms, atom));
        let (more, less): (Vec<&Atom>, Vec<&Atom>) = (more.collect(), less.collect());
        let same_steps = self.both.same_row(old, new);
        if same_steps && more.is_empty() && less.is_empty() && moved.is_none() {
            return None;
        }
        let mut found = self.change(Some(a), Some(b), new.row);
        if same_steps {
            let same_tokens = more.is_empty() && less.is_empty();
            found.kind = if same_tokens {
                Kind::Moved
            } else {
                Kind::Changed
            };
        } else {
            found.kind = match more.is_empty() && less.is_empty() {
                true => kind_of(&old.body, &new.body),
                false => Kind::Changed,
            };
            let old = body(self.both.from, &old.row.body);
            found.lines = lines(&old, &body(self.both.to, &new.row.body));
        }
        if !more.is_empty() {
            let takers = self.takers(&more, false);
            found
                .remarks
                .push(format!("also matches {}{takers}", words(&more)));
        }
        if !less.is_empty() {
            let takers = self.takers(&less, true);
            found
                .remarks
                .push(format!("no longer matches {}{takers}", words(&less)));
        }
        found.moved = moved;
        Some(found)
    }

    fn new_row(&self, b: usize) -> TreeChange {
        let row = &self.new[b];
        let all: Vec<&Atom> = row.atoms.iter().collect();
        TreeChange {
            kind: Kind::New,
            lines: alone(Mark::New, body(self.both.to, &row.row.body)),
            remarks: vec![format!(
                "matches {}{}",
                words(&all),
                self.takers(&all, false)
            )],
            ..self.change(None, Some(b), row.row)
        }
    }

    fn gone_row(&self, a: usize) -> TreeChange {
        let row = &self.old[a];
        let all: Vec<&Atom> = row.atoms.iter().collect();
        TreeChange {
            kind: Kind::Gone,
            lines: alone(Mark::Gone, body(self.both.from, &row.row.body)),
            remarks: vec![format!(
                "matched {}{}",
                words(&all),
                self.takers(&all, true)
            )],
            ..self.change(Some(a), None, row.row)
        }
    }

    /// The rows of the other side that match tokens: of the newer one, if the older row has lost them.
    fn takers(&self, atoms: &[&Atom], newer: bool) -> String {
        let (side, mode, when) = match newer {
            true => (self.both.to, self.modes.1, "now"),
            false => (self.both.from, self.modes.0, "before,"),
        };
        let mut rows: Vec<usize> = atoms
            .iter()
            .filter_map(|atom| taker(mode, side, &atom.tokens))
            .collect();
        rows.sort_unstable();
        rows.dedup();
        let labels: Vec<String> = rows
            .iter()
            .map(|at| format!("[{}]", short(&label(&mode.rows[*at]))))
            .collect();
        match labels.len() {
            0 => String::new(),
            1 => format!("; {when} {} matches that", labels[0]),
            _ => format!("; {when} {} match that", labels.join(" and ")),
        }
    }

    /// Which of the pairs have moved past a row that matches some of the same.
    fn moves(&self, pairing: &Pairing) -> Vec<Option<Moved>> {
        let places: Vec<usize> = pairing.pairs.iter().map(|(a, _)| *a).collect();
        let moved = out_of_order(&places).into_iter().enumerate();
        let moves = moved.map(|(nth, moved)| {
            let passes = |other: usize| {
                let (a, other_a) = (places[nth], places[other]);
                (other_a < a) != (other < nth)
                    && overlap(&self.old[a].atoms, &self.old[other_a].atoms)
            };
            let matters = moved && (0..places.len()).any(|other| other != nth && passes(other));
            matters.then(|| Moved {
                after: nth.checked_sub(1).map(|before| {
                    let (_, b) = pairing.pairs[before];
                    short(&label(self.new[b].row))
                }),
                matters,
            })
        });
        moves.collect()
    }
}

fn words(atoms: &[&Atom]) -> String {
    let words: Vec<String> = atoms.iter().take(MOST).map(|atom| atom.words()).collect();
    let more = atoms.len().saturating_sub(MOST);
    match more {
        0 => words.join(", "),
        _ => format!("{} and {more} more", words.join(", ")),
    }
}

/// The first tokens of a label.
pub(crate) fn short(label: &str) -> String {
    const WIDTH: usize = 40;
    if label.chars().count() <= WIDTH {
        return label.to_owned();
    }
    let mut text = String::new();
    for word in label.split(' ') {
        if text.chars().count() + word.chars().count() > WIDTH {
            break;
        }
        text.push_str(word);
        text.push(' ');
    }
    text + "…"
}
