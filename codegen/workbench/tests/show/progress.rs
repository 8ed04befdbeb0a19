//! Long commands say on a terminal what they do, and nothing elsewhere.

#![cfg(unix)]

use crate::support::xtask;
use crate::terminal;
use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

/// A command whose standard error alone is to be seen.
fn command(arguments: &[&str]) -> Command {
    let mut command = xtask(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Makes a terminal the standard error of a command.
fn connect(command: &mut Command, stream: File) {
    command.stderr(stream);
}

/// What a command draws first on a terminal; the command is stopped then.
fn drawn(arguments: &[&str]) -> String {
    let mut command = command(arguments);
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    let (mut child, mut terminal) = terminal::start(command, connect);
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

#[test]
fn a_terminal_gets_colours_unless_it_is_dumb_or_they_are_refused() {
    for (term, no_color, coloured) in [
        ("xterm", "", true),
        ("dumb", "", false),
        ("xterm", "1", false),
        ("dumb", "1", false),
    ] {
        let mut command = command(&["check", "docs"]);
        command.env("TERM", term).env("NO_COLOR", no_color);
        let (status, text) = terminal::ended(command, connect);
        assert!(!status.success(), "{text}");
        assert!(text.contains("missing file `revision.toml`"), "{text:?}");
        assert_eq!(
            text.contains('\x1b'),
            coloured,
            "{term} {no_color}: {text:?}"
        );
    }
}
