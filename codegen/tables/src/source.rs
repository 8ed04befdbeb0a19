//! Source files, and places in them.

use std::ops::Range;
use std::path::PathBuf;

/// A file of tables, stored for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path to show in messages.
    pub path: PathBuf,
    /// The text of the file.
    pub text: String,
}

/// A range of bytes in one of the files that a run has read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The number of the file in [`Sources`](crate::diagnostic::Sources).
    pub file: u32,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Place {
    /// The bytes of a file in this range.
    #[must_use]
    pub fn within(file: u32, range: Range<usize>) -> Place {
        Place {
            file,
            start: range.start as u32,
            end: range.end as u32,
        }
    }

    /// The part of this place from `start` to `end`, in bytes from its first one.
    #[must_use]
    pub fn part(self, start: usize, end: usize) -> Place {
        let at = |offset: usize| {
            u32::try_from(offset)
                .ok()
                .and_then(|offset| self.start.checked_add(offset))
                .map_or(self.end, |at| at.min(self.end))
        };
        Place {
            file: self.file,
            start: at(start),
            end: at(end),
        }
    }
}
