//! Rows of the output: where a page is from, and its columns.

use arrow_array::builder::{Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use std::sync::Arc;
use tokenwright_arrow::{Batch, Extractor, Page};

/// Where a page is from.
#[derive(Default)]
pub(crate) struct Origin<'a> {
    pub(crate) source: &'a str,
    /// The offset of a WARC record, or the number of a row of a Parquet file.
    pub(crate) offset: u64,
    pub(crate) url: Option<&'a str>,
    /// Why the page is not complete, or may not be.
    pub(crate) record_error: Option<&'a str>,
}

/// Rows under construction.
pub(crate) struct Rows<'a> {
    schema: SchemaRef,
    sources: StringBuilder,
    offsets: Int64Builder,
    urls: StringBuilder,
    record_errors: StringBuilder,
    columns: Batch<'a>,
}

/// The schema of the output.
pub(crate) fn schema(extractor: &Extractor) -> SchemaRef {
    let origin = [
        Field::new("source", DataType::Utf8, false),
        Field::new("offset", DataType::Int64, false),
        Field::new("url", DataType::Utf8, true),
        Field::new("record_error", DataType::Utf8, true),
    ];
    let columns = extractor
        .schema()
        .fields()
        .iter()
        .map(|field| field.as_ref().clone());
    Arc::new(Schema::new(
        origin.into_iter().chain(columns).collect::<Vec<_>>(),
    ))
}

impl<'a> Rows<'a> {
    pub(crate) fn new(extractor: &'a Extractor) -> Self {
        Rows {
            schema: schema(extractor),
            sources: StringBuilder::new(),
            offsets: Int64Builder::new(),
            urls: StringBuilder::new(),
            record_errors: StringBuilder::new(),
            columns: extractor.batch(),
        }
    }

    /// Adds a row; `None` is a page that is null.
    pub(crate) fn push(&mut self, origin: &Origin<'_>, page: Option<&Page<'_>>) {
        self.sources.append_value(origin.source);
        self.offsets
            .append_value(i64::try_from(origin.offset).unwrap_or(i64::MAX));
        self.urls.append_option(origin.url);
        self.record_errors.append_option(origin.record_error);
        match page {
            Some(page) => self.columns.push(page),
            None => self.columns.push_null(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// The length of the pages in bytes.
    pub(crate) fn page_bytes(&self) -> usize {
        self.columns.page_bytes()
    }

    /// Takes all rows.
    pub(crate) fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        let mut arrays: Vec<ArrayRef> = vec![
            Arc::new(self.sources.finish()),
            Arc::new(self.offsets.finish()),
            Arc::new(self.urls.finish()),
            Arc::new(self.record_errors.finish()),
        ];
        arrays.extend_from_slice(self.columns.take().columns());
        RecordBatch::try_new(self.schema.clone(), arrays)
    }
}
