//! What records are read from: a gzip member, or a plain file as a whole.

use super::gzip::Inflater;
use super::source::Source;
use std::io::{self, BufRead, BufReader, Read, Seek};

pub(crate) enum Member<R> {
    Gzip(Box<BufReader<Inflater<Source<R>>>>),
    Plain(Source<R>),
}

impl<R: Read + Seek> Member<R> {
    pub(crate) fn gzip(source: Source<R>) -> Self {
        let inflater = BufReader::with_capacity(64 << 10, Inflater::new(source));
        Member::Gzip(Box::new(inflater))
    }

    pub(crate) fn source(&self) -> &Source<R> {
        match self {
            Member::Gzip(inflater) => inflater.get_ref().get_ref(),
            Member::Plain(source) => source,
        }
    }
}

impl<R: Read + Seek> Read for Member<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Member::Gzip(inflater) => inflater.read(buffer),
            Member::Plain(source) => source.read(buffer),
        }
    }
}

impl<R: Read + Seek> BufRead for Member<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Member::Gzip(inflater) => inflater.fill_buf(),
            Member::Plain(source) => source.fill_buf(),
        }
    }

    fn consume(&mut self, len: usize) {
        match self {
            Member::Gzip(inflater) => inflater.consume(len),
            Member::Plain(source) => source.consume(len),
        }
    }
}
