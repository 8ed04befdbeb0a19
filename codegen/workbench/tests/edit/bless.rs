//! `cargo xtask bless`, for outputs that need no compiler.

use crate::support::copy::{ROW, ROW_FILE};
use crate::support::{Copy, Run, begins, ends, has, has_all};
use std::fs;

fn bless(copy: &Copy, arguments: &[&str]) -> Run {
    copy.xtask(&[&["bless"], arguments].concat())
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn what_an_edit_leaves_out_of_date_is_listed_and_remade() {
    let copy = Copy::of(
        "bless",
        &[
            ".taplo.toml",
            "docs/table-language.md",
            "schema",
            "spec",
            "tests/data/corners",
            "tokenizer/Cargo.toml",
            "tokenizer/src/generated",
            "xtask/Cargo.toml",
        ],
    );
    copy.commit();
    let text = bless(&copy, &["--check", "code"]).exits(0).out;
    assert_eq!(text, "everything is up to date\n");

    copy.edit(ROW_FILE, ROW.0, ROW.1);
    let generated = copy.root().join("tokenizer/src/generated");
    let tags = "tokenizer/src/generated/whatwg_2026_07_19/tags.rs";
    let before = copy.read(tags);
    let text = bless(&copy, &["--check", "code"]).exits(1).out;
    // The draft has the states of the newest revision.
    begins(&text, "Out of date: 5 files\n");
    has(
        &text,
        "\n  tokenizer/src/generated/whatwg_2026_07_19/tags.rs: +4 -2 lines\n",
    );
    ends(&text, "run `cargo xtask bless`\n");
    assert!(copy.read(tags) == before, "--check writes nothing");

    fs::write(generated.join("orphan.rs"), "").expect("a file of no table");
    let text = bless(&copy, &["code"]).exits(0).out;
    begins(&text, "Changed, for review: 6 files\n");
    let parts = [
        "\n  tokenizer/src/generated/orphan.rs: nothing makes it any more\n",
        // Tests are not remade.
        "Needs your judgement: ",
        "`cargo xtask try whatwg-2026-07-19` lists them\n",
    ];
    has_all(&text, &parts);
    let text = bless(&copy, &["--check", "code"]).exits(0).out;
    assert_eq!(text, "everything is up to date\n");
}

#[test]
fn tables_with_an_error_are_made_into_nothing() {
    let copy = Copy::of_newest_tables("bless-error");
    copy.edit(ROW_FILE, ROW.0, "do = [\"swich to the data state\"]");
    assert_eq!(bless(&copy, &["code"]).exits(1).out, "");
    assert!(!copy.root().join("tokenizer/src").exists());
}
