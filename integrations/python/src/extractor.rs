//! Columns of pages from Python.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::{PyArray, PyTable};
use std::num::NonZeroUsize;
use tokenwright_arrow::{InputError, Pages, Progress, Request};

/// Extracts what a request, which is JSON, asks for.
#[pyclass(frozen, module = "tokenwright._tokenwright")]
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

    /// Extracts from all pages, and calls `progress` with the number of pages since its last call.
    #[pyo3(signature = (chunks, threads, progress=None))]
    fn extract<'py>(
        &self,
        py: Python<'py>,
        chunks: Vec<Chunk>,
        threads: NonZeroUsize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let pages: Result<Vec<Pages<'_>>, InputError> = chunks.iter().map(pages).collect();
        let pages = pages.map_err(|error| PyTypeError::new_err(error.to_string()))?;
        let mut failure = None;
        let mut before = 0;
        let batches = py.detach(|| {
            self.0.extract_on(threads, &pages, |done: Progress| {
                let new = done.pages - before;
                before = done.pages;
                let result = Python::attach(|py| {
                    // Ctrl-C, on the main thread.
                    py.check_signals()?;
                    progress
                        .as_ref()
                        .map_or(Ok(()), |progress| progress.call1(py, (new,)).map(drop))
                });
                failure = result.err();
                failure.is_none()
            })
        });
        match (failure, batches) {
            (Some(error), _) => Err(error),
            (None, batches) => {
                let batches = batches.unwrap_or_default();
                PyTable::try_new(batches, self.0.schema().clone())?.into_pyarrow(py)
            }
        }
    }
}

fn pages((html, urls, content_types): &Chunk) -> Result<Pages<'_>, InputError> {
    let mut pages = Pages::new(html.array())?;
    if let Some(urls) = urls {
        pages = pages.urls(urls.array())?;
    }
    if let Some(content_types) = content_types {
        pages = pages.content_types(content_types.array())?;
    }
    Ok(pages)
}
