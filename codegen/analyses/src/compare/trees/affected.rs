//! The rows that a change reaches without being in it: those that call a changed algorithm, or read a changed list.

use crate::diff::Kind;
use crate::diff::trees::{Part, TreeDifference, TreeSubject};
use std::collections::BTreeSet;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::model::{Callee, Clause, Resolved, Row, TreeTables};
use tokenwright_tables::tree::{List, Visitor};

/// The rows of one side that run a changed algorithm, or ask for a changed list.
pub(super) fn rows<'t>(
    tables: &'t TreeTables,
    newer: bool,
    difference: &TreeDifference,
) -> Vec<&'t Row> {
    let mut affected = Affected::default();
    let parts = difference.parts.iter();
    for part in parts.filter(|it| it.part.kind == Part::Algorithm) {
        let at = part.part.on(newer);
        let changes = part.changes.iter().any(|it| it.kind != Kind::Renamed);
        affected.algorithms.extend(at.filter(|_| changes));
    }
    for change in &difference.lists {
        let TreeSubject::List(kind, name) = &change.subject else {
            continue;
        };
        if *kind == "definition" {
            let mut all = tables.definitions.iter();
            affected
                .definitions
                .extend(all.position(|it| it.name.value == *name));
        } else {
            affected.lists.insert(name);
        }
    }
    // An algorithm that calls an affected one is affected, however far away it is.
    loop {
        let before = affected.algorithms.len();
        for (at, algorithm) in tables.algorithms.iter().enumerate() {
            if affected.reaches(tables, &algorithm.body) {
                affected.algorithms.insert(at);
            }
        }
        if affected.algorithms.len() == before {
            break;
        }
    }
    let rows = tables.all_modes().flat_map(|mode| &mode.rows);
    rows.filter(|row| affected.reaches(tables, &row.body))
        .collect()
}

/// The steps of what changed on each side and of the rows that it affects, by their places in memory.
pub(super) fn bodies(sides: [&TreeTables; 2], difference: &TreeDifference) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for (nth, tables) in sides.into_iter().enumerate() {
        let changed = difference.parts.iter().flat_map(|part| {
            let mode = part.part.rows(nth == 1).and_then(|of| of.mode(tables));
            let steps = part.part.on(nth == 1);
            let steps = steps.filter(|_| part.part.kind == Part::Algorithm);
            let steps = steps.map(|at| &tables.algorithms[at].body);
            let rows = part.changes.iter().filter_map(move |it| match &it.subject {
                TreeSubject::Row { from, to, .. } => mode?.rows.get([*from, *to][nth]?),
                _ => None,
            });
            steps.into_iter().chain(rows.map(|row| &row.body))
        });
        let affected = rows(tables, nth == 1, difference);
        let affected = affected.into_iter().map(|row| &row.body);
        found.extend(changed.chain(affected).map(|body| body.as_ptr().addr()));
    }
    found
}

#[derive(Default)]
struct Affected<'d> {
    algorithms: BTreeSet<usize>,
    definitions: BTreeSet<usize>,
    lists: BTreeSet<&'d str>,
    is_affected: bool,
}

impl Affected<'_> {
    fn reaches(&mut self, tables: &TreeTables, body: &[Clause]) -> bool {
        self.is_affected = false;
        tables.visit(body, self);
        self.is_affected
    }
}

impl Visitor for Affected<'_> {
    fn call(&mut self, _: &str, resolved: Option<&Resolved>, _: Place) {
        self.is_affected |= match resolved.map(|it| it.callee) {
            Some(Callee::Algorithm(at)) => self.algorithms.contains(&at),
            Some(Callee::Definition(at)) => self.definitions.contains(&at),
            _ => false,
        };
    }

    fn list(&mut self, _: List, name: &str, _: Place) {
        self.is_affected |= self.lists.contains(name);
    }
}
