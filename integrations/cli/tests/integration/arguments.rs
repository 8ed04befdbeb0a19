//! Names, help, and arguments that are refused.

use super::{made_from_tables, seen, tokenwright};

/// What is refused, with status 2 and nothing on standard output.
fn refused(arguments: &[&str]) -> String {
    let output = tokenwright(arguments, b"");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    format!("$ tokenwright {}\n{message}", arguments.join(" "))
}

#[test]
fn help() {
    insta::assert_snapshot!(seen(&["--help"], b""));
}

#[test]
fn the_revisions() {
    made_from_tables(|| insta::assert_snapshot!(seen(&["--list-revisions"], b"")));
}

#[test]
fn the_states_of_a_revision() {
    made_from_tables(|| {
        insta::assert_snapshot!(seen(&["--revision", "2008", "--list-states"], b""))
    });
    let newest = seen(&["--list-states"], b"");
    assert!(newest.contains("\nRCDATA\n"), "{newest}");
}

#[test]
fn wrong_arguments_are_refused_with_status_2() {
    let messages = [
        refused(&["--revision", "2021"]),
        refused(&["--revision", "whatwg-2020-05-21"]),
        refused(&["--revision", "whatwg"]),
        refused(&["--initial-state", "xyzzy"]),
        refused(&["--initial-state", "RCDTA state"]),
        refused(&["--initial-state", "RCDATA", "--revision", "2008"]),
        refused(&["--content-model", "CDATA"]),
        refused(&["--content-model", "TEXT"]),
        refused(&["--format", "jsn"]),
        refused(&["--initial-state", "RCDATA", "--last-start-tag", "<b>"]),
        refused(&["a.html", "b.html"]),
        refused(&["--list-revisions", "a.html"]),
        refused(&["--list-states", "a.html"]),
        refused(&["--limit", "attributes"]),
        refused(&["--limit", "words=3"]),
        refused(&["--limit", "memory=-1"]),
        refused(&["--limit", "memory=99999999999999999999"]),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn options_without_effect_are_refused() {
    let messages = [
        refused(&["--last-start-tag", "title"]),
        refused(&["--context", "td"]),
        refused(&["--tree", "--context", "html td"]),
        refused(&["--tree", "--context", "<td>"]),
        refused(&["--format", "html5lib", "--spans"]),
        refused(&["--format", "html5lib", "--scripting"]),
        refused(&["--initial-state", "data", "--scripting"]),
        refused(&["--initial-state", "data", "--limit", "nesting=3"]),
    ];
    insta::assert_snapshot!(messages.join("\n"));
    for option in [
        "--tree",
        "--foreign",
        "--scripting",
        "--strip-bom",
        "--spans",
        "--errors",
        "--format=text",
        "--encoding=utf-8",
        "--limit=memory=1",
        "--last-start-tag=a",
        "--initial-state=data",
        "--content-model=PCDATA",
    ] {
        let message = refused(&["--list-states", option, "--revision", "2008"]);
        assert!(message.contains("cannot be used with"), "{message}");
    }
}

#[test]
fn a_state_is_found_however_it_is_written() {
    let input = b"a</title>b";
    let with = |state: &str| {
        let arguments = ["--initial-state", state, "--last-start-tag", "title"];
        let output = tokenwright(&arguments, input);
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    for state in [
        "RCDATA", "RCDATA state", "rcdata", "Rcdata State", "RCDATA-state", "RcdataState",
    ] {
        assert_eq!(
            with(state),
            "\"a\"\n</title>\n\"b\"\nend of file\n",
            "{state}"
        );
    }
    assert_eq!(with("Data state"), "\"a\"\n</title>\n\"b\"\nend of file\n");
    let quoted = ["--initial-state", "attribute value double quoted"];
    assert_eq!(tokenwright(&quoted, b"").status.code(), Some(0));
}

#[test]
fn a_revision_is_found_by_its_year() {
    let run = |revision: &str| {
        let arguments = ["--format", "html5lib", "--revision", revision];
        String::from_utf8(tokenwright(&arguments, b"<?a b?>").stdout).expect("UTF-8")
    };
    assert_eq!(run("2020"), run("whatwg-2020-05-22"));
    assert_ne!(run("2020"), run("2026"));
}

/// Tokens have names in lower case.
#[test]
fn the_last_start_tag_may_be_in_upper_case() {
    let arguments = ["--initial-state", "RCDATA", "--last-start-tag", "TITLE"];
    let output = tokenwright(&arguments, b"a</Title>");
    assert_eq!(output.stdout, b"\"a\"\n</title>\nend of file\n");
}
