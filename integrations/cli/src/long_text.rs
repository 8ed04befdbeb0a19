//! Text that may not fit into memory.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use tempfile::tempfile;

/// How many bytes are kept in memory.
const MEMORY: usize = 1 << 20;

/// A text that comes in parts: in memory while it is short, then in a temporary file that has no name and so leaves nothing
/// behind.
#[derive(Default)]
pub(crate) struct LongText {
    /// The beginning, and the lengths of its pieces.
    file: Option<(File, Vec<u64>)>,
    /// What follows.
    last: String,
}

impl LongText {
    pub(crate) fn is_empty(&self) -> bool {
        self.last.is_empty()
    }

    /// Adds a part.
    pub(crate) fn push(&mut self, part: &str) -> io::Result<()> {
        if !self.last.is_empty() && self.last.len() + part.len() > MEMORY {
            let (file, lengths) = match &mut self.file {
                Some(file) => file,
                none => none.insert((tempfile().map_err(of_temporary_file)?, Vec::new())),
            };
            file.write_all(self.last.as_bytes())
                .map_err(of_temporary_file)?;
            lengths.push(self.last.len() as u64);
            self.last.clear();
        }
        self.last.push_str(part);
        Ok(())
    }

    /// Passes the text on in pieces, and empties it.
    pub(crate) fn take(&mut self, mut pass: impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
        if let Some((mut file, lengths)) = self.file.take() {
            file.rewind().map_err(of_temporary_file)?;
            let mut piece = String::new();
            for length in lengths {
                piece.clear();
                let read = (&file).take(length).read_to_string(&mut piece);
                read.map_err(of_temporary_file)?;
                pass(&piece)?;
            }
        }
        let result = pass(&self.last);
        self.last.clear();
        result
    }
}

/// Says that an error is not one of the output.
pub(crate) fn of_temporary_file(error: io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let message = format!("a temporary file in {}: {error}", folder.display());
    io::Error::new(error.kind(), message)
}

#[cfg(test)]
mod tests {
    use super::{LongText, MEMORY};

    #[test]
    fn a_text_of_any_length_comes_back_in_bounded_memory() {
        let mut text = LongText::default();
        for parts in [1, 3, 30, 300, 2] {
            let part = "aé€😀\n".repeat(3000);
            for _ in 0..parts {
                assert!(text.push(&part).is_ok() && !text.is_empty());
                assert!(text.last.capacity() <= 2 * MEMORY);
            }
            let mut back = String::new();
            let taken = text.take(|piece| {
                back += piece;
                assert!(piece.len() <= MEMORY);
                Ok(())
            });
            assert!(taken.is_ok() && text.is_empty());
            assert!(back == part.repeat(parts), "{parts}");
        }
    }
}
