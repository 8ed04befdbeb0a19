//! The html5lib tests from the time of a revision.

use crate::folders;
use crate::shared::{self, Absent};
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_analyses::suite::{self, Case, LoneSurrogate};

/// All html5lib tests from the time of a revision.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The revision's id.
    pub revision: String,
    /// The files in the order of their names.
    pub files: Vec<TestFile>,
}

/// A file of tests.
#[derive(Clone, Debug)]
pub struct TestFile {
    /// Its name: `test1.test`.
    pub name: String,
    /// The tests, one for each initial state.
    pub cases: Vec<Case>,
    /// The tests that cannot be run.
    pub lone: Vec<LoneSurrogate>,
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
    let paths = folders::files(&folder, &["test"]);
    let paths = paths.map_err(|error| unreadable(error.to_string()))?;
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

fn read(path: impl AsRef<Path>) -> Result<TestFile, SuiteError> {
    let path = path.as_ref();
    let unreadable = |why: String| SuiteError::Unreadable {
        path: path.to_owned(),
        why,
    };
    let text = fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    let (cases, lone) = suite::read(&text).map_err(|error| unreadable(error.to_string()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(TestFile {
        name: name.into_owned(),
        cases,
        lone,
    })
}
