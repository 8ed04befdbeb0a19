//! Frames of Zstandard (RFC 8878), as `.warc.zst` files have them: a frame for each record, and a dictionary that all share.
//!
//! The compressed data itself is read by libzstd. Unlike gzip, a frame says how long each of its blocks is, so that the end of one whose
//! content is damaged is known in most cases.

use super::buffer::Ahead;
use super::source::{Source, invalid};
use super::unpacker::Piece;
use std::io::{self, BufRead, Read, Seek};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};

/// The first bytes of a frame.
pub(crate) const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The first bytes of the frame with the dictionary, which is the first of a file.
pub(crate) const DICTIONARY_FRAME: [u8; 4] = [0x5D, 0x2A, 0x4D, 0x18];

/// The first bytes of a dictionary.
const DICTIONARY: [u8; 4] = [0x37, 0xA4, 0x30, 0xEC];

/// The most bytes that a dictionary may have.
const DICTIONARY_BYTES: u64 = 16 << 20;

/// The most bytes that a block may have.
const BLOCK: usize = 128 << 10;

/// Where the descriptor of a frame is, and the bit that says that it ends with a checksum.
const DESCRIPTOR: usize = ZSTD.len();
const CHECKSUM: u8 = 4;

/// The most bytes of a frame before its first block, and of that block's header.
const HEADER: usize = 18 + 3;

/// The dictionary of a file, and decoders that no frame needs at present: to make one takes longer than a small record.
pub(crate) struct Decoders {
    dictionary: Vec<u8>,
    idle: Mutex<Vec<Decoder<'static>>>,
}

impl Decoders {
    /// Reads the dictionary of a file, if it begins with one.
    pub(crate) fn of_file<R: Read + Seek>(source: &mut Source<R>) -> io::Result<Arc<Self>> {
        let mut dictionary = Vec::new();
        if source.is_at(&DICTIONARY_FRAME)? {
            let len = skippable(source)?.unwrap_or(0);
            if len > DICTIONARY_BYTES {
                return Err(unsupported(format!(
                    "the zstd dictionary of the file has {len} bytes, more than {DICTIONARY_BYTES}"
                )));
            }
            source.take(len).read_to_end(&mut dictionary)?;
            if dictionary.len() as u64 != len {
                return Err(unsupported("the file ends in its zstd dictionary"));
            }
            dictionary = unpacked(dictionary)?;
        }
        let decoders = Decoders {
            dictionary,
            idle: Mutex::default(),
        };
        // A frame without the dictionary that it names fails only where it is read, each of them.
        let id = source.is_at(&ZSTD)?.then(|| header(source)).transpose()?;
        if let Some(Some(id)) = id.flatten().map(|header| header.dictionary)
            && decoders.dictionary.is_empty()
        {
            return Err(unsupported(format!(
                "the file is compressed with the zstd dictionary {id}, which it does not have"
            )));
        }
        Ok(Arc::new(decoders))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Decoder<'static>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> io::Result<Decoder<'static>> {
        let idle = self.idle().pop();
        match idle {
            Some(mut decoder) => decoder.reinit().map(|()| decoder),
            None => Decoder::with_dictionary(&self.dictionary),
        }
    }
}

/// The dictionary, which may be compressed itself.
fn unpacked(dictionary: Vec<u8>) -> io::Result<Vec<u8>> {
    if dictionary.starts_with(&DICTIONARY) {
        return Ok(dictionary);
    }
    if !dictionary.starts_with(&ZSTD) {
        return Err(unsupported("the zstd dictionary of the file is none"));
    }
    let mut unpacked = Vec::new();
    let decoder = zstd::Decoder::with_buffer(&*dictionary)?;
    let read = decoder
        .take(DICTIONARY_BYTES + 1)
        .read_to_end(&mut unpacked);
    match read {
        Ok(_) if unpacked.starts_with(&DICTIONARY) && unpacked.len() as u64 <= DICTIONARY_BYTES => {
            Ok(unpacked)
        }
        Ok(_) => Err(unsupported("the zstd dictionary of the file is none")),
        Err(error) => Err(unsupported(format!(
            "the zstd dictionary of the file is broken: {error}"
        ))),
    }
}

fn unsupported(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, message.into())
}

/// A decoder on loan.
struct Lease {
    decoder: Option<Decoder<'static>>,
    decoders: Arc<Decoders>,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.decoders.idle().extend(self.decoder.take());
    }
}

/// A frame that is read.
pub(crate) struct Frame<S> {
    input: S,
    lease: Lease,
    /// The first bytes, up to the descriptor.
    first: Vec<u8>,
}

impl<S: Ahead> Frame<S> {
    /// Begins with the header of a frame.
    pub(crate) fn new(input: S, decoders: &Arc<Decoders>) -> Self {
        let lease = Lease {
            decoder: None,
            decoders: decoders.clone(),
        };
        Frame {
            input,
            lease,
            first: Vec::new(),
        }
    }

    pub(crate) fn get_ref(&self) -> &S {
        &self.input
    }

    pub(crate) fn into_inner(self) -> S {
        self.input
    }

    /// Reads content. After an error, the end of the frame is unknown.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> io::Result<Piece> {
        if self.lease.decoder.is_none() {
            self.lease.decoder = Some(self.lease.decoders.take()?);
        }
        let Some(decoder) = &mut self.lease.decoder else {
            return Ok(Piece::End);
        };
        if buffer.is_empty() {
            return Ok(Piece::Bytes(0));
        }
        let mut output = OutBuffer::around(buffer);
        loop {
            let found = self.input.fill_buf()?;
            let is_at_end = found.is_empty();
            let mut input = InBuffer::around(found);
            let left = decoder.run(&mut input, &mut output).map_err(broken)?;
            let used = input.pos();
            let first = &found[..used.min(DESCRIPTOR + 1 - self.first.len())];
            self.first.extend_from_slice(first);
            self.input.consume(used);
            if left == 0 {
                check_end(&self.first, &mut self.input)?;
            }
            match (output.pos(), left) {
                (0, 0) => return Ok(Piece::End),
                (0, _) if is_at_end => return Err(io::ErrorKind::UnexpectedEof.into()),
                (0, _) => {}
                (_, 0) => return Ok(Piece::LastBytes(output.pos())),
                (len, _) => return Ok(Piece::Bytes(len)),
            }
        }
    }
}

/// Looks at what follows a frame without a checksum: one that was cut off ends within the next.
fn check_end(first: &[u8], input: &mut impl Ahead) -> io::Result<()> {
    let descriptor = first.get(DESCRIPTOR);
    if descriptor.is_some_and(|byte| byte & CHECKSUM != 0) {
        return Ok(());
    }
    let next = input.ahead(ZSTD.len())?;
    match ZSTD.starts_with(next) || is_skippable(next) {
        true => Ok(()),
        false => Err(invalid("no zstd frame begins where it ends")),
    }
}

/// An error of libzstd is one of the content.
fn broken(error: io::Error) -> io::Error {
    invalid(format!("the zstd frame is broken: {error}"))
}

/// Whether this is the beginning of a frame that decoders skip.
pub(crate) fn is_skippable(first: &[u8]) -> bool {
    matches!(first, [0x50..=0x5F, b, c, d, ..] if [*b, *c, *d] == DICTIONARY_FRAME[1..])
}

/// The length of a skippable frame that begins here, after its header, which is read; `None` if there is none.
fn skippable<R: Read + Seek>(source: &mut Source<R>) -> io::Result<Option<u64>> {
    let header = source.ahead(8)?;
    let len = match header.last_chunk::<4>() {
        Some(len) if header.len() == 8 && is_skippable(header) => u32::from_le_bytes(*len),
        _ => return Ok(None),
    };
    source.consume(8);
    Ok(Some(len.into()))
}

/// Skips frames that are to be skipped. One that would extend beyond the end of the file is left.
pub(crate) fn skip<R: Read + Seek>(source: &mut Source<R>) -> io::Result<()> {
    loop {
        let start = source.pos();
        let Some(len) = skippable(source)? else {
            return Ok(());
        };
        let end = source.pos() + len;
        if end > source.len() {
            return source.seek_to(start);
        }
        source.seek_to(end)?;
    }
}

/// What a frame says at its beginning.
struct Header {
    /// The length of the header.
    len: usize,
    dictionary: Option<u32>,
    has_checksum: bool,
    block: Block,
}

#[derive(Clone, Copy)]
struct Block {
    is_last: bool,
    /// The length as it is stored.
    len: usize,
}

/// Reads the header of a frame that begins here and that of its first block, without going on; `None` if they are none.
fn header<R: Read + Seek>(source: &mut Source<R>) -> io::Result<Option<Header>> {
    let bytes = source.ahead(HEADER)?;
    let Some(&[descriptor, ..]) = bytes.strip_prefix(&ZSTD) else {
        return Ok(None);
    };
    let is_single = descriptor & 0x20 != 0;
    let id_len = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let size_len = match descriptor >> 6 {
        0 => usize::from(is_single),
        field => 1 << field,
    };
    let id_start = 5 + usize::from(!is_single);
    let header_len = id_start + id_len + size_len;
    let (Some(id), Some(block)) = (
        bytes.get(id_start..id_start + id_len),
        bytes.get(header_len..header_len + 3),
    ) else {
        return Ok(None);
    };
    let id = id
        .iter()
        .rev()
        .fold(0, |id, byte| id << 8 | u32::from(*byte));
    let header = Block::parse(block).map(|block| Header {
        len: header_len,
        dictionary: (id != 0).then_some(id),
        has_checksum: descriptor & CHECKSUM != 0,
        block,
    });
    // The reserved bit is 0.
    Ok(header.filter(|_| descriptor & 8 == 0))
}

impl Block {
    fn parse(header: &[u8]) -> Option<Self> {
        let [a, b, c] = header else { return None };
        let value = u32::from_le_bytes([*a, *b, *c, 0]);
        let size = usize::try_from(value >> 3).ok()?;
        let len = match value >> 1 & 3 {
            // A byte that is repeated.
            1 => 1,
            0 | 2 => size,
            _ => return None,
        };
        (size <= BLOCK).then_some(Block {
            is_last: value & 1 != 0,
            len,
        })
    }
}

/// Goes to the end of a frame that begins here, by the lengths of its blocks. Returns whether another begins there, or the file ends.
pub(crate) fn skip_frame<R: Read + Seek>(source: &mut Source<R>) -> io::Result<bool> {
    let Some(header) = header(source)? else {
        return Ok(false);
    };
    let mut block = header.block;
    let mut at = source.pos() + header.len as u64;
    loop {
        at += 3 + block.len as u64;
        if at > source.len() {
            return Ok(false);
        }
        source.seek_to(at)?;
        if block.is_last {
            break;
        }
        match Block::parse(source.ahead(3)?) {
            Some(found) => block = found,
            None => return Ok(false),
        }
    }
    if header.has_checksum {
        at += 4;
        if at > source.len() {
            return Ok(false);
        }
        source.seek_to(at)?;
    }
    let next = source.ahead(ZSTD.len())?;
    Ok(next.is_empty() || next == ZSTD || is_skippable(next))
}

/// How many bytes have to be read to know how a frame that begins here begins, as nothing is known before its first block is complete;
/// 0 if it is none.
pub(crate) fn cost<R: Read + Seek>(source: &mut Source<R>) -> io::Result<usize> {
    let header = header(source)?;
    Ok(header.map_or(0, |header| header.len + 3 + header.block.len))
}

/// The first bytes of the content of a frame that begins here, as far as they are known.
pub(crate) fn peek<'a, R: Read + Seek>(
    source: &mut Source<R>,
    decoders: &Arc<Decoders>,
    first: &'a mut [u8],
) -> io::Result<&'a [u8]> {
    let cost = cost(source)?;
    let bytes = source.ahead(cost)?;
    if cost == 0 || bytes.len() < cost {
        return Ok(&[]);
    }
    let mut frame = Frame::new(bytes, decoders);
    let mut filled = 0;
    while filled < first.len() {
        match frame.read(&mut first[filled..]) {
            Ok(Piece::Bytes(len @ 1..)) => filled += len,
            Ok(Piece::LastBytes(len)) => {
                filled += len;
                break;
            }
            _ => break,
        }
    }
    Ok(&first[..filled])
}
