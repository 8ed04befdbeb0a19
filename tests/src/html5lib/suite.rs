//! The html5lib tests from the time of a revision.

use super::case::Case;
use super::form::File;
use crate::shared::{self, Absent};
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// All html5lib tests from the time of a revision.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The revision's id.
    pub revision: String,
    /// The files in the order of their names, each with its cases.
    pub files: Vec<(String, Vec<Case>)>,
}

/// The reason why there is no suite.
#[derive(Debug)]
pub enum SuiteError {
    /// The tests are not part of the test data.
    Absent(Absent),
    /// A file of tests cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteError::Absent(absent) => absent.fmt(f),
            SuiteError::Unreadable { path, why } => write!(f, "{}: {why}", path.display()),
        }
    }
}

impl Error for SuiteError {}

/// Reads the tests of a revision's time from `revisions/ID/html5lib-tests` of the test data.
///
/// # Errors
/// If the folder is absent or has no tests, or a file cannot be read.
pub fn suite(revision: &str) -> Result<Suite, SuiteError> {
    let folder = shared::find(&format!("revisions/{revision}/html5lib-tests"));
    let folder = folder.map_err(SuiteError::Absent)?;
    let unreadable = |why: String| SuiteError::Unreadable {
        path: folder.clone(),
        why,
    };
    let entries = fs::read_dir(&folder).map_err(|error| unreadable(error.to_string()))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "test")
        })
        .collect();
    paths.sort();
    if paths.is_empty() {
        return Err(unreadable("no `.test` file in it".to_owned()));
    }
    let files = paths.iter().map(read).collect::<Result<_, _>>()?;
    Ok(Suite {
        revision: revision.to_owned(),
        files,
    })
}

/// Reads the tests of this project: edge cases of a revision's text, with the output that the text
/// requires.
///
/// # Errors
/// If the file cannot be read.
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
