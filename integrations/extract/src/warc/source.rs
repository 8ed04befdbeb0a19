//! Input whose position is known.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

/// Buffered input with its position.
pub(crate) struct Source<R> {
    inner: BufReader<R>,
    pos: u64,
    len: u64,
}

impl<R: Read + Seek> Source<R> {
    /// Begins at the beginning of an input.
    pub(crate) fn new(mut inner: R) -> io::Result<Self> {
        let len = inner.seek(SeekFrom::End(0))?;
        inner.rewind()?;
        Ok(Source {
            inner: BufReader::with_capacity(128 << 10, inner),
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
        // A seek within the buffer keeps it.
        let by = i64::try_from(pos).and_then(|to| i64::try_from(self.pos).map(|from| to - from));
        match by {
            Ok(by) => self.inner.seek_relative(by)?,
            Err(_) => drop(self.inner.seek(SeekFrom::Start(pos))?),
        }
        self.pos = pos;
        Ok(())
    }

    /// Goes to the next byte.
    pub(crate) fn skip_byte(&mut self) -> io::Result<()> {
        // A seek may have emptied the buffer, and only what is in it can be consumed.
        let len = self.fill_buf()?.len().min(1);
        self.consume(len);
        Ok(())
    }

    /// Goes to what follows the line ends here.
    pub(crate) fn skip_line_ends(&mut self) -> io::Result<()> {
        while let Some(b'\r' | b'\n') = self.fill_buf()?.first() {
            self.skip_byte()?;
        }
        Ok(())
    }

    /// Copies the next bytes, without going on. Returns how many there are.
    pub(crate) fn peek(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let buffer = self.fill_buf()?;
        if let Some(found) = buffer.get(..bytes.len()) {
            bytes.copy_from_slice(found);
            return Ok(bytes.len());
        }
        let start = self.pos;
        let read = read_up_to(self, bytes)?;
        self.seek_to(start)?;
        Ok(read)
    }

    /// Whether the next bytes are `pattern`, of at most 16 bytes.
    pub(crate) fn is_at(&mut self, pattern: &[u8]) -> io::Result<bool> {
        let mut found = [0; 16];
        let found = &mut found[..pattern.len()];
        Ok(self.peek(found)? == pattern.len() && found == pattern)
    }

    pub(crate) fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.fill_buf()?.is_empty())
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

/// An error of content that is not as it must be.
pub(crate) fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

/// Fills a buffer as far as the input goes. Returns how far.
pub(crate) fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
