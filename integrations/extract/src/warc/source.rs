//! Input whose position is known.

use super::buffer::{Ahead, Buffer};
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// Buffered input with its position.
pub(crate) struct Source<R> {
    inner: Buffer<R>,
    pos: u64,
    len: u64,
}

impl<R: Read + Seek> Source<R> {
    /// Begins at the beginning of an input.
    pub(crate) fn new(mut inner: R) -> io::Result<Self> {
        let len = inner.seek(SeekFrom::End(0))?;
        inner.rewind()?;
        Ok(Source {
            inner: Buffer::new(inner, 64 << 10),
            pos: 0,
            len,
        })
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    pub(crate) fn pos(&self) -> u64 {
        self.pos
    }

    pub(crate) fn seek_to(&mut self, pos: u64) -> io::Result<()> {
        self.inner.seek(self.pos, pos)?;
        self.pos = pos;
        Ok(())
    }

    /// Goes to the next byte.
    pub(crate) fn skip_byte(&mut self) -> io::Result<()> {
        // Only what is in the buffer can be consumed.
        let len = self.ahead(1)?.len();
        self.consume(len);
        Ok(())
    }

    /// Whether the next bytes are `pattern`.
    pub(crate) fn is_at(&mut self, pattern: &[u8]) -> io::Result<bool> {
        Ok(self.ahead(pattern.len())? == pattern)
    }

    pub(crate) fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.ahead(1)?.is_empty())
    }

    /// Goes to the next place from here on, before `end`, where the bytes are `pattern`. Returns whether there is one.
    pub(crate) fn find(&mut self, pattern: &[u8], end: u64) -> io::Result<bool> {
        loop {
            let is_after = self.pos >= end;
            let buffer = self.fill_buf()?;
            if buffer.is_empty() || is_after {
                return Ok(false);
            }
            match memchr::memchr(pattern[0], buffer) {
                Some(at) => self.consume(at),
                None => {
                    let len = buffer.len();
                    self.consume(len);
                    continue;
                }
            }
            if self.is_at(pattern)? {
                return Ok(true);
            }
            self.skip_byte()?;
        }
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.pos += read as u64;
        Ok(read)
    }
}

impl<R: Read> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, len: usize) {
        self.inner.consume(len);
        self.pos += len as u64;
    }
}

impl<R: Read> Ahead for Source<R> {
    fn ahead(&mut self, len: usize) -> io::Result<&[u8]> {
        self.inner.ahead(len)
    }
}

/// An error of content that is not as it must be.
pub(crate) fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}
