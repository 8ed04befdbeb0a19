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
use std::sync::{Arc, Mutex, PoisonError};
use tokenwright_extract::columns::{Records, Wats};
use tokenwright_extract::warc::{Page, Reader, indexed_splits_of, splits_of};

/// Reads the pages of a WARC file, or of those members that begin in a range of it.
#[pyclass(frozen, module = "tokenwright_html._tokenwright")]
pub(crate) struct WarcReader {
    reader: Mutex<Reader<Input>>,
    /// How many bytes a batch may have so that a record still fits into its columns.
    most: usize,
}

/// How many bytes a column has at most: offsets are of 32 bits.
const COLUMN: u64 = i32::MAX as u64;

/// How many bytes a string that is known of a record has at most.
const STRING: u64 = 4 << 20;

/// A batch, which is `None` at the end; how far the file has been read, in bytes as it is stored; and how many records so far are no pages,
/// by reason.
type Read<'py> = (Option<Bound<'py, PyAny>>, u64, BTreeMap<&'static str, u64>);

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
        if max_record_bytes > COLUMN {
            return Err(PyValueError::new_err(format!(
                "max_record_bytes is {max_record_bytes}: a column has no room for a page of more than {COLUMN}"
            )));
        }
        let input = Input::new(input)?;
        let reader = py.detach(|| Reader::of_split(input, start..end.unwrap_or(u64::MAX)));
        let reader = reader.map_err(|error| match error.kind() {
            std::io::ErrorKind::InvalidInput => PyValueError::new_err(error.to_string()),
            _ => error.into(),
        })?;
        Ok(WarcReader {
            reader: Mutex::new(reader.limit(max_record_bytes)),
            most: usize::try_from(COLUMN - max_record_bytes.max(STRING)).unwrap_or(0),
        })
    }

    /// Reads pages until their rows have `bytes`.
    fn read_batch<'py>(&self, py: Python<'py>, bytes: usize) -> PyResult<Read<'py>> {
        // Without the interpreter, which the reader takes for each part that it reads: a thread that had it and waited here would stop both.
        let (batch, position, skipped) = py.detach(|| -> std::io::Result<_> {
            let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            let mut batch = Batch::default();
            while batch.bytes < bytes.min(self.most).max(1) {
                let Some(page) = reader.next_page()? else {
                    break;
                };
                batch.push(page);
            }
            Ok((batch, reader.position(), reader.skipped()))
        })?;
        let skipped = BTreeMap::from([
            ("not HTML", skipped.not_html),
            ("not HTTP", skipped.not_http),
            ("other types", skipped.other_types),
        ]);
        if batch.is_empty() {
            return Ok((None, position, skipped));
        }
        let batch = py.detach(|| batch.finish());
        let batch = batch.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let batch = PyRecordBatch::new(batch).into_pyarrow(py)?;
        Ok((Some(batch), position, skipped))
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

/// Rows under construction. Pages are not kept until there are enough: between the buffers of gzip members, which come and go, those
/// of 150,000 small pages kept 6.9 GiB from being used again.
#[derive(Default)]
struct Batch {
    records: Records,
    html: BinaryBuilder,
    texts: StringBuilder,
    reasons: StringBuilder,
    wats: Wats,
    /// How many bytes the rows have, about.
    bytes: usize,
}

impl Batch {
    fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    fn push(&mut self, page: Page) {
        self.bytes += page.row_bytes();
        self.records.push(&page);
        self.wats.push(page.wat.as_ref());
        self.html
            .append_option(page.has_html().then_some(page.html));
        self.texts.append_option(page.text);
        self.reasons.append_option(page.reason);
    }

    fn finish(mut self) -> Result<RecordBatch, arrow_schema::ArrowError> {
        let mut fields = Records::fields();
        fields.push(Field::new("html", DataType::Binary, true));
        fields.push(Field::new("plain_text", DataType::Utf8, true));
        fields.push(Field::new("record_error", DataType::Utf8, true));
        fields.push(Wats::field());
        let mut arrays = self.records.take();
        let own: [ArrayRef; 4] = [
            Arc::new(self.html.finish()),
            Arc::new(self.texts.finish()),
            Arc::new(self.reasons.finish()),
            self.wats.take(),
        ];
        arrays.extend(own);
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
    }
}
