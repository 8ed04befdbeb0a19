//! Files in folders.

use std::io;
use std::path::{Path, PathBuf};

/// The files below a folder whose names end in one of these extensions, sorted. Links to folders are not followed.
///
/// ```
/// let folder = std::env::temp_dir().join("tokenwright-files-example");
/// std::fs::create_dir_all(folder.join("a"))?;
/// std::fs::write(folder.join("a/page.HTML"), "<p>")?;
/// let files = tokenwright_extract::files::below(&folder, &["html", "htm"])?;
/// assert_eq!(files, [folder.join("a/page.HTML")]);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<_, std::io::Error>(())
/// ```
pub fn below(folder: &Path, extensions: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if has_extension(&path, extensions) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a file's name ends in one of these extensions, in any case.
pub fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|found| {
        extensions
            .iter()
            .any(|wanted| found.eq_ignore_ascii_case(wanted))
    })
}
