//! Errors and places of html5lib's tree-construction tests: those of the tables, whether a document comes in one piece or in bytes.

use crate::trees;
use libtest_mimic::{Failed, Trial};
use std::error::Error;
use tokenwright_tests::tree_construction::{Case, check_details};

fn file(cases: &[Case], every_split: bool) -> Result<(), Failed> {
    trees::check(cases, |_, input| check_details(input, every_split))
}

pub(crate) fn trials(files: trees::Files) -> Result<Vec<Trial>, Box<dyn Error>> {
    let mut trials = Vec::new();
    for (name, cases) in files {
        let of_slow = cases.clone();
        trials.push(Trial::test(
            format!("details of trees: {name}"),
            move || file(&cases, false),
        ));
        let slow = Trial::test(
            format!("details of trees at every split: {name}"),
            move || file(&of_slow, true),
        );
        // Slow; .ci/scheduled runs it.
        trials.push(slow.with_ignored_flag(true));
    }
    Ok(trials)
}
