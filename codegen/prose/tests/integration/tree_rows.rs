//! A small page on trees: what its sentences govern, and that nothing is guessed.

use crate::support::{page, tree_tables};
use tokenwright_prose::{Unread, read_trees};
use tokenwright_tables::tree::writer;

#[test]
fn a_page_without_modes_is_refused() {
    let error = read_trees("<h3>Tree construction</h3><p>There is none.").expect_err("no mode");
    assert_eq!(error, Unread::NoTrees);
}

#[test]
fn a_page_with_the_rows_of_a_mode_twice_is_refused() {
    let twice = page("trees.html").repeat(2);
    let error = read_trees(&twice).expect_err("rows twice");
    let Unread::TwoModes {
        lines: [first, second],
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!(first, 3);
    let line = twice.lines().nth(second as usize - 1).expect("a line");
    assert!(
        line.contains("insertion mode</h4>") && second > 40,
        "{second}: {line}"
    );
}

#[test]
fn every_row_is_read_or_open() {
    insta::assert_snapshot!(tree_tables(&page("trees.html")));
}

#[test]
fn every_section_is_measured() {
    let reading = read_trees(&page("trees.html")).expect("an insertion mode");
    let sections = reading.sections();
    let (read, all) = reading.report.share();
    assert_eq!(
        sections,
        [("1.1.1 The \"in body\" insertion mode", read, all)]
    );
    assert_eq!(all - read, 4);
}

/// The row of a page with one row, whose steps are these.
fn only_row(steps: &str) -> Result<String, Vec<String>> {
    let page = format!(
        "<h4>1.1 The \"in body\" insertion mode</h4>
        <p>When the user agent is to apply the rules for the \"in body\" insertion mode, the user agent must handle the
        token as follows:</p>
        <dl><dt>A start tag whose tag name is \"select\"<dd><p>Run these steps:</p><ol>{steps}</ol></dl>"
    );
    let reading = read_trees(&page).expect("an insertion mode");
    let open = reading.open.iter().map(|it| format!("{it:?}"));
    let open: Vec<String> = open.collect();
    match open.is_empty() {
        true => Ok(writer::row(&reading.tables.modes[0].rows[0])),
        false => Err(open),
    }
}

/// Steps in a branch, which begin with these.
fn in_a_branch(first: &str, last: &str) -> Result<String, Vec<String>> {
    only_row(&format!(
        "<li><p>Let last be false.</p>
        <li><p>If the current node is a <code>select</code> element, run these substeps:</p><ol>
        <li><p>{first}</p>
        <li><p>Let ancestor be the current node.</p>
        <li><p><i>Loop</i>: If ancestor is the first node in the stack of open elements, jump to the step below labeled <i>done</i>.</p>
        <li><p>Let ancestor be the node before ancestor in the stack of open elements.</p>
        <li><p>If ancestor is a <code>template</code> node, jump to the step below labeled <i>done</i>.</p>
        <li><p>{last}</p>
        <li><p><i>Done</i>: Switch the insertion mode to \"in body\" and return.</p></ol>"
    ))
}

#[test]
fn labels_in_a_branch_are_loops() {
    let skip = "If last is true, jump to the step below labeled <i>done</i>.";
    let again = "Jump back to the step labeled <i>loop</i>.";
    assert_eq!(
        in_a_branch(skip, again).as_deref(),
        Ok(r#"on = { start-tag = ["select"] }
do = [
    "let last be false",
    { if = "the current node is a select element", then = [
        { if = "last is false", then = [
            "let ancestor be the current node",
            { while = "ancestor is not the first element in the stack of open elements", do = [
                "set ancestor to the element immediately above ancestor in the stack of open elements",
                { if = "ancestor is a template element", then = ["break"] },
            ] },
        ] },
        'switch the insertion mode to "in body"',
        "return",
    ] },
]
"#)
    );
    // Into the loop, without its end, and with another step in the branch that skips it.
    let into = "If last is true, jump to the step below labeled <i>loop</i>.";
    assert!(in_a_branch(into, again).is_err());
    assert!(in_a_branch(skip, "Set the frameset-ok flag to \"not ok\".").is_err());
    let more = "If last is true, set the frameset-ok flag to \"not ok\" and jump to the step below labeled <i>done</i>.";
    assert!(in_a_branch(more, again).is_err());
}

#[test]
fn a_term_without_words_is_no_otherwise() {
    let cases = |last: &str| {
        only_row(&format!(
            "<li><p>Run the appropriate steps from the following list:</p><dl>
            <dt>If the current node is a <code>p</code> element<dd><p>Ignore the token.</p>
            <dt>{last}<dd><p>Stop parsing.</p></dl>"
        ))
    };
    assert!(cases("Otherwise").is_ok());
    for term in ["", " ", "<code></code>"] {
        assert!(cases(term).is_err(), "{term}");
    }
}
