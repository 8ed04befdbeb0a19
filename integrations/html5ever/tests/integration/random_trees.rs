//! Random documents and fragments: the trees of html5ever, and those of the tables of tree construction.
//!
//! What html5ever does otherwise is an edit of the tables. So no document has to be left out, and an edit that is wrong or not
//! needed shows.

use crate::trees::of_html5ever;
use fastrand::Rng;
use rayon::prelude::*;
use std::path::Path;
use tokenwright_tables::tree::model::TreeTables;
use tokenwright_tests::data;
use tokenwright_tests::effort::effort;
use tokenwright_tests::tree_construction::deviations::Deviations;
use tokenwright_tests::tree_construction::{interpreted, random};

/// What html5ever does otherwise than the standard.
fn deviations() -> Deviations {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deviations.toml");
    data::read_file(&path).unwrap_or_else(|error| panic!("{error}"))
}

fn edited(deviations: &Deviations, left_out: Option<usize>) -> TreeTables {
    let tables = deviations.edited(left_out);
    tables.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_deviation_shows() {
    let deviations = deviations();
    let all = edited(&deviations, None);
    for (at, deviation) in deviations.deviation.iter().enumerate() {
        let input = deviation.input(true);
        let theirs = of_html5ever(&input);
        let ours = |tables| interpreted(tables, &input);
        assert_eq!(ours(&all), theirs, "{}", deviation.why);
        let without = edited(&deviations, Some(at));
        assert_ne!(ours(&without), theirs, "{}", deviation.why);
    }
}

#[test]
fn trees_of_the_tables_are_those_of_html5ever() {
    let tables = edited(&deviations(), None);
    let count = effort(2_000, 300_000) as u64;
    let different = (0..count).into_par_iter().filter_map(|seed| {
        let input = random::input(&mut Rng::with_seed(seed));
        let theirs = of_html5ever(&input);
        let ours = interpreted(&tables, &input);
        (ours != theirs).then(|| format!("{input}:\n{ours}html5ever:\n{theirs}"))
    });
    let mut different: Vec<String> = different.collect();
    different.sort_by_key(String::len);
    let shown: Vec<_> = different.iter().take(5).cloned().collect();
    assert!(
        different.is_empty(),
        "{} of {count}:\n{}",
        different.len(),
        shown.join("\n")
    );
}
