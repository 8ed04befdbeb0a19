//! Messages of the commands.

use std::io::{IsTerminal, Write};
use std::path::Path;
use tokenwright_tables::diagnostic::{Diagnostic, Severity, Sources, render_all};
use tokenwright_tables::model::Revision;
use tokenwright_tables::source::Place;

/// Prints the messages, in colour on a terminal that does not refuse it.
pub(crate) fn print(diagnostics: &[Diagnostic], sources: &Sources) {
    let mut stderr = std::io::stderr().lock();
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colour = stderr.is_terminal() && !refused;
    // If standard error is closed, the messages are lost.
    let _ = write!(stderr, "{}", render_all(diagnostics, sources, colour));
}

/// An error in a file, with its line and column if known. Both count from 1; the column counts bytes.
pub(crate) fn malformed(
    sources: &mut Sources,
    path: &Path,
    text: String,
    at: Option<(usize, usize)>,
    message: String,
) -> Diagnostic {
    let Some((line, column)) = at else {
        return Diagnostic::unread(path, message);
    };
    let lines: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let mut start = (lines + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let end = start + text[start..].chars().next().map_or(0, char::len_utf8);
    let [start, end] = [start, end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
    let file = sources.add(path.to_owned(), text);
    Diagnostic::error(Place { file, start, end }, message)
}

/// How many there are of each kind: `2 errors, 1 warning`; empty if there are none.
pub(crate) fn count(diagnostics: &[Diagnostic]) -> String {
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
pub(crate) fn counted(number: usize, name: &str) -> String {
    match number {
        1 => format!("1 {name}"),
        _ => format!("{number} {name}s"),
    }
}

/// The size of a revision: `84 states, 0 procedures, 340 rows`.
pub(crate) fn size(revision: &Revision) -> String {
    format!(
        "{}, {}, {}",
        counted(revision.states.len(), "state"),
        counted(revision.procedures.len(), "procedure"),
        counted(revision.row_count(), "row")
    )
}
