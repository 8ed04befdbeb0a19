//! The tests of a revision's own time.

use super::case::Case;
use super::form::File;
use crate::shared;
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the tests of all times come from.
pub const ORIGIN: &str = "https://github.com/html5lib/html5lib-tests";

/// All tests of a revision's time.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The revision's id.
    pub revision: String,
    /// The files in the order of their names, each with its cases.
    pub files: Vec<(String, Vec<Case>)>,
}

/// Why there is no suite.
#[derive(Debug)]
pub enum SuiteError {
    /// The tests are not there.
    Absent {
        /// Where they were looked for.
        looked: PathBuf,
    },
    /// A file of tests cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteError::Absent { looked } => write!(
                f,
                "no tests in {}: take those of the revision's time from {ORIGIN}, or set {}",
                looked.display(),
                shared::VARIABLE
            ),
            SuiteError::Unreadable { path, why } => write!(f, "{}: {why}", path.display()),
        }
    }
}

impl Error for SuiteError {}

/// Reads the tests of a revision's time, from `revisions/ID/html5lib-tests` of the shared data.
///
/// # Errors
/// When they are not there, or one of the files cannot be read.
pub fn suite(revision: &str) -> Result<Suite, SuiteError> {
    let looked = shared::place()
        .join("revisions")
        .join(revision)
        .join("html5lib-tests");
    let Ok(entries) = fs::read_dir(&looked) else {
        return Err(SuiteError::Absent { looked });
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "test")
        })
        .collect();
    paths.sort();
    if paths.is_empty() {
        return Err(SuiteError::Absent { looked });
    }
    let files = paths.iter().map(read).collect::<Result<_, _>>()?;
    Ok(Suite {
        revision: revision.to_owned(),
        files,
    })
}

/// Reads the tests of this project: inputs at the corners of a revision's text, with what the text
/// makes of them.
///
/// # Errors
/// When the file cannot be read.
pub fn corners(revision: &str) -> Result<Suite, SuiteError> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data/corners")
        .join(format!("{revision}.test"));
    Ok(Suite {
        revision: revision.to_owned(),
        files: vec![read(&path)?],
    })
}

/// The name of a file and its cases.
fn read(path: impl AsRef<Path>) -> Result<(String, Vec<Case>), SuiteError> {
    let path = path.as_ref();
    let unreadable = |why: String| SuiteError::Unreadable {
        path: path.to_owned(),
        why,
    };
    let text = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    let file: File =
        serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let cases = file.tests.iter().flat_map(|test| Case::all(&name, test));
    Ok((name.to_string(), cases.collect()))
}
