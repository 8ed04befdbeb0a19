//! Rows of the output: where a page is from, and its columns.

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use std::sync::Arc;
use tokenwright_arrow::{Batch, Extractor, Page};
use tokenwright_extract::columns::{Records, Wats};
use tokenwright_extract::warc;

/// Rows under construction.
pub(crate) struct Rows<'a> {
    schema: SchemaRef,
    sources: StringBuilder,
    records: Records,
    record_errors: StringBuilder,
    /// What WAT files say, if it is asked for.
    wats: Option<Wats>,
    columns: Batch<'a>,
    /// How many bytes the rows have, about.
    bytes: usize,
}

/// The schema of the output.
pub(crate) fn schema(extractor: &Extractor, wat: bool) -> SchemaRef {
    let mut fields = vec![Field::new("source", DataType::Utf8, false)];
    fields.extend(Records::fields());
    fields.push(Field::new("record_error", DataType::Utf8, true));
    fields.extend(wat.then(Wats::field));
    let columns = extractor.schema().fields().iter();
    fields.extend(columns.map(|field| field.as_ref().clone()));
    Arc::new(Schema::new(fields))
}

/// The string of a row; `None` if it is null, or there is no such column.
pub(crate) fn text<'a>(rows: &'a RecordBatch, column: &str, row: usize) -> Option<&'a str> {
    let column = rows.column_by_name(column)?.as_string_opt::<i32>()?;
    column.is_valid(row).then(|| column.value(row))
}

impl<'a> Rows<'a> {
    pub(crate) fn new(extractor: &'a Extractor, wat: bool) -> Self {
        Rows {
            schema: schema(extractor, wat),
            sources: StringBuilder::new(),
            records: Records::default(),
            record_errors: StringBuilder::new(),
            wats: wat.then(Wats::default),
            columns: extractor.batch(),
            bytes: 0,
        }
    }

    /// Adds a row of what is known of a record, and its page; without either, the page is null. For a file that is no archive, the record
    /// has the number of the row and the URL.
    pub(crate) fn push(&mut self, source: &str, record: &warc::Page, page: Option<&Page<'_>>) {
        let len = page.map_or(0, |page| page.page_bytes().len());
        self.bytes += record.row_bytes().max(len);
        self.sources.append_value(source);
        self.records.push(record);
        self.record_errors.append_option(record.reason.as_deref());
        if let Some(wats) = &mut self.wats {
            wats.push(record.wat.as_ref());
        }
        match (page, &record.text) {
            (_, Some(text)) => self.columns.push_text(text),
            (Some(page), None) => self.columns.push(page),
            (None, None) => self.columns.push_null(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// How many bytes the rows have, about, with what is known of their records.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The length of the pages in bytes.
    pub(crate) fn page_bytes(&self) -> usize {
        self.columns.page_bytes()
    }

    /// Takes all rows.
    pub(crate) fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        self.bytes = 0;
        let mut arrays: Vec<ArrayRef> = vec![Arc::new(self.sources.finish())];
        arrays.extend(self.records.take());
        arrays.push(Arc::new(self.record_errors.finish()));
        arrays.extend(self.wats.as_mut().map(Wats::take));
        arrays.extend_from_slice(self.columns.take().columns());
        RecordBatch::try_new(self.schema.clone(), arrays)
    }
}
