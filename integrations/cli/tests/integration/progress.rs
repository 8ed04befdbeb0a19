//! The progress bar.

#![cfg(unix)]

use super::input::folder;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// What is drawn on a terminal that is standard error.
fn drawn(arguments: &[&str], file: &Path, environment: [(&str, &str); 2]) -> String {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("a terminal");
    unlockpt(&terminal).expect("a terminal");
    let name = ptsname(&terminal, Vec::new()).expect("a terminal has a name");
    let name = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
    let stderr = File::options().read(true).write(true).open(name);
    let mut child = Command::new(env!("CARGO_BIN_EXE_tokenwright"))
        .args(arguments)
        .arg(file)
        .envs(environment)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(stderr.expect("a terminal"))
        .spawn()
        .expect("the command starts");
    let mut text = Vec::new();
    // On Linux, this fails when the other end is closed.
    let _ = File::from(terminal).read_to_end(&mut text);
    assert!(child.wait().expect("the command ends").success());
    String::from_utf8_lossy(&text).into_owned()
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
