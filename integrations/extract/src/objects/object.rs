//! Objects read by ranges.

use super::bucket::Bucket;
use object_store::{GetOptions, ObjectMeta};
use std::io::{self, Read, Seek, SeekFrom};

/// How many bytes are fetched at once, at first and at most: a reader that goes on wants more.
const FETCHED: (u64, u64) = (256 << 10, 8 << 20);

/// An object as an input that seeks. A range is fetched when it is read; each that continues the one before is twice as long, up to 8 MiB.
#[derive(Clone, Debug)]
pub struct Object {
    bucket: Bucket,
    meta: ObjectMeta,
    pos: u64,
    /// What was fetched last, and where it begins.
    buffer: Vec<u8>,
    start: u64,
    /// How much to fetch next.
    next: u64,
}

impl Object {
    pub(crate) fn new(bucket: Bucket, meta: ObjectMeta) -> Self {
        Object {
            bucket,
            meta,
            pos: 0,
            buffer: Vec::new(),
            start: 0,
            next: FETCHED.0,
        }
    }

    /// What the store knows of it: its length and its tag.
    pub fn meta(&self) -> &ObjectMeta {
        &self.meta
    }

    /// Fetches what begins at the position.
    fn fetch(&mut self) -> io::Result<()> {
        let end = self.start + self.buffer.len() as u64;
        self.next = match self.pos == end && end > 0 {
            true => (self.next * 2).min(FETCHED.1),
            false => FETCHED.0,
        };
        let range = self.pos..self.pos.saturating_add(self.next).min(self.meta.size);
        let wanted = range.end - range.start;
        let options = GetOptions {
            range: Some(range.into()),
            if_match: self.meta.e_tag.clone(),
            ..GetOptions::default()
        };
        // An error leaves nothing that could be taken for the object.
        self.buffer.clear();
        let location = &self.meta.location;
        let store = self.bucket.store();
        let bytes = self
            .bucket
            .wait(async { store.get_opts(location, options).await?.bytes().await })?;
        if bytes.len() as u64 != wanted {
            let message = format!("{} bytes came where {wanted} were asked for", bytes.len());
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        self.buffer.extend_from_slice(&bytes);
        self.start = self.pos;
        Ok(())
    }

    /// What is there of the position.
    fn fetched(&self) -> &[u8] {
        let at = self.pos.checked_sub(self.start);
        let at = at.and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| self.buffer.get(at..)).unwrap_or_default()
    }
}

impl Read for Object {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() || self.pos >= self.meta.size {
            return Ok(0);
        }
        if self.fetched().is_empty() {
            self.fetch()?;
        }
        let read = self.fetched().read(out)?;
        self.pos += read as u64;
        Ok(read)
    }
}

impl Seek for Object {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let pos = match to {
            SeekFrom::Start(pos) => Some(pos),
            SeekFrom::End(by) => self.meta.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.pos.checked_add_signed(by),
        };
        self.pos = pos.ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidInput, "a seek to before the object")
        })?;
        Ok(self.pos)
    }
}
