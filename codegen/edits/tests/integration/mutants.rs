//! The programs of a sample of mutants implement the mutants' tables.
//!
//! `cargo test` does not optimise the compiler, so the sample is small.

use super::revision;
use tokenwright_analyses::suite::{self, TestRun};
use tokenwright_edits::mutants;
use tokenwright_interpreter::Interpreter;

/// Compiles one in `stride` of the mutants of a revision and compares them with their tables.
fn sample(id: &str, stride: usize, least: usize) {
    let loaded = revision(id);
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound");
    let inputs = suite::inputs(&loaded).expect("sound");
    let tests = inputs
        .into_iter()
        .filter_map(|(setup, input)| TestRun::new(&interpreter, &setup, &input).ok());
    let tests: Vec<TestRun> = tests.collect();
    let report = mutants::verify(&loaded, &tests, stride, &|_| ()).expect("sound");
    println!("{id}: {} tests; {report:#?}", tests.len());
    assert!(
        report.failures.is_empty(),
        "{id}: {}",
        report.failures.join("\n\n")
    );
    assert!(report.compiled >= least, "{} mutants", report.compiled);
    assert!(
        2 * report.killed >= report.compiled,
        "{} mutants killed",
        report.killed
    );
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn mutants_of_the_newest_revision_are_compiled_right() {
    sample("whatwg-2026-07-19", 503, 10);
}

#[test]
fn some_mutants_of_the_oldest_revision_are_compiled_right() {
    sample("whatwg-2008-03-09", 211, 8);
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn more_mutants_of_the_oldest_revision_are_compiled_right() {
    sample("whatwg-2008-03-09", 53, 35);
}
