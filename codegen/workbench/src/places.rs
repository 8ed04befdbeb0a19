//! Places of the tables for people.

use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::source::Place;

/// The file, the line and the column of a place.
pub(crate) fn place(place: Place, sources: &Sources) -> String {
    let file = sources.get(place.file);
    let path = file.map_or_else(String::new, |file| file.path.display().to_string());
    match sources.line_and_column(place) {
        Some((line, column)) => format!("{path}:{line}:{column}"),
        None => path,
    }
}
