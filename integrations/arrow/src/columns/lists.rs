//! A column of lists: one list for each page.

use super::Items;
use arrow_array::{ArrayRef, ListArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use std::sync::Arc;

/// Lists of items, of which the last is under construction.
pub(crate) struct Lists<I> {
    /// The end of each complete list, after a first 0.
    ends: Vec<i32>,
    nulls: NullBufferBuilder,
    pub(crate) items: I,
}

impl<I: Items> Lists<I> {
    pub(crate) fn new(items: I) -> Self {
        Lists {
            ends: vec![0],
            nulls: NullBufferBuilder::new(0),
            items,
        }
    }

    /// Where the list under construction begins.
    pub(crate) fn start(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }

    /// Removes the items of the list under construction.
    pub(crate) fn clear_open(&mut self) {
        self.items.truncate(self.start());
    }

    /// Removes the lists from this one on, and the one under construction.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.ends.truncate(len + 1);
        self.nulls.truncate(len);
        self.clear_open();
    }

    /// Completes the list under construction.
    pub(crate) fn complete(&mut self) {
        self.end(true);
    }

    /// Appends a null in place of the list under construction.
    pub(crate) fn push_null(&mut self) {
        self.clear_open();
        self.end(false);
    }

    fn end(&mut self, valid: bool) {
        self.ends
            .push(i32::try_from(self.items.len()).unwrap_or(i32::MAX));
        self.nulls.append(valid);
    }

    pub(crate) fn is_full(&self) -> bool {
        i32::try_from(self.items.len()).is_err() || self.items.is_full()
    }

    pub(crate) fn data_type(&self) -> DataType {
        let item = Field::new("item", DataType::Struct(self.items.fields()), false);
        DataType::List(Arc::new(item))
    }

    /// Takes all lists.
    pub(crate) fn take(&mut self) -> ArrayRef {
        let item = Field::new("item", DataType::Struct(self.items.fields()), false);
        let ends = std::mem::replace(&mut self.ends, vec![0]);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
        let nulls = self.nulls.finish();
        let items = self.items.take_items();
        let lists = ListArray::try_new(Arc::new(item), offsets, items, nulls);
        Arc::new(lists.expect("lists in order"))
    }
}
