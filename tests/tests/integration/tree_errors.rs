//! Parse errors of tree construction that no test of html5lib has.

use tokenwright_tests::tables;
use tokenwright_tests::tree_construction::{Input, parsed};

/// The number of the errors that are not the tokenizer's.
fn errors(document: &str) -> usize {
    let parsed = parsed(tables::of_trees(), &Input::document(document));
    parsed
        .unwrap_or_else(|stuck| panic!("{stuck}"))
        .errors
        .len()
}

/// 13.2.6.4.7: "If the current node is not now a ruby element, this is a parse error", whether there is a ruby element or not.
#[test]
fn ruby_text_outside_of_ruby_is_an_error() {
    for name in ["rb", "rtc", "rp", "rt"] {
        let text = format!("<{name}></{name}>");
        let outside = errors(&format!("<!DOCTYPE html>{text}"));
        let inside = errors(&format!("<!DOCTYPE html><ruby>{text}</ruby>"));
        let deeper = errors(&format!("<!DOCTYPE html><ruby><b>{text}</b></ruby>"));
        assert_eq!([outside, inside, deeper], [1, 0, 1], "{name}");
    }
}
