//! The step that does nothing, unless a condition asks whether a token was ignored.

use tokenwright_tables::tree::grammar::TreeStep;
use tokenwright_tables::tree::model::{Clause, TreeTables};

/// Tables without the step, where it does nothing.
#[must_use]
pub fn without_ignored(tables: &TreeTables) -> TreeTables {
    let mut tables = tables.clone();
    if tables.asks_whether_ignored() {
        return tables;
    }
    let rows = tables.modes.iter_mut().chain(&mut tables.foreign_content);
    let rows = rows
        .flat_map(|mode| &mut mode.rows)
        .map(|row| &mut row.body);
    for body in rows.chain(tables.algorithms.iter_mut().map(|it| &mut it.body)) {
        drop_ignored(body);
    }
    tables
}

fn drop_ignored(body: &mut Vec<Clause>) {
    body.retain(|it| !matches!(it, Clause::Step(step) if step.value == TreeStep::Ignore));
    for clause in body {
        clause.bodies_mut().into_iter().for_each(drop_ignored);
    }
}
