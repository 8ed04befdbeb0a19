//! The content of a gzip member or a zstd frame, and what is known of one that is broken.

use super::buffer::Ahead;
use super::format::{Packing, Records};
use super::record::Header;
use super::source::invalid;
use super::{gzip, zstd};
use std::io::{self, Read};

/// How much of a member's output is kept, to know how long its first record says it is.
const HEAD: usize = 16 << 10;

/// What was read of a member.
pub(crate) enum Piece {
    Bytes(usize),
    /// Bytes, after which the member ends.
    LastBytes(usize),
    End,
    /// The end, after content that is not as it must be.
    Damaged(io::Error),
}

/// A gzip member or a zstd frame that is read.
pub(crate) struct Unpacker<S> {
    inner: Inner<S>,
    records: Records,
    /// How many bytes were read.
    len: u64,
    head: Vec<u8>,
    state: State,
    is_damaged: bool,
}

enum Inner<S> {
    Gzip(Box<gzip::Member<S>>),
    Zstd(zstd::Frame<S>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Data,
    /// The input is at the end of the member.
    End,
    /// Where the member ends is unknown.
    Broken,
}

/// How a member has ended.
pub(crate) enum End {
    Whole,
    /// Its content is wrong, and its end known.
    Damaged(Reach),
    /// Its end is unknown.
    Broken(Reach),
}

/// How far a broken member can reach.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// It has no complete header of a record.
    Unknown,
    /// At most this many bytes.
    Bytes(u64),
}

impl<S: Ahead> Unpacker<S> {
    /// Begins with the header of a member. A plain file has no members; it is read as gzip.
    pub(crate) fn new(input: S, packing: &Packing, records: Records) -> Self {
        Unpacker {
            inner: match packing {
                Packing::Zstd(decoders) => Inner::Zstd(zstd::Frame::new(input, decoders)),
                Packing::Gzip | Packing::Plain => Inner::Gzip(Box::new(gzip::Member::new(input))),
            },
            records,
            len: 0,
            head: Vec::new(),
            state: State::Data,
            is_damaged: false,
        }
    }

    pub(crate) fn get_ref(&self) -> &S {
        match &self.inner {
            Inner::Gzip(member) => member.get_ref(),
            Inner::Zstd(frame) => frame.get_ref(),
        }
    }

    pub(crate) fn into_inner(self) -> S {
        match self.inner {
            Inner::Gzip(member) => member.into_inner(),
            Inner::Zstd(frame) => frame.into_inner(),
        }
    }

    pub(crate) fn begins_with_record(&self) -> bool {
        self.records.begin(&self.head)
    }

    /// How many bytes the member can have, as its record says how long it is, and nothing compresses to much more than its length.
    fn reach(&self) -> Reach {
        let mut rest = &*self.head;
        match Header::next(&mut rest, self.records) {
            Ok(Some(header)) => {
                let len = (self.head.len() - rest.len()) as u64 + 4;
                let len = len.saturating_add(header.content_length.unwrap_or(u64::MAX));
                // What follows the first record may be any number of others.
                match self.len <= len {
                    true => Reach::Bytes(len.saturating_add(len / 512 + 1024)),
                    false => Reach::Bytes(u64::MAX),
                }
            }
            _ if self.head.len() == HEAD => Reach::Bytes(u64::MAX),
            _ => Reach::Unknown,
        }
    }

    /// Reads the rest of the member. An error is one of the input.
    pub(crate) fn finish(&mut self) -> io::Result<End> {
        match self.drain() {
            Err(_) if self.state == State::Broken => Ok(End::Broken(self.reach())),
            Err(error) => Err(error),
            Ok(()) if self.is_damaged => Ok(End::Damaged(self.reach())),
            Ok(()) => Ok(End::Whole),
        }
    }

    /// Reads the rest of the member. A wrong checksum is no error.
    fn drain(&mut self) -> io::Result<()> {
        let mut buffer = [0; 32 << 10];
        loop {
            match self.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(_) if self.state == State::End => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }
}

impl<S: Ahead> Read for Unpacker<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.state {
            State::End => return Ok(0),
            State::Broken => return Err(invalid("the member is broken")),
            State::Data => {}
        }
        let piece = match &mut self.inner {
            Inner::Gzip(member) => member.read(buffer),
            Inner::Zstd(frame) => frame.read(buffer),
        };
        let read = match piece {
            Ok(Piece::Bytes(read)) => read,
            Ok(Piece::LastBytes(read)) => {
                self.state = State::End;
                read
            }
            Ok(Piece::End) => {
                self.state = State::End;
                return Ok(0);
            }
            Ok(Piece::Damaged(error)) => {
                self.state = State::End;
                self.is_damaged = true;
                return Err(error);
            }
            Err(error) => {
                if is_broken(&error) {
                    self.state = State::Broken;
                }
                return Err(error);
            }
        };
        self.len += read as u64;
        let kept = read.min(HEAD - self.head.len());
        self.head.extend_from_slice(&buffer[..kept]);
        Ok(read)
    }
}

/// Whether an error comes from the content of the file.
pub(crate) fn is_broken(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}
