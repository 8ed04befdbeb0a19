//! Trees of our rules in a sink of html5ever's, and those of the tables.

use crate::dat::{self, Test};
use crate::trees::{outline, parse_opts};
use fastrand::Rng;
use html5ever::tendril::{ByteTendril, TendrilSink};
use html5ever::tree_builder::create_element;
use markup5ever_rcdom::RcDom;
use rayon::prelude::*;
use std::error::Error;
use tokenwright_html5ever::rules::{self, Parser};
use tokenwright_tests::tree_construction::{interpreted, random};
use tokenwright_tests::{shared, tables};

fn parser(test: &Test, scripting: bool) -> Parser<RcDom> {
    let (sink, opts) = (RcDom::default(), parse_opts(scripting));
    match test.context() {
        None => rules::parse_document(sink, opts),
        Some(name) => {
            let context = create_element(&sink, name, vec![]);
            rules::parse_fragment_for_element(sink, opts, context, scripting, None)
        }
    }
}

/// The tree of the tables. They write `?>` after a processing instruction, and `Outline` writes `>`.
fn expected(test: &Test, scripting: bool) -> String {
    let context = test.context.as_ref();
    let tree = interpreted(tables::of_trees(), &test.data, context, scripting);
    let lines = tree.lines().map(|line| {
        let instruction = line.trim_start_matches(['|', ' ']).starts_with("<?");
        let open = line.strip_suffix("?>").filter(|_| instruction);
        open.map_or_else(|| format!("{line}\n"), |open| format!("{open}>\n"))
    });
    lines.collect()
}

/// Compares the tree of a document, in one piece and byte by byte.
fn compare(test: &Test, expected: &str, scripting: bool) {
    let whole = outline(test, &parser(test, scripting).one(&*test.data));
    assert_eq!(whole, expected, "scripting {scripting}: {test:?}");
    let mut bytes = parser(test, scripting).from_utf8();
    for byte in test.data.as_bytes() {
        bytes.process(ByteTendril::from_slice(&[*byte]));
    }
    assert_eq!(outline(test, &bytes.finish()), expected, "{test:?}");
}

#[test]
fn every_tree_of_our_rules_is_that_of_the_tables() -> Result<(), Box<dyn Error>> {
    let folder = match shared::find("tree-construction") {
        Ok(folder) => folder,
        Err(absent) => return absent.skip().map_err(Into::into),
    };
    dat::read(&folder)?.par_iter().for_each(|test| {
        for scripting in test.modes() {
            compare(test, &expected(test, scripting), scripting);
        }
    });
    Ok(())
}

#[test]
fn random_trees_of_our_rules_are_those_of_the_tables() {
    (0..300_u64).into_par_iter().for_each(|seed| {
        let mut random = Rng::with_seed(seed);
        let test = Test {
            file: format!("seed {seed}"),
            data: random::document(&mut random),
            document: String::new(),
            context: random::context(&mut random),
            scripting: None,
        };
        compare(&test, &expected(&test, false), false);
    });
}
