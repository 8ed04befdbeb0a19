//! The inputs that run each row: of those that the suites of tests are made from, how many, and the simplest.

use super::html::percent_encode;
use super::links;
use super::revision::Explored;
use serde_json::{Value, json};
use tokenwright_interpreter::{BlockKind, Setup};
use tokenwright_tables::model::State;

/// By revision: the number of inputs, then for each row of each state and of each procedure how many run it and the simplest, with
/// the setup as a part of an address if there is one. A row that none runs is `null`.
pub(super) fn data(all: &[Explored<'_>]) -> Value {
    let revisions = all.iter().map(|explored| {
        let revision = &explored.loaded.revision;
        let blocks = [
            (BlockKind::State, &revision.states),
            (BlockKind::Procedure, &revision.procedures),
        ];
        let [states, procedures] = blocks.map(|(kind, all)| blocks_of(explored, kind, all));
        let value = json!([explored.witnesses.count(), states, procedures]);
        (explored.id().to_owned(), value)
    });
    Value::Object(revisions.collect())
}

fn blocks_of(explored: &Explored<'_>, kind: BlockKind, all: &[State]) -> Vec<Vec<Value>> {
    let blocks = all.iter().enumerate();
    let rows = blocks.map(|(index, block)| {
        let numbers = 0..block.rows.len();
        let row = |number| row(explored, (kind, index, Some(number)));
        numbers.map(row).collect()
    });
    rows.collect()
}

fn row(explored: &Explored<'_>, row: (BlockKind, usize, Option<usize>)) -> Value {
    match explored.witnesses.of_row(row) {
        None => Value::Null,
        Some((count, witness)) => {
            let setup = setup(&witness.setup);
            match setup.is_empty() {
                true => json!([count, witness.input]),
                false => json!([count, witness.input, setup]),
            }
        }
    }
}

/// A setup as a part of an address of the playground.
fn setup(setup: &Setup) -> String {
    links::members(setup)
        .map(|(key, value)| format!("&{key}={}", percent_encode(&value)))
        .collect()
}
