//! The input of a trace: its text, and the offset in the file of each byte of the text.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use tokenwright_tables::diagnostic::Diagnostic;

/// The text of an input, in which bytes that are not UTF-8 have become U+FFFD.
#[derive(Debug, Default)]
pub(super) struct Source {
    pub(super) text: String,
    /// The byte sequences that became U+FFFD, in order.
    replaced: Vec<Replaced>,
}

/// The end of a replaced byte sequence.
#[derive(Clone, Copy, Debug)]
struct Replaced {
    in_text: usize,
    in_file: usize,
}

impl Source {
    /// Reads a file, or standard input without one.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(super) fn read(file: Option<&Path>) -> Result<Self, Diagnostic> {
        let mut bytes = Vec::new();
        let (read, name) = match file {
            Some(path) => (
                File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
                path,
            ),
            None => {
                let stdin = io::stdin();
                if stdin.is_terminal() {
                    eprintln!("note: reading HTML from the terminal; Ctrl-D ends it");
                }
                let read = stdin.lock().read_to_end(&mut bytes);
                (read, Path::new("<stdin>"))
            }
        };
        read.map_err(|error| Diagnostic::unreadable(name, "file", &error))?;
        let source = Source::of(&bytes);
        if let Some(first) = source.first_malformed() {
            eprintln!(
                "note: {}: not UTF-8: malformed bytes become U+FFFD, first at byte {first}",
                name.display()
            );
        }
        Ok(source)
    }

    fn of(bytes: &[u8]) -> Self {
        let mut source = Source::default();
        let mut in_file = 0;
        for chunk in bytes.utf8_chunks() {
            source.text.push_str(chunk.valid());
            in_file += chunk.valid().len() + chunk.invalid().len();
            if !chunk.invalid().is_empty() {
                source.text.push('\u{FFFD}');
                let in_text = source.text.len();
                source.replaced.push(Replaced { in_text, in_file });
            }
        }
        source
    }

    /// The offset in the file of a byte of the text.
    pub(super) fn offset(&self, in_text: usize) -> usize {
        let before = self.replaced.partition_point(|r| r.in_text <= in_text);
        match before.checked_sub(1) {
            Some(last) => {
                let last = self.replaced[last];
                last.in_file + (in_text - last.in_text)
            }
            None => in_text,
        }
    }

    /// The offset in the file of the first sequence of bytes that is not UTF-8.
    fn first_malformed(&self) -> Option<usize> {
        let first = self.replaced.first()?;
        Some(first.in_text - '\u{FFFD}'.len_utf8())
    }
}

impl From<&str> for Source {
    fn from(text: &str) -> Self {
        Source::of(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn offsets_are_those_of_the_file() {
        let bytes = b"a\xE9b\xE2\x82c\xC3\xA9d\xFF";
        let source = Source::of(bytes);
        assert_eq!(source.text, "a\u{FFFD}b\u{FFFD}c\u{E9}d\u{FFFD}");
        let offsets = source.text.char_indices().map(|(at, _)| source.offset(at));
        assert_eq!(offsets.collect::<Vec<_>>(), [0, 1, 2, 3, 5, 6, 8, 9]);
        assert_eq!(source.offset(source.text.len()), bytes.len());
        assert_eq!(source.first_malformed(), Some(1));
        assert_eq!(Source::of(b"text").first_malformed(), None);
    }
}
