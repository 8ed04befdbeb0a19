//! The only writer of generated files: it writes them, or compares them with what is there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What a set of generated files differs in from what is on the disk.
#[derive(Debug, Default)]
pub(crate) struct Difference {
    /// Files that are absent, or hold something else.
    pub(crate) stale: Vec<PathBuf>,
    /// Files that nothing generates any more.
    pub(crate) orphans: Vec<PathBuf>,
}

impl Difference {
    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.stale.is_empty() && self.orphans.is_empty()
    }
}

/// Files that are to be below a folder, all of which belongs to the generator.
#[derive(Debug)]
pub(crate) struct Owned {
    /// The folder.
    pub(crate) folder: PathBuf,
    /// Paths below it, and what they are to hold.
    pub(crate) files: Vec<(PathBuf, String)>,
}

impl Owned {
    /// Compares, and changes nothing.
    ///
    /// # Errors
    /// Where a file or a folder cannot be read.
    pub(crate) fn compare(&self) -> io::Result<Difference> {
        let mut present = BTreeSet::new();
        if self.folder.is_dir() {
            list(&self.folder, &mut present)?;
        }
        let mut difference = Difference::default();
        for (path, text) in &self.files {
            let path = self.folder.join(path);
            // What is not UTF-8 is stale like anything else that the generator would not write.
            if !present.remove(&path) || fs::read(&path)? != text.as_bytes() {
                difference.stale.push(path);
            }
        }
        difference.orphans = present.into_iter().collect();
        Ok(difference)
    }

    /// Brings the folder up to date; gives what had to be changed.
    ///
    /// # Errors
    /// Where a file cannot be written. Each file is whole, old or new, whatever happens.
    pub(crate) fn write(&self) -> io::Result<Difference> {
        let difference = self.compare()?;
        for (path, text) in &self.files {
            let path = self.folder.join(path);
            if difference.stale.contains(&path) {
                replace(&path, text)?;
            }
        }
        for orphan in &difference.orphans {
            fs::remove_file(orphan)?;
            for folder in orphan.ancestors().skip(1).take_while(|f| *f != self.folder) {
                // A folder that still holds something stays.
                if fs::remove_dir(folder).is_err() {
                    break;
                }
            }
        }
        Ok(difference)
    }
}

/// Writes a file beside its place, then moves it there.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = path.with_extension("new");
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}

fn list(folder: &Path, into: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, into)?;
        } else {
            into.insert(path);
        }
    }
    Ok(())
}
