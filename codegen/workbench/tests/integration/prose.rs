//! `prose`: the page of a revision, and what it is good for.

use crate::support::Copy;
use std::fs;

#[test]
fn a_page_of_edited_tables_has_the_edit() {
    let copy = Copy::of_tables("prose");
    let write = ["prose", "2026", "--out", "page.html"];
    let output = copy.xtask(&write);
    assert!(output.status.success() && output.stdout.is_empty());
    let compare = ["diff", "2026", "page.html"];
    assert_eq!(copy.xtask(&compare).status.code(), Some(0));
    let error = "\"parse error: missing-end-tag-name\",";
    copy.edit(
        "spec/whatwg-2026-07-19/02-tags.toml",
        error,
        &format!("{error} \"parse error: eof-in-tag\","),
    );
    assert_eq!(copy.xtask(&compare).status.code(), Some(1));
    assert!(copy.xtask(&write).status.success());
    assert_eq!(copy.xtask(&compare).status.code(), Some(0));
    let page = fs::read_to_string(copy.root().join("page.html")).expect("the page");
    assert!(page.contains("#parse-error-eof-in-tag\">eof-in-tag parse error</a>. Switch to the"));
}

#[test]
fn a_row_without_a_sentence_is_an_error_at_its_place() {
    let copy = Copy::of_tables("prose-gap");
    let row = "\"switch to the script data less-than sign state\"";
    let row = format!("on = \"U+003C (<)\"\ndo = [{row}]");
    copy.edit(
        "spec/whatwg-2026-07-19/01-text.toml",
        &row,
        &row.replace(
            "do = ",
            "when = \"the adjusted current node is not in the HTML namespace\"\ndo = ",
        ),
    );
    let output = copy.xtask(&["prose", "2026", "--out", "page.html"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr));
    assert!(!copy.root().join("page.html").exists());
}
