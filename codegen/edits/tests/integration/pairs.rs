//! The comparison of revisions is right about random pairs of mutants.

use super::revision;
use std::io::{IsTerminal, Write, stderr};
use tokenwright_edits::pairs;

/// Checks pairs until this many are proved to give the same tokens, and as many have a witness.
fn check(id: &str, seed: u64, least: usize) {
    let loaded = revision(id);
    let progress = |so_far: &pairs::Report| {
        if stderr().is_terminal() {
            eprint!(
                "\r{id}: {} proved, {} with a witness",
                so_far.proved(),
                so_far.witnessed()
            );
            stderr().flush().ok();
        }
    };
    let report = pairs::verify(&loaded, seed, least, &progress).expect("sound mutants");
    println!("{id}, seed {seed}: {report:#?}");
    assert!(
        report.contradictions.is_empty(),
        "{}",
        report.contradictions.join("\n\n")
    );
    assert!(report.proved() >= least && report.witnessed() >= least);
    assert!(report.equal > 0, "no pair is equal in everything");
    assert_eq!(report.documents, 200 * report.proved());
}

#[test]
fn some_pairs_of_mutants() {
    check("whatwg-2026-07-19", 1, 12);
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn a_thousand_pairs_of_mutants() {
    check("whatwg-2026-07-19", 20_261_123, 1000);
}
