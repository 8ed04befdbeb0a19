//! One file, read and taken apart into keys and values with their places.

use super::keys::{Keys, Log};
use crate::diagnostic::{Diagnostic, Sources};
use crate::language::Table;
use crate::source::Place;
use std::fs;
use std::path::Path;
use toml::de::DeTable;

/// A TOML file.
pub(crate) struct Document<'s> {
    file: u32,
    text: &'s str,
    table: DeTable<'s>,
}

impl<'s> Document<'s> {
    /// Parses a file that has been read. What is not TOML is logged, and then there is none.
    pub(crate) fn parse(file: u32, sources: &'s Sources, log: &mut Log) -> Option<Self> {
        let text = &sources.get(file)?.text;
        let (table, errors) = DeTable::parse_recoverable(text);
        if errors.is_empty() {
            return Some(Document {
                file,
                text,
                table: table.into_inner(),
            });
        }
        // The parser goes on after an error, and what it finds on the same line has no cause of
        // its own.
        let mut last_line = None;
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let place = Place {
                file,
                start: span.start as u32,
                end: span.end as u32,
            };
            let line = sources.line_and_column(place).map(|(line, _)| line);
            if line.is_none() || line != last_line {
                let message = error.message().trim_end_matches('.').to_owned();
                log.push(Diagnostic::error(place, format!("not TOML: {message}")));
            }
            last_line = line;
        }
        None
    }

    /// The keys of the file's top level.
    pub(crate) fn keys<'t>(&'t self, kind: &'static Table) -> Keys<'t> {
        let place = Place {
            file: self.file,
            start: 0,
            end: 0,
        };
        Keys::new(kind, place, &self.table, self.text)
    }
}

/// Reads a file and keeps it for messages; gives its number.
pub(crate) fn read_file(path: &Path, sources: &mut Sources) -> Result<u32, Diagnostic> {
    let bytes = fs::read(path).map_err(|error| Diagnostic::unreadable(path, "file", &error))?;
    if u32::try_from(bytes.len()).is_err() {
        return Err(Diagnostic::unread(path, "the file is 4 GiB or larger"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(sources.add(path.to_owned(), text)),
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[start];
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let file = sources.add(path.to_owned(), text);
            let place = Place {
                file,
                start: start as u32,
                end: (start + char::REPLACEMENT_CHARACTER.len_utf8()) as u32,
            };
            Err(Diagnostic::error(place, "the file is not UTF-8")
                .label(format!("the byte 0x{byte:02X} does not belong here")))
        }
    }
}
