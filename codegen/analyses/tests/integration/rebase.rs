//! Suites brought from one revision to another: what changes, and what is refused.

use crate::edits::{NEWEST, loaded};
use tokenwright_analyses::suite::{Rebase, Rebased};

fn rebased(text: &str) -> Result<Rebased, String> {
    let (from, to) = (loaded("whatwg-2020-05-22"), loaded(NEWEST));
    let rebase = Rebase::new(&from, &to).expect("tables that can be run");
    rebase.file(text).map_err(|error| error.to_string())
}

/// A test of this input that expects a comment and the error of 2020.
fn comment(input: &str, data: &str, more: &str) -> String {
    format!(
        r#"{{"description": "a comment", {more} "input": "{input}", "output": [["Comment", "{data}"]], "errors": [{{"code": "unexpected-question-mark-instead-of-tag-name", "line": 1, "col": 2}}]}}"#
    )
}

#[test]
fn only_affected_tests_change() {
    let same = r#"{ "description" : "one" ,"input":"\u0061",  "output":[ ["Character", "a"] ]}"#;
    let lone = r#"{"description": "two", "doubleEscaped": true, "input": "<?\\uD800", "output": [["Comment", "?\\uD800"]]}"#;
    let raw = r#"{"description": "three", "initialStates": ["RCDATA state"], "input": "<?x>", "output": [["Character", "<?x>"]]}"#;
    let file = |changed: &str| format!("{{\"tests\" :[{same},{lone}\n\n,{raw}, {changed} ]\n}}");

    let found = rebased(&file(&comment("<?x?>", "?x?", ""))).expect("a suite");
    let changed = r#"{"description": "a comment",  "input": "<?x?>", "output": [["ProcessingInstruction", "x", ""]]}"#;
    assert_eq!(found.text, file(changed));
    let [test] = &found.changed[..] else {
        panic!("one test: {:?}", found.changed);
    };
    assert_eq!(
        (test.description.as_str(), test.input.as_str()),
        ("a comment", "<?x?>")
    );
    assert_eq!(test.rows[0], "13.2.5.6 tag open state: U+003F (?)");

    let again = rebased(&found.text).expect_err("the tables of 2020 give something else");
    assert!(again.contains("do not give what is expected"), "{again}");
    let unchanged = file(same);
    let found = rebased(&unchanged).expect("a suite");
    assert_eq!((found.text, found.changed.len()), (unchanged, 0));
}

#[test]
fn an_outcome_that_depends_on_the_initial_state_is_refused() {
    // In RCDATA the input is text in both revisions, whatever the test expects.
    let states = r#""initialStates": ["Data state", "RCDATA state"],"#;
    let file = format!("{{\"tests\": [{}]}}", comment("<?x>", "?x", states));
    let message = rebased(&file).expect_err("two outcomes");
    assert_eq!(
        message,
        "the outcome depends on the initial state in the test \"a comment\""
    );
}

#[test]
fn a_change_that_no_row_explains_is_refused() {
    let from = loaded(NEWEST);
    let mut to = from.clone();
    to.references
        .names
        .retain(|(name, _)| name != "amp;" && name != "amp");
    let rebase = Rebase::new(&from, &to).expect("tables that can be run");
    let file =
        r#"{"tests": [{"description": "amp", "input": "&amp;", "output": [["Character", "&"]]}]}"#;
    let message = rebase.file(file).expect_err("no row differs").to_string();
    assert!(
        message.starts_with("no row that differs between"),
        "{message}"
    );
}

#[test]
fn a_malformed_suite_is_refused() {
    assert!(rebased("{").is_err());
    let message = rebased(r#"{"tests": [{"description": "x", "input": "a"}]}"#);
    assert_eq!(message, Err("no `output` in the test \"x\"".to_owned()));
    let found = rebased(r#"{"xmlViolationTests": []}"#).expect("no test at all");
    assert_eq!(found.changed, []);
}
