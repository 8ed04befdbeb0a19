//! What a suite of trees has to run: rows, algorithms, clauses, and both outcomes of conditions.

use crate::mutate::trees::{Site, place, place_of};
use std::collections::BTreeSet;
use tokenwright_interpreter::tree::{Body, RowsOf, TreeObserver};
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::model::{Clause, Conjunction, TreeTables, nested};

/// Something that a document can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// A row, by its index among those of its mode.
    Row(RowsOf, usize),
    /// An algorithm, by its index.
    Algorithm(usize),
    /// A clause, by its place.
    Clause(Place),
    /// The conditions of a clause, by their place: that they hold, or that they do not.
    Outcome(Place, bool),
}

impl Goal {
    pub(super) fn of(body: Body<'_>) -> Self {
        match body {
            Body::Row { rows, index, .. } => Goal::Row(rows, index),
            Body::Algorithm(at, _) => Goal::Algorithm(at),
        }
    }
}

/// What runs have done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran(pub BTreeSet<Goal>);

impl Ran {
    /// Whether a change at a site can have an effect on a document that did this: `names` are the text and the tree of the
    /// document, in lower case.
    pub(super) fn touches(&self, site: &Site, names: &str) -> bool {
        match site {
            Site::Clause(place) => self.0.contains(&Goal::Clause(*place)),
            Site::Rows(of) => {
                let mut rows = self.0.range(Goal::Row(*of, 0)..=Goal::Row(*of, usize::MAX));
                rows.next().is_some()
            }
            Site::Member { name, .. } => names.contains(name),
            Site::Anywhere => true,
        }
    }
}

impl TreeObserver for Ran {
    fn enter(&mut self, body: Body<'_>) {
        self.0.insert(Goal::of(body));
    }

    fn clause(&mut self, clause: &Clause) {
        self.0.extend(place(clause).map(Goal::Clause));
    }

    fn tested(&mut self, any: &[Conjunction], held: bool) {
        if let Some(place) = place_of(any) {
            self.0
                .extend([Goal::Clause(place), Goal::Outcome(place, held)]);
        }
    }
}

/// Every goal of some tables, in their order: each row with what is in it, then each algorithm.
pub fn goals(tables: &TreeTables) -> Vec<Goal> {
    let mut found = Vec::new();
    for (of, mode) in RowsOf::all(tables) {
        for (at, row) in mode.rows.iter().enumerate() {
            found.push(Goal::Row(of, at));
            of_clauses(&row.body, &mut found);
        }
    }
    for (at, algorithm) in tables.algorithms.iter().enumerate() {
        found.push(Goal::Algorithm(at));
        of_clauses(&algorithm.body, &mut found);
    }
    found
}

fn of_clauses(body: &[Clause], found: &mut Vec<Goal>) {
    for clause in nested(body) {
        let here = place(clause);
        match clause.conditions() {
            [] => found.extend(here.map(Goal::Clause)),
            any => found.extend(outcomes(any, here)),
        }
    }
}

/// Both outcomes of conditions; none of a loop that its steps leave.
fn outcomes(any: &[Conjunction], place: Option<Place>) -> Vec<Goal> {
    let place = place.filter(|_| !english::is_always(any));
    let both = place.map(|place| [false, true].map(|held| Goal::Outcome(place, held)));
    both.into_iter().flatten().collect()
}
