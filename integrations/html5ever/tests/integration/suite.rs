//! html5lib's tree-construction tests.

use crate::dat::{self, Test};
use crate::listed::List;
use crate::trees::{of_chunks, of_html5ever, outline, parser};
use html5ever::tendril::{ByteTendril, TendrilSink};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::error::Error;
use tokenwright_html5ever::ProcessingInstructions;
use tokenwright_tests::shared;

/// The tests in which html5ever's tree builder differs from the standard.
const TREE_BUILDER: &str = include_str!("../data/tree-builder.toml");

/// The tests that the newest standard overrules: processing instructions.
const PROCESSING_INSTRUCTIONS: &str = include_str!("../data/processing-instructions.toml");

/// The tests without scripts; none if the data is absent.
fn suite() -> Result<Vec<Test>, Box<dyn Error>> {
    match shared::find("tree-construction") {
        Ok(folder) => Ok(dat::read(&folder)?),
        Err(absent) => absent.skip().map(|()| Vec::new()).map_err(Into::into),
    }
}

/// Compares trees with the expected ones, in both scripting modes, and with the trees of a list. Each listed test must
/// differ from what is expected.
fn compare(tests: &[Test], lists: &[List], tree_of: impl Fn(&Test, bool) -> String + Sync) {
    let compared = tests.par_iter().enumerate().map(|(number, test)| {
        let listed = lists.iter().find_map(|list| list.find(test));
        let expected = listed.map_or(&test.document, |listed| &listed.tree);
        let is_stale = listed.is_some_and(|listed| listed.tree == test.document);
        assert!(!is_stale, "listed without need: {test:?}");
        for scripting in test.modes() {
            let tree = tree_of(test, scripting);
            assert_eq!(&tree, expected, "scripting {scripting}: {test:?}");
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
    compare(&tests, &[List::parse(TREE_BUILDER)], |test, scripting| {
        let tree = of_chunks(test, scripting, [&*test.data]);
        assert_eq!(tree, of_html5ever(test, scripting), "{test:?}");
        tree
    });
    Ok(())
}

#[test]
fn every_tree_with_processing_instructions_is_as_expected() -> Result<(), Box<dyn Error>> {
    let lists = [TREE_BUILDER, PROCESSING_INSTRUCTIONS].map(List::parse);
    compare(&suite()?, &lists, |test, scripting| {
        let parser = parser(test, scripting, ProcessingInstructions::Nodes);
        outline(test, &parser.one(&*test.data))
    });
    Ok(())
}

#[test]
fn every_tree_is_as_expected_byte_by_byte() -> Result<(), Box<dyn Error>> {
    compare(
        &suite()?,
        &[List::parse(TREE_BUILDER)],
        |test, scripting| {
            let parser = parser(test, scripting, ProcessingInstructions::Comments);
            let mut bytes = parser.from_utf8();
            for byte in test.data.as_bytes() {
                bytes.process(ByteTendril::from_slice(&[*byte]));
            }
            outline(test, &bytes.finish())
        },
    );
    Ok(())
}

/// Compares the trees of documents that arrive in two chunks with those of the whole documents.
fn compare_splits<'a>(tests: impl ParallelIterator<Item = &'a Test>) {
    tests.for_each(|test| {
        let data = &*test.data;
        let splits = (1..data.len()).filter(|at| data.is_char_boundary(*at));
        for scripting in test.modes() {
            let whole = of_chunks(test, scripting, [data]);
            for at in splits.clone() {
                let tree = of_chunks(test, scripting, [&data[..at], &data[at..]]);
                assert_eq!(tree, whole, "split at {at}: {test:?}");
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
