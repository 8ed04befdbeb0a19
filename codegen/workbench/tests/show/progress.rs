//! Long commands say on a terminal what they do, and nothing elsewhere.

#![cfg(unix)]

use crate::support::xtask;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A command whose standard error is a terminal, and the other end of it.
fn on_terminal(command: &mut Command) -> (Child, File) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("a terminal");
    unlockpt(&terminal).expect("a terminal");
    let name = ptsname(&terminal, Vec::new()).expect("a terminal has a name");
    let name = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
    let stderr = File::options().read(true).write(true).open(name);
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(stderr.expect("a terminal"))
        .spawn()
        .expect("the commands run");
    // This end of standard error is closed, so that the other end sees when the command has closed its own.
    command.stderr(Stdio::null());
    (child, File::from(terminal))
}

/// What a command draws first on a terminal; the command is stopped then.
fn drawn(arguments: &[&str]) -> String {
    let command = &mut xtask(arguments);
    let (mut child, mut terminal) =
        on_terminal(command.env("TERM", "xterm").env_remove("NO_COLOR"));
    let mut text = String::new();
    let mut bytes = [0; 256];
    while !text.contains("\x1b[K") {
        match terminal.read(&mut bytes) {
            Ok(len) if len > 0 => text.push_str(&String::from_utf8_lossy(&bytes[..len])),
            // The command has ended.
            _ => break,
        }
    }
    child.kill().expect("it can be stopped");
    child.wait().expect("it stops");
    text
}

/// All of them take many times as long as the two seconds after which the line is drawn.
#[test]
fn long_commands_say_what_they_do() {
    let newest = "whatwg-2026-07-19";
    let tests = "tests/data/corners/whatwg-2026-07-19.test";
    let commands = [
        (&["history", "--check"][..], "\rwriting the pages"),
        (&["scores", "--check"], "\rwhatwg-2008-03-09: "),
        (&["suite", newest, "--score"], "\r"),
        (&["cover", newest, tests], "\r"),
    ];
    // All at once: each takes what processors there are until it is stopped.
    std::thread::scope(|scope| {
        for (arguments, expected) in commands {
            scope.spawn(move || {
                let drawn = drawn(arguments);
                assert!(drawn.starts_with(expected), "{arguments:?}: {drawn:?}");
                assert!(drawn.contains(" s\x1b[K"), "{arguments:?}: {drawn:?}");
            });
        }
    });
}

/// What `check` says on a terminal of a kind about a folder that is no revision.
fn message(term: &str, no_color: &str) -> String {
    let command = &mut xtask(&["check", "docs"]);
    let command = command.env("TERM", term).env("NO_COLOR", no_color);
    let (mut child, mut terminal) = on_terminal(command);
    let mut text = Vec::new();
    // On Linux, this fails when the other end is closed.
    let _ = terminal.read_to_end(&mut text);
    assert!(!child.wait().expect("the command ends").success());
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn a_terminal_gets_colours_unless_it_is_dumb_or_they_are_refused() {
    for (term, no_color, coloured) in [
        ("xterm", "", true),
        ("dumb", "", false),
        ("xterm", "1", false),
        ("dumb", "1", false),
    ] {
        let text = message(term, no_color);
        assert!(text.contains("missing file `revision.toml`"), "{text:?}");
        assert_eq!(
            text.contains('\x1b'),
            coloured,
            "{term} {no_color}: {text:?}"
        );
    }
}
