//! `rebaseline`: tests of 2020 are brought up to 2026, and the rest of the file stays.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SUITE: &str = r#"{"tests": [
{"description":"A processing instruction",
"input":"<?a b>",
"output":[["Comment", "?a b"]],
"errors":[
    { "code": "unexpected-question-mark-instead-of-tag-name", "line": 1, "col": 2 }
]},

{"description":"Current",   "input":"<p>", "output" : [["StartTag","p",{}]]},
{"description":"Wrong in every year", "input":"<b>", "output":[["StartTag","i",{}]]}
]}
"#;

fn rebaseline(name: &str, arguments: &[&str]) -> (PathBuf, Output) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebaseline");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, SUITE).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("rebaseline")
        .args(arguments)
        .arg(&path)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .output()
        .expect("the commands run");
    (path, output)
}

fn text(path: &Path, output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{out}---\n{err}").replace(&path.display().to_string(), "FILE")
}

#[test]
fn a_stale_test_is_changed_and_explained() {
    let (path, output) = rebaseline("stale.test", &[]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(text(&path, &output));
    let old = SUITE
        .split_once("\"output\":[[\"Comment\"")
        .expect("a comment")
        .0;
    let rest = SUITE.split_once("]},\n\n").expect("an empty line").1;
    let new = "\"output\":[[\"ProcessingInstruction\", \"a\", \"b\"]]},\n\n";
    let written = fs::read_to_string(path).expect("the file");
    assert_eq!(written, format!("{old}{new}{rest}"));
}

#[test]
fn a_check_writes_nothing() {
    let (path, output) = rebaseline("check.test", &["--check"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_to_string(path).expect("the file"), SUITE);
}

#[test]
fn older_tests_stay_for_an_older_revision() {
    let (path, output) = rebaseline("older.test", &["--to", "2020"]);
    assert!(text(&path, &output).contains("0 tests changed, 1 not explained"));
    assert_eq!(fs::read_to_string(path).expect("the file"), SUITE);
}
