//! Searches for members that begin with a record.

use super::format::{ARC_LINE, Packing, Records};
use super::record::WARC;
use super::source::Source;
use super::{gzip, zstd};
use std::io::{self, Read, Seek};

/// How many bytes may be read in vain for each byte that is searched, and how many more than those.
const WORK: u64 = 16;
const AT_ONCE: u64 = 1 << 20;

/// Searches for gzip members or zstd frames that begin with a record.
pub(crate) struct Finder {
    packing: Packing,
    records: Records,
    first: Box<[u8; ARC_LINE]>,
    gzip: gzip::Peeker,
    /// Up to where the work that was done has to be made up for.
    paid_at: u64,
}

impl Finder {
    pub(crate) fn new(packing: Packing, records: Records) -> Self {
        Finder {
            packing,
            records,
            first: Box::new([0; ARC_LINE]),
            gzip: gzip::Peeker::new(),
            paid_at: 0,
        }
    }

    /// Whether what was searched before has no effect on a search from here on.
    pub(crate) fn is_clean(&self, start: u64) -> bool {
        start >= self.paid_at
    }

    /// Goes to the next member from here on. Returns whether there is one. Work is bounded for each byte, so a member may be missed.
    pub(crate) fn find<R: Read + Seek>(&mut self, source: &mut Source<R>) -> io::Result<bool> {
        self.find_before(source, u64::MAX)
    }

    /// Goes to the next member that begins before a place. Returns whether there is one.
    pub(crate) fn find_before<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
        end: u64,
    ) -> io::Result<bool> {
        while source.find(self.packing.magic(), end)? {
            if self.can_pay(source)? && self.is_member(source)? {
                return Ok(true);
            }
            source.skip_byte()?;
        }
        Ok(false)
    }

    /// Notes that bytes of a broken member from `start` were read before.
    pub(crate) fn charge(&mut self, start: u64, bytes: u64) {
        self.paid_at = self.paid_at.max(start) + bytes / WORK;
    }

    /// Whether what was read in vain so far leaves work for a look at what begins here. A block of zstd has to be read as a whole, and its
    /// header may say anything.
    fn can_pay<R: Read + Seek>(&mut self, source: &mut Source<R>) -> io::Result<bool> {
        let start = source.pos();
        let cost = match self.packing {
            Packing::Zstd(_) => match zstd::cost(source)? {
                0 => return Ok(false),
                cost => cost as u64,
            },
            Packing::Gzip | Packing::Plain => 0,
        };
        let paid_at = self.paid_at.max(start) + cost / WORK;
        let can_pay = paid_at <= start + AT_ONCE / WORK;
        if can_pay {
            self.paid_at = paid_at;
        }
        Ok(can_pay)
    }

    /// Whether a member that begins with a record begins here.
    pub(crate) fn is_member<R: Read + Seek>(&mut self, source: &mut Source<R>) -> io::Result<bool> {
        // What follows may be damaged.
        let first = match self.records {
            Records::Warc => &mut self.first[..WARC.len()],
            Records::Arc => &mut self.first[..],
        };
        let first = match &self.packing {
            Packing::Gzip | Packing::Plain => self.gzip.peek(source, first)?,
            Packing::Zstd(decoders) => zstd::peek(source, decoders, first)?,
        };
        Ok(self.records.begin(first))
    }
}
