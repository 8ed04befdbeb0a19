//! The programs that a rehearsal runs.

use super::packages::folder;
use super::steps::Outcome;
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

    fn is_absent(&self) -> bool {
        let program = match self.needs {
            Some(command) => format!("{}-{command}", self.program),
            None => self.program.to_owned(),
        };
        let mut command = Command::new(program);
        command
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
            .status()
            .is_err_and(|error| error.kind() == ErrorKind::NotFound)
    }

    /// What has to be installed.
    fn missing(&self) -> String {
        match self.needs {
            Some(command) => format!("{}-{command} is not installed", self.program),
            None => format!("{} is not installed", self.program),
        }
    }

    fn shown(&self) -> String {
        format!("{} {}", self.program, self.arguments.join(" "))
    }
}

/// How a command ended whose output is used.
pub(crate) enum Tried<T> {
    /// With a result.
    Done(T),
    /// The program is not installed.
    Absent(String),
    /// The command that failed.
    Failed(String),
}

/// Runs a command in a folder, and gives what it writes to standard output.
///
/// # Errors
/// If it cannot be started although it is installed, or its output is no UTF-8.
pub(crate) fn capture(
    folder: &Path,
    program: &str,
    arguments: &[&str],
) -> Result<Tried<String>, String> {
    let shown = format!("{program} {}", arguments.join(" "));
    println!("    $ {shown}");
    let mut command = Command::new(program);
    let command = command
        .args(arguments)
        .current_dir(folder)
        .stderr(Stdio::inherit());
    match command.output() {
        Ok(output) if output.status.success() => match String::from_utf8(output.stdout) {
            Ok(text) => Ok(Tried::Done(text)),
            Err(error) => Err(format!("{shown}: {error}")),
        },
        Ok(_) => Ok(Tried::Failed(shown)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Tried::Absent(program.to_owned())),
        Err(error) => Err(format!("{program}: {error}")),
    }
}

/// Runs commands one after the other, up to one that fails.
///
/// # Errors
/// If the folder of the archives cannot be made, or a command cannot be started although it is installed.
pub(crate) fn run(root: &Path, out: &Path, lines: &[Line]) -> Result<Outcome, String> {
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
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
