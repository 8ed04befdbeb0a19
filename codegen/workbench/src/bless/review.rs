//! Summarises changes of files, one line each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};
use xtask::report;
use xtask::write::Generated;

/// A file that changes.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
}

/// How a file changes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// So many lines are added and removed.
    Lines { added: usize, removed: usize },
    /// The file was not there.
    New,
    /// The file is removed.
    Orphan,
}

/// Writes files, or compares them; returns the changes.
///
/// # Errors
/// If a file cannot be read or written.
pub(super) fn changes(generated: &Generated, check: bool) -> Result<Vec<Change>, String> {
    let difference = generated.compare().map_err(|error| error.to_string())?;
    let mut changes = Vec::new();
    for (path, text) in &generated.files {
        if difference.stale.contains(path) {
            let kind = kind(path, text).map_err(report::at(path))?;
            let path = path.clone();
            changes.push(Change { path, kind });
        }
    }
    changes.extend(difference.orphans.into_iter().map(|path| Change {
        path,
        kind: Kind::Orphan,
    }));
    if !check {
        generated.write().map_err(|error| error.to_string())?;
    }
    Ok(changes)
}

/// How a file changes that is to hold a text.
pub(super) fn kind(path: &Path, text: &str) -> io::Result<Kind> {
    match fs::read(path) {
        Ok(bytes) => {
            let (added, removed) = lines(&String::from_utf8_lossy(&bytes), text);
            Ok(Kind::Lines { added, removed })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Kind::New),
        Err(error) => Err(error),
    }
}

/// The numbers of added and removed lines. A line that only moves does not count.
fn lines(old: &str, new: &str) -> (usize, usize) {
    let mut surplus: BTreeMap<&str, isize> = BTreeMap::new();
    for line in new.lines() {
        *surplus.entry(line).or_default() += 1;
    }
    for line in old.lines() {
        *surplus.entry(line).or_default() -= 1;
    }
    let sum = |sign: isize| {
        let counts = surplus.values().map(|count| (count * sign).max(0));
        counts.sum::<isize>().unsigned_abs()
    };
    (sum(1), sum(-1))
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_that_stay_do_not_count() {
        assert_eq!(lines("a\nb\nc\n", "a\nx\nc\ny\n"), (2, 1));
        assert_eq!(lines("a\na\n", "a\n"), (0, 1));
        assert_eq!(lines("a\nb\n", "b\na\n"), (0, 0));
    }
}
