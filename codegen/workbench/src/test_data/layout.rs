//! The folder in which tests find the data.

use super::note;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use xtask::report::at;

/// The files of a suite, by name.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// The folder below which suites are written before they take their places.
const STAGING: &str = ".incoming";

/// A data folder.
pub(super) struct Layout {
    root: PathBuf,
}

impl Layout {
    pub(super) fn new(root: PathBuf) -> Self {
        Layout { root }
    }

    /// A path in the folder.
    pub(super) fn path(&self, item: &str) -> PathBuf {
        self.root.join(item)
    }

    /// Whether this is the folder at `path`.
    pub(super) fn is(&self, path: &Path) -> bool {
        match (fs::canonicalize(&self.root), fs::canonicalize(path)) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        }
    }

    /// Moves suites to their places in the folder after all of them are written completely. A place inside another one
    /// comes after it.
    ///
    /// # Errors
    /// If a place holds something that this command did not write, or a file cannot be written.
    pub(super) fn replace(&self, suites: &[(&str, &Files)]) -> Result<(), String> {
        for (place, _) in suites {
            let place = self.path(place);
            if !may_replace(&place).map_err(at(&place))? {
                return Err(format!(
                    "{}: this command did not write it and does not replace it; move it away, or \
                     name another folder with --to",
                    place.display()
                ));
            }
        }
        let staging = self.root.join(STAGING);
        let replaced = self.write(&staging, suites);
        // Removes the remains of a stopped run. A failure is harmless.
        let _ = fs::remove_dir_all(&staging);
        replaced
    }

    fn write(&self, staging: &Path, suites: &[(&str, &Files)]) -> Result<(), String> {
        if staging.exists() {
            fs::remove_dir_all(staging).map_err(at(staging))?;
        }
        for (number, (_, files)) in suites.iter().enumerate() {
            let folder = staging.join("new").join(number.to_string());
            fs::create_dir_all(&folder).map_err(at(&folder))?;
            for (name, content) in *files {
                let path = folder.join(name);
                fs::write(&path, content).map_err(at(&path))?;
            }
        }
        let old = staging.join("old");
        fs::create_dir_all(&old).map_err(at(&old))?;
        for (number, (place, _)) in suites.iter().enumerate() {
            let place = self.path(place);
            let number = number.to_string();
            let parent = place.parent().unwrap_or(&self.root);
            fs::create_dir_all(parent).map_err(at(parent))?;
            let aside = old.join(&number);
            let occupied = place.exists();
            if occupied {
                fs::rename(&place, &aside).map_err(at(&place))?;
            }
            let moved = fs::rename(staging.join("new").join(&number), &place);
            if moved.is_err() && occupied {
                // Keep the old suite.
                let _ = fs::rename(&aside, &place);
            }
            moved.map_err(at(&place))?;
        }
        Ok(())
    }
}

/// Whether the folder can be replaced without loss: it is absent, empty, or has the note of this
/// command.
fn may_replace(place: &Path) -> io::Result<bool> {
    let empty = match fs::read_dir(place) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(error),
    };
    if empty {
        return Ok(true);
    }
    match fs::read_to_string(place.join(note::FILE)) {
        Ok(note) => Ok(note.lines().next() == Some(note::HEADING)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
