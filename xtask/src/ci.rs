//! `cargo xtask ci`: what CI runs.

use crate::{report, workspace};
use std::process::{Command, ExitCode};

/// Run what CI runs: format, lints, generated files, builds, tests
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

/// Runs the command.
pub(crate) fn run(_: &Arguments) -> ExitCode {
    let script = workspace::root().join(".ci").join("run");
    match Command::new("bash").arg(&script).status() {
        Ok(status) => report::status(status.success()),
        Err(error) => report::fail(report::at(&script)(error)),
    }
}
