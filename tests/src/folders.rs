//! Folders of test data.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The files of a folder with one of some extensions, in the order of their names.
///
/// # Errors
/// If the folder cannot be read.
pub fn files(folder: &Path, extensions: &[&str]) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| {
        let extension = path.extension();
        extension.is_some_and(|of| extensions.iter().any(|it| of == *it))
    });
    paths.sort();
    Ok(paths)
}
