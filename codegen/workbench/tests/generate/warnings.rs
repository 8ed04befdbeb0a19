//! `check` and `gen` accept the same tables.

use crate::support::copy::{NEWEST, ROW, ROW_FILE};
use crate::support::{Copy, Run, has, xtask};

/// Runs both; their exit status has to be this, and their messages have to have this.
fn both(copy: &Copy, status: i32, message: &str) {
    for command in [&["check"][..], &["gen", "--no-prove"]] {
        let run = copy.xtask(command);
        let text = run.printed();
        assert_eq!(run.status, Some(status), "{command:?}: {text}");
        assert!(text.contains(message), "{command:?}: {text}");
    }
}

#[test]
fn a_warning_is_printed_and_is_no_failure() {
    let copy = Copy::of_newest_tables("warnings");
    copy.edit(ROW_FILE, ROW.0, ROW.1);
    both(
        &copy,
        0,
        "warning: state `processing instruction open` is never reached",
    );
    let text = copy.xtask(&["check", "--deny-warnings"]).exits(1).printed();
    has(
        &text,
        "whatwg-2026-07-19: 84 states, 0 procedures, 340 rows; 21 modes, 228 rows, 5 warnings",
    );
}

#[test]
fn an_error_is_a_failure() {
    let copy = Copy::of_newest_tables("errors");
    copy.edit(
        ROW_FILE,
        "switch to the processing instruction open state",
        "switch to the processing instruction opne state",
    );
    both(
        &copy,
        1,
        "error: unknown state `processing instruction opne`",
    );
    assert!(!copy.root().join("tokenizer/src").exists());
}

/// An error in the tables of trees is in the summary of its revision.
#[test]
fn an_unknown_code_of_an_error_is_counted() {
    let copy = Copy::of_newest_tables("unknown-code");
    let file = "spec/whatwg-2026-07-19/tree-construction/07-text.toml";
    let code = "eof-in-element-that-can-contain-only-text";
    copy.edit(file, code, "eof-in-elements-that-can-contain-only-text");
    let text = copy.xtask(&["check"]).exits(1).printed();
    has(
        &text,
        "whatwg-2026-07-19: 84 states, 0 procedures, 340 rows; 21 modes, 228 rows, 1 error\n",
    );
}

/// A misspelt folder of trees is an error of every command, and takes no generated code for orphaned.
#[test]
fn a_misspelt_folder_of_trees_is_an_error() {
    let copy = Copy::of_newest_tables("misspelt-folder");
    let spec = copy.root().join("spec").join(NEWEST);
    let [good, typo] = ["tree-construction", "tree-constructoin"].map(|name| spec.join(name));
    std::fs::rename(good, typo).expect("another name");
    both(&copy, 1, "did you mean `tree-construction`?");
    let text = copy.xtask(&["gen", "--check"]).printed();
    assert!(!text.contains("orphaned"), "{text}");
}

#[test]
fn outside_a_workspace_the_message_says_so() {
    let run = Run::of(xtask(&["check"]).current_dir(std::env::temp_dir()));
    has(
        &run.exits(1).printed(),
        "run the command in a checkout of tokenwright",
    );
}
