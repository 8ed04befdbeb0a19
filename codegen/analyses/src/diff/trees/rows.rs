//! Which rows of both sides belong together.

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
    partner: Option<usize>,
}

pub(super) fn members<'a>(rows: &'a [Row], side: Canonical<'_>) -> Vec<Member<'a>> {
    let members = rows.iter().map(|row| Member {
        row,
        atoms: atoms(row, side),
        body: side.row(&row.body),
        partner: None,
    });
    members.collect()
}

/// The pairs in the order of the newer side, what only the older side has, and what only the newer side has.
pub(super) struct Pairing {
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) gone: Vec<usize>,
    pub(super) new: Vec<usize>,
}

/// Pairs rows that match the same, then those that match some of the same, the most alike first.
pub(super) fn pair(from: &mut [Member<'_>], to: &mut [Member<'_>]) -> Pairing {
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
            candidates.push((is_same, alike, a, b));
        }
    }
    candidates.sort_by(|x, y| {
        let order = y.0.cmp(&x.0).then(y.1.total_cmp(&x.1));
        order.then((x.2, x.3).cmp(&(y.2, y.3)))
    });
    for (_, _, a, b) in candidates {
        if from[a].partner.is_none() && to[b].partner.is_none() {
            from[a].partner = Some(b);
            to[b].partner = Some(a);
        }
    }
    let open = |members: &[Member<'_>]| {
        let all = members.iter().enumerate();
        let open = all.filter(|(_, member)| member.partner.is_none());
        open.map(|(at, _)| at).collect()
    };
    let pairs = to.iter().enumerate();
    Pairing {
        pairs: pairs
            .filter_map(|(b, member)| Some((member.partner?, b)))
            .collect(),
        gone: open(from),
        new: open(to),
    }
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
