//! The programs of mutants of tree construction are proved, and the program of the tables differs from each.

use super::revision;
use tokenwright_edits::trees::verify;

/// Mutants that do what the tables do: a value that nothing reads is computed again or elsewhere.
const EQUAL: [&str; 3] = [
    "in head [<template>]: `let host be the adjusted current node` after the next",
    "in head [<template>]: `let location be the appropriate place for inserting a node` twice",
    "insert a foreign element for {token} in {namespace}: `let location be the appropriate place for inserting a node` twice",
];

fn sample(stride: usize, least: usize) {
    let report = verify(&revision("whatwg-2026-07-19"), stride).expect("tables");
    println!("{report:#?}");
    assert!(
        report.failures.is_empty(),
        "{}",
        report.failures.join("\n\n")
    );
    assert!(report.compiled >= least, "{} mutants", report.compiled);
    let mut equal = report.equal.iter().map(String::as_str);
    let other = equal.find(|it| !EQUAL.contains(it));
    assert_eq!(other, None, "not distinguished from the tables");
}

#[test]
fn some_mutants_of_trees_are_compiled_right() {
    sample(397, 10);
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn mutants_of_trees_are_compiled_right() {
    sample(1, 4_000);
}
