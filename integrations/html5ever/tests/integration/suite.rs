//! html5lib's tree-construction tests.

use crate::listed::List;
use crate::trees::{by_bytes, of_chunks, of_html5ever, outline, parser};
use html5ever::tendril::TendrilSink;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::error::Error;
use tokenwright_html5ever::ProcessingInstructions;
use tokenwright_tests::shared;
use tokenwright_tests::tree_construction::{Case, Input, read};

/// The tests in which html5ever's tree builder differs from the standard.
const TREE_BUILDER: &str = include_str!("../data/tree-builder.toml");

/// The tests that the newest standard overrules: processing instructions.
const PROCESSING_INSTRUCTIONS: &str = include_str!("../data/processing-instructions.toml");

/// The tests without scripts; none if the data is absent.
fn suite() -> Result<Vec<Case>, Box<dyn Error>> {
    match shared::find("tree-construction") {
        Ok(folder) => Ok(read(&folder)?),
        Err(absent) => absent.skip().map(|()| Vec::new()).map_err(Into::into),
    }
}

/// Compares trees with the expected ones, in both scripting modes, and with the trees of a list. Each listed test must
/// differ from what is expected.
fn compare(tests: &[Case], lists: &[List], tree_of: impl Fn(&Input) -> String + Sync) {
    let compared = tests.par_iter().enumerate().map(|(number, test)| {
        let listed = lists.iter().find_map(|list| list.find(test));
        let expected = listed.map_or(&test.document, |listed| &listed.tree);
        let is_stale = listed.is_some_and(|listed| listed.tree == test.document);
        assert!(!is_stale, "listed without need: {test:?}");
        for input in test.inputs() {
            assert_eq!(&tree_of(&input), expected, "{}: {input}", test.id);
        }
        listed.map(|_| number)
    });
    let found: BTreeSet<usize> = compared.flatten().collect();
    let listed: usize = lists.iter().map(List::len).sum();
    assert!(
        tests.is_empty() || found.len() == listed,
        "a listed test does not exist"
    );
}

#[test]
fn every_tree_is_as_expected() -> Result<(), Box<dyn Error>> {
    let tests = suite()?;
    assert!(tests.is_empty() || tests.len() == 1792);
    compare(&tests, &[List::parse(TREE_BUILDER)], |input| {
        let tree = of_chunks(input, [&*input.html]);
        assert_eq!(tree, of_html5ever(input), "{input}");
        tree
    });
    Ok(())
}

#[test]
fn every_tree_with_processing_instructions_is_as_expected() -> Result<(), Box<dyn Error>> {
    let lists = [TREE_BUILDER, PROCESSING_INSTRUCTIONS].map(List::parse);
    compare(&suite()?, &lists, |input| {
        let parser = parser(input, ProcessingInstructions::Nodes);
        outline(input, &parser.one(&*input.html))
    });
    Ok(())
}

#[test]
fn every_tree_is_as_expected_byte_by_byte() -> Result<(), Box<dyn Error>> {
    compare(&suite()?, &[List::parse(TREE_BUILDER)], |input| {
        let parser = parser(input, ProcessingInstructions::Comments);
        outline(input, &by_bytes(parser.from_utf8(), &input.html))
    });
    Ok(())
}

/// Compares the trees of documents that arrive in two chunks with those of the whole documents.
fn compare_splits<'a>(tests: impl ParallelIterator<Item = &'a Case>) {
    tests.for_each(|test| {
        let data = &*test.data;
        let splits = (1..data.len()).filter(|at| data.is_char_boundary(*at));
        for input in test.inputs() {
            let whole = of_chunks(&input, [data]);
            for at in splits.clone() {
                let tree = of_chunks(&input, [&data[..at], &data[at..]]);
                assert_eq!(tree, whole, "{}, split at {at}: {input}", test.id);
            }
        }
    });
}

#[test]
fn trees_are_the_same_at_every_split() -> Result<(), Box<dyn Error>> {
    compare_splits(suite()?.par_iter().step_by(23));
    Ok(())
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn all_trees_are_the_same_at_every_split() -> Result<(), Box<dyn Error>> {
    compare_splits(suite()?.par_iter());
    Ok(())
}
