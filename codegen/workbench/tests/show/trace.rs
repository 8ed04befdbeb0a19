//! What `cargo xtask trace` prints.

use crate::support::{self, Copy, Run, begins, has, made_from_tables, xtask};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

/// The input of most tests.
const INPUT: &[u8] = b"<p a>&amp;<?xml?>";

/// A run over standard input: its exit status, standard output and standard error.
fn trace(arguments: &[&str], input: &[u8]) -> String {
    let mut child = xtask(&["trace"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the commands run");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that stops at its arguments reads nothing.
    let _ = stdin.write_all(input);
    drop(stdin);
    let run = Run::from(child.wait_with_output().expect("the commands end"));
    run.transcript(&["trace", &arguments.join(" ")])
}

fn file(name: &str, contents: &[u8]) -> PathBuf {
    let path = support::folder("trace").join(name);
    fs::write(&path, contents).expect("a file to trace");
    path
}

#[test]
fn help() {
    insta::assert_snapshot!(trace(&["--help"], b""));
}

#[test]
fn every_character() {
    made_from_tables(|| insta::assert_snapshot!(trace(&[], INPUT)));
}

#[test]
fn a_content_model_and_a_last_start_tag() {
    let arguments = [
        "--revision",
        "whatwg-2008-03-09",
        "--content-model",
        "RCDATA",
        // Tokens have names in lower case.
        "--last-start-tag",
        "P",
    ];
    made_from_tables(|| insta::assert_snapshot!(trace(&arguments, INPUT)));
}

#[test]
fn an_initial_state_and_a_procedure() {
    let start = ["--initial-state", "RCDATA", "--last-start-tag", "a"];
    let runs = [
        trace(&start, "é</a/>".as_bytes()),
        trace(&["--revision", "whatwg-2014-05-23"], b"&"),
    ];
    made_from_tables(|| insta::assert_snapshot!(runs.join("\n")));
}

#[test]
fn a_file_and_standard_input_are_traced_alike() {
    let path = file("page.html", INPUT).display().to_string();
    let [stdin, dash, file] = [&[][..], &["-"], &[&path]].map(|arguments| {
        let printed = trace(arguments, INPUT);
        let (_, trace) = printed.split_once('\n').expect("a trace");
        trace.to_owned()
    });
    assert_eq!(stdin, dash);
    assert_eq!(stdin, file);
}

/// However the state is written, and in a state that the input does not enter.
#[test]
fn one_state() {
    let spelt = ["Tag Open state", "tag-open", "TagOpen"].map(|state| {
        let printed = trace(&["--state", state], INPUT);
        printed.replace(state, "tag open")
    });
    made_from_tables(|| insta::assert_snapshot!(spelt[0]));
    assert_eq!(spelt[0], spelt[1]);
    assert_eq!(spelt[0], spelt[2]);
    made_from_tables(|| {
        insta::assert_snapshot!(trace(&["--state", "DOCTYPE", "--state", "comment"], INPUT))
    });
}

/// Offsets refer to the bytes of the file, not to the decoded text.
#[test]
fn bytes_that_are_not_utf_8() {
    let arguments = ["--state", "data"];
    made_from_tables(|| insta::assert_snapshot!(trace(&arguments, b"\xE9\xE2\x82\xC3\xA9<p>")));
}

#[test]
fn the_states_of_a_revision() {
    let printed = trace(&["--revision", "whatwg-2008-03-09", "--list-states"], b"");
    assert!(printed.starts_with("$ cargo xtask trace --revision whatwg-2008-03-09 --list-states\nexit status 0\n--- stdout\ndata\nentity data\n"), "{printed}");
    assert_eq!(printed.lines().count(), 38, "{printed}");
}

#[test]
fn tree_construction() {
    let runs = [
        trace(
            &["--tree", "--mode", "in cell", "--context", "tr"],
            b"<td></p>",
        ),
        trace(&["--tree", "--rows", "--scripting"], b"<noscript>"),
        trace(&["--tree", "--quiet", "--context", "svg title"], b"<p>a"),
        trace(&["--tree", "--mode", "In Cell insertion mode"], b"<p>"),
        trace(&["--tree", "--mode", "text"], b"<title>a</title>"),
        trace(&["--tree", "--rows"], b"<!doctype html><pre>\n"),
        trace(&["--tree", "--rows", "--context", "tr"], b"<td>"),
    ];
    made_from_tables(|| insta::assert_snapshot!(runs.join("\n")));
}

#[test]
fn the_modes_of_a_revision() {
    let printed = trace(&["--tree", "--list-modes"], b"");
    has(&printed, "\n--- stdout\ninitial\nbefore html\n");
    assert_eq!(printed.lines().count(), 25, "{printed}");
}

#[test]
fn tables_without_tree_construction_build_no_trees() {
    let copy = Copy::of_tables("trace-without-trees");
    let revision = copy.root().join("spec/w3c-2012");
    fs::remove_dir_all(revision.join("tree-construction"))
        .expect("the tables of tree construction");
    let run = copy.xtask(&["trace", "--tree", "--revision", "w3c-2012"]);
    let message = run.exits(1).err;
    begins(
        &message,
        "error: the revision has no tables of tree construction\n--> w3c-2012\n",
    );
    has(&message, "= help: these have them: `whatwg-2008-03-09`, ");
}

#[test]
fn wrong_arguments_of_tree_construction() {
    let runs = [
        trace(&["--tree", "--mode", "in bdy"], INPUT),
        trace(&["--tree", "--context", "svg"], INPUT),
        trace(&["--tree", "--context", "<p>"], INPUT),
        trace(&["--tree", "--state", "data"], INPUT),
        trace(&["--context", "p"], INPUT),
    ];
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn wrong_arguments() {
    let runs = [
        trace(&["--initial-state", "RCDTA state"], INPUT),
        trace(&["--initial-state", "xyzzy"], INPUT),
        trace(&["--revision", "w3c-2012", "--state", "xyzzy"], INPUT),
        trace(&["--content-model", "RCDATA"], INPUT),
        trace(&["--content-model", "text"], INPUT),
        trace(&["no such file"], b""),
        trace(&["."], b""),
        trace(&["--list-states", "page.html"], b""),
    ];
    insta::assert_snapshot!(runs.join("\n"));
}
