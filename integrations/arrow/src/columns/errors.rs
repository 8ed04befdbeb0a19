//! The column `errors`.

use super::spans::Spans;
use super::{Items, Strings, string_field};
use arrow_array::{ArrayRef, Int64Array};
use arrow_schema::{DataType, Field, Fields};
use std::ops::Range;
use std::sync::Arc;
use tokenwright::ParseError;

/// Parse errors.
pub(crate) struct Errors {
    codes: Strings,
    lines: Vec<i64>,
    columns: Vec<i64>,
    spans: Spans,
}

impl Errors {
    pub(crate) fn new(spans: bool) -> Self {
        Errors {
            codes: Strings::new(),
            lines: Vec::new(),
            columns: Vec::new(),
            spans: Spans::new(spans),
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

    fn truncate(&mut self, len: usize) {
        self.codes.truncate(len);
        self.lines.truncate(len);
        self.columns.truncate(len);
        self.spans.truncate(len);
    }

    fn is_full(&self) -> bool {
        self.codes.is_full()
    }

    fn map_spans(&mut self, from: usize, map: &mut dyn FnMut(Range<usize>) -> Range<usize>) {
        self.spans.map(from, map);
    }

    fn fields(&self) -> Fields {
        let number = |name| Field::new(name, DataType::Int64, false);
        let own = [string_field("code"), number("line"), number("column")];
        own.into_iter().chain(self.spans.fields()).collect()
    }

    fn take(&mut self) -> Vec<ArrayRef> {
        let numbers = |numbers: &mut Vec<i64>| Arc::new(Int64Array::from(std::mem::take(numbers)));
        let mut arrays: Vec<ArrayRef> = vec![
            self.codes.take(),
            numbers(&mut self.lines),
            numbers(&mut self.columns),
        ];
        arrays.extend(self.spans.take());
        arrays
    }
}
