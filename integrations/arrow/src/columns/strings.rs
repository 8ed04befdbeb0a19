//! A column of strings.

use super::{Column, PageColumn};
use arrow_array::{ArrayRef, StringArray};
use arrow_buffer::{Buffer, NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use std::sync::Arc;

/// Strings, of which the last can be written piece by piece.
pub(crate) struct Strings {
    /// The end of each string that is complete, after a first 0.
    ends: Vec<i32>,
    bytes: String,
    nulls: NullBufferBuilder,
}

impl Default for Strings {
    fn default() -> Self {
        Strings {
            ends: vec![0],
            bytes: String::new(),
            nulls: NullBufferBuilder::new(0),
        }
    }
}

impl Strings {
    /// Appends a string.
    #[inline]
    pub(crate) fn push(&mut self, string: &str) {
        self.bytes.push_str(string);
        self.complete();
    }

    /// Appends a string or a null.
    #[inline]
    pub(crate) fn push_option(&mut self, string: Option<&str>) {
        match string {
            Some(string) => self.push(string),
            None => self.push_null(),
        }
    }

    /// Where the string under construction is written.
    #[inline]
    pub(crate) fn partial(&mut self) -> Partial<'_> {
        Partial {
            start: self.complete_len(),
            bytes: &mut self.bytes,
        }
    }

    /// Makes the last string the one under construction again.
    pub(crate) fn reopen(&mut self) {
        self.nulls.truncate(self.len() - 1);
        self.ends.pop();
    }

    /// Whether a string of this length has room as well.
    pub(crate) fn has_room(&self, len: usize) -> bool {
        i32::try_from(self.bytes.len().saturating_add(len)).is_ok()
    }

    fn complete_len(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }
}

impl Column for Strings {
    #[inline]
    fn len(&self) -> usize {
        self.ends.len() - 1
    }

    fn truncate(&mut self, len: usize) {
        self.ends.truncate(len + 1);
        self.nulls.truncate(len);
        self.bytes.truncate(self.complete_len());
    }

    fn is_full(&mut self) -> bool {
        !self.has_room(0)
    }

    fn data_type(&mut self) -> DataType {
        DataType::Utf8
    }

    fn take(&mut self) -> ArrayRef {
        let taken = std::mem::take(self);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(taken.ends));
        let bytes = Buffer::from_vec(taken.bytes.into_bytes());
        let mut nulls = taken.nulls;
        let array = StringArray::try_new(offsets, bytes, nulls.finish());
        Arc::new(array.expect("strings in order"))
    }
}

impl PageColumn for Strings {
    #[inline]
    fn complete(&mut self) {
        self.ends.push(end(self.bytes.len()));
        self.nulls.append_non_null();
    }

    fn push_null(&mut self) {
        self.ends.push(end(self.bytes.len()));
        self.nulls.append_null();
    }
}

/// An end as Arrow has it. A page for which it does not suffice is taken back: see [`Column::is_full`].
fn end(len: usize) -> i32 {
    i32::try_from(len).unwrap_or(i32::MAX)
}

/// A string under construction.
pub(crate) struct Partial<'a> {
    bytes: &'a mut String,
    start: usize,
}

impl Partial<'_> {
    #[inline]
    pub(crate) fn push_str(&mut self, string: &str) {
        self.bytes.push_str(string);
    }

    #[inline]
    pub(crate) fn push(&mut self, c: char) {
        self.bytes.push(c);
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.len() == self.start
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len() - self.start
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.bytes[self.start..]
    }

    /// Removes white space (ASCII) at the end.
    pub(crate) fn trim_end(&mut self) {
        let written = &self.bytes[self.start..];
        let len = written.trim_ascii_end().len();
        self.bytes.truncate(self.start + len);
    }
}
