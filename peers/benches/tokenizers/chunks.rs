//! Input in chunks.

use std::fs::File;
use std::io::{self, Read};

/// The size of a chunk, in bytes.
pub(crate) const CHUNK: usize = 64 * 1024;

/// Yields a document in chunks that end at character boundaries.
pub(crate) trait Chunks {
    /// The next chunk; `None` at the end.
    fn next(&mut self) -> Option<&str>;
}

/// A text as one chunk.
impl Chunks for Option<&str> {
    fn next(&mut self) -> Option<&str> {
        self.take()
    }
}

/// A text in memory, repeated.
pub(crate) struct Slices<'t> {
    texts: Vec<&'t str>,
    /// The current text, and the number of its bytes already returned.
    place: (usize, usize),
    size: usize,
    left: usize,
}

impl<'t> Slices<'t> {
    /// Returns `texts` in chunks of at most `size` bytes, up to `total` bytes.
    pub(crate) fn new(texts: Vec<&'t str>, size: usize, total: usize) -> Self {
        Self {
            texts,
            place: (0, 0),
            size,
            left: total,
        }
    }
}

impl Chunks for Slices<'_> {
    fn next(&mut self) -> Option<&str> {
        if self.left == 0 {
            return None;
        }
        let (mut text, mut start) = self.place;
        let mut empty = 0;
        while start == self.texts.get(text)?.len() {
            text = (text + 1) % self.texts.len();
            start = 0;
            empty += 1;
            if empty > self.texts.len() {
                return None;
            }
        }
        let rest = &self.texts[text][start..];
        // A character has at most four bytes, so a chunk is never empty.
        let mut end = rest.len().min(self.size.max(4));
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let piece = &rest[..end];
        self.place = (text, start + piece.len());
        self.left = self.left.saturating_sub(piece.len());
        Some(piece)
    }
}

/// A file, read into one buffer.
pub(crate) struct FromFile {
    file: File,
    buffer: Vec<u8>,
    /// The number of bytes already returned, and the number of bytes in the buffer.
    returned: usize,
    held: usize,
    failure: Option<io::Error>,
}

impl FromFile {
    pub(crate) fn new(file: File, size: usize) -> Self {
        Self {
            file,
            buffer: vec![0; size],
            returned: 0,
            held: 0,
            failure: None,
        }
    }

    /// Whether the whole file was returned.
    ///
    /// # Errors
    /// If the file could not be read completely, or is not UTF-8.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self.failure {
            Some(failure) => Err(failure),
            None if self.returned < self.held => Err(io::Error::other("not UTF-8")),
            None => Ok(()),
        }
    }
}

impl Chunks for FromFile {
    fn next(&mut self) -> Option<&str> {
        self.buffer.copy_within(self.returned..self.held, 0);
        self.held -= self.returned;
        self.returned = 0;
        match self.file.read(&mut self.buffer[self.held..]) {
            Ok(count) => self.held += count,
            Err(failure) => {
                self.failure = Some(failure);
                return None;
            }
        }
        let bytes = &self.buffer[..self.held];
        let whole = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        };
        self.returned = whole.len();
        (!whole.is_empty()).then_some(whole)
    }
}

/// For peers that take a reader.
pub(crate) struct Reading<'c> {
    chunks: &'c mut dyn Chunks,
    rest: Vec<u8>,
    start: usize,
}

impl<'c> Reading<'c> {
    pub(crate) fn new(chunks: &'c mut dyn Chunks) -> Self {
        Self {
            chunks,
            rest: Vec::new(),
            start: 0,
        }
    }
}

impl Read for Reading<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start == self.rest.len() {
            self.rest.clear();
            self.start = 0;
            let Some(chunk) = self.chunks.next() else {
                return Ok(0);
            };
            if chunk.len() <= buffer.len() {
                buffer[..chunk.len()].copy_from_slice(chunk.as_bytes());
                return Ok(chunk.len());
            }
            self.rest.extend_from_slice(chunk.as_bytes());
        }
        let count = buffer.len().min(self.rest.len() - self.start);
        buffer[..count].copy_from_slice(&self.rest[self.start..self.start + count]);
        self.start += count;
        Ok(count)
    }
}
