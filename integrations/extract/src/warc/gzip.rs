//! Gzip members (RFC 1952).
//!
//! Each record of an archive is a gzip member. The usual readers of gzip join the members of a file and stop at a broken
//! one; this reader knows where each begins and ends, and finds the next one after a broken one. The compressed data
//! itself is read by `flate2`.

use super::record::Header;
use super::source::{Source, invalid};
use flate2::bufread::DeflateDecoder;
use flate2::{Crc, Decompress, FlushDecompress};
use std::io::{self, BufRead, Read, Seek};

/// The first bytes of a gzip member that is compressed with deflate.
pub(crate) const GZIP: [u8; 3] = [0x1F, 0x8B, 8];

/// The first bytes of a record.
pub(crate) const WARC: &[u8] = b"WARC/";

/// The most bytes that the header of a member may have.
const HEADER: u64 = 1 << 20;

/// How much of a member's output is kept, to know how long its first record says it is.
const HEAD: usize = 16 << 10;

/// How many bytes of a member are looked at to see whether it begins with a record, when members are searched for.
const WINDOW: usize = 1 << 10;

/// A member that is read: its content, without header and trailer.
pub(crate) struct Inflater<S> {
    inner: DeflateDecoder<S>,
    crc: Crc,
    /// How many bytes were read.
    len: u64,
    head: Vec<u8>,
    state: State,
    is_damaged: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Header,
    Data,
    /// The input is at the end of the member.
    End,
    /// Where the member ends is unknown.
    Broken,
}

/// How far a broken member can reach.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// It has no complete header of a record.
    Unknown,
    /// At most this many bytes.
    Bytes(u64),
}

impl<S: BufRead> Inflater<S> {
    /// Begins with the header of a member.
    pub(crate) fn new(input: S) -> Self {
        Inflater {
            inner: DeflateDecoder::new(input),
            crc: Crc::new(),
            len: 0,
            head: Vec::new(),
            state: State::Header,
            is_damaged: false,
        }
    }

    pub(crate) fn get_ref(&self) -> &S {
        self.inner.get_ref()
    }

    pub(crate) fn into_inner(self) -> S {
        self.inner.into_inner()
    }

    /// Whether the member is broken, so that its end is unknown.
    pub(crate) fn is_broken(&self) -> bool {
        self.state == State::Broken
    }

    /// Whether the checksum of the member is wrong, and its end known.
    pub(crate) fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    pub(crate) fn begins_with_record(&self) -> bool {
        self.head.starts_with(WARC)
    }

    /// How many bytes the member can have, as its record says how long it is, and nothing compresses to much more than its length.
    pub(crate) fn reach(&self) -> Reach {
        let mut rest = &*self.head;
        match (Header::find(&mut rest), Header::read(&mut rest)) {
            (Ok(Ok(_)), Ok(Some(header))) => {
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

    /// Reads the rest of the member. A wrong checksum is no error.
    pub(crate) fn drain(&mut self) -> io::Result<()> {
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

    fn trailer(&mut self) -> io::Result<()> {
        let input = self.inner.get_mut();
        let mut trailer = [0; 8];
        input.read_exact(&mut trailer)?;
        let [a, b, c, d, len @ ..] = trailer;
        let is_right = u32::from_le_bytes([a, b, c, d]) == self.crc.sum()
            && u32::from_le_bytes(len) == self.crc.amount();
        if is_right {
            self.state = State::End;
            return Ok(());
        }
        // Damaged data may end anywhere, but hardly where another member begins.
        let next = input.fill_buf()?;
        if next.is_empty() || next.iter().zip(&GZIP).all(|(found, magic)| found == magic) {
            self.state = State::End;
            self.is_damaged = true;
        }
        Err(invalid("the checksum of the gzip member is wrong"))
    }

    fn advance(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.state == State::Header {
            skip_header(self.inner.get_mut())?;
            self.state = State::Data;
        }
        let read = self.inner.read(buffer)?;
        if read == 0 && !buffer.is_empty() {
            self.trailer()?;
        }
        self.crc.update(&buffer[..read]);
        self.len += read as u64;
        let kept = read.min(HEAD - self.head.len());
        self.head.extend_from_slice(&buffer[..kept]);
        Ok(read)
    }
}

impl<S: BufRead> Read for Inflater<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.state {
            State::End => Ok(0),
            State::Broken => Err(invalid("the gzip member is broken")),
            State::Header | State::Data => self.advance(buffer).inspect_err(|error| {
                if self.state != State::End && is_broken(error) {
                    self.state = State::Broken;
                }
            }),
        }
    }
}

/// Skips the header of a member.
fn skip_header(input: &mut impl BufRead) -> io::Result<()> {
    const CRC: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    let mut input = input.take(HEADER);
    let mut fixed = [0; 10];
    input.read_exact(&mut fixed)?;
    let flags = fixed[3];
    if fixed[..3] != GZIP || flags >= 0x20 {
        return Err(invalid("the header of the gzip member is broken"));
    }
    if flags & EXTRA != 0 {
        let mut len = [0; 2];
        input.read_exact(&mut len)?;
        let len = u64::from(u16::from_le_bytes(len));
        io::copy(&mut input.by_ref().take(len), &mut io::sink())?;
    }
    for flag in [NAME, COMMENT] {
        if flags & flag != 0 {
            input.skip_until(0)?;
        }
    }
    if flags & CRC != 0 {
        input.read_exact(&mut [0; 2])?;
    }
    match input.limit() {
        0 => Err(invalid("the header of the gzip member has more than 1 MiB")),
        _ => Ok(()),
    }
}

/// Whether an error comes from the content of the file.
pub(crate) fn is_broken(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

/// Searches for gzip members that begin with a record.
pub(crate) struct Finder {
    window: Box<[u8; WINDOW]>,
    inflate: Decompress,
}

impl Finder {
    pub(crate) fn new() -> Self {
        Finder {
            window: Box::new([0; WINDOW]),
            inflate: Decompress::new(false),
        }
    }

    /// Goes to the next member from here on. Returns whether there is one. Work is bounded for each byte, so a member counts only if
    /// the record begins in its first KiB.
    pub(crate) fn find<R: Read + Seek>(&mut self, source: &mut Source<R>) -> io::Result<bool> {
        while source.find(&GZIP)? {
            if self.is_member(source)? {
                return Ok(true);
            }
            source.skip_byte()?;
        }
        Ok(false)
    }

    /// Whether a member that begins with a record begins here.
    pub(crate) fn is_member<R: Read + Seek>(&mut self, source: &mut Source<R>) -> io::Result<bool> {
        // The extra flags and the operating system tell most candidates apart.
        let mut fixed = [0; 10];
        let is_header = source.peek(&mut fixed)? == fixed.len()
            && fixed[..3] == GZIP
            && matches!(fixed[8], 0 | 2 | 4)
            && matches!(fixed[9], 0..=13 | 255);
        if !is_header {
            return Ok(false);
        }
        let len = source.peek(&mut *self.window)?;
        let mut input = &self.window[..len];
        if skip_header(&mut input).is_err() {
            return Ok(false);
        }
        let mut first = [0; WARC.len()];
        self.inflate.reset(false);
        let found = self
            .inflate
            .decompress(input, &mut first, FlushDecompress::None);
        Ok(found.is_ok() && first == *WARC)
    }
}
