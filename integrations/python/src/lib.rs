//! The compiled part of the Python package `tokenwright-html`: columns in, columns out, without the interpreter's lock.

mod extractor;
mod input;
mod warc;

/// The compiled part of `tokenwright_html`. Threads share no state that is not behind a lock, so it needs none of the interpreter's.
#[pyo3::pymodule(gil_used = false)]
mod _tokenwright {
    use pyo3::types::{PyModule, PyModuleMethods};
    use pyo3::{Bound, PyResult};

    #[pymodule_export]
    use super::extractor::Extractor;
    #[pymodule_export]
    use super::warc::{WarcReader, is_archive, warc_splits};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
