//! Columns of pages from Python.

use arrow_array::Array;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::{PyArray, PyTable};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use tokenwright_arrow::{InputError, Pages, Progress, Request};

/// Extracts what a request, which is JSON, asks for.
#[pyclass(frozen, module = "tokenwright_html._tokenwright")]
pub(crate) struct Extractor(tokenwright_arrow::Extractor);

/// A column of pages, and the columns of their URLs and content types.
type Chunk = (PyArray, Option<PyArray>, Option<PyArray>);

#[pymethods]
impl Extractor {
    #[new]
    fn new(request: &str) -> PyResult<Self> {
        let request: Request = serde_json::from_str(request).map_err(|error| {
            PyValueError::new_err(format!("the request is not understood: {error}"))
        })?;
        let extractor = tokenwright_arrow::Extractor::new(request);
        let extractor = extractor.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Extractor(extractor))
    }

    /// Extracts from all pages, and calls `progress` with the number of pages since its last call. `is_text` says that
    /// binary pages are text.
    #[pyo3(signature = (chunks, threads, progress=None, *, is_text=false))]
    fn extract<'py>(
        &self,
        py: Python<'py>,
        chunks: Vec<Chunk>,
        threads: NonZeroUsize,
        progress: Option<Py<PyAny>>,
        is_text: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let pages = chunks.iter().map(|chunk| pages(chunk, is_text));
        let pages: Vec<Pages<'_>> = pages.collect::<PyResult<_>>()?;
        let failure = Mutex::new(None);
        let failed = |result: PyResult<()>| match result {
            Ok(()) => false,
            Err(error) => {
                // Of several reasons the first one is the cause.
                let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                failure.get_or_insert(error);
                true
            }
        };
        let mut before = 0;
        let batches = py.detach(|| {
            let progress = |done: Progress| {
                let new = done.pages - before;
                before = done.pages;
                let call = |py: Python<'_>| match &progress {
                    Some(progress) => progress.call1(py, (new,)).map(drop),
                    None => Ok(()),
                };
                !failed(Python::attach(call))
            };
            // Ctrl-C, on the main thread.
            let interrupted = || failed(Python::attach(|py| py.check_signals()));
            self.0
                .extract_until(threads, &pages, progress, &interrupted)
        });
        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (failure, batches) {
            (Some(error), _) => Err(error),
            (None, batches) => {
                let batches = batches.unwrap_or_default();
                PyTable::try_new(batches, self.0.schema().clone())?.into_pyarrow(py)
            }
        }
    }
}

fn pages((html, urls, content_types): &Chunk, is_text: bool) -> PyResult<Pages<'_>> {
    let wrong = |error: InputError| PyTypeError::new_err(error.to_string());
    let mut pages = Pages::new(checked(html)?).map_err(wrong)?;
    if is_text {
        pages = pages.text();
    }
    if let Some(urls) = urls {
        pages = pages.urls(checked(urls)?).map_err(wrong)?;
    }
    if let Some(content_types) = content_types {
        pages = pages
            .content_types(checked(content_types)?)
            .map_err(wrong)?;
    }
    Ok(pages)
}

/// An array whose offsets and values are valid, which others do not make sure of.
fn checked(array: &PyArray) -> PyResult<&dyn Array> {
    let array = array.array();
    let is_valid = array.to_data().validate_full();
    is_valid.map_err(|error| PyValueError::new_err(format!("a column is corrupt: {error}")))?;
    Ok(array)
}
