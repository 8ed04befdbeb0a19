//! Columns under construction. A page that turns out to be unreadable is taken back, which Arrow's builders cannot do.

mod all;
mod attributes;
mod blocks;
mod document;
mod errors;
mod links;
mod lists;
mod meta;
mod numbers;
mod spans;
mod strings;
mod tags;
mod tokens;

pub(crate) use all::Columns;
pub(crate) use strings::{Partial, Strings};
pub(crate) use tokens::TokenItems;

use blocks::Blocks;
use document::Document;
use errors::Errors;
use links::LinkItems;
use lists::Lists;
use meta::Meta;
use spans::Spans;
use tags::TagItems;

use arrow_array::ArrayRef;
use arrow_schema::DataType;
use std::ops::Range;

/// A column whose rows can be taken back.
pub(crate) trait Column {
    /// The number of complete rows.
    fn len(&self) -> usize;

    /// Removes the rows from this one on, and the one under construction.
    fn truncate(&mut self, len: usize);

    /// Whether Arrow's 32-bit offsets cannot address what the column has.
    fn is_full(&mut self) -> bool {
        false
    }

    fn data_type(&mut self) -> DataType;

    /// Takes all rows.
    fn take(&mut self) -> ArrayRef;
}

/// A column with a row for each page.
pub(crate) trait PageColumn: Column {
    /// Completes the row under construction.
    fn complete(&mut self);

    /// Appends a null in place of the row under construction.
    fn push_null(&mut self);

    /// Replaces the spans of the row under construction.
    fn map_open_spans(&mut self, _: &mut dyn FnMut(Range<usize>) -> Range<usize>) {}
}

/// A column with a row for each page, and its name.
type Named<'a> = (&'static str, &'a mut dyn PageColumn);

fn named<'a, C: PageColumn>(name: &'static str, column: &'a mut Option<C>) -> Option<Named<'a>> {
    column.as_mut().map(|column| (name, column as _))
}

/// The items of a list column: one column for each field.
pub(crate) trait Items {
    /// The number of items.
    fn len(&self) -> usize;

    /// The columns of the fields.
    fn fields(&mut self) -> impl Iterator<Item = Field<'_>>;

    /// The spans, if items have them.
    fn spans(&mut self) -> Option<&mut Spans> {
        None
    }

    /// Forgets what is known of the page under construction but for its items.
    fn forget_open(&mut self) {}

    /// Removes the items from this one on.
    fn truncate(&mut self, len: usize) {
        self.forget_open();
        self.fields().for_each(|field| field.column.truncate(len));
    }
}

/// A field of an item.
pub(crate) struct Field<'a> {
    name: &'static str,
    has_nulls: bool,
    column: &'a mut dyn Column,
}

/// A field that is never null.
fn required<'a>(name: &'static str, column: &'a mut dyn Column) -> Field<'a> {
    Field {
        name,
        has_nulls: false,
        column,
    }
}

/// A field that may be null.
fn nullable<'a>(name: &'static str, column: &'a mut dyn Column) -> Field<'a> {
    Field {
        has_nulls: true,
        ..required(name, column)
    }
}
