//! Notes on characters that fall through to `anything else` after an edit; the tables are still valid.

use crate::support::copy::ROW_FILE;
use crate::support::{Copy, has, has_all};

const EOF_ROW: &str = r#"[[state.row]]
on = "EOF"
do = [
    "parse error: eof-before-tag-name",
    "emit U+003C (<)",
    "emit an end-of-file token",
]

"#;

/// What is said where that row is gone.
const EOF_NOTE: &str = "note: `anything else` in `tag open` now takes EOF";

/// Runs a command that must succeed, and returns its output.
fn printed(copy: &Copy, arguments: &[&str]) -> String {
    copy.xtask(arguments).exits(0).printed()
}

#[test]
fn a_removed_row_for_eof_is_noted() {
    let copy = Copy::of_newest_tables("eof-row");
    copy.commit();
    assert!(!printed(&copy, &["check"]).contains("note"));
    copy.edit(ROW_FILE, EOF_ROW, "");
    let checked = printed(&copy, &["check", "--deny-warnings", "whatwg-2026-07-19"]);
    insta::assert_snapshot!(checked);
    has(&printed(&copy, &["gen", "--no-prove"]), EOF_NOTE);
}

#[test]
fn removed_and_narrowed_rows_are_noted() {
    let copy = Copy::of_newest_tables("narrowed-rows");
    copy.commit();
    copy.edit(
        ROW_FILE,
        "on = \"U+0021 (!)\"\ndo = [\"switch to the markup declaration open state\"]\n\n[[state.row]]\n",
        "",
    );
    copy.edit(
        ROW_FILE,
        "on = [\"U+0009 (tab)\", \"U+000A (LF)\", \"U+000C (FF)\", \"U+0020 (space)\"]",
        "on = [\"U+0009 (tab)\", \"U+000A (LF)\"]",
    );
    let checked = printed(&copy, &["check", "2026"]);
    let notes = [
        "note: `anything else` in `tag open` now takes U+0021 (!)\n",
        "note: `anything else` in `tag name` now takes U+000C (FF) and U+0020 (space)\n",
    ];
    has_all(&checked, &notes);
}

/// The files of a new draft are none that git knows.
#[test]
fn a_new_draft_is_compared_with_what_it_edits() {
    let copy = Copy::of_newest_tables("draft-row");
    copy.commit();
    copy.add_draft("mine", "02-tags.toml", EOF_ROW, "");
    has(&printed(&copy, &["check", "mine"]), EOF_NOTE);
}

#[test]
fn tables_elsewhere_are_compared_with_the_revision_of_their_name() {
    let copy = Copy::of_tables("tables-elsewhere");
    let elsewhere = copy.root().join("draft");
    std::fs::rename(copy.root().join("spec"), &elsewhere).expect("the tables elsewhere");
    let workspace = Copy::of_tables("tables-here");
    copy.edit("draft/whatwg-2026-07-19/02-tags.toml", EOF_ROW, "");
    let folder = elsewhere.join("whatwg-2026-07-19").display().to_string();
    has(&printed(&workspace, &["check", &folder]), EOF_NOTE);
}
