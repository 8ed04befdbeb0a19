//! Gzip members (RFC 1952).
//!
//! The usual readers of gzip join the members of a file and stop at a broken one; this reader knows where each begins and ends. The
//! compressed data itself is read by `flate2`.

use super::buffer::Ahead;
use super::source::{Source, invalid};
use super::unpacker::Piece;
use flate2::bufread::DeflateDecoder;
use flate2::{Crc, Decompress, FlushDecompress};
use std::io::{self, BufRead, Read, Seek};

/// The first bytes of a gzip member that is compressed with deflate.
pub(crate) const GZIP: [u8; 3] = [0x1F, 0x8B, 8];

/// The most bytes that the header of a member may have.
const HEADER: u64 = 1 << 20;

/// How many bytes of a member are looked at to see whether it begins with a record, when members are searched for.
const WINDOW: usize = 1 << 10;

/// A member that is read: its content, without header and trailer.
pub(crate) struct Member<S> {
    inner: DeflateDecoder<S>,
    crc: Crc,
    is_in_header: bool,
}

impl<S: Ahead> Member<S> {
    /// Begins with the header of a member.
    pub(crate) fn new(input: S) -> Self {
        Member {
            inner: DeflateDecoder::new(input),
            crc: Crc::new(),
            is_in_header: true,
        }
    }

    pub(crate) fn get_ref(&self) -> &S {
        self.inner.get_ref()
    }

    pub(crate) fn into_inner(self) -> S {
        self.inner.into_inner()
    }

    /// Reads content. After an error, the end of the member is unknown.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> io::Result<Piece> {
        if self.is_in_header {
            skip_header(self.inner.get_mut())?;
            self.is_in_header = false;
        }
        let read = self.inner.read(buffer)?;
        if read == 0 && !buffer.is_empty() {
            return self.trailer();
        }
        self.crc.update(&buffer[..read]);
        Ok(Piece::Bytes(read))
    }

    fn trailer(&mut self) -> io::Result<Piece> {
        let input = self.inner.get_mut();
        let mut trailer = [0; 8];
        input.read_exact(&mut trailer)?;
        let [a, b, c, d, len @ ..] = trailer;
        let is_right = u32::from_le_bytes([a, b, c, d]) == self.crc.sum()
            && u32::from_le_bytes(len) == self.crc.amount();
        if is_right {
            return Ok(Piece::End);
        }
        let error = invalid("the checksum of the gzip member is wrong");
        // Damaged data may end anywhere, but hardly where another member begins.
        match GZIP.starts_with(input.ahead(GZIP.len())?) {
            true => Ok(Piece::Damaged(error)),
            false => Err(error),
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

/// Looks at the beginning of a member. Work is bounded for each byte, so what counts is in its first KiB.
pub(crate) struct Peeker {
    inflate: Decompress,
}

impl Peeker {
    pub(crate) fn new() -> Self {
        Peeker {
            inflate: Decompress::new(false),
        }
    }

    /// The first bytes of the content of a member that begins here, as far as they are known.
    pub(crate) fn peek<'a, R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
        first: &'a mut [u8],
    ) -> io::Result<&'a [u8]> {
        // The extra flags and the operating system tell most candidates apart.
        let fixed = source.ahead(10)?;
        let is_header =
            fixed.starts_with(&GZIP) && matches!(fixed.get(8..), Some([0 | 2 | 4, 0..=13 | 255]));
        if !is_header {
            return Ok(&[]);
        }
        let mut input = source.ahead(WINDOW)?;
        if skip_header(&mut input).is_err() {
            return Ok(&[]);
        }
        self.inflate.reset(false);
        // What precedes an error counts as well.
        let _ = self.inflate.decompress(input, first, FlushDecompress::None);
        let len = usize::try_from(self.inflate.total_out()).unwrap_or(0);
        Ok(&first[..len])
    }
}
