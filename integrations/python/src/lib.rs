//! The compiled part of the Python package `tokenwright-html`: columns in, columns out, without the interpreter's lock.

mod extractor;
mod warc;

/// The compiled part of `tokenwright_html`.
#[pyo3::pymodule]
mod _tokenwright {
    #[pymodule_export]
    use super::extractor::Extractor;
    #[pymodule_export]
    use super::warc::{WarcReader, is_archive, warc_splits};
}
