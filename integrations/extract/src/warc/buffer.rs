//! Buffered input that can be looked at before it is read.
//!
//! How many bytes an input gives at once must not affect the result: neither what follows a record, nor how much of a broken
//! member is read before its error.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// Input that can be looked at.
pub(crate) trait Ahead: BufRead {
    /// The next `len` bytes, or all up to the end or an error, without going on. An error is one at the first byte.
    fn ahead(&mut self, len: usize) -> io::Result<&[u8]>;

    /// Goes to what follows the line ends here. Returns how many there are.
    fn skip_line_ends(&mut self) -> io::Result<u64> {
        let mut found = 0;
        while let [byte @ (b'\r' | b'\n')] = self.ahead(1)? {
            found += u64::from(*byte == b'\n');
            self.consume(1);
        }
        Ok(found)
    }
}

impl<A: Ahead> Ahead for &mut A {
    fn ahead(&mut self, len: usize) -> io::Result<&[u8]> {
        (**self).ahead(len)
    }
}

impl Ahead for &[u8] {
    fn ahead(&mut self, len: usize) -> io::Result<&[u8]> {
        Ok(&self[..self.len().min(len)])
    }
}

/// Input with a buffer, which grows to what is looked at. As a [`BufRead`] it gives the same bytes at once however the input gives them.
pub(crate) struct Buffer<R> {
    inner: R,
    at_once: usize,
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    /// What follows the bytes, if that is known: the end or an error.
    last: Option<io::Result<()>>,
}

impl<R> Buffer<R> {
    pub(crate) fn new(inner: R, at_once: usize) -> Self {
        Buffer {
            inner,
            at_once,
            bytes: vec![0; 2 * at_once],
            start: 0,
            end: 0,
            last: None,
        }
    }

    pub(crate) fn get_ref(&self) -> &R {
        &self.inner
    }

    pub(crate) fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Seek> Buffer<R> {
    /// Goes from one place of the input to another. The buffer is kept if it has both.
    pub(crate) fn seek(&mut self, from: u64, to: u64) -> io::Result<()> {
        let first = from - self.start as u64;
        let at = to
            .checked_sub(first)
            .and_then(|at| usize::try_from(at).ok());
        match at.filter(|at| *at <= self.end) {
            Some(at) => self.start = at,
            None => {
                self.inner.seek(SeekFrom::Start(to))?;
                (self.start, self.end, self.last) = (0, 0, None);
            }
        }
        Ok(())
    }
}

impl<R: Read> Ahead for Buffer<R> {
    fn ahead(&mut self, len: usize) -> io::Result<&[u8]> {
        if self.start == self.end || self.bytes.len() - self.start < len {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.bytes.len() < len {
            self.bytes.resize(len + self.at_once, 0);
        }
        while self.end - self.start < len && self.last.is_none() {
            match self.inner.read(&mut self.bytes[self.end..]) {
                Ok(0) => self.last = Some(Ok(())),
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.last = Some(Err(error)),
            }
        }
        if self.start == self.end
            && let Some(Err(error)) = self.last.take_if(|last| last.is_err())
        {
            return Err(error);
        }
        Ok(&self.bytes[self.start..self.end.min(self.start + len)])
    }
}

impl<R: Read> Read for Buffer<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start == self.end && self.last.is_none() && buffer.len() >= self.bytes.len() {
            (self.start, self.end) = (0, 0);
            return self.inner.read(buffer);
        }
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Buffer<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.ahead(self.at_once)
    }

    fn consume(&mut self, len: usize) {
        self.start = self.end.min(self.start + len);
    }
}
