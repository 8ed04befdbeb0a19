//! `rebaseline`: tests of 2020 are brought up to 2026, and the rest of the file stays.

use crate::support::{self, Run, folder, has, has_all, xtask};
use std::fs;

const SUITE: &str = include_str!("../data/rebaseline.test");

/// Runs the command on a file of a text; it has to exit with this status. Gives what it prints but for what cargo says of the
/// generated code that it compiles, and the text afterwards.
#[track_caller]
fn rebaselined(
    expected: i32,
    name: &str,
    text: impl AsRef<[u8]>,
    more: &[&str],
) -> (String, Vec<u8>) {
    let path = folder("rebaseline").join(name);
    fs::write(&path, text).expect("a file");
    let Run { status, out, err } = Run::of(xtask(&["rebaseline"]).args(more).arg(&path));
    let printed = format!("{out}---\n{err}").replace(&path.display().to_string(), "FILE");
    assert_eq!(status, Some(expected), "{printed}");
    let cargo = ["Compiling", "Finished", "Blocking"];
    let lines = printed
        .lines()
        .filter(|line| !cargo.iter().any(|word| line.trim().starts_with(word)));
    let written = fs::read(&path).expect("the file");
    (lines.collect::<Vec<_>>().join("\n"), written)
}

#[test]
fn a_stale_test_is_changed_and_explained() {
    let (printed, written) = rebaselined(1, "stale.test", SUITE, &[]);
    insta::assert_snapshot!(printed);
    let old = SUITE
        .split_once("\"output\":[[\"Comment\"")
        .expect("a comment")
        .0;
    let rest = SUITE.split_once("]},\n\n").expect("an empty line").1;
    let new = "\"output\":[[\"ProcessingInstruction\", \"a\", \"b\"]]},\n\n";
    assert_eq!(
        String::from_utf8_lossy(&written),
        format!("{old}{new}{rest}")
    );
}

#[test]
fn a_check_writes_nothing() {
    let (_, written) = rebaselined(1, "check.test", SUITE, &["--check"]);
    assert_eq!(written, SUITE.as_bytes());
}

#[test]
fn older_tests_stay_for_an_older_revision() {
    let (printed, written) = rebaselined(1, "older.test", SUITE, &["--to", "2020"]);
    has(&printed, "0 tests changed, 1 not explained");
    assert_eq!(written, SUITE.as_bytes());
}

const TREES: &str = include_str!("../data/rebaseline.dat");

/// The errors of trees: one of a changed row goes, one of another stage stays, and a test without the section stays.
#[test]
fn errors_of_trees_are_changed_and_explained() {
    let (printed, written) = rebaselined(1, "trees.dat", TREES, &[]);
    insta::assert_snapshot!(printed);
    let gone = "(1:2-1:3) unexpected-question-mark-instead-of-tag-name\n";
    let expected = TREES.replace(gone, "").replace("<!-- ?a b -->", "<?a b>");
    assert_eq!(String::from_utf8_lossy(&written), expected);
    let malformed = "#data\nx\n#errors\n#new-errors\neof\n#document\n";
    let (printed, _) = rebaselined(1, "trees.dat", malformed, &[]);
    let parts = ["FILE:5:1", "an error has the form `(LINE:COLUMN) code`"];
    has_all(&printed, &parts);
}

const LISTED: &str = include_str!("../data/listed-errors.dat");

/// With `--errors`, lists of any form become those of the tables, and a file that is right stays as it is.
#[test]
fn lists_of_errors_are_written() {
    let run = |text: &str, arguments: &[&str], expected: (i32, &str)| {
        let (printed, written) = rebaselined(expected.0, "lists.dat", text, arguments);
        let written = String::from_utf8(written).expect("UTF-8");
        assert_eq!(written, expected.1, "{printed}");
        printed
    };
    run(LISTED, &["--errors"], (0, LISTED));
    let damaged = LISTED
        .replace("(1,3): missing-doctype\n", "")
        .replace("(1,19): hidden-input-in-table", "1: an error\n\n2: another")
        .replace("| <?a b>", "| <!-- ?a b -->");
    let mended = damaged.replace("| <!-- ?a b -->", "| <?a b>");
    run(&damaged, &[], (0, &mended));
    run(&damaged, &["--errors", "--check"], (1, &damaged));
    insta::assert_snapshot!(run(&damaged, &["--errors"], (0, LISTED)));

    let wrong = LISTED
        .replace("|     <p>", "|     <q>")
        .replace("(1,3)", "(1,4)");
    let printed = run(&wrong, &["--errors"], (1, &wrong));
    has(&printed, "no revision builds its tree");
}

/// Whatever is written anew, the sections around it stay.
#[test]
fn sections_around_what_is_written_stay() {
    let test = |errors: &str, rest: &str, tree: &str| {
        let document = "| <html>\n|   <head>\n|   <body>\n";
        format!("#data\n<?a b>\n#errors\n{errors}{rest}#document\n{tree}{document}")
    };
    let stale = "#new-errors\n(1:2) unexpected-question-mark-instead-of-tag-name\n";
    let orders = |stale: &str| {
        [
            test("1: an error\n", &format!("{stale}#script-off\n"), "| T\n"),
            test("", &format!("#script-on\n{stale}"), "| T\n"),
            test("", &format!("{stale}#script-on\n"), "| T\n"),
        ]
        .join("\n")
    };
    let before = orders(stale).replace("| T", "| <!-- ?a b -->");
    let after = orders("").replace("| T", "| <?a b>");
    let (printed, written) = rebaselined(0, "sections.dat", &before, &[]);
    assert_eq!(String::from_utf8_lossy(&written), after, "{printed}");
    has(&printed, "FILE: 3 tests changed, 0 not explained");
    for (at, _) in before.match_indices("#data\n") {
        let line = 1 + before[..at].matches('\n').count();
        has(&printed, &format!("FILE:{line}: input"));
        has(&printed, &format!("FILE:{line}: the tree"));
    }
    let listed = "#errors\n(1,7): missing-doctype\n";
    let after = after.replace("#errors\n1: an error\n", "#errors\n");
    let after = after.replace("#errors\n", listed);
    let (printed, written) = rebaselined(0, "sections.dat", &before, &["--errors"]);
    assert_eq!(String::from_utf8_lossy(&written), after, "{printed}");
}

/// Errors that depend on scripting are no question where they are not written.
#[test]
fn errors_that_depend_on_scripting_matter_where_they_are_written() {
    let test = "#data\n<body><noscript>\n#errors\n#document\n| <html>\n|   <head>\n|   <body>\n|     <noscript>\n";
    let (printed, written) = rebaselined(0, "scripting.dat", test, &[]);
    assert_eq!(written, test.as_bytes(), "{printed}");
    let (printed, written) = rebaselined(1, "scripting.dat", test, &["--errors"]);
    assert_eq!(written, test.as_bytes(), "{printed}");
    has(&printed, "its errors depend on scripting");
    let said = test.replace("#document", "#script-on\n#document");
    let (_, written) = rebaselined(0, "scripting.dat", said, &["--errors"]);
    assert!(written.starts_with(b"#data\n<body><noscript>\n#errors\n(1,6): missing-doctype\n"));
    let tree = "#data\n<noscript><b>\n#errors\n#document\n| <html>\n|   <head>\n|     <noscript>\n|       \"<b>\"\n|   <body>\n";
    let (printed, _) = rebaselined(1, "scripting.dat", tree, &[]);
    has(&printed, "its tree depends on scripting");
}

/// What is no file of tests is refused with its place, and stays.
#[test]
fn files_that_are_no_tests_are_refused() {
    let wrong_token = SUITE.replace("[\"StartTag\",\"p\",{}]", "[\"Tag\",\"p\"]");
    for (name, bytes, message) in [
        (
            "wrong.dat",
            &b"#data\na\xFF\n#errors\n"[..],
            "UTF-8\n --> FILE:2:2",
        ),
        (
            "wrong.test",
            b"{\"tests\":\n [\xE9]}",
            "UTF-8\n --> FILE:2:3",
        ),
        ("wrong.test", b"[]", "not an object with a list `tests`"),
        ("wrong.test", b"{}", "not an object with a list `tests`"),
        ("wrong.test", b"[[]]", "not an object with a list `tests`"),
        (
            "wrong.test",
            wrong_token.as_bytes(),
            "no token is called Tag in the test \"Current\"\n --> FILE:9:1",
        ),
        (
            "wrong.dat",
            b"#data\r\n",
            "lines of the form end in LF\n --> FILE:1:1",
        ),
        (
            "wrong.dat",
            b"#data\n#errors\n#document-fragment\na b c\n#document\n",
            "expected the name of an element, such as `select` or `svg path`\n --> FILE:4:1",
        ),
    ] {
        let (printed, written) = rebaselined(1, name, bytes, &["--errors"]);
        assert_eq!(written, bytes, "{printed}");
        has(&printed, message);
    }
    let place = SUITE.replace("\"line\": 1", "\"line\": 2");
    let (printed, written) = rebaselined(1, "place.test", &place, &[]);
    assert_eq!(written, place.as_bytes());
    let why = "is not explained: no revision up to whatwg-2026-07-19 gives what is expected\n  --> FILE:2";
    assert!(printed.contains(why), "{printed}");
    #[cfg(unix)]
    {
        let device = support::run(&["rebaseline", "/dev/null"]).exits(1);
        has(&device.err, "a pipe or a device cannot be changed in place");
    }
}
