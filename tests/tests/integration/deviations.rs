//! What other parsers do otherwise, as edits of the tables: each is needed. That they suffice is compared where the parser runs.

use std::path::Path;
use tokenwright_tests::data;
use tokenwright_tests::tree_construction::deviations::Deviations;
use tokenwright_tests::tree_construction::interpreted;

#[test]
fn each_edit_for_parse5_changes_the_tree_of_its_document() {
    each_edit_changes_the_tree_of_its_document("parse5");
}

#[test]
fn each_edit_for_chromium_changes_the_tree_of_its_document() {
    each_edit_changes_the_tree_of_its_document("chromium");
}

fn each_edit_changes_the_tree_of_its_document(peer: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("peers/{peer}/trees.toml"));
    let deviations: Deviations = data::read_file(&path).unwrap_or_else(|error| panic!("{error}"));
    let all = deviations.edited(None);
    let all = all.unwrap_or_else(|error| panic!("{error}"));
    for (at, deviation) in deviations.deviation.iter().enumerate() {
        // Tables that are refused without the edit need it, too.
        let Ok(without) = deviations.edited(Some(at)) else {
            continue;
        };
        let tree = |tables| interpreted(tables, &deviation.input(false));
        assert_ne!(tree(&all), tree(&without), "{}", deviation.why);
    }
}
