//! Commands on a terminal. Tests of several crates include this file; it is no module of this one.

#![cfg(unix)]

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};

/// Starts a command on a terminal, which `connect` makes one of its streams. Gives the other end of the terminal as well.
pub(crate) fn start(
    mut command: Command,
    connect: impl FnOnce(&mut Command, File),
) -> (Child, File) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("a terminal");
    unlockpt(&terminal).expect("a terminal");
    let name = ptsname(&terminal, Vec::new()).expect("a terminal has a name");
    let name = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
    let stream = File::options().read(true).write(true).open(name);
    connect(&mut command, stream.expect("a terminal"));
    // The command holds the stream until it is dropped here, so that the other end sees when the child has closed its own.
    let child = command.spawn().expect("the command starts");
    (child, File::from(terminal))
}

/// How a command without input ends on a terminal, and what it draws until then.
pub(crate) fn ended(
    command: Command,
    connect: impl FnOnce(&mut Command, File),
) -> (ExitStatus, String) {
    let (mut child, mut terminal) = start(command, connect);
    let mut text = Vec::new();
    // On Linux, this fails when the other end is closed.
    let _ = terminal.read_to_end(&mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    (child.wait().expect("the command ends"), text)
}
