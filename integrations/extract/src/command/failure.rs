//! What ends the command, or a part of its work.

use std::fmt;
use std::path::Path;

/// A message for people.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Failure(message.to_string())
    }

    /// A failure at a file.
    pub(crate) fn at(path: &Path, error: impl fmt::Display) -> Self {
        Failure(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
