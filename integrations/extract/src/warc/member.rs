//! What records are read from: a gzip member, a zstd frame, or a plain file as a whole.

use super::buffer::{Ahead, Buffer};
use super::source::Source;
use super::unpacker::Unpacker;
use std::io::{self, BufRead, Read, Seek};

pub(crate) enum Member<R> {
    Packed(Box<Buffer<Unpacker<Source<R>>>>),
    Plain(Source<R>),
}

impl<R: Read + Seek> Member<R> {
    pub(crate) fn packed(unpacker: Unpacker<Source<R>>) -> Self {
        Member::Packed(Box::new(Buffer::new(unpacker, 32 << 10)))
    }

    pub(crate) fn source(&self) -> &Source<R> {
        match self {
            Member::Packed(unpacker) => unpacker.get_ref().get_ref(),
            Member::Plain(source) => source,
        }
    }
}

impl<R: Read + Seek> Read for Member<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Member::Packed(unpacker) => unpacker.read(buffer),
            Member::Plain(source) => source.read(buffer),
        }
    }
}

impl<R: Read + Seek> BufRead for Member<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Member::Packed(unpacker) => unpacker.fill_buf(),
            Member::Plain(source) => source.fill_buf(),
        }
    }

    fn consume(&mut self, len: usize) {
        match self {
            Member::Packed(unpacker) => unpacker.consume(len),
            Member::Plain(source) => source.consume(len),
        }
    }
}

impl<R: Read + Seek> Ahead for Member<R> {
    fn ahead(&mut self, len: usize) -> io::Result<&[u8]> {
        match self {
            Member::Packed(unpacker) => unpacker.ahead(len),
            Member::Plain(source) => source.ahead(len),
        }
    }
}
