//! The output of the command-line tool.

mod arguments;
mod encoding;
mod formats;
mod input;
mod limits;
mod progress;
mod tree;

#[path = "../../../../tests/src/terminal.rs"]
mod terminal;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Marks the snapshots of a test as made from the tables: `cargo xtask bless` remakes those with this
/// description.
fn made_from_tables(test: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_description("made from the tables; remake with `cargo xtask bless`");
    settings.bind(test);
}

/// The command, with nothing but pipes.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tokenwright"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What a command without input draws on a terminal. It has to succeed.
#[cfg(unix)]
fn drawn(command: Command, connect: impl FnOnce(&mut Command, std::fs::File)) -> String {
    let (status, text) = terminal::ended(command, connect);
    assert!(status.success(), "{text}");
    text
}

fn tokenwright(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The pipes hold less than some tests write and read.
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A command that stops at its arguments reads nothing.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the command ends")
    })
}

/// Everything that can be seen of a run.
fn seen(arguments: &[&str], input: &[u8]) -> String {
    shown(arguments, tokenwright(arguments, input))
}

fn shown(arguments: &[&str], output: Output) -> String {
    let status = output.status.code().expect("an exit status");
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    format!(
        "$ tokenwright {}\n{stdout}--- stderr\n{stderr}--- exit status {status}\n",
        arguments.join(" ")
    )
}
