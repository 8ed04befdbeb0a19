//! `cargo xtask try` where there is nothing to run: what it says, and how it exits.

use crate::support::copy::{ROW, ROW_FILE};
use crate::support::{Copy, Run, begins, ends, has, has_all, xtask};
use std::fs;
use std::path::Path;

/// Runs `cargo xtask try` in a folder of a copy, and asserts that it leaves no temporary file.
fn try_in(folder: &Path, arguments: &[&str], path: Option<&Path>) -> Run {
    let test = std::thread::current();
    let name = format!("temporary-{}", test.name().expect("tests have names"));
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&temporary).expect("a folder for temporary files");
    let mut command = xtask(&["try"]);
    command.args(arguments).current_dir(folder);
    // Without it, git would find the repository of the workspace that the copy is in.
    command.env("GIT_CEILING_DIRECTORIES", env!("CARGO_TARGET_TMPDIR"));
    command.env("TMPDIR", &temporary);
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let run = Run::of(&mut command);
    fs::remove_dir(&temporary).expect("no temporary file is left");
    run
}

#[test]
fn without_an_edit_there_is_nothing_to_try() {
    let copy = Copy::of_newest_tables("try-nothing");
    copy.commit();
    let text = try_in(copy.root(), &[], None).exits(0).printed();
    begins(&text, "no table differs from HEAD (");
    // A comment changes nothing that the tables say.
    copy.edit(ROW_FILE, ROW.0, &format!("# U+003F\n{}", ROW.0));
    let text = try_in(copy.root(), &[], None).exits(0).printed();
    begins(&text, "no table differs from HEAD (");
    // Paths are those of the workspace, in every folder from which the command is run.
    try_in(&copy.root().join("spec"), &[], None).exits(0);
}

#[test]
fn a_workspace_below_the_top_of_its_repository_is_found() {
    let copy = Copy::of_newest_tables("try-below/workspace");
    let top = copy.root().parent().expect("the folder above").to_owned();
    copy.commit_at(&top);
    let text = try_in(copy.root(), &[], None).exits(0).printed();
    begins(&text, "no table differs from HEAD (");
}

#[test]
fn what_cannot_be_compared_is_said() {
    let copy = Copy::of_newest_tables("try-refused");
    let refused = |arguments: &[&str], path| {
        let run = try_in(copy.root(), arguments, path);
        assert_eq!(run.status, Some(2), "{arguments:?}: {}", run.printed());
        run.printed()
    };
    let text = refused(&[], None);
    begins(&text, "error: no git checkout to compare the tables with: ");
    copy.commit();
    assert_eq!(
        refused(&["--base", "v9.9"], None),
        "error: git knows no commit `v9.9`; `--base` takes a branch, a tag or a hash\n"
    );
    assert_eq!(
        refused(&["whatwg-2026-07-20"], None),
        "error: no revision `whatwg-2026-07-20`; the nearest revision is `whatwg-2026-07-19`\n"
    );
    assert_eq!(
        refused(&[], Some(copy.root())),
        "error: git is not installed, and the tables are compared with those of a commit\n"
    );
    copy.edit(
        ROW_FILE,
        "switch to the processing instruction open state",
        "switch to the processing instruction opne state",
    );
    let text = refused(&[], None);
    has(&text, "unknown state `processing instruction opne`");
    assert!(!copy.root().join("tokenizer/src").exists());
}

#[test]
fn tables_of_a_commit_that_cannot_be_read_are_said() {
    let copy = Copy::of_newest_tables("try-broken-base");
    copy.edit(ROW_FILE, ROW.0, "do = 1");
    copy.commit();
    copy.edit(ROW_FILE, "do = 1", ROW.0);
    let text = try_in(copy.root(), &[], None).exits(2).printed();
    ends(
        &text,
        "error: the tables of `HEAD` cannot be read; `--base` takes another commit\n",
    );
}

#[test]
fn a_revision_that_was_removed_is_said() {
    let copy = Copy::of_tables("try-removed");
    copy.commit();
    fs::remove_dir_all(copy.root().join("spec/whatwg-draft")).expect("a revision");
    let text = try_in(copy.root(), &[], None).exits(0).printed();
    begins(&text, "whatwg-draft is gone since HEAD (");
    assert!(!text.contains("no table differs"), "{text}");
}

/// A new draft is compared with what it edits. What it lacks to be compiled is said.
#[test]
fn a_new_draft_is_compared_with_the_revision_that_it_edits() {
    let copy = Copy::of_newest_tables("try-new-draft");
    copy.commit();
    copy.add_draft("mine", "02-tags.toml", ROW.0, ROW.1);
    let text = try_in(copy.root(), &[], None).exits(2).printed();
    let parts = [
        "mine is not in HEAD (",
        "), and is compared with whatwg-2026-07-19\n\nmine: HEAD (",
        "  rows            1 changed\n",
        "error: tokenizer/Cargo.toml: no feature `mine`; write `mine = []` below `[features]`",
    ];
    has_all(&text, &parts);
}

/// A test of trees that passes before the edit, and one that passes before and after it.
const TESTS_OF_TREES: &str = "#data\n<blink>a\n#errors\n#document\n| <html>\n|   <head>\n|   <body>\n|     <blink>\n|       \"a\"\n\n\
    #data\n<source>\n#errors\n#document\n| <html>\n|   <head>\n|   <body>\n|     <source>\n";

/// An edit of tree construction: the row, a document with both trees, the tests that contradict it, and the files that are
/// written.
#[test]
fn an_edit_of_tree_construction_is_shown_with_both_trees() {
    let copy = Copy::of(
        "try-trees",
        &[
            "spec",
            "schema",
            "tokenizer/Cargo.toml",
            "tokenizer/src/generated",
            "xtask/Cargo.toml",
        ],
    );
    let copy = copy.with_newest_alone();
    copy.commit();
    copy.edit(
        "spec/whatwg-2026-07-19/tree-construction/06-in-body.toml",
        r#"on = { start-tag = ["param", "source", "track"] }"#,
        r#"on = { start-tag = ["param", "source", "track", "blink"] }"#,
    );
    let tests = copy.root().join("test-data/tree-construction");
    fs::create_dir_all(&tests).expect("a folder");
    fs::write(tests.join("own.dat"), TESTS_OF_TREES).expect("tests");
    let text = try_in(copy.root(), &[], None).exits(1).printed();
    let parts = [
        "whatwg-2026-07-19: HEAD (",
        "  no difference\n\nBehaviour: none, proved",
        "13.2.6.4.7 The \"in body\" insertion mode\n  [<param> <source> <track> <blink>]: changed\n",
        "\nBehaviour: trees\n  `<blink>a`\n",
        "        <blink>       <blink>\n          \"a\"   |     \"a\"\n",
        "  html5lib's tests: of 2, the edit contradicts 1\n\n  own.dat:1: `<blink>a`\n    expected\n",
        "      |     <blink>\n      |     \"a\"\n",
        "  wrote tokenizer/src/generated/tree_construction/whatwg_2026_07_19/in_body.rs\n",
    ];
    has_all(&text, &parts);
}
