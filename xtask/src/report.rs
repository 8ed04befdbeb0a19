//! Messages of the commands.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{ExitCode, Termination};
use tokenwright_tables::diagnostic::{Diagnostic, Severity, Sources, render_new};
use tokenwright_tables::load::Loaded;

/// Whether a stream gets escape sequences: colours, and lines that are drawn again. It is a terminal that obeys them, and
/// `NO_COLOR` is not set.
pub fn is_styled(stream: &impl IsTerminal) -> bool {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    stream.is_terminal() && variable("TERM") != "dumb" && variable("NO_COLOR").is_empty()
}

/// Prints the messages, in colour on a terminal that does not refuse it.
pub fn print(diagnostics: &[Diagnostic], sources: &Sources) {
    print_new(diagnostics, sources, &mut HashSet::new());
}

/// Prints the messages that have not been said, and notes that they have.
pub(crate) fn print_new(diagnostics: &[Diagnostic], sources: &Sources, said: &mut HashSet<String>) {
    let mut stderr = std::io::stderr().lock();
    let colour = is_styled(&stderr);
    // If standard error is closed, the messages are lost.
    let _ = write!(stderr, "{}", render_new(diagnostics, sources, colour, said));
}

/// Why a command has no result.
#[derive(Debug)]
pub struct Failure(Vec<Diagnostic>);

impl From<Diagnostic> for Failure {
    fn from(error: Diagnostic) -> Self {
        Failure(vec![error])
    }
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(errors: Vec<Diagnostic>) -> Self {
        Failure(errors)
    }
}

/// Runs a command, and prints why it has no result.
pub fn run<T: Termination>(command: impl FnOnce(&mut Sources) -> Result<T, Failure>) -> ExitCode {
    run_or(1, command)
}

/// Runs a command, and prints why it has no result, with this exit status.
pub fn run_or<T: Termination>(
    status: u8,
    command: impl FnOnce(&mut Sources) -> Result<T, Failure>,
) -> ExitCode {
    let mut sources = Sources::default();
    match command(&mut sources) {
        Ok(result) => result.report(),
        Err(Failure(errors)) => {
            print(&errors, &sources);
            ExitCode::from(status)
        }
    }
}

/// Prints an error that has no place, and returns the exit status.
pub fn fail(error: impl Display) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

/// The exit status: 0 if all is well, 1 otherwise.
pub fn status(is_good: bool) -> ExitCode {
    ExitCode::from(u8::from(!is_good))
}

/// Makes a diagnostic about a subject from an error.
pub fn refused<E: Display>(subject: &str) -> impl Fn(E) -> Diagnostic {
    move |error| Diagnostic::unread(subject, error.to_string())
}

/// Prefixes an error with the path that it is about.
pub fn at<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// The text of a file.
///
/// # Errors
/// If it cannot be read; the message has its path.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(at(path))
}

/// The number of each kind: `2 errors, 1 warning`; empty without diagnostics.
pub fn count(diagnostics: &[Diagnostic]) -> String {
    let of = |severity: Severity, name: &str| {
        let alike = diagnostics.iter().filter(|d| d.severity == severity);
        Some(alike.count())
            .filter(|n| *n > 0)
            .map(|n| counted(n, name))
    };
    [
        of(Severity::Error, "error"),
        of(Severity::Warning, "warning"),
        of(Severity::Note, "note"),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join(", ")
}

/// `1 file`, `2 files`.
pub fn counted(number: usize, name: &str) -> String {
    match number {
        1 => format!("1 {name}"),
        _ => format!("{number} {name}s"),
    }
}

/// The size of a revision: `84 states, 0 procedures, 340 rows; 21 modes, 256 rows`.
pub fn size(loaded: &Loaded) -> String {
    let revision = &loaded.revision;
    let of_trees = loaded.trees.as_ref().map(|trees| {
        let modes = counted(trees.modes.len(), "mode");
        format!("; {modes}, {}", counted(trees.row_count(), "row"))
    });
    let states = counted(revision.states.len(), "state");
    let procedures = counted(revision.procedures.len(), "procedure");
    let rows = counted(revision.row_count(), "row");
    let of_trees = of_trees.unwrap_or_default();
    format!("{states}, {procedures}, {rows}{of_trees}")
}
