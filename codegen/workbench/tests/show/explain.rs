//! `cargo xtask explain`.

use crate::support::{Run, made_from_tables, xtask};

/// Everything that can be seen of a run.
fn explain(arguments: &[&str]) -> String {
    let Run { status, out, err } = Run::of(xtask(&["explain"]).args(arguments));
    let status = status.expect("an exit status");
    format!("{out}--- stderr\n{err}--- exit status {status}\n")
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
        explain(&["<a b>"]),
        explain(&["<a>", "--input"]),
        explain(&["a", "--input", "--revision", "2014"]),
    ];
    made_from_tables(|| insta::assert_snapshot!(all.join("\n")));
}

#[test]
fn a_mode_with_its_rows_and_documents() {
    let all = [explain(&["In cell"]), explain(&["in foreign content"])];
    assert_eq!(all[0], explain(&["The \"in cell\" insertion mode"]));
    made_from_tables(|| insta::assert_snapshot!(all.join("\n")));
}

#[test]
fn an_algorithm_with_its_callers() {
    let all = [
        explain(&["close the cell"]),
        explain(&["close cell algorithm"]),
    ];
    assert_eq!(all[0], all[1]);
    made_from_tables(|| insta::assert_snapshot!(all[0]));
}

#[test]
fn sets_scopes_lists_and_conditions() {
    let names = [
        "special category",
        "table scope",
        "limited-quirks public identifier prefixes",
        "MathML attributes",
        "HTML integration point",
    ];
    let all = names.map(|name| explain(&[name]));
    made_from_tables(|| insta::assert_snapshot!(all.join("\n")));
}

#[test]
fn questions_and_outputs_of_the_document() {
    let all = [
        explain(&["declarative shadow roots are allowed"]),
        explain(&["prepare the script element {node}"]),
    ];
    made_from_tables(|| insta::assert_snapshot!(all.join("\n")));
}

#[test]
fn an_element_with_the_rows_of_its_tags() {
    let all = [explain(&["<td>"]), explain(&["<svg title>"])];
    assert_eq!(explain(&["<TD>"]), all[0]);
    made_from_tables(|| insta::assert_snapshot!(all.join("\n")));
}

#[test]
fn what_is_unknown_is_refused() {
    let all = [
        explain(&["eof-in-tga"]),
        explain(&["EOF_IN_TAG"]),
        explain(&["xyzzy"]),
        explain(&["in cel"]),
        explain(&["in template", "--revision", "2008"]),
        explain(&["eof-in-tag", "--revision", "2008"]),
        explain(&["eof-in-tag", "--revision", "2021"]),
    ];
    insta::assert_snapshot!(all.join("\n"));
}
