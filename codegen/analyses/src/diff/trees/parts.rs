//! The changes in a mode, row by row, and in an algorithm.
//!
//! A row is the tokens that it matches and its steps. Its list of tokens may have a hundred names, so a change of it is said by the
//! names that came or went, with the row of the other side that matches them. A row that has moved is a change only if it
//! has passed a row that matches some of the same tokens.

use super::super::change::{Change, Content, Kind, Mark, Moved};
use super::super::matching::Matched;
use super::super::states::out_of_order;
use super::super::steps::{alone, lines};
use super::canonical::Canonical;
use super::change::{TreeChange, TreeSubject};
use super::compare::{Both, change};
use super::lists::one_by_one;
use super::rows::{Member, has, members, pair};
use super::tokens::{Atom, overlap, taker};
use std::collections::BTreeSet;
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
    let unnamed = |line: &String| match line.split_once("NamedError(") {
        Some((depth, _)) => format!("{depth}Error"),
        None => line.clone(),
    };
    lines.iter().map(unnamed).collect()
}

fn kind_of(old: &[String], new: &[String]) -> Kind {
    let mut both = old.iter().zip(new);
    let was_unnamed = both.all(|(old, new)| old == new || !old.contains("NamedError("));
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
    let (old, new) = (never_comes(from), never_comes(to));
    (old != new).then(|| TreeChange {
        lines: lines(&one_by_one(&old), &one_by_one(&new)),
        ..change(format!("{id}/never"), TreeSubject::Never)
    })
}

/// The kinds of tokens that never come, in any order.
pub(super) fn never_comes(mode: &Mode) -> Vec<String> {
    let mut kinds: Vec<String> = mode.never.iter().map(|it| it.value.to_string()).collect();
    kinds.sort();
    kinds
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
    fn changes(self) -> Vec<TreeChange> {
        let matched = pair(&self.old, &self.new);
        let mut moves = self.moves(&matched).into_iter();
        let changes = matched.in_order().into_iter();
        let changes = changes.filter_map(|(from, to)| match (from, to) {
            (Some(a), Some(b)) => self.pair(a, b, moves.next().flatten()),
            _ => self.alone(from, to),
        });
        changes.collect()
    }

    fn change(&self, from: Option<usize>, to: Option<usize>, row: &Row) -> TreeChange {
        let label = label(row);
        let id = format!("{}/row {label}", self.id);
        let named = |at: Option<usize>| at.map(|_| Content::Text(label.clone()));
        let (old, new) = (named(from), named(to));
        Change::new(id, TreeSubject::Row { from, to, label }, old, new)
    }

    fn pair(&self, a: usize, b: usize, moved: Option<Moved>) -> Option<TreeChange> {
        let (old, new) = (&self.old[a], &self.new[b]);
        let more = new.atoms.iter().filter(|atom| !has(&old.atoms, atom));
        let less = old.atoms.iter().filter(|atom| !has(&new.atoms, atom));
        let (more, less): (Vec<&Atom>, Vec<&Atom>) = (more.collect(), less.collect());
        let same_steps = self.both.same_row(old, new);
        let same_tokens = more.is_empty() && less.is_empty();
        if same_steps && same_tokens && moved.is_none() {
            return None;
        }
        let mut found = self.change(Some(a), Some(b), new.row);
        found.moved = moved;
        if same_tokens {
            found.kind = match same_steps {
                true => Kind::Moved,
                false => kind_of(&old.body, &new.body),
            };
        }
        if !same_steps {
            let old = body(self.both.from, &old.row.body);
            found.lines = lines(&old, &body(self.both.to, &new.row.body));
        }
        for (verb, atoms, newer) in [
            ("also matches", &more, false),
            ("no longer matches", &less, true),
        ] {
            if !atoms.is_empty() {
                let takers = self.takers(atoms, newer);
                let remark = format!("{verb} {}{takers}", words(atoms));
                found.remarks.push(remark);
            }
        }
        Some(found)
    }

    /// A row that only one side has.
    fn alone(&self, from: Option<usize>, to: Option<usize>) -> Option<TreeChange> {
        let (row, side, mark, verb) = match from {
            Some(a) => (&self.old[a], self.both.from, Mark::Gone, "matched"),
            None => (&self.new[to?], self.both.to, Mark::New, "matches"),
        };
        let all: Vec<&Atom> = row.atoms.iter().collect();
        let takers = self.takers(&all, mark == Mark::Gone);
        Some(TreeChange {
            lines: alone(mark, body(side, &row.row.body)),
            remarks: vec![format!("{verb} {}{takers}", words(&all))],
            ..self.change(from, to, row.row)
        })
    }

    /// The rows of the other side that match tokens: of the newer one, if the older row has lost them.
    fn takers(&self, atoms: &[&Atom], newer: bool) -> String {
        let (side, mode, when) = match newer {
            true => (self.both.to, self.modes.1, "now"),
            false => (self.both.from, self.modes.0, "before,"),
        };
        let taken = |atom: &&Atom| taker(mode, side, &atom.tokens);
        let rows: BTreeSet<usize> = atoms.iter().filter_map(taken).collect();
        let labels = rows.iter().map(|at| short(&label(&mode.rows[*at])));
        let labels: Vec<String> = labels.map(|label| format!("[{label}]")).collect();
        match labels.len() {
            0 => String::new(),
            1 => format!("; {when} {} matches that", labels[0]),
            _ => format!("; {when} {} match that", labels.join(" and ")),
        }
    }

    /// Which of the pairs have moved past a row that matches some of the same.
    fn moves(&self, matched: &Matched) -> Vec<Option<Moved>> {
        let places: Vec<usize> = matched.pairs.iter().map(|(a, _)| *a).collect();
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
                    let (_, b) = matched.pairs[before];
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
