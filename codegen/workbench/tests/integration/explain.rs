//! `cargo xtask explain`.

use crate::support;
use crate::support::{made_from_tables, xtask};

/// Everything that can be seen of a run.
fn explain(arguments: &[&str]) -> String {
    let (status, stdout, stderr) = support::run(xtask(&["explain"]).args(arguments));
    let status = status.expect("an exit status");
    format!("{stdout}--- stderr\n{stderr}--- exit status {status}\n")
}

#[test]
fn an_error_with_its_rows() {
    made_from_tables(|| insta::assert_snapshot!(explain(&["eof-in-comment"])));
}

#[test]
fn errors_of_a_rule_of_the_input_and_of_tree_construction() {
    let codes = [
        "end-tag-with-attributes",
        "control-character-in-input-stream",
        "non-void-html-element-start-tag-with-trailing-solidus",
    ];
    let all = codes.map(|code| explain(&[code]));
    made_from_tables(|| insta::assert_snapshot!(all.join("\n")));
}

#[test]
fn a_state_with_its_neighbours() {
    let all = [
        explain(&["tag name"]),
        explain(&["Attribute name state", "--revision", "2008"]),
    ];
    made_from_tables(|| insta::assert_snapshot!(all.join("\n")));
}

#[test]
fn an_input_with_its_rows() {
    let all = [
        explain(&["<a>"]),
        explain(&["a", "--input", "--revision", "2014"]),
    ];
    made_from_tables(|| insta::assert_snapshot!(all.join("\n")));
}

#[test]
fn what_is_unknown_is_refused() {
    let all = [
        explain(&["eof-in-tga"]),
        explain(&["xyzzy"]),
        explain(&["eof-in-tag", "--revision", "2008"]),
        explain(&["eof-in-tag", "--revision", "2021"]),
    ];
    insta::assert_snapshot!(all.join("\n"));
}
