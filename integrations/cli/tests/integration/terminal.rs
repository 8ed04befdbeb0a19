//! A terminal.

#![cfg(unix)]

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

/// What a command without input draws on a terminal, which `connect` makes one of its streams.
pub(super) fn drawn(mut command: Command, connect: impl FnOnce(&mut Command, File)) -> String {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("a terminal");
    unlockpt(&terminal).expect("a terminal");
    let name = ptsname(&terminal, Vec::new()).expect("a terminal has a name");
    let name = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
    let stream = File::options().read(true).write(true).open(name);
    connect(&mut command, stream.expect("a terminal"));
    let mut child = command.spawn().expect("the command starts");
    // It holds the other end.
    drop(command);
    let mut text = Vec::new();
    // On Linux, this fails when the other end is closed.
    let _ = File::from(terminal).read_to_end(&mut text);
    assert!(child.wait().expect("the command ends").success());
    String::from_utf8_lossy(&text).into_owned()
}
