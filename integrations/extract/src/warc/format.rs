//! How the records of a file are written and compressed.

use super::buffer::Ahead;
use super::gzip::GZIP;
use super::zstd::{Decoders, ZSTD};
use super::{arc, record};
use std::io;
use std::sync::Arc;

/// How many bytes most first lines of a record of an ARC file do not exceed.
pub(crate) const ARC_LINE: usize = 2 << 10;

/// The format of a file.
#[derive(Clone)]
pub(crate) struct Format {
    pub(crate) packing: Packing,
    pub(crate) records: Records,
    pub(crate) content: Content,
}

/// What the records are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// What a crawler has received.
    Crawl,
    /// Texts of pages: a WET file.
    Text,
    /// JSON about pages: a WAT file.
    Metadata,
}

/// How records are compressed.
#[derive(Clone)]
pub(crate) enum Packing {
    Plain,
    Gzip,
    Zstd(Arc<Decoders>),
}

impl Packing {
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self, Packing::Plain)
    }

    /// The first bytes of a member.
    pub(crate) fn magic(&self) -> &'static [u8] {
        match self {
            Packing::Zstd(_) => &ZSTD,
            Packing::Plain | Packing::Gzip => &GZIP,
        }
    }
}

/// How records are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Records {
    Warc,
    Arc,
}

impl Records {
    /// How many line ends follow a record.
    pub(crate) fn line_ends(self) -> u64 {
        match self {
            Records::Warc => 2,
            Records::Arc => 1,
        }
    }

    /// Whether this line is the first of a record.
    pub(crate) fn begin_with(self, line: &[u8]) -> bool {
        match self {
            Records::Warc => line.starts_with(record::WARC),
            Records::Arc => arc::header(line).is_some(),
        }
    }

    /// Whether a record begins here.
    pub(crate) fn begin_at(self, input: &mut impl Ahead) -> io::Result<bool> {
        let mut len = match self {
            Records::Warc => return Ok(input.ahead(record::WARC.len())? == record::WARC),
            Records::Arc => ARC_LINE,
        };
        loop {
            let first = input.ahead(len)?;
            let end = memchr::memchr(b'\n', first);
            if end.is_some() || first.len() < len || len >= record::HEADER {
                return Ok(self.begin_with(&first[..end.unwrap_or(first.len())]));
            }
            len *= 8;
        }
    }

    /// Whether a record begins with these bytes, of which there may be more than its first line.
    pub(crate) fn begin(self, first: &[u8]) -> bool {
        match memchr::memchr(b'\n', first) {
            Some(end) => self.begin_with(&first[..=end]),
            None => self == Records::Warc && self.begin_with(first),
        }
    }
}
