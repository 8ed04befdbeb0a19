//! Which gzip members, or zstd frames, of a file are its own.
//!
//! A body may have members as well, so the search for members cannot begin anywhere: it follows the members from one that is known
//! to be real, each from the end of the one before. Only after a broken member the next one is searched for.

use super::buffer::Ahead;
use super::finder::Finder;
use super::format::{Format, Packing, Records};
use super::source::Source;
use super::unpacker::{End, Reach, Unpacker};
use super::zstd;
use std::io::{self, BufRead, Read, Seek};

/// What is known at a place of the chain. It depends on the bytes before only up to [`clean`](Self::is_clean) places.
pub(crate) struct Chain {
    packing: Packing,
    records: Records,
    finder: Finder,
    /// How far broken members were read.
    furthest: u64,
    /// Up to where broken members can extend.
    reach: u64,
    /// Members that begin before this place may be part of a broken one.
    suspect: u64,
}

impl Chain {
    pub(crate) fn new(format: &Format) -> Self {
        Chain {
            packing: format.packing.clone(),
            records: format.records,
            finder: Finder::new(format.packing.clone(), format.records),
            furthest: 0,
            reach: 0,
            suspect: 0,
        }
    }

    /// Whether a member that begins here may be a part of the body of a broken one.
    pub(crate) fn is_suspect(&self, start: u64) -> bool {
        start < self.suspect
    }

    /// Whether nothing before this place has an effect on what follows.
    pub(crate) fn is_clean(&self, start: u64) -> bool {
        start >= self.furthest
            && start >= self.reach
            && start >= self.suspect
            && self.finder.is_clean(start)
    }

    /// Whether a record begins here, or a member that begins with one.
    pub(crate) fn is_record<R: Read + Seek>(&mut self, source: &mut Source<R>) -> io::Result<bool> {
        match self.packing.is_plain() {
            true => self.records.begin_at(source),
            false => self.finder.is_member(source),
        }
    }

    /// Goes to the next member from the end of one. Returns whether there is one, and where bytes before it begin that belong to none.
    pub(crate) fn follow<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
    ) -> io::Result<(bool, Option<u64>)> {
        if self.is_member(source)? {
            return Ok((true, None));
        }
        // A file may be padded.
        while let [0] = source.ahead(1)? {
            source.consume(1);
        }
        let start = source.pos();
        if source.is_at_end()? || self.is_member(source)? {
            return Ok((!source.is_at_end()?, None));
        }
        Ok((self.resume(source, false)?, Some(start)))
    }

    /// What unpacks a member that begins here.
    pub(crate) fn unpacker<S: Ahead>(&self, input: S) -> Unpacker<S> {
        Unpacker::new(input, &self.packing, self.records)
    }

    /// Whether a member begins here, after frames that are to be skipped.
    fn is_member<R: Read + Seek>(&self, source: &mut Source<R>) -> io::Result<bool> {
        if let Packing::Zstd(_) = self.packing {
            zstd::skip(source)?;
        }
        source.is_at(self.packing.magic())
    }

    /// Goes on after a member from `start`, which was read up to here.
    pub(crate) fn pass<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
        start: u64,
        end: End,
    ) -> io::Result<()> {
        match end {
            End::Broken(reach) => self.recover(source, start, reach),
            End::Damaged(reach) => self.damaged(source, start, reach),
            End::Whole => Ok(()),
        }
    }

    /// Goes on from the end of a member from `start` whose content is wrong.
    ///
    /// Damaged data may end anywhere, and so where another member begins. If one begins before as well, the end is not known.
    fn damaged<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
        start: u64,
        reach: Reach,
    ) -> io::Result<()> {
        let end = source.pos();
        source.seek_to(start + 1)?;
        let is_broken = self.finder.find_before(source, end)?;
        source.seek_to(end)?;
        if is_broken {
            return self.search(source, start, reach);
        }
        self.note(start, reach);
        Ok(())
    }

    fn note(&mut self, start: u64, reach: Reach) {
        if let Reach::Bytes(len) = reach {
            self.reach = self.reach.max(start.saturating_add(len));
        }
    }

    /// Goes to the next member after a broken one from `start`, which was read up to here.
    fn recover<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
        start: u64,
        reach: Reach,
    ) -> io::Result<()> {
        if let Packing::Zstd(_) = self.packing {
            let read = source.pos();
            source.seek_to(start)?;
            // The lengths of its blocks may be right.
            if zstd::skip_frame(source)? {
                self.damaged(source, start, reach)?;
                return self.follow(source).map(drop);
            }
            source.seek_to(read)?;
        }
        self.search(source, start, reach)
    }

    /// Searches for the next member after a broken one from `start`, which was read up to here.
    fn search<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
        start: u64,
        reach: Reach,
    ) -> io::Result<()> {
        let read = source.pos();
        // A look ahead reads them as well.
        let again = 2 * self.furthest.min(read).saturating_sub(start);
        self.finder.charge(start, again);
        self.furthest = self.furthest.max(read);
        self.note(start, reach);
        source.seek_to(start + 1)?;
        self.resume(source, reach != Reach::Unknown).map(drop)
    }

    /// Searches for the next member. `is_known` says that a member that the search begins in cannot extend beyond `reach`.
    fn resume<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
        is_known: bool,
    ) -> io::Result<bool> {
        if !self.finder.find(source)? {
            return Ok(false);
        }
        let found = source.pos();
        self.suspect = self.look_ahead(source, is_known)?;
        source.seek_to(found)?;
        Ok(true)
    }

    /// Up to where members from here on may be a part of a broken one. Members within a body end before it does, with something
    /// that is no member, where members of the file continue to its end or to where no body can extend.
    fn look_ahead<R: Read + Seek>(
        &self,
        source: &mut Source<R>,
        is_known: bool,
    ) -> io::Result<u64> {
        loop {
            let is_member = self.is_member(source)?;
            let start = source.pos();
            if is_known && start >= self.reach || source.is_at_end()? {
                return Ok(0);
            }
            let mut unpacker = self.unpacker(&mut *source);
            if !is_member || matches!(unpacker.finish()?, End::Broken(_)) {
                // Without a header, the broken member before has no body that was cut off.
                let is_other = start >= self.reach && is_member && unpacker.begins_with_record();
                // A broken member within the body is a part of it as well.
                return Ok(if is_other { 0 } else { start + 1 });
            }
        }
    }
}
