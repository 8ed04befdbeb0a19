//! Generated and interpreted agree on every step: for each state, each class of characters and each combination of
//! answers of the conditions on the path, on the shortest input that the search for test suites finds for it.
//!
//! The proof of each revision compares the tables with the optimised program (`cargo xtask prove`); this compares the
//! compiled code. The mutation scores show that the search misses no row and no answer (`docs/mutation-scores.md`).

use std::collections::HashSet;
use tokenwright_analyses::mutate::Sites;
use tokenwright_analyses::suite;
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::load::Loaded;
use tokenwright_tests::effort::effort;
use tokenwright_tests::generated::{Chunks, check_agreement};
use tokenwright_tests::tables;

/// How many rows, steps and answers of conditions no input reaches.
const UNREACHABLE: [(&str, usize); 4] = [
    ("whatwg-2008-03-09", 13),
    ("whatwg-2009-02-07", 11),
    ("w3c-2012", 4),
    ("whatwg-2014-05-23", 4),
];

#[test]
fn every_step_is_the_same() {
    // The oldest and the newest, or each.
    let step = effort(tables::all().len() - 1, 1);
    tables::all().iter().step_by(step).for_each(of_revision);
}

fn of_revision(loaded: &Loaded) {
    let revision = &loaded.revision;
    let id = &revision.about.id;
    let interpreter = Interpreter::new(revision, &loaded.references).expect("valid tables");
    let inputs = suite::inputs(loaded).expect("tables that can be run");
    let sites = Sites::new(revision);
    let mut reached = HashSet::new();
    for (setup, input) in &inputs {
        let recorder = sites.recorder();
        let expected = interpreter.observe(setup, input, &recorder);
        let expected = expected.expect("tables that can be run");
        reached.extend(recorder.take());
        let last = input.char_indices().next_back().map_or(0, |(at, _)| at);
        let result = check_agreement(id, setup, input, &expected, [Chunks::At(&[last])]);
        result.unwrap_or_else(|why| panic!("{id}: {setup:?} {input:?}\n{why}"));
    }
    let unreachable = UNREACHABLE.iter().find(|(of, _)| of == id);
    assert_eq!(
        sites.len() - reached.len(),
        unreachable.map_or(0, |(_, count)| *count),
        "{id}: rows, steps and answers that no input reaches"
    );
}
