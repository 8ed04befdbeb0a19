//! The progress bar.

#![cfg(unix)]

use super::input::folder;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What is drawn on a terminal that is standard error.
fn drawn(arguments: &[&str], file: &Path, environment: [(&str, &str); 2]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tokenwright"));
    command.args(arguments).arg(file).envs(environment);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    super::drawn(command, |command, stream| {
        command.stderr(stream);
    })
}

#[test]
fn large_input_has_a_bar() {
    let folder = folder("large");
    let (large, small) = (folder.join("large.html"), folder.join("small.html"));
    // Of 1 KiB. Tags would take many times as long.
    let line = format!("<p>{}\n", "text".repeat(255));
    fs::write(&large, line.repeat(16 << 10)).expect("a file");
    fs::write(&small, line).expect("a file");
    let xterm = [("TERM", "xterm"), ("NO_COLOR", "")];
    let bar = drawn(&["--format", "html5lib"], &large, xterm);
    assert!(bar.contains(" MiB/16.00 MiB, "), "{bar:?}");
    assert!(bar.ends_with("\r\x1b[2K"), "it is removed: {bar:?}");
    assert_eq!(drawn(&["--format", "html5lib"], &small, xterm), "");
    for refused in [
        [("TERM", "dumb"), ("NO_COLOR", "")],
        [("TERM", "xterm"), ("NO_COLOR", "1")],
    ] {
        assert_eq!(
            drawn(&["--format", "html5lib"], &large, refused),
            "",
            "{refused:?}"
        );
    }
}
