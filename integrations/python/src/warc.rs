//! WARC files for Python.

use crate::input::Input;
use arrow_array::builder::{BinaryBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokenwright_extract::columns::{Records, Wats};
use tokenwright_extract::warc::{Page, Reader, indexed_splits_of, splits_of};

/// Reads the pages of a WARC file, or of those members that begin in a range of it.
#[pyclass(frozen, module = "tokenwright_html._tokenwright")]
pub(crate) struct WarcReader(Mutex<Reader<Input>>);

#[pymethods]
impl WarcReader {
    #[new]
    #[pyo3(signature = (input, start, end, max_record_bytes))]
    fn new(
        py: Python<'_>,
        input: &Bound<'_, PyAny>,
        start: u64,
        end: Option<u64>,
        max_record_bytes: u64,
    ) -> PyResult<Self> {
        let input = Input::new(input)?;
        let reader = py.detach(|| Reader::of_split(input, start..end.unwrap_or(u64::MAX)));
        let reader = reader.map_err(|error| match error.kind() {
            std::io::ErrorKind::InvalidInput => PyValueError::new_err(error.to_string()),
            _ => error.into(),
        })?;
        Ok(WarcReader(Mutex::new(reader.limit(max_record_bytes))))
    }

    /// How far the file has been read, in bytes as it is stored.
    fn position(&self) -> u64 {
        self.lock().position()
    }

    /// How many records so far are no pages, by reason.
    fn skipped(&self) -> BTreeMap<&'static str, u64> {
        let skipped = self.lock().skipped();
        BTreeMap::from([
            ("not HTML", skipped.not_html),
            ("not HTTP", skipped.not_http),
            ("other types", skipped.other_types),
        ])
    }

    /// Reads pages until they have `bytes`; `None` at the end.
    fn read_batch<'py>(
        &self,
        py: Python<'py>,
        bytes: usize,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let pages = py.detach(|| -> std::io::Result<Vec<Page>> {
            let mut reader = self.lock();
            let (mut pages, mut read) = (Vec::new(), 0);
            while read < bytes.max(1) {
                let Some(page) = reader.next_page()? else {
                    break;
                };
                read += page.bytes().max(1);
                pages.push(page);
            }
            Ok(pages)
        })?;
        if pages.is_empty() {
            return Ok(None);
        }
        let batch = py.detach(|| batch(pages));
        let batch = batch.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyRecordBatch::new(batch).into_pyarrow(py).map(Some)
    }
}

impl WarcReader {
    fn lock(&self) -> MutexGuard<'_, Reader<Input>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a file is an archive by its first bytes.
#[pyfunction]
pub(crate) fn is_archive(path: PathBuf) -> PyResult<bool> {
    Ok(tokenwright_extract::warc::is_archive(&path)?)
}

/// Divides a file into ranges for `WarcReader`. Indexes have it under a name.
#[pyfunction]
pub(crate) fn warc_splits(
    py: Python<'_>,
    input: &Bound<'_, PyAny>,
    name: &str,
    bytes: u64,
    indexes: Vec<PathBuf>,
) -> PyResult<Vec<(u64, Option<u64>)>> {
    let input = Input::new(input)?;
    let ranges = py.detach(|| match &*indexes {
        [] => splits_of(input, bytes),
        indexes => indexed_splits_of(input, name, bytes, indexes),
    });
    let ranges = ranges.map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidData => PyValueError::new_err(error.to_string()),
        _ => error.into(),
    })?;
    let ranges = ranges.into_iter();
    let end = |end: u64| (end < u64::MAX).then_some(end);
    Ok(ranges.map(|range| (range.start, end(range.end))).collect())
}

fn batch(pages: Vec<Page>) -> Result<RecordBatch, arrow_schema::ArrowError> {
    let bytes = pages.iter().map(|page| page.html.len()).sum();
    let mut records = Records::default();
    let mut html = BinaryBuilder::with_capacity(pages.len(), bytes);
    let mut texts = StringBuilder::new();
    let mut reasons = StringBuilder::new();
    let mut wats = Wats::default();
    for page in pages {
        records.push(&page);
        wats.push(page.wat.as_ref());
        match page.has_html() {
            false => html.append_null(),
            true => html.append_value(page.html),
        }
        texts.append_option(page.text);
        reasons.append_option(page.reason);
    }
    let mut fields = Records::fields();
    fields.push(Field::new("html", DataType::Binary, true));
    fields.push(Field::new("plain_text", DataType::Utf8, true));
    fields.push(Field::new("record_error", DataType::Utf8, true));
    fields.push(Wats::field());
    let mut arrays = records.take();
    let own: [ArrayRef; 4] = [
        Arc::new(html.finish()),
        Arc::new(texts.finish()),
        Arc::new(reasons.finish()),
        wats.take(),
    ];
    arrays.extend(own);
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
}
