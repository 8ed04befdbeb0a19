//! The only writer of generated files: it writes them, or compares them with the files on disk.
//!
//! With one function for both, `--check` cannot accept what writing would change. A folder belongs to the generator
//! as a whole, so a file that is no longer generated is removed; nothing by hand may be put there. Files are replaced
//! by renaming, so an interrupted run leaves old or new files and no halves, but possibly some of each.

mod command;
mod target;

pub use target::{check_target, file, output, unwritable};

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The differences between a set of generated files and the disk.
#[derive(Debug, Default)]
pub struct Difference {
    /// Files that are absent or have other contents.
    pub stale: Vec<PathBuf>,
    /// Files that are no longer generated.
    pub orphans: Vec<PathBuf>,
}

impl Difference {
    /// Whether there is no difference.
    pub fn is_empty(&self) -> bool {
        self.stale.is_empty() && self.orphans.is_empty()
    }

    /// Prints a line for each file that was written or removed.
    pub fn print_written(&self, indent: &str) {
        for path in &self.stale {
            println!("{indent}wrote {}", path.display());
        }
        for path in &self.orphans {
            println!("{indent}removed {}", path.display());
        }
    }
}

/// Everything that is generated.
#[derive(Debug, Default)]
pub struct Generated {
    /// Files with their contents.
    pub files: Vec<(PathBuf, String)>,
    /// Folders of generated files only.
    pub folders: Vec<PathBuf>,
}

impl Generated {
    /// Writes the files, or with `check` only compares; returns the differences.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn update(&self, check: bool) -> io::Result<Difference> {
        match check {
            true => self.compare(),
            false => self.write(),
        }
    }

    /// Compares without writing.
    ///
    /// # Errors
    /// If a file or a folder cannot be read.
    pub fn compare(&self) -> io::Result<Difference> {
        let mut difference = Difference::default();
        for (path, text) in &self.files {
            // A file that is not UTF-8 is out of date like any other content that the generator would not
            // write.
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
        for folder in &self.folders {
            list(folder, &mut present)?;
        }
        for (path, _) in &self.files {
            present.remove(path);
        }
        difference.orphans = present.into_iter().collect();
        Ok(difference)
    }

    /// Writes the files and returns the differences.
    ///
    /// # Errors
    /// If a file cannot be written. Each file has its old or its new contents, never a part.
    pub fn write(&self) -> io::Result<Difference> {
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
                // A folder that is not empty is kept.
                if fs::remove_dir(folder).is_err() {
                    break;
                }
            }
        }
        Ok(difference)
    }
}

/// The error with the path that it is about.
pub(crate) fn at(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes a file under another name in its folder, then renames it, so that it is never half written. Its permissions stay.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    match destination(path)? {
        Destination::Device => fs::write(path, text),
        Destination::File { temporary, path } => {
            let written = fs::write(&temporary, text)
                .and_then(|()| keep_permissions(&path, &temporary))
                .and_then(|()| fs::rename(&temporary, path));
            if written.is_err() {
                // It may not have been created.
                let _ = fs::remove_file(&temporary);
            }
            written
        }
    }
}

/// Gives a file the permissions of another, if that exists.
fn keep_permissions(of: &Path, file: &Path) -> io::Result<()> {
    match fs::metadata(of) {
        Ok(metadata) => fs::set_permissions(file, metadata.permissions()),
        Err(_) => Ok(()),
    }
}

/// The kind of file at a path.
enum Destination {
    /// A terminal, a pipe or a device, which must not be replaced.
    Device,
    /// A file, behind symbolic links, and the name that it has while it is written.
    File { temporary: PathBuf, path: PathBuf },
}

fn destination(path: &Path) -> io::Result<Destination> {
    let path = match path.canonicalize() {
        Ok(real) if real.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(real) if !real.is_file() => return Ok(Destination::Device),
        Ok(real) => real,
        Err(_) => path.to_owned(),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let name = name.to_string_lossy();
    let temporary = format!(".{name}.{}.new", std::process::id());
    Ok(Destination::File {
        temporary: path.with_file_name(temporary),
        path,
    })
}

/// Adds the files in a folder and its subfolders; none if the folder does not exist.
///
/// # Errors
/// If a folder cannot be read.
pub(crate) fn list(folder: &Path, into: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A temporary folder, removed on drop.
    pub(super) struct Folder(pub(super) PathBuf);

    impl Folder {
        pub(super) fn new(name: &str) -> Self {
            let folder = format!("tokenwright-write-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(folder);
            fs::create_dir_all(&folder).expect("a folder for the test");
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn generated(folder: &Path, files: &[(&str, &str)]) -> Generated {
        let files = files.iter();
        Generated {
            files: files
                .map(|(name, text)| (folder.join(name), (*text).to_owned()))
                .collect(),
            folders: vec![folder.join("owned")],
        }
    }

    #[test]
    fn writing_twice_changes_nothing_the_second_time() {
        let folder = Folder::new("twice");
        let generated = generated(&folder.0, &[("owned/a/b.rs", "b"), ("c.md", "c")]);
        assert_eq!(generated.compare().expect("compared").stale.len(), 2);
        assert!(!folder.0.join("c.md").exists());
        assert_eq!(generated.write().expect("written").stale.len(), 2);
        assert!(generated.write().expect("written").is_empty());
        let text = fs::read_to_string(folder.0.join("owned/a/b.rs"));
        assert_eq!(text.expect("the file"), "b");
    }

    #[test]
    fn orphans_go_with_the_folders_that_they_leave_empty_and_nothing_else_goes() {
        let folder = Folder::new("orphans");
        let before = generated(&folder.0, &[("owned/old/a.rs", "a"), ("owned/b.rs", "b")]);
        before.write().expect("written");
        fs::write(folder.0.join("mine.txt"), "mine").expect("an unrelated file");
        let after = generated(&folder.0, &[("owned/b.rs", "b")]);
        let orphans = after.compare().expect("compared").orphans;
        assert_eq!(orphans, [folder.0.join("owned/old/a.rs")]);
        after.write().expect("written");
        assert!(!folder.0.join("owned/old").exists());
        assert!(folder.0.join("mine.txt").exists());
    }

    #[test]
    fn a_file_is_replaced_and_its_neighbours_stay() {
        let folder = Folder::new("neighbours");
        fs::write(folder.0.join("a.new"), "mine").expect("an unrelated file");
        replace(&folder.0.join("a.svg"), "picture").expect("written");
        replace(&folder.0.join("a.svg"), "another").expect("written");
        let read = |name: &str| fs::read_to_string(folder.0.join(name)).expect("a file");
        assert_eq!([read("a.new"), read("a.svg")], ["mine", "another"]);
        assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn devices_links_and_permissions_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt};
        let folder = Folder::new("links");
        let [file, link] = ["file", "link"].map(|name| folder.0.join(name));
        fs::write(&file, "old").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("a file");
        replace(&link, "new").expect("written");
        let mode = fs::metadata(&file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(fs::read_to_string(&file).expect("a file"), "new");
        assert!(link.is_symlink());
        let null = Path::new("/dev/null");
        replace(null, "text").expect("written");
        let kind = null.metadata().expect("the device").file_type();
        assert!(kind.is_char_device());
    }

    #[test]
    fn what_is_not_text_is_stale() {
        let folder = Folder::new("bytes");
        fs::write(folder.0.join("c.md"), [0xFF]).expect("a file");
        let generated = generated(&folder.0, &[("c.md", "c")]);
        assert_eq!(generated.compare().expect("compared").stale.len(), 1);
    }
}
