//! Whether two tables are the same up to the order and the names of what they have.
//!
//! Rows are compared by what each token meets: the rows that match it, in order, down to one without a condition. So rows that
//! were split, joined or moved past others with which they share nothing are the same. An entry that another row runs by its
//! name, such as "anything else", is one of the tokens here.

use super::compare::Both;
use super::parts::never_comes;
use super::rows::{Member, members};
use super::tokens::{covers, overlaps};
use super::{Part, lists};
use crate::diff::Kind;
use tokenwright_tables::tree::model::{Mode, Tokens};

pub(super) fn are_same(both: &Both<'_>) -> bool {
    let (modes, algorithms) = (&both.pairs.modes, &both.pairs.algorithms);
    let unpaired = [&modes.new, &modes.gone, &algorithms.new, &algorithms.gone];
    if unpaired.iter().any(|indices| !indices.is_empty()) {
        return false;
    }
    let (from, to) = (both.from.tables, both.to.tables);
    let same_algorithms = algorithms.pairs.iter().all(|(a, b)| {
        let (old, new) = (&from.algorithms[*a], &to.algorithms[*b]);
        both.other_steps(old, new).is_none()
    });
    let mode = |kind, a, b| {
        let old = super::compare::rules(from, kind, a);
        let new = super::compare::rules(to, kind, b);
        match (old, new) {
            (Some(old), Some(new)) => same_mode(both, old, new),
            (None, None) => true,
            _ => false,
        }
    };
    let same_lists = lists::compare(both);
    same_algorithms
        && modes.pairs.iter().all(|(a, b)| mode(Part::Mode, *a, *b))
        && mode(Part::ForeignContent, 0, 0)
        && same_lists.iter().all(|it| it.kind == Kind::Renamed)
}

fn same_mode(both: &Both<'_>, from: &Mode, to: &Mode) -> bool {
    let old = members(&from.rows, both.from);
    let new = members(&to.rows, both.to);
    let mut tokens: Vec<&Tokens> = Vec::new();
    for atom in old.iter().chain(&new).flat_map(|row| &row.atoms) {
        if !tokens.contains(&&atom.tokens) {
            tokens.push(&atom.tokens);
        }
    }
    never_comes(from) == never_comes(to)
        && tokens
            .iter()
            .all(|tokens| same_meets(both, &meets(&old, tokens), &meets(&new, tokens)))
}

/// A condition, and the row that has it.
type Met<'m, 't> = (&'m str, &'m Member<'t>);

fn same_meets(both: &Both<'_>, old: &[Met<'_, '_>], new: &[Met<'_, '_>]) -> bool {
    let same = |(one, other): (&Met<'_, '_>, &Met<'_, '_>)| {
        one.0 == other.0 && both.same_row(one.1, other.1)
    };
    old.len() == new.len() && old.iter().zip(new).all(same)
}

/// What tokens meet: the conditions and the steps of the rows that match some of them, down to one that matches all.
fn meets<'m, 't>(rows: &'m [Member<'t>], tokens: &Tokens) -> Vec<Met<'m, 't>> {
    let mut found: Vec<Met<'m, 't>> = Vec::new();
    for row in rows {
        for atom in &row.atoms {
            if !overlaps(&atom.tokens, tokens) || is_narrower(&atom.tokens, tokens) {
                continue;
            }
            found.push((&atom.when, row));
            if atom.when.is_empty() && covers(&atom.tokens, tokens) {
                return found;
            }
        }
    }
    found
}

/// Whether an entry has some of a named kind alone: it is compared by itself.
fn is_narrower(entry: &Tokens, of: &Tokens) -> bool {
    covers(of, entry) && !covers(entry, of)
}
