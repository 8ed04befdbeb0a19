//! A TOML file, parsed into keys and values with their places.

use super::keys::{Keys, Log};
use super::syntax;
use crate::diagnostic::Sources;
use crate::language::Table;
use crate::source::Place;
use toml::de::DeTable;

/// A TOML file.
pub(crate) struct Document<'s> {
    file: u32,
    text: &'s str,
    table: DeTable<'s>,
}

impl<'s> Document<'s> {
    /// Parses a file. Syntax errors are logged, and the result is then `None`.
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
        syntax::report(file, sources, log);
        None
    }

    /// Whether the file has the table `[input-stream]`.
    pub(super) fn has_input_stream(&self) -> bool {
        self.table.contains_key("input-stream")
    }

    /// The number of the file in the sources.
    pub(crate) fn file(&self) -> u32 {
        self.file
    }

    /// The keys of the file's top level.
    pub(crate) fn keys<'t>(&'t self, kind: &'static Table) -> Keys<'t> {
        Keys::new(kind, Place::within(self.file, 0..0), &self.table, self.text)
    }
}
