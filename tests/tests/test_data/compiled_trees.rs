//! html5lib's tree-construction tests, run by the code that is generated from the tables.
//!
//! Each is run in one piece, in two at every place, and character by character. What the tables build is compared elsewhere with what
//! the tests expect, so that the generated code is compared with the tables here.

use crate::trees;
use libtest_mimic::{Failed, Trial};
use std::error::Error;
use tokenwright_tests::tables;
use tokenwright_tests::tree_construction::{Case, compiled, compiled_parts, interpreted};

fn file(cases: &[Case]) -> Result<(), Failed> {
    trees::check(cases, |_, input| {
        let html = &*input.html;
        let expected = interpreted(tables::of_trees(), input);
        let check = |found: String, how: &str| match found == expected {
            true => Ok(()),
            false => Err(format!("{how}\nexpected:\n{expected}found:\n{found}")),
        };
        check(compiled(input), "whole")?;
        let places = html.char_indices().map(|(at, _)| at);
        for at in places.skip(1) {
            let (one, other) = html.split_at(at);
            let found = compiled_parts(input, &[one, other]);
            check(found, &format!("split at {at}"))?;
        }
        let parts: Vec<&str> = html.split("").collect();
        check(compiled_parts(input, &parts), "in characters")
    })
}

pub(crate) fn trials(files: trees::Files) -> Result<Vec<Trial>, Box<dyn Error>> {
    let trials = files
        .into_iter()
        .map(|(name, cases)| Trial::test(format!("compiled trees: {name}"), move || file(&cases)));
    Ok(trials.collect())
}
