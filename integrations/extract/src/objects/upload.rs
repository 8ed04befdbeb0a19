//! Objects that are written.

use super::bucket::Bucket;
use object_store::path::Path;
use object_store::{MultipartUpload, ObjectStoreExt};
use std::io::{self, Write};

/// How many bytes are sent at once: the least that S3 takes as a part, of which an object may have 10,000.
const PART: usize = 5 << 20;

/// An object on its way, in parts if it has more than 5 MiB. It is there, whole, after [`complete`](Self::complete); dropped before, it never
/// is, and its parts are removed from S3. Those of a process that is killed stay until a lifecycle rule of the bucket removes them.
pub struct Upload {
    bucket: Bucket,
    path: Path,
    buffer: Vec<u8>,
    parts: Option<Box<dyn MultipartUpload>>,
}

impl Upload {
    pub(crate) fn new(bucket: Bucket, path: Path) -> Self {
        Upload {
            bucket,
            path,
            buffer: Vec::new(),
            parts: None,
        }
    }

    /// Writes the rest, and makes the object appear.
    pub fn complete(mut self) -> io::Result<()> {
        if self.parts.is_none() {
            let bytes = std::mem::take(&mut self.buffer);
            let put = self.bucket.store().put(&self.path, bytes.into());
            return self.bucket.wait(put).map(drop);
        }
        if !self.buffer.is_empty() {
            self.send()?;
        }
        if let Some(parts) = &mut self.parts {
            self.bucket.wait(parts.complete())?;
        }
        self.parts = None;
        Ok(())
    }

    /// Sends what is in the buffer.
    fn send(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.buffer);
        let parts = match &mut self.parts {
            Some(parts) => parts,
            none => {
                let begun = self.bucket.store().put_multipart(&self.path);
                none.insert(self.bucket.wait(begun)?)
            }
        };
        self.bucket.wait(parts.put_part(bytes.into()))
    }
}

impl Write for Upload {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PART - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..taken]);
        if self.buffer.len() == PART {
            self.send()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let Some(parts) = &mut self.parts {
            // The error that led here is the one to report.
            let _ = self.bucket.wait(parts.abort());
        }
    }
}
