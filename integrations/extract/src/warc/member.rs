//! A gzip member, or a plain file as a whole.

use super::source::{Source, read_up_to};
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, BufReader, Read, Seek};

/// The first bytes of a gzip member that is compressed with deflate.
pub(crate) const GZIP: [u8; 3] = [0x1F, 0x8B, 8];

/// The first bytes of a record.
pub(crate) const WARC: &[u8] = b"WARC/";

pub(crate) enum Member<R> {
    Gzip(Box<BufReader<GzDecoder<Source<R>>>>),
    Plain(Source<R>),
}

impl<R: Read + Seek> Member<R> {
    pub(crate) fn gzip(source: Source<R>) -> Self {
        let decoder = BufReader::with_capacity(64 << 10, GzDecoder::new(source));
        Member::Gzip(Box::new(decoder))
    }

    pub(crate) fn into_source(self) -> Source<R> {
        match self {
            Member::Gzip(decoder) => decoder.into_inner().into_inner(),
            Member::Plain(source) => source,
        }
    }
}

impl<R: Read + Seek> Read for Member<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Member::Gzip(decoder) => decoder.read(buffer),
            Member::Plain(source) => source.read(buffer),
        }
    }
}

impl<R: Read + Seek> BufRead for Member<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Member::Gzip(decoder) => decoder.fill_buf(),
            Member::Plain(source) => source.fill_buf(),
        }
    }

    fn consume(&mut self, len: usize) {
        match self {
            Member::Gzip(decoder) => decoder.consume(len),
            Member::Plain(source) => source.consume(len),
        }
    }
}

/// Goes to the next gzip member from here on that begins with a record. Returns whether there is one before `end`.
pub(crate) fn find_member<R: Read + Seek>(source: &mut Source<R>, end: u64) -> io::Result<bool> {
    while source.find(&GZIP, end)? {
        let start = source.pos();
        let mut first = [0; WARC.len()];
        // The three bytes also occur inside of compressed data.
        let read = read_up_to(&mut GzDecoder::new(&mut *source), &mut first);
        source.seek_to(start)?;
        if read.is_ok_and(|read| first[..read] == *WARC) {
            return Ok(true);
        }
        source.skip_byte()?;
    }
    Ok(false)
}
