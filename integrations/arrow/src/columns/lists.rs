//! A column of lists: one list for each page.

use super::{Column, Items, PageColumn};
use arrow_array::{ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use std::ops::Range;
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
    fn start(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }

    /// Removes the items of the list under construction.
    pub(crate) fn clear_open(&mut self) {
        self.items.truncate(self.start());
    }

    fn end(&mut self, valid: bool) {
        self.ends
            .push(i32::try_from(self.items.len()).unwrap_or(i32::MAX));
        self.nulls.append(valid);
    }

    fn fields(&mut self) -> Fields {
        let fields = self.items.fields();
        fields
            .map(|field| Field::new(field.name, field.column.data_type(), field.has_nulls))
            .collect()
    }
}

/// The field of the items.
fn item(fields: Fields) -> FieldRef {
    Arc::new(Field::new("item", DataType::Struct(fields), false))
}

impl<I: Items> Column for Lists<I> {
    fn len(&self) -> usize {
        self.ends.len() - 1
    }

    fn truncate(&mut self, len: usize) {
        self.ends.truncate(len + 1);
        self.nulls.truncate(len);
        self.clear_open();
    }

    fn is_full(&mut self) -> bool {
        i32::try_from(self.items.len()).is_err()
            || self.items.fields().any(|field| field.column.is_full())
    }

    fn data_type(&mut self) -> DataType {
        DataType::List(item(self.fields()))
    }

    fn take(&mut self) -> ArrayRef {
        let (fields, len) = (self.fields(), self.items.len());
        let arrays = self.items.fields().map(|field| field.column.take());
        let items = StructArray::try_new_with_length(fields.clone(), arrays.collect(), None, len);
        let items = Arc::new(items.expect("arrays of the fields' types"));
        let ends = std::mem::replace(&mut self.ends, vec![0]);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
        let nulls = self.nulls.finish();
        let lists = ListArray::try_new(item(fields), offsets, items, nulls);
        Arc::new(lists.expect("lists in order"))
    }
}

impl<I: Items> PageColumn for Lists<I> {
    #[inline]
    fn complete(&mut self) {
        self.end(true);
    }

    fn push_null(&mut self) {
        self.clear_open();
        self.end(false);
    }

    fn map_open_spans(&mut self, map: &mut dyn FnMut(Range<usize>) -> Range<usize>) {
        let start = self.start();
        if let Some(spans) = self.items.spans() {
            spans.map(start, map);
        }
    }
}

impl<I: Items + Default> Default for Lists<I> {
    fn default() -> Self {
        Lists::new(I::default())
    }
}
