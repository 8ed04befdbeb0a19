//! Where output is written: a folder, or the beginning of keys in S3.
//!
//! A file appears whole, or not at all: in a folder it is written under another name, synced and renamed; in S3 an upload is
//! completed. What is not committed is removed when it is dropped. Names that begin with `_` are passed over by readers of such folders.

use super::failure::Failure;
use super::inputs;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
#[cfg(feature = "s3")]
use tokenwright_extract::objects::{Address, Bucket, Upload};

/// A folder for output.
pub(crate) enum Destination {
    Folder(PathBuf),
    #[cfg(feature = "s3")]
    Keys(Bucket, String),
}

impl Destination {
    /// Opens a folder, which is created if it is not there.
    pub(crate) fn open(name: &Path) -> Result<Self, Failure> {
        if inputs::is_address(name) {
            return Self::open_address(name);
        }
        if name == Path::new("-") {
            let message = "the output is a folder, and cannot be written to a pipe (`./-` is a folder of this name)";
            return Err(Failure::at(name, message));
        }
        std::fs::create_dir_all(name).map_err(|error| Failure::at(name, error))?;
        Ok(Destination::Folder(name.to_owned()))
    }

    #[cfg(not(feature = "s3"))]
    fn open_address(name: &Path) -> Result<Self, Failure> {
        Err(inputs::no_s3(&name.to_string_lossy()))
    }

    #[cfg(feature = "s3")]
    fn open_address(name: &Path) -> Result<Self, Failure> {
        let address = Address::parse(&name.to_string_lossy()).unwrap_or(Err("it is no address"));
        let address = address.map_err(|error| Failure::at(name, error))?;
        let bucket = Bucket::s3(&address.bucket).map_err(|error| Failure::at(name, error))?;
        let keys = address.key.trim_end_matches('/').to_owned();
        Ok(Destination::Keys(bucket, keys))
    }

    /// Its name and that of a file in it, for messages.
    pub(crate) fn failed(&self, name: &str, error: impl std::fmt::Display) -> Failure {
        match self {
            Destination::Folder(path) => Failure::at(&path.join(name), error),
            #[cfg(feature = "s3")]
            Destination::Keys(bucket, keys) => {
                let key = key(keys, name);
                Failure::new(format!("s3://{}/{key}: {error}", bucket.name()))
            }
        }
    }

    /// Reads a file; `None` if there is none.
    pub(crate) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        let read = match self {
            Destination::Folder(path) => match std::fs::read(path.join(name)) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                read => read.map(Some),
            },
            #[cfg(feature = "s3")]
            Destination::Keys(bucket, keys) => bucket.read(&key(keys, name)),
        };
        read.map_err(|error| self.failed(name, error))
    }

    /// Writes a file that is short.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let mut file = self.create(name)?;
        let written = file.write_all(bytes).and_then(|()| file.commit());
        written.map_err(|error| self.failed(name, error))
    }

    /// Removes a file, which need not be there.
    pub(crate) fn remove(&self, name: &str) -> Result<(), Failure> {
        let removed = match self {
            Destination::Folder(path) => match std::fs::remove_file(path.join(name)) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
                removed => removed,
            },
            #[cfg(feature = "s3")]
            Destination::Keys(bucket, keys) => bucket.remove(&key(keys, name)),
        };
        removed.map_err(|error| self.failed(name, error))
    }

    /// The files that are there, with `/` between folders.
    pub(crate) fn list(&self) -> Result<Vec<String>, Failure> {
        let list = match self {
            Destination::Folder(path) => names(path),
            #[cfg(feature = "s3")]
            Destination::Keys(bucket, keys) => bucket.list(keys, usize::MAX).map(|found| {
                let prefix = key(keys, "");
                let keys = found.iter().map(|meta| meta.location.as_ref());
                keys.filter_map(|key| key.strip_prefix(&prefix).map(str::to_owned))
                    .collect()
            }),
        };
        list.map_err(|error| self.failed("", error))
    }

    /// Whether nothing is there, not even a folder.
    pub(crate) fn is_empty(&self) -> Result<bool, Failure> {
        match self {
            Destination::Folder(path) => {
                let entries = std::fs::read_dir(path);
                let entries = entries.map_err(|error| self.failed("", error));
                entries.map(|mut entries| entries.next().is_none())
            }
            #[cfg(feature = "s3")]
            Destination::Keys(..) => self.list().map(|files| files.is_empty()),
        }
    }

    /// Begins a file, which is there when it is committed.
    pub(crate) fn create(&self, name: &str) -> Result<Sink, Failure> {
        let created = match self {
            Destination::Folder(path) => Partial::create(path.join(name)).map(Sink::File),
            #[cfg(feature = "s3")]
            Destination::Keys(bucket, keys) => bucket.create(&key(keys, name)).map(Sink::Upload),
        };
        created.map_err(|error| self.failed(name, error))
    }
}

/// The key of a file.
#[cfg(feature = "s3")]
fn key(keys: &str, name: &str) -> String {
    match keys {
        "" => name.to_owned(),
        _ => format!("{keys}/{name}"),
    }
}

/// The files below a folder.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, before)) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            match entry.file_type()?.is_dir() {
                true => folders.push((entry.path(), format!("{name}/"))),
                false => found.push(name),
            }
        }
    }
    Ok(found)
}

/// A file that is written.
pub(crate) enum Sink {
    File(Partial),
    #[cfg(feature = "s3")]
    Upload(Upload),
}

impl Sink {
    /// Makes the file appear.
    pub(crate) fn commit(self) -> io::Result<()> {
        match self {
            Sink::File(file) => file.commit(),
            #[cfg(feature = "s3")]
            Sink::Upload(upload) => upload.complete(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::File(file) => file.file.write(bytes),
            #[cfg(feature = "s3")]
            Sink::Upload(upload) => upload.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::File(file) => file.file.flush(),
            #[cfg(feature = "s3")]
            Sink::Upload(upload) => upload.flush(),
        }
    }
}

/// A file under a name that readers pass over.
pub(crate) struct Partial {
    file: BufWriter<File>,
    path: PathBuf,
    partial: PathBuf,
    is_complete: bool,
}

impl Partial {
    fn create(path: PathBuf) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let partial = path.with_file_name(format!("_{name}.partial"));
        Ok(Partial {
            file: BufWriter::new(File::create(&partial)?),
            path,
            partial,
            is_complete: false,
        })
    }

    fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        std::fs::rename(&self.partial, &self.path)?;
        self.is_complete = true;
        // The name is in the folder, which only Unix lets be opened.
        match self.path.parent() {
            Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.is_complete {
            // The error that led here is the one to report.
            let _ = std::fs::remove_file(&self.partial);
        }
    }
}
