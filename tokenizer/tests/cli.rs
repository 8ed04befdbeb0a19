//! What the command prints, to people and to programs.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const PAGE: &str = concat!(
    "<!DOCTYPE html PUBLIC \"x\">\n<title>a &amp; <b></title>\r\n",
    "<p class='one two' id=\"\" hidden>text<br/></p x>\0<!--\u{1B}-->",
    "<?target data?><![CDATA[x]]>",
);

fn tokenwright(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tokenwright"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that stops at its arguments reads nothing.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}

fn printed(arguments: &[&str]) -> String {
    let output = tokenwright(arguments, PAGE.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(output.stderr, b"");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The exit status and the message.
fn refused(arguments: &[&str]) -> String {
    let output = tokenwright(arguments, b"");
    assert_eq!(output.stdout, b"");
    let message = String::from_utf8_lossy(&output.stderr);
    let status = output.status.code().expect("an exit status");
    format!("{status}: {}", message.lines().next().unwrap_or_default())
}

#[test]
fn text() {
    insta::assert_snapshot!(printed(&[]));
}

#[test]
fn text_with_spans_and_errors() {
    insta::assert_snapshot!(printed(&["--spans", "--errors"]));
}

#[test]
fn json() {
    insta::assert_snapshot!(printed(&["--format", "json"]));
}

#[test]
fn json_with_spans_and_errors() {
    insta::assert_snapshot!(printed(&["--format", "json", "--spans", "--errors"]));
}

#[test]
fn html5lib() {
    insta::assert_snapshot!(printed(&["--format", "html5lib"]));
}

#[test]
fn html5lib_of_2008_in_foreign_content() {
    let revision = ["--revision", "whatwg-2008-03-09", "--foreign"];
    let arguments = [&["--format", "html5lib"][..], &revision].concat();
    insta::assert_snapshot!(printed(&arguments));
}

#[test]
fn a_state_a_tag_and_a_flag_to_start_with() {
    let end = b"<b>&lt;</title>&lt;";
    let with = |arguments: &[&str]| {
        let arguments = [
            &["--format", "html5lib", "--last-start-tag", "title"],
            arguments,
        ]
        .concat();
        String::from_utf8(tokenwright(&arguments, end).stdout).expect("UTF-8")
    };
    let rcdata = with(&["--initial-state", "RCDATA state"]);
    assert_eq!(rcdata, with(&["--initial-state", "rcdata"]));
    let flag = [
        "--revision",
        "whatwg-2008-03-09",
        "--content-model",
        "RCDATA",
    ];
    insta::assert_snapshot!(format!("{rcdata}\n{}", with(&flag)));
}

#[test]
fn the_revisions() {
    insta::assert_snapshot!(printed(&["--list-revisions"]));
}

#[test]
fn what_cannot_be_done_is_said_with_status_2() {
    let messages = [
        refused(&["--revision", "whatwg-2020"]),
        refused(&["--initial-state", "RCDTA state"]),
        refused(&[
            "--initial-state",
            "RCDATA",
            "--revision",
            "whatwg-2008-03-09",
        ]),
        refused(&["--content-model", "RCDATA"]),
        refused(&["--content-model", "TEXT"]),
        refused(&["no such file"]),
        refused(&["--format", "xml"]),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn bytes_that_are_not_utf8_become_replacement_characters() {
    let output = tokenwright(&["--format", "html5lib"], b"a\xFF\xE2\x82<b\xF0>");
    let expected = "{\"output\":[[\"Character\",\"a\u{FFFD}\u{FFFD}\"],\n[\"StartTag\",\"b\u{FFFD}\",{}]],\n\"errors\":[]}\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tokenwright"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all("<p>text</p>\n".repeat(100_000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
