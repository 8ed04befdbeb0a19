//! Archives for the reader: files, and Python's file objects.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// Input whose reading Ctrl-C ends, also within a large record.
pub(crate) enum Input {
    File(File),
    /// An object with `read` and `seek`. Its exceptions stay what they are.
    Object(Py<PyAny>),
}

impl Input {
    /// Takes a file object, or opens the file of a path.
    pub(crate) fn new(input: &Bound<'_, PyAny>) -> PyResult<Self> {
        if input.hasattr("read")? {
            return Ok(Input::Object(input.clone().unbind()));
        }
        Ok(Input::File(File::open(input.extract::<PathBuf>()?)?))
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // On the main thread.
        Python::attach(|py| py.check_signals()).map_err(io::Error::other)?;
        match self {
            Input::File(file) => file.read(buffer),
            Input::Object(object) => Python::attach(|py| {
                let read = object.call_method1(py, "read", (buffer.len(),));
                let bytes = read.and_then(|read| Ok(read.extract::<PyBackedBytes>(py)?));
                let bytes = bytes.map_err(io::Error::other)?;
                let Some(place) = buffer.get_mut(..bytes.len()) else {
                    let message = "read() has returned more than it was asked for";
                    return Err(io::Error::other(message));
                };
                place.copy_from_slice(&bytes);
                Ok(bytes.len())
            }),
        }
    }
}

impl Seek for Input {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Input::File(file) => file.seek(to),
            Input::Object(object) => Python::attach(|py| {
                let place = match to {
                    SeekFrom::Start(offset) => object.call_method1(py, "seek", (offset, 0)),
                    SeekFrom::Current(offset) => object.call_method1(py, "seek", (offset, 1)),
                    SeekFrom::End(offset) => object.call_method1(py, "seek", (offset, 2)),
                };
                let place = place.and_then(|place| place.extract::<u64>(py));
                place.map_err(io::Error::other)
            }),
        }
    }
}
