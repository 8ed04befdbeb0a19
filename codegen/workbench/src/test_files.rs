//! Files of tests in html5lib's form.

use crate::input_file;
use std::path::{Path, PathBuf};
use std::{fs, io};
use tokenwright_analyses::suite::ReadError;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load;

/// The longest file, in MiB. The longest of html5lib's has one.
const LONGEST_MEBI: u64 = 32;

/// The help for a file that is not a suite.
const FORM: &str = "a suite has html5lib's form: a JSON object with a list `tests` of objects with `input` and `output`";

/// What is in a folder, in the order of the names.
pub(crate) fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    Ok(paths)
}

/// The files, and those in the folders with one of these endings, in the order of their names.
pub(crate) fn paths(paths: &[PathBuf], endings: &[&str]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let unreadable = |error| Diagnostic::unreadable(path, "folder", &error);
        let mut found = entries(path).map_err(unreadable)?;
        found.retain(|file| {
            let ending = file.extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| endings.contains(&ending))
        });
        if found.is_empty() {
            let endings = endings.iter().map(|ending| format!("`.{ending}`"));
            let endings = endings.collect::<Vec<_>>().join(" or ");
            return Err(Diagnostic::unread(
                path,
                format!("the folder has no file that ends in {endings}"),
            ));
        }
        all.extend(found);
    }
    Ok(all)
}

/// The text of a file of tests.
///
/// # Errors
/// If the file cannot be read, or is not UTF-8.
pub(crate) fn text(path: &Path, sources: &mut Sources) -> Result<String, Diagnostic> {
    let bytes = load::read_bytes(path, LONGEST_MEBI, "split the suite")?;
    String::from_utf8(bytes).map_err(|error| {
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let before = &text[..error.utf8_error().valid_up_to()];
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let message = "not a test suite: the file is not UTF-8".to_owned();
        input_file::malformed(sources, path, text, Some((line, column)), message)
    })
}

/// The message on a file that is no suite.
pub(crate) fn malformed(
    sources: &mut Sources,
    path: &Path,
    text: String,
    mut error: ReadError,
) -> Diagnostic {
    let at = error.at.take();
    let message = format!("not a test suite: {error}");
    input_file::malformed(sources, path, text, at, message).help(FORM)
}
