//! Columns under construction. A page that turns out to be unreadable is taken back, which Arrow's builders cannot do.

mod all;
mod attributes;
mod blocks;
mod document;
mod errors;
mod links;
mod lists;
mod meta;
mod spans;
mod strings;
mod tags;
mod tokens;

pub(crate) use all::Columns;
pub(crate) use strings::{Partial, Strings};

use blocks::Blocks;
use document::Document;
use errors::Errors;
use links::LinkItems;
use lists::Lists;
use meta::Meta;
use tags::TagItems;
use tokens::TokenItems;

use arrow_array::{ArrayRef, StructArray};
use arrow_schema::{DataType, Field, Fields};
use std::ops::Range;
use std::sync::Arc;

/// The items of a list column: one column for each field.
pub(crate) trait Items {
    /// The number of items.
    fn len(&self) -> usize;

    /// Removes the items from this one on.
    fn truncate(&mut self, len: usize);

    /// Whether Arrow's 32-bit offsets cannot address what the columns have.
    fn is_full(&self) -> bool;

    /// Replaces the span of every item from this one on.
    fn map_spans(&mut self, from: usize, map: &mut dyn FnMut(Range<usize>) -> Range<usize>);

    /// The fields of an item.
    fn fields(&self) -> Fields;

    /// Takes all items, as one array for each field.
    fn take(&mut self) -> Vec<ArrayRef>;

    /// Takes all items, as one array of structs.
    fn take_items(&mut self) -> ArrayRef {
        let fields = self.fields();
        let len = self.len();
        let arrays = self.take();
        let items = StructArray::try_new_with_length(fields, arrays, None, len);
        Arc::new(items.expect("arrays of the fields' types"))
    }
}

/// A field of strings that are never null.
fn string_field(name: &str) -> Field {
    Field::new(name, DataType::Utf8, false)
}
