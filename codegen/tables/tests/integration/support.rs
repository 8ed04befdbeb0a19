//! What the tests of folders of tables share.

use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::{Diagnostic, Sources, render_all};
use tokenwright_tables::load;

/// The checked-in tables.
pub(crate) fn spec() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec")
}

/// Small tables, of a new and an old revision, that are edited into invalid ones.
pub(crate) fn small() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad/spec")
}

/// A folder for a test, without what an earlier run has left.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Copies a folder with all that is in it.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for path in paths(from) {
        let to = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &to),
            false => drop(fs::copy(&path, to).expect("a copy")),
        }
    }
}

/// The files and folders in a folder.
pub(crate) fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

/// A folder of tables that was read and checked.
pub(crate) struct Checked {
    pub(crate) is_usable: bool,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) messages: String,
}

/// Checks the tables of a folder, with the lists of another.
pub(crate) fn checked(dir: &Path, lists: &Path) -> Checked {
    let mut sources = Sources::default();
    let checked = check::folder(load::folder(dir, lists, &mut sources));
    Checked {
        is_usable: checked.loaded.is_some(),
        messages: render_all(&checked.diagnostics, &sources, false),
        diagnostics: checked.diagnostics,
    }
}
