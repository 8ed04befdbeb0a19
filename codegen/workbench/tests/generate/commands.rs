//! The output and the exit status of the commands.

use crate::support::{self, Copy, Run, folder, has, made_from_tables, workspace};
use std::fs;

/// Runs a command; its exit status, standard output and standard error.
fn run(arguments: &[&str]) -> String {
    support::run(arguments).transcript(arguments)
}

#[test]
fn help() {
    insta::assert_snapshot!(run(&["check", "--help"]));
    insta::assert_snapshot!(run(&["gen", "--help"]));
}

#[test]
fn check() {
    made_from_tables(|| {
        insta::assert_snapshot!(run(&["check"]));
        insta::assert_snapshot!(run(&["check", "w3c-2012"]));
    });
    insta::assert_snapshot!(run(&["check", "codegen/tables/tests/bad/spec/new"]));
    insta::assert_snapshot!(run(&["check", "whatwg-2026-07-20"]));
    insta::assert_snapshot!(run(&["check", "codegen/tables/tests/bad"]));
}

#[test]
fn check_of_bad_tables() {
    let dir = folder("spec/new");
    let good = workspace().join("codegen/tables/tests/bad/spec");
    for entry in fs::read_dir(good.join("new")).expect("good tables") {
        let path = entry.expect("a table").path();
        let text = fs::read_to_string(&path).expect("a table");
        let text = text
            .replace(
                "switch to the tag open state",
                "switch to the tag opne state",
            )
            .replace("\"eof-in-tag\"", "\"eof-in-tags\"");
        fs::write(dir.join(path.file_name().expect("a file")), text).expect("a bad table");
    }
    for folder in ["named-character-references", "numeric-replacements"] {
        let list = self::folder(&format!("spec/{folder}")).join("few.toml");
        fs::copy(good.join(folder).join("few.toml"), list).expect("references");
    }
    let path = dir.display().to_string();
    let printed = run(&["check", &path]);
    insta::assert_snapshot!(printed.replace(&path, "spec/new"));
}

#[test]
fn an_error_in_a_shared_list_is_printed_once() {
    let copy = Copy::of_tables("shared-list");
    let list = "spec/named-character-references/2010-09-29.toml";
    copy.edit(list, "\"Aacute;\" = \"U+00C1\"", "\"Aacute;\" = \"U+C1X\"");
    let Run { out, err, .. } = copy.xtask(&["check"]);
    assert_eq!(out.matches(": 1 error\n").count(), 5, "{out}");
    assert_eq!(err.matches("error:").count(), 1, "{err}");
}

#[test]
fn what_is_generated_is_up_to_date() {
    let run = support::gen_check();
    assert_eq!(
        run.status,
        Some(0),
        "the generated code is out of date: run `cargo xtask gen`\n{}",
        run.printed()
    );
}

/// What a name cannot be, with the names that it can.
#[test]
fn a_name_of_no_revision_has_its_fix() {
    let folder = "codegen/tables/tests/bad/spec/new";
    for (arguments, expected) in [
        (
            &["check", "20"][..],
            "it may be short for w3c-2012, whatwg-2008-03-09",
        ),
        (
            &["diff", "2026", "/dev/null"],
            "neither a file nor a folder",
        ),
        (
            &["explain", "eof-in-tag", "--revision", folder],
            "`cargo xtask trace` takes a folder",
        ),
    ] {
        let text = run(arguments);
        has(&text, expected);
        assert!(!text.contains("nearest name there"), "{text}");
    }
}
