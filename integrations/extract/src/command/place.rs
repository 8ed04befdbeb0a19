//! Where an input is: a file, or an object in S3.
//!
//! Both are opened as something that reads and seeks, which is all that archives and Parquet need. An object is looked up once, when the
//! command begins; if it is replaced later, reading it is an error, as its parts would not fit together. Without the feature `s3`, an
//! address is an error that says so, and never a path.

use super::failure::Failure;
use super::fingerprint;
use bytes::Bytes;
use parquet::errors::Result as ParquetResult;
use parquet::file::reader::{ChunkReader, Length};
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
#[cfg(feature = "s3")]
use tokenwright_extract::objects::{Bucket, Object, object_store::ObjectMeta};

/// A file or an object.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    File(PathBuf),
    #[cfg(feature = "s3")]
    Object(Bucket, ObjectMeta),
}

impl Place {
    pub(crate) fn open(&self) -> io::Result<Input> {
        match self {
            Place::File(path) => Ok(Input::File(File::open(path)?)),
            #[cfg(feature = "s3")]
            Place::Object(bucket, meta) => Ok(Input::Object(bucket.reader(meta.clone()))),
        }
    }

    /// Its name, without folders.
    pub(crate) fn name(&self) -> String {
        match self {
            Place::File(path) => path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into(),
            #[cfg(feature = "s3")]
            Place::Object(_, meta) => meta.location.filename().unwrap_or_default().to_owned(),
        }
    }

    /// How many bytes it has; 0 if that cannot be found out.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Place::File(path) => path.metadata().map_or(0, |metadata| metadata.len()),
            #[cfg(feature = "s3")]
            Place::Object(_, meta) => meta.size,
        }
    }

    /// What it contains: of a file by its content, of an object by its tag and length.
    pub(crate) fn fingerprint(&self) -> io::Result<String> {
        match self {
            Place::File(path) => fingerprint::of_file(path),
            #[cfg(feature = "s3")]
            Place::Object(_, meta) => {
                // A store without tags has dates.
                let tag = meta.e_tag.clone();
                let tag = tag.unwrap_or_else(|| meta.last_modified.to_rfc3339());
                let texts = [tag, meta.size.to_string()];
                Ok(fingerprint::of_texts(texts.iter().map(String::as_str)))
            }
        }
    }

    pub(crate) fn has_extension(&self, extensions: &[&str]) -> bool {
        tokenwright_extract::files::has_extension(self.name().as_ref(), extensions)
    }

    pub(crate) fn failed(&self, error: impl fmt::Display) -> Failure {
        Failure::new(format!("{self}: {error}"))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File(path) => path.display().fmt(f),
            #[cfg(feature = "s3")]
            Place::Object(bucket, meta) => write!(f, "s3://{}/{}", bucket.name(), meta.location),
        }
    }
}

/// An input that is open.
pub(crate) enum Input {
    File(File),
    #[cfg(feature = "s3")]
    Object(Object),
}

impl Input {
    fn again(&self) -> io::Result<Self> {
        match self {
            Input::File(file) => file.try_clone().map(Input::File),
            #[cfg(feature = "s3")]
            Input::Object(object) => Ok(Input::Object(object.clone())),
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::File(file) => file.read(buffer),
            #[cfg(feature = "s3")]
            Input::Object(object) => object.read(buffer),
        }
    }
}

impl Seek for Input {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Input::File(file) => file.seek(to),
            #[cfg(feature = "s3")]
            Input::Object(object) => object.seek(to),
        }
    }
}

impl Length for Input {
    fn len(&self) -> u64 {
        match self {
            Input::File(file) => file.metadata().map_or(0, |metadata| metadata.len()),
            #[cfg(feature = "s3")]
            Input::Object(object) => object.meta().size,
        }
    }
}

impl ChunkReader for Input {
    type T = io::BufReader<Input>;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        let mut input = self.again()?;
        input.seek(SeekFrom::Start(start))?;
        Ok(io::BufReader::new(input))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        let mut bytes = Vec::new();
        let read = self.get_read(start)?.take(length as u64);
        { read }.read_to_end(&mut bytes)?;
        match bytes.len() == length {
            true => Ok(bytes.into()),
            false => Err(parquet::errors::ParquetError::EOF(format!(
                "the file ends {} bytes early",
                length - bytes.len()
            ))),
        }
    }
}
