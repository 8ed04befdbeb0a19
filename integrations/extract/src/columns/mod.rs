//! Records of archives as columns of Arrow.

mod wat;

pub use wat::Wats;

use crate::warc::Page;
use arrow_array::ArrayRef;
use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use arrow_schema::{DataType, Field};
use std::sync::Arc;

/// The strings of a record, by the names of their columns.
type Text = (&'static str, fn(&Page) -> Option<String>);

const TEXTS: [Text; 9] = [
    ("record_id", |page| page.record_id.clone()),
    ("date", |page| page.date.clone()),
    ("record_type", |page| page.record_type.clone()),
    ("url", |page| page.url.clone()),
    ("content_type", |page| page.content_type.clone()),
    ("media_type", Page::media_type),
    ("block_digest", |page| page.block_digest.clone()),
    ("payload_digest", |page| page.payload_digest.clone()),
    ("truncated", |page| page.truncated.clone()),
];

/// What is known of records, as columns under construction: all of [`Page`] but the page itself, its reason,
/// and what a WAT file says.
///
/// ```
/// use tokenwright_extract::columns::Records;
/// use tokenwright_extract::warc::Page;
///
/// let mut records = Records::default();
/// records.push(&Page::default());
/// assert_eq!(records.take().len(), Records::fields().len());
/// ```
#[derive(Default)]
pub struct Records {
    offsets: Int64Builder,
    lengths: Int64Builder,
    statuses: Int32Builder,
    texts: [StringBuilder; TEXTS.len()],
}

impl Records {
    /// The columns.
    pub fn fields() -> Vec<Field> {
        let numbers = [
            Field::new("offset", DataType::Int64, false),
            Field::new("length", DataType::Int64, true),
            Field::new("status", DataType::Int32, true),
        ];
        let texts = TEXTS.map(|(name, _)| Field::new(name, DataType::Utf8, true));
        numbers.into_iter().chain(texts).collect()
    }

    /// Adds a record.
    pub fn push(&mut self, page: &Page) {
        let int64 = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.offsets.append_value(int64(page.offset));
        self.lengths.append_option(page.length.map(int64));
        self.statuses.append_option(page.status.map(i32::from));
        for (column, (_, text)) in self.texts.iter_mut().zip(TEXTS) {
            column.append_option(text(page));
        }
    }

    /// Takes all records, as an array for each of the [`fields`](Self::fields).
    pub fn take(&mut self) -> Vec<ArrayRef> {
        let mut arrays: Vec<ArrayRef> = vec![
            Arc::new(self.offsets.finish()),
            Arc::new(self.lengths.finish()),
            Arc::new(self.statuses.finish()),
        ];
        let texts = self.texts.iter_mut();
        arrays.extend(texts.map(|column| Arc::new(column.finish()) as ArrayRef));
        arrays
    }
}
