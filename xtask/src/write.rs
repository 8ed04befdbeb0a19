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

/// Everything that is generated.
#[derive(Debug, Default)]
pub(crate) struct Generated {
    /// Files, and what they are to hold.
    pub(crate) files: Vec<(PathBuf, String)>,
    /// Folders that hold nothing else.
    pub(crate) folders: Vec<PathBuf>,
}

impl Generated {
    /// Compares, and changes nothing.
    ///
    /// # Errors
    /// Where a file or a folder cannot be read.
    pub(crate) fn compare(&self) -> io::Result<Difference> {
        let mut difference = Difference::default();
        for (path, text) in &self.files {
            // What is not UTF-8 is stale like anything else that the generator would not write.
            match fs::read(path) {
                Ok(bytes) if bytes == text.as_bytes() => {}
                Ok(_) => difference.stale.push(path.clone()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    difference.stale.push(path.clone());
                }
                Err(error) => return Err(at(path, error)),
            }
        }
        let mut present = BTreeSet::new();
        for folder in self.folders.iter().filter(|folder| folder.is_dir()) {
            list(folder, &mut present)?;
        }
        for (path, _) in &self.files {
            present.remove(path);
        }
        difference.orphans = present.into_iter().collect();
        Ok(difference)
    }

    /// Brings the files up to date; gives what had to be changed.
    ///
    /// # Errors
    /// Where a file cannot be written. Each file is whole, old or new, whatever happens.
    pub(crate) fn write(&self) -> io::Result<Difference> {
        let difference = self.compare()?;
        for (path, text) in &self.files {
            if difference.stale.contains(path) {
                replace(path, text).map_err(|error| at(path, error))?;
            }
        }
        for orphan in &difference.orphans {
            fs::remove_file(orphan).map_err(|error| at(orphan, error))?;
            let ours = |folder: &Path| self.folders.iter().any(|owned| folder == owned);
            for folder in orphan.ancestors().skip(1).take_while(|f| !ours(f)) {
                // A folder that still holds something stays.
                if fs::remove_dir(folder).is_err() {
                    break;
                }
            }
        }
        Ok(difference)
    }
}

/// The error with the path that it is about.
fn at(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
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
    for entry in fs::read_dir(folder).map_err(|error| at(folder, error))? {
        let path = entry.map_err(|error| at(folder, error))?.path();
        if path.is_dir() {
            list(&path, into)?;
        } else {
            into.insert(path);
        }
    }
    Ok(())
}
