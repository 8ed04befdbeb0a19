//! The column `errors`.

use super::{Column, Field, Items, Spans, Strings, required};
use tokenwright::ParseError;

/// Parse errors.
#[derive(Default)]
pub(crate) struct Errors {
    codes: Strings,
    lines: Vec<i64>,
    columns: Vec<i64>,
    spans: Spans,
}

impl Errors {
    pub(crate) fn new(spans: bool) -> Self {
        Errors {
            spans: Spans::new(spans),
            ..Errors::default()
        }
    }

    /// Appends an error. Returns the length of what it appended.
    pub(crate) fn push(&mut self, error: &ParseError) -> usize {
        self.codes.push(error.code.as_str());
        self.lines.push(error.line as i64);
        self.columns.push(error.column as i64);
        self.spans.push(error.span);
        error.code.as_str().len()
    }
}

impl Items for Errors {
    fn len(&self) -> usize {
        self.codes.len()
    }

    fn fields(&mut self) -> impl Iterator<Item = Field<'_>> {
        let own = [
            required("code", &mut self.codes),
            required("line", &mut self.lines),
            required("column", &mut self.columns),
        ];
        own.into_iter().chain(self.spans.fields())
    }

    fn spans(&mut self) -> Option<&mut Spans> {
        Some(&mut self.spans)
    }
}
