//! The tests of a revision: html5lib's of its time, and those in `tests/data/corners`.

use crate::test_data::FOLDER_VARIABLE;
use crate::test_files::entries;
use std::fmt;
use std::path::{Path, PathBuf};
use tokenwright_analyses::suite::{self, Case};
use xtask::{report, workspace};

#[derive(Debug)]
pub(super) struct TestFile {
    pub(super) path: PathBuf,
    /// The origin of its tests.
    pub(super) origin: Origin,
    /// The tests, one for each initial state.
    pub(super) cases: Vec<Case>,
    text: String,
}

impl TestFile {
    /// The line of the only test with this description, from 1.
    pub(super) fn line(&self, description: &str) -> Option<usize> {
        line(&self.text, description)
    }
}

/// The origin of the tests of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// This project.
    Corners,
    /// html5lib.
    Html5lib,
}

impl Origin {
    /// All of them, in the order in which they are shown.
    pub(super) const ALL: [Origin; 2] = [Origin::Corners, Origin::Html5lib];
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Corners => "tests/data/corners",
            Origin::Html5lib => "html5lib's tests",
        })
    }
}

/// Reads the tests of a revision. Without html5lib's tests, prints how to get them.
///
/// # Errors
/// If a file of tests cannot be read.
pub(super) fn of(id: &str) -> Result<Vec<TestFile>, String> {
    let corners = workspace::root()
        .join("tests/data/corners")
        .join(format!("{id}.test"));
    let mut files = Vec::new();
    if corners.is_file() {
        files.push(read(corners, Origin::Corners)?);
    }
    match html5lib_tests(id) {
        Some(folder) => {
            for path in files_of(&folder)? {
                files.push(read(path, Origin::Html5lib)?);
            }
        }
        None => eprintln!(
            "note: html5lib's tests of {id} are not present and are skipped; \
             `cargo xtask test-data` gets them"
        ),
    }
    Ok(files)
}

/// The folder of html5lib's tests of a revision's time, if they are present.
pub(crate) fn html5lib_tests(id: &str) -> Option<PathBuf> {
    data_folder(&format!("revisions/{id}/html5lib-tests"))
}

/// The folder of html5lib's tests of trees, if they are present.
pub(crate) fn tests_of_trees() -> Option<PathBuf> {
    data_folder("tree-construction")
}

/// A folder of the test data, if it is present.
fn data_folder(name: &str) -> Option<PathBuf> {
    let mut folders = data_folders().into_iter().map(|folder| folder.join(name));
    folders.find(|folder| folder.is_dir())
}

/// The folders for test data: the one that the variable names, or those of the workspace.
fn data_folders() -> Vec<PathBuf> {
    match std::env::var_os(FOLDER_VARIABLE) {
        Some(folder) => vec![folder.into()],
        None => vec![
            workspace::root().join("test-data"),
            workspace::root().join("../shared"),
        ],
    }
}

/// The files of tests in a folder, in the order of their names.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = entries(folder).map_err(report::at(folder))?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "test"));
    Ok(files)
}

fn read(path: PathBuf, origin: Origin) -> Result<TestFile, String> {
    let text = report::read(&path)?;
    let (cases, _) = suite::read(&text).map_err(report::at(&path))?;
    Ok(TestFile {
        text,
        path,
        origin,
        cases,
    })
}

fn line(text: &str, description: &str) -> Option<usize> {
    let key = "\"description\"";
    let quoted = serde_json::Value::from(description).to_string();
    let describes = |line: &str| {
        let rest = line.split_once(key).map(|(_, rest)| rest);
        let value = rest.map(|rest| rest.trim_start().trim_start_matches(':').trim_start());
        value.is_some_and(|value| value.starts_with(&quoted))
    };
    let mut lines = text.lines().zip(1..).filter(|(line, _)| describes(line));
    let (_, first) = lines.next()?;
    lines.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn the_line_is_that_of_the_only_test_with_the_description() {
        let text = "{\"tests\": [\n{\"description\":\"a\"},\n{\"description\": \"b\\\"\"},\n{\"description\":\"a\"}\n]}";
        assert_eq!(line(text, "b\""), Some(3));
        assert_eq!(line(text, "a"), None);
        assert_eq!(line(text, "c"), None);
    }
}
