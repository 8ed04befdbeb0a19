//! Which rows of both sides belong together.

use super::super::matching::{Matched, disjoint};
use super::super::sequence::operations;
use super::canonical::Canonical;
use super::tokens::{Atom, atoms};
use similar::DiffOp;
use tokenwright_tables::tree::model::Row;

/// A row, what it matches, and its steps in canonical form.
pub(super) struct Member<'a> {
    pub(super) row: &'a Row,
    pub(super) atoms: Vec<Atom>,
    pub(super) body: Vec<String>,
}

pub(super) fn members<'a>(rows: &'a [Row], side: Canonical<'_>) -> Vec<Member<'a>> {
    let members = rows.iter().map(|row| Member {
        row,
        atoms: atoms(row, side),
        body: side.row(&row.body),
    });
    members.collect()
}

/// Pairs rows that match the same, then those that match some of the same, the most alike first.
pub(super) fn pair(from: &[Member<'_>], to: &[Member<'_>]) -> Matched {
    let mut candidates = Vec::new();
    for (a, old) in from.iter().enumerate() {
        for (b, new) in to.iter().enumerate() {
            let shared = old.atoms.iter().filter(|atom| has(&new.atoms, atom));
            let shared = shared.count();
            if shared == 0 {
                continue;
            }
            let is_same = shared == old.atoms.len() && shared == new.atoms.len();
            let all = old.atoms.len() + new.atoms.len() - shared;
            let alike = ratio(shared, all) + likeness(&old.body, &new.body);
            candidates.push(([f64::from(is_same), alike], a, b));
        }
    }
    Matched::of([from.len(), to.len()], disjoint(candidates))
}

pub(super) fn has(atoms: &[Atom], atom: &Atom) -> bool {
    atoms.iter().any(|other| other.is(atom))
}

/// How much of two bodies is the same, from 0 to 1.
pub(super) fn likeness(from: &[String], to: &[String]) -> f64 {
    let equal = operations(from, to).into_iter().map(|op| match op {
        DiffOp::Equal { len, .. } => len,
        _ => 0,
    });
    ratio(2 * equal.sum::<usize>(), from.len() + to.len())
}

#[expect(clippy::cast_precision_loss, reason = "numbers of lines are small")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        1.0
    } else {
        part as f64 / whole as f64
    }
}
