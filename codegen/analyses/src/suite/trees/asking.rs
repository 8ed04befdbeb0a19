//! The clauses that ask for a list.

use crate::mutate::trees::place;
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::Visitor;
use tokenwright_tables::tree::model::{Clause, TreeTables};

/// The places of the clauses that ask for a set, a scope, a list of identifiers or a table of names.
pub(super) fn asking(tables: &TreeTables, list: &str) -> Vec<Place> {
    let modes = RowsOf::all(tables).flat_map(|(_, mode)| &mode.rows);
    let bodies = modes.map(|row| &row.body);
    let bodies = bodies.chain(tables.algorithms.iter().map(|it| &it.body));
    let mut asking = Asking {
        list,
        clause: None,
        found: Vec::new(),
    };
    bodies.for_each(|body| tables.visit(body, &mut asking));
    asking.found
}

struct Asking<'l> {
    list: &'l str,
    clause: Option<Place>,
    found: Vec<Place>,
}

impl Visitor for Asking<'_> {
    fn clause(&mut self, clause: &Clause) {
        self.clause = place(clause);
    }

    fn list(&mut self, name: &str) {
        if name == self.list {
            self.found.extend(self.clause);
        }
    }
}
