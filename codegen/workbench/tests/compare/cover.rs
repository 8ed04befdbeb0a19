//! `cargo xtask cover`: the report on tests of trees, and the errors for files that are not test suites.

use crate::support::{Run, folder, made_from_tables, xtask};
use std::fs;

/// The message about a file with these contents; `None` is a missing file.
fn refused(name: &str, contents: Option<&[u8]>) -> String {
    let folder = folder("cover");
    let path = folder.join(name);
    if let Some(contents) = contents {
        fs::write(&path, contents).expect("a file");
    }
    let mut cover = xtask(&["cover", "whatwg-2026-07-19"]);
    let Run { status, out, err } = Run::of(cover.arg(&path));
    assert_eq!((status, &*out), (Some(1), ""), "{name}: {err}");
    err.replace(&folder.display().to_string(), "FOLDER")
}

#[test]
fn what_is_no_suite_is_refused() {
    let messages = [
        refused("missing.test", None),
        refused("latin-1.test", Some(b"\xE9")),
        refused("page.test", Some(b"<!DOCTYPE html>")),
        refused("cut-off.test", Some(b"{\"tests\": [\n  {\"input\": \"a\",")),
        refused("list.test", Some(b"[]")),
        refused("package.test", Some(br#"{"name": "a package"}"#)),
        refused(
            "no-output.test",
            Some(br#"{"tests": [{"input": "a", "output": [["Character", "a"]]}, {"input": "b"}]}"#),
        ),
        refused(
            "named.test",
            Some(br#"{"tests": [{"description": "a letter", "input": "a"}]}"#),
        ),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}

const TREES: &str = include_str!("../data/cover.dat");

/// The output of `cover --tree` for a file with these contents.
fn trees(name: &str, contents: &str) -> String {
    let folder = folder("cover");
    let path = folder.join(name);
    fs::write(&path, contents).expect("a file");
    let mut cover = xtask(&["cover", "--tree", "2026"]);
    let Run { status, out, err } = Run::of(cover.arg(&path));
    let all = format!("{out}--- stderr\n{err}--- exit status {status:?}\n");
    all.replace(&folder.display().to_string(), "FOLDER")
}

#[test]
fn rows_that_no_test_of_trees_runs() {
    let report = trees("few.dat", TREES);
    // The rows of one mode are enough.
    let (figures, rest) = report
        .split_once("\n## Rows that no test runs\n")
        .expect("rows");
    let cell = rest
        .split("\n### ")
        .find(|part| part.contains("\"in cell\""));
    let always = rest
        .split("\n### ")
        .filter(|part| part.contains("always holds: "));
    assert!(always.count() > 3, "{rest}");
    let shown = format!("{figures}\n### {}", cell.expect("a mode"));
    made_from_tables(|| insta::assert_snapshot!(shown));
}

#[test]
fn records_have_the_tests_that_agree_and_their_rows() {
    let folder = folder("cover");
    let records = folder.join("records.jsonl");
    let test = |data: &str, rest: &str| format!("#data\n{data}\n#errors\n{rest}\n");
    let tests = [
        test("<b>", "#document\n| <html>"),
        test(
            "<td>a",
            "#document-fragment\ntr\n#script-on\n#document\n| <td>\n|   \"a\"",
        ),
    ];
    fs::write(folder.join("records.dat"), tests.join("\n")).expect("a file");
    let mut cover = xtask(&["cover", "--tree", "2026", "--records"]);
    Run::of(cover.arg(&records).arg(folder.join("records.dat"))).exits(0);
    let lines = fs::read_to_string(records).expect("records");
    // The first test has another tree.
    assert_eq!(lines.lines().count(), 1, "{lines}");
    let record: serde_json::Value = serde_json::from_str(&lines).expect("JSON");
    assert_eq!(record["document"], "<td>a");
    assert_eq!(record["context"], "tr");
    assert_eq!(record["scripting"], true);
    assert_eq!(record["tree"], "| <td>\n|   \"a\"\n");
    let rows = record["rows"].as_array().expect("rows");
    let of_cell = serde_json::json!([
        "13.2.6.4.14 The \"in row\" insertion mode",
        "a start tag whose tag name is one of \"th\", \"td\""
    ]);
    assert!(rows.contains(&of_cell), "{rows:?}");
}

#[test]
fn what_is_no_file_of_trees_is_refused() {
    let messages = [
        trees("no-data.dat", "x\n"),
        trees("no-tree.dat", "#data\n<p>\n#errors\n"),
        trees(
            "context.dat",
            "#data\n<p>\n#errors\n#document-fragment\n<p>\n#document\n",
        ),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}
