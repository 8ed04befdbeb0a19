//! The programs that a rehearsal runs.

use super::packages::folder;
use super::steps::Outcome;
use crate::report::at;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

/// A command.
pub(crate) struct Line {
    program: &'static str,
    arguments: Vec<String>,
    folder: &'static str,
    /// A command of cargo's that may not be installed.
    needs: Option<&'static str>,
}

impl Line {
    /// A program and its arguments, which have no spaces.
    pub(crate) fn new(program: &'static str, arguments: &str) -> Self {
        Line {
            program,
            arguments: arguments.split_whitespace().map(str::to_owned).collect(),
            folder: "",
            needs: None,
        }
    }

    /// More arguments.
    pub(crate) fn and(mut self, arguments: impl IntoIterator<Item = String>) -> Self {
        self.arguments.extend(arguments);
        self
    }

    /// A folder to run it in, from the root.
    pub(crate) fn inside(mut self, folder: &'static str) -> Self {
        self.folder = folder;
        self
    }

    /// The command of cargo's without which the step is skipped.
    pub(crate) fn needs(mut self, command: &'static str) -> Self {
        self.needs = Some(command);
        self
    }

    /// What has to be installed.
    fn needed(&self) -> String {
        match self.needs {
            Some(command) => format!("{}-{command}", self.program),
            None => self.program.to_owned(),
        }
    }

    fn is_absent(&self) -> bool {
        let mut command = Command::new(self.needed());
        command
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
            .status()
            .is_err_and(|error| error.kind() == ErrorKind::NotFound)
    }

    fn missing(&self) -> String {
        format!("{} is not installed", self.needed())
    }

    fn shown(&self) -> String {
        format!("{} {}", self.program, self.arguments.join(" "))
    }
}

/// Why a step of a release has no result.
pub(crate) enum Stopped {
    /// A command failed, or its program is not installed; the step ends with this.
    Outcome(Outcome),
    /// A program cannot be started, its output is not UTF-8, or a file cannot be read or written.
    Error(String),
}

impl From<String> for Stopped {
    fn from(error: String) -> Self {
        Stopped::Error(error)
    }
}

/// Runs a command in a folder, and gives what it writes to standard output.
pub(crate) fn capture(folder: &Path, line: &Line) -> Result<String, Stopped> {
    let shown = line.shown();
    println!("    $ {shown}");
    let mut command = Command::new(line.program);
    let command = command
        .args(&line.arguments)
        .current_dir(folder)
        .stderr(Stdio::inherit());
    match command.output() {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8(output.stdout);
            Ok(text.map_err(|error| format!("{shown}: {error}"))?)
        }
        Ok(_) => Err(Stopped::Outcome(Outcome::Failed(shown))),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Stopped::Outcome(Outcome::Skipped(line.missing())))
        }
        Err(error) => Err(format!("{}: {error}", line.program).into()),
    }
}

/// Runs commands one after the other, up to one that fails.
///
/// # Errors
/// If the folder of the archives cannot be made, or a command cannot be started although it is installed.
pub(crate) fn run(root: &Path, out: &Path, lines: &[Line]) -> Result<Outcome, String> {
    fs::create_dir_all(out).map_err(at(out))?;
    let mut shown = Vec::new();
    for line in lines {
        if line.is_absent() {
            return Ok(Outcome::Skipped(line.missing()));
        }
        println!("    $ {}", line.shown());
        let mut command = Command::new(line.program);
        command.args(&line.arguments);
        let status = command
            .current_dir(folder(&root.join(line.folder)))
            .status();
        let status = status.map_err(|error| format!("{}: {error}", line.program))?;
        if !status.success() {
            return Ok(Outcome::Failed(line.shown()));
        }
        shown.push(line.program);
    }
    Ok(Outcome::Done(format!("done: {}", shown.join(", "))))
}
