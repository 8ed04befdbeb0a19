//! Pages from a folder.

use std::fs;
use std::io;
use std::path::Path;

use super::Page;
use crate::folders::files;

/// Reads the HTML files of `folder`, in the order of their names.
///
/// # Errors
/// If the folder or one of its HTML files cannot be read, or a file is not UTF-8; the message names it.
pub fn read(folder: &Path) -> io::Result<Vec<Page>> {
    let named = |path: &Path, error: io::Error| {
        io::Error::new(error.kind(), format!("{}: {error}", path.display()))
    };
    let paths = files(folder, &["html", "htm"]).map_err(|error| named(folder, error))?;
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).map_err(|error| named(&path, error))?;
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            Ok(Page { name, text })
        })
        .collect()
}
