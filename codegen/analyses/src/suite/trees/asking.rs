//! The clauses that ask for a list or a definition.

use crate::mutate::trees::place;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::model::{Callee, Clause, Resolved, TreeTables};
use tokenwright_tables::tree::{List, Visitor};

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked<'l> {
    /// A set, a scope, a list of identifiers or a table of names.
    List(&'l str),
    /// A definition, by its index.
    Definition(usize),
}

/// The places of the clauses that ask.
pub(super) fn asking(tables: &TreeTables, asked: Asked<'_>) -> Vec<Place> {
    let mut asking = Asking {
        asked,
        clause: None,
        found: Vec::new(),
    };
    for (_, body) in tables.bodies() {
        tables.visit(body, &mut asking);
    }
    asking.found
}

struct Asking<'l> {
    asked: Asked<'l>,
    clause: Option<Place>,
    found: Vec<Place>,
}

impl Visitor for Asking<'_> {
    fn clause(&mut self, clause: &Clause) {
        self.clause = place(clause);
    }

    fn list(&mut self, _: List, name: &str, _: Place) {
        if Asked::List(name) == self.asked {
            self.found.extend(self.clause);
        }
    }

    fn call(&mut self, _: &str, resolved: Option<&Resolved>, _: Place) {
        if let Some(Callee::Definition(at)) = resolved.map(|it| it.callee)
            && Asked::Definition(at) == self.asked
        {
            self.found.extend(self.clause);
        }
    }
}
