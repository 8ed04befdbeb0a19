//! Output that cannot be written, and files that are not what a command expects.

use crate::support::{self, Run};
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn xtask(arguments: &[&str]) -> Command {
    let mut command = support::xtask(arguments);
    command.stdin(Stdio::null());
    command
}

fn folder(name: &str) -> PathBuf {
    support::empty_folder(&format!("output/{name}"))
}

/// Commands that print much, and little.
const PRINTING: [&[&str]; 7] = [
    &["--help"],
    &["trace", "--help"],
    &["check", "w3c-2012"],
    &["graph", "w3c-2012", "--format", "dot"],
    &["diff", "w3c-2012", "whatwg-2014-05-23", "--tables-only"],
    &["trace", "Cargo.lock"],
    &["trace", "--list-states"],
];

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    for arguments in PRINTING {
        let mut child = xtask(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the commands run");
        drop(child.stdout.take());
        let run = Run::from(child.wait_with_output().expect("the commands end"));
        assert_eq!(run.err, "", "{arguments:?}");
        // A difference is 1.
        let expected = i32::from(arguments[0] == "diff");
        assert_eq!(run.status, Some(expected), "{arguments:?}");
    }
}

#[test]
fn a_closed_standard_error_is_no_panic() {
    let mut child = xtask(&["trace", "no such file"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the commands run");
    drop(child.stderr.take());
    let status = child.wait().expect("the commands end");
    assert_eq!(status.code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for arguments in PRINTING {
        let full = File::options().write(true).open("/dev/full");
        let full = full.expect("the device that is always full");
        let run = Run::of(xtask(arguments).stdout(full));
        assert_eq!(
            run.err, "error: cannot write to standard output: no space left on the device\n",
            "{arguments:?}"
        );
        assert_eq!(run.status, Some(2), "{arguments:?}");
    }
}

/// Before the minutes of work that the file is to hold.
#[test]
fn files_that_cannot_be_written_are_refused_first() {
    let newest = "whatwg-2026-07-19";
    let folder = folder("targets");
    let path = folder.display().to_string();
    for arguments in [
        &["suite", newest, "--score", "--out", &path][..],
        &["cover", newest, "Cargo.toml", "--out", &path],
        &["cover", newest, "Cargo.toml", "--missing", &path],
        &["diff", "w3c-2012", newest, "--certificate", &path],
        &["graph", newest, "--out", &path],
    ] {
        let Run { out, err, .. } = support::run(arguments);
        let expected = format!("error: cannot write the file: it is a folder\n--> {path}\n\n");
        assert_eq!(err, expected, "{arguments:?}");
        assert_eq!(out, "", "{arguments:?}");
    }
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
}

/// A comment has characters without width, so that names are no mentions; as escapes they would be shown.
#[test]
fn a_pipe_gets_the_document_that_a_file_gets() {
    let file = folder("documents").join("comment.md");
    let path = file.display().to_string();
    for format in ["markdown", "json"] {
        let all = [
            "diff", "2020", "2026", "--tables-only", "--format", format, "--called", "@a",
            "b\u{202E}",
        ];
        let piped = support::run(&all).out;
        let to_file = Run::of(xtask(&all).args(["--out", &path]));
        assert_eq!(to_file.out, "");
        let written = fs::read_to_string(&file).expect("the document");
        assert_eq!(piped, written);
        assert!(!piped.contains("\\u"), "{piped}");
    }
}

#[test]
fn the_help_says_what_a_command_exits_with() {
    let help = support::run(&["--help"]).out;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let commands = list.lines().take_while(|line| !line.is_empty());
    let commands = commands.filter_map(|line| line.split_whitespace().next());
    let commands: Vec<&str> = commands
        .filter(|name| !["help", "ci"].contains(name))
        .collect();
    assert!(commands.contains(&"trace"), "{help}");
    for command in commands {
        let help = support::run(&[command, "--help"]).out;
        assert!(help.to_lowercase().contains("exit"), "{help}");
    }
}

#[test]
fn malformed_certificates_are_refused() {
    let folder = folder("certificates");
    let write = |name: &str, contents: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, contents).expect("a file");
        path.display().to_string()
    };
    let long = folder.join("long.json");
    let file = fs::File::create(&long).expect("a file");
    file.set_len(5 << 30).expect("a file with a hole");
    let files = [
        long.display().to_string(),
        folder.join("no such file").display().to_string(),
        folder.display().to_string(),
        write("page.html", b"<!DOCTYPE html>\n"),
        write("latin-1", b"caf\xE9"),
        write("empty", b""),
        write("other.json", b"{\n  \"certificate\": 2,\n  \"pages\": []\n}\n"),
        write(
            "newer.json",
            br#"{"certificate": 5, "differs-in": "none", "sides": [{"name": "", "digest": ""}, {"name": "", "digest": ""}], "carries": [{}, {}], "pairs": []}"#,
        ),
    ];
    let messages = files.map(|file| {
        let Run { status, err, .. } = support::run(&["verify", &file]);
        assert_eq!(status, Some(2), "{file}");
        err.replace(&folder.display().to_string(), "FOLDER")
    });
    fs::remove_file(&long).expect("a file");
    insta::assert_snapshot!(messages.join(""));
}
