//! The folder of the output, which says what is done already.
//!
//! Readers of such folders pass over names that begin with `_`.

use super::arguments::{Arguments, Format};
use super::failure::Failure;
use super::job::Job;
use std::fs::File;
use std::io::ErrorKind;
use std::path::PathBuf;

/// The file that Hadoop and Spark write when a job is complete.
const SUCCESS: &str = "_SUCCESS";

/// The folder of the output.
pub(crate) struct Folder {
    path: PathBuf,
    extension: &'static str,
}

impl Folder {
    /// Creates the folder, or continues one that was made in the same way.
    pub(crate) fn open(arguments: &Arguments) -> Result<Self, Failure> {
        let path = arguments.output.clone();
        std::fs::create_dir_all(&path).map_err(|error| Failure::at(&path, error))?;
        let record = path.join("_request.json");
        let fingerprint = arguments.fingerprint()?;
        match std::fs::read_to_string(&record) {
            Ok(before) if before == fingerprint => {}
            Ok(_) => {
                let message = "the folder has the output of another request: name another folder, or remove it";
                return Err(Failure::at(&path, message));
            }
            Err(_) => {
                let is_empty =
                    std::fs::read_dir(&path).is_ok_and(|mut files| files.next().is_none());
                if !is_empty {
                    let message = "the folder is not empty, and has no output to continue: name another folder";
                    return Err(Failure::at(&path, message));
                }
                std::fs::write(&record, fingerprint)
                    .map_err(|error| Failure::at(&record, error))?;
            }
        }
        Ok(Folder {
            path,
            extension: match arguments.format {
                Format::Parquet => "parquet",
                Format::Jsonl => "jsonl",
            },
        })
    }

    /// Says that parts are missing, until [`complete`](Self::complete).
    pub(crate) fn begin(&self) -> Result<(), Failure> {
        let path = self.path.join(SUCCESS);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::at(&path, error)),
            _ => Ok(()),
        }
    }

    /// Says that every part is there, after their names are on disk.
    pub(crate) fn complete(&self) -> Result<(), Failure> {
        // Only Unix lets a folder be opened.
        if cfg!(unix) {
            let synced = File::open(&self.path).and_then(|folder| folder.sync_all());
            synced.map_err(|error| Failure::at(&self.path, error))?;
        }
        let path = self.path.join(SUCCESS);
        std::fs::write(&path, "").map_err(|error| Failure::at(&path, error))
    }

    /// The output file of a job.
    pub(crate) fn file(&self, job: &Job) -> PathBuf {
        self.path.join(format!("{}.{}", job.name, self.extension))
    }

    /// Whether a job is done.
    pub(crate) fn is_done(&self, job: &Job) -> bool {
        self.file(job).exists()
    }
}
