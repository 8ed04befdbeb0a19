//! Errors in a file that a person named.

use std::path::Path;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::source::Place;

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
