//! The pages of a WARC file.
//!
//! Archives of the web have broken records, wrong lengths and false content types, and a crawl has millions of them. So a
//! broken record is a page with a reason and never an error of the reader, which stops only where the file itself cannot
//! be read. A record that is no page is counted and passed over without a copy of its block.

use super::block::{self, NoPage};
use super::buffer::Ahead;
use super::chain::Chain;
use super::format::{Format, Packing, Records};
use super::member::Member;
use super::page::{Page, Skipped};
use super::record::Header;
use super::source::{Source, invalid};
use super::unpacker::is_broken;
use super::{kind, plain};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::ops::{ControlFlow, Range};
use std::path::Path;

/// The most bytes that a record may have, by default.
const RECORD: u64 = 512 << 20;

/// How many bytes of a record are reserved before they are read, at most.
const RESERVED: u64 = 1 << 20;

/// Reads the HTML pages of an archive: HTTP responses, and `resource` records, whose content type is HTML, or which have none and begin
/// as HTML; in a WET file, the texts of its `conversion` records; in a WAT file, what it says of pages. Other records are counted: see [`skipped`](Self::skipped).
///
/// A broken record is a page with a [`reason`](Page::reason), as far as it can be read. Reading continues with the next gzip
/// member or zstd frame, or in a plain file with the next line that begins a record.
pub struct Reader<R> {
    /// `None` while a member is read, and after an error of the input.
    source: Option<Source<R>>,
    member: Option<Member<R>>,
    chain: Chain,
    /// Where the member begins.
    start: u64,
    /// Nothing is read that begins here or later.
    end: u64,
    format: Format,
    /// Whether nothing was found yet, from the beginning of the file on.
    is_whole: bool,
    /// Whether no record of the member was read yet.
    is_first: bool,
    /// Whether a record of the member has a wrong length, so that the next may be a part of it.
    is_lost: bool,
    /// In a plain file, up to where that was found out.
    lost_until: u64,
    limit: u64,
    skipped: Skipped,
}

impl Reader<File> {
    /// Opens a file.
    pub fn open(path: &Path) -> io::Result<Self> {
        Reader::new(File::open(path)?)
    }

    /// Opens the part of a file with the records that begin in a range: one of [`splits`](super::splits), or from an offset that an
    /// index of the file has. An error is a range that does not begin with a record. It is not found out whether
    /// that is a record of the file, or of an archive in one of its pages.
    pub fn open_split(path: &Path, range: Range<u64>) -> io::Result<Self> {
        Reader::of_split(File::open(path)?, range)
    }
}

impl<R: Read + Seek> Reader<R> {
    /// Reads a part of an input, as [`open_split`](Reader::open_split) does of a file.
    pub fn of_split(input: R, range: Range<u64>) -> io::Result<Self> {
        let mut reader = Reader::new(input)?;
        reader.end = range.end;
        if range.start > 0
            && let Some(source) = &mut reader.source
        {
            reader.is_whole = false;
            source.seek_to(range.start)?;
            if !reader.chain.is_record(source)? {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidInput,
                    format!(
                        "no record begins at byte {}: a part begins where `splits` says",
                        range.start
                    ),
                ));
            }
        }
        Ok(reader)
    }

    /// Reads from the beginning of an input, which is gzip, zstd or plain. An error of the kind [`io::ErrorKind::Unsupported`] names another
    /// format.
    pub fn new(input: R) -> io::Result<Self> {
        let mut source = Source::new(input)?;
        let format = kind::check(&mut source)?;
        Ok(Reader {
            source: Some(source),
            member: None,
            chain: Chain::new(&format),
            start: 0,
            end: u64::MAX,
            format,
            is_first: true,
            is_whole: true,
            is_lost: false,
            lost_until: 0,
            limit: RECORD,
            skipped: Skipped::default(),
        })
    }

    /// Sets the most bytes that a record may have, decompressed; 512 MiB by default.
    #[must_use]
    pub fn limit(mut self, bytes: u64) -> Self {
        self.limit = bytes;
        self
    }

    /// How far the file has been read, in bytes as it is stored.
    pub fn position(&self) -> u64 {
        let member = self.member.as_ref().map(Member::source);
        member
            .or(self.source.as_ref())
            .map_or(self.start, Source::pos)
    }

    /// How many records so far are no pages.
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// Reads the next page. An error is one of the input; a broken record is none.
    pub fn next_page(&mut self) -> io::Result<Option<Page>> {
        loop {
            let Some(mut member) = self.member.take() else {
                match self.begin_member()? {
                    ControlFlow::Continue(()) => continue,
                    ControlFlow::Break(page) => return Ok(page),
                }
            };
            let mut page = Page {
                offset: self.start,
                ..Page::default()
            };
            let step = self.read_record(&mut member, &mut page);
            self.is_first = false;
            match step {
                Ok(Step::End) => self.end_member(member)?,
                Ok(step) => {
                    self.member = Some(member);
                    if step == Step::Page {
                        return Ok(Some(page));
                    }
                }
                Err(error) if is_broken(&error) => {
                    // What precedes is a part of the message.
                    page.reason = Some(format!("the record is broken: {error}"));
                    match member {
                        // The header may have any length, so the next line that begins as a record is searched for.
                        Member::Plain(_) => {
                            self.is_lost = true;
                            self.member = Some(member);
                        }
                        Member::Packed(_) => self.end_member(member)?,
                    }
                    return Ok(Some(page));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Goes to the next member, to continue with it. A break is a row for bytes before it, or the end.
    fn begin_member(&mut self) -> io::Result<ControlFlow<Option<Page>>> {
        let Some(mut source) = self.source.take() else {
            return Ok(ControlFlow::Break(None));
        };
        let (found, stray) = match self.format.packing.is_plain() {
            // A plain file is one member, from where it is opened.
            true => (self.is_first, None),
            false => self.chain.follow(&mut source)?,
        };
        self.start = source.pos();
        self.is_first = true;
        let stray = stray.filter(|offset| *offset < self.end);
        let stray = stray.map(|offset| Page {
            offset,
            reason: Some(format!(
                "the record is broken: {} bytes belong to no record",
                self.start - offset
            )),
            ..Page::default()
        });
        if !found || self.start >= self.end {
            let is_other = !found && self.is_whole && source.pos() > 0;
            self.source = Some(source);
            self.is_whole = false;
            self.end = 0;
            return match is_other {
                true => Err(io::Error::other(
                    "the file is no WARC file: it has no records",
                )),
                false => Ok(ControlFlow::Break(stray)),
            };
        }
        self.is_whole = false;
        self.is_lost = false;
        self.member = Some(match self.format.packing.is_plain() {
            true => Member::Plain(source),
            false => Member::packed(self.chain.unpacker(source)),
        });
        Ok(match stray {
            Some(page) => ControlFlow::Break(Some(page)),
            None => ControlFlow::Continue(()),
        })
    }

    /// Goes to the end of a member.
    fn end_member(&mut self, member: Member<R>) -> io::Result<()> {
        let mut unpacker = match member {
            Member::Plain(source) => {
                self.source = Some(source);
                return Ok(());
            }
            Member::Packed(unpacker) => unpacker.into_inner(),
        };
        let end = unpacker.finish()?;
        let mut source = unpacker.into_inner();
        self.chain.pass(&mut source, self.start, end)?;
        self.source = Some(source);
        Ok(())
    }

    /// Reads a record, the first of its member or another. If it is broken, the page has what was read of it.
    fn read_record(&mut self, member: &mut Member<R>, page: &mut Page) -> io::Result<Step> {
        let records = self.format.records;
        let before = match Header::find(member, records)? {
            Ok(before) => before,
            // What follows a record was reported with it.
            Err(skipped) if skipped == 0 || !self.is_first => return Ok(Step::End),
            Err(skipped) => {
                return Err(invalid(format!("{skipped} bytes belong to no record")));
            }
        };
        self.is_lost |= before.skipped > 0 && !self.is_first;
        if let Member::Plain(source) = member {
            page.offset = source.pos() - before.line.len() as u64;
            if page.offset >= self.end {
                return Ok(Step::End);
            }
            if self.is_lost && page.offset >= self.lost_until {
                // Records of the file continue to its end, those of a body do not: after the last are the line ends of its record as well.
                let start = source.pos();
                source.seek_to(page.offset)?;
                self.is_lost = !plain::follow(source, records, records.line_ends(), |_| {})?;
                self.lost_until = source.pos();
                source.seek_to(start)?;
            }
        }
        let Some(header) = Header::read(member, &before, records)? else {
            let message = "the file ends in the header of the record";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        };
        let Some(len) = header.content_length else {
            page.url = header.url;
            return Err(match header.wrong_length {
                Some(wrong) => invalid(format!(
                    "the `Content-Length` of the record is no number of bytes: {wrong:?}"
                )),
                None => invalid("the record has no `Content-Length`"),
            });
        };
        let (can_be_page, limit) = match block::can_be_page(&header.kind, self.format.content) {
            true => (true, self.limit),
            false => (false, u64::MAX),
        };
        let wanted = len.min(limit);
        // A wrong length must not cost memory.
        let mut block = Vec::with_capacity(usize::try_from(len.min(RESERVED)).unwrap_or(0));
        let mut input = member.by_ref().take(wanted);
        let read = match can_be_page {
            true => input.read_to_end(&mut block).map(|read| read as u64),
            false => io::copy(&mut input, &mut io::sink()),
        };
        let suspicion = self.suspicion();
        let is_whole = read.as_ref().is_ok_and(|read| *read == len);
        let found = match can_be_page {
            true => block::read(header, block, is_whole, self.limit, page),
            false => {
                page.url = header.url;
                Err(NoPage::OtherType)
            }
        };
        let read = read?;
        let reason = &mut page.reason;
        if read < wanted {
            *reason = Some(format!("the record ends {} bytes early", len - read));
        } else if len > wanted {
            *reason = Some(format!(
                "the record has {len} bytes, more than {}",
                self.limit
            ));
            io::copy(&mut member.by_ref().take(len - wanted), &mut io::sink())?;
        } else if before.skipped > 0 && self.is_first {
            let skipped = before.skipped;
            reason
                .get_or_insert_with(|| format!("{skipped} bytes before the record belong to none"));
        }
        let next = what_follows(member, records)?;
        let is_wrong = read < wanted || next == Next::Other || before.skipped > 0 && self.is_first;
        if next == Next::Other {
            self.is_lost = true;
            reason
                .get_or_insert_with(|| "the record is longer than its `Content-Length`".to_owned());
        } else if read >= wanted {
            page.length = self.length(member, page.offset, next);
        }
        if let Some(why) = suspicion {
            reason.get_or_insert_with(|| {
                format!("it may be a part of the page of another record: {why}")
            });
        }
        Ok(match found {
            // The wrong length may hide records that are pages.
            Err(_) if is_wrong => Step::Page,
            found => self.step(found),
        })
    }

    /// The length of a record as it is stored; `None` if its member has others.
    fn length(&self, member: &Member<R>, offset: u64, next: Next) -> Option<u64> {
        let is_alone = match member {
            Member::Plain(_) => true,
            Member::Packed(_) => self.is_first && next == Next::Nothing,
        };
        is_alone.then(|| member.source().pos() - offset)
    }

    /// Why a record may not be one of the file.
    fn suspicion(&self) -> Option<&'static str> {
        if !self.format.packing.is_plain() && self.chain.is_suspect(self.start) {
            return Some(match self.format.packing {
                Packing::Zstd(_) => "a zstd frame before is broken",
                _ => "a gzip member before is broken",
            });
        }
        self.is_lost.then_some("a record before has a wrong length")
    }

    /// Counts a record that is no page.
    fn step(&mut self, read: Result<(), NoPage>) -> Step {
        match read {
            Ok(()) => return Step::Page,
            Err(NoPage::OtherType) => self.skipped.other_types += 1,
            Err(NoPage::NotHttp) => self.skipped.not_http += 1,
            Err(NoPage::NotHtml) => self.skipped.not_html += 1,
        }
        Step::Other
    }
}

/// What was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The end of the member.
    End,
    /// A record that has no page.
    Other,
    /// A record with a page.
    Page,
}

/// What follows a record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Nothing,
    Record,
    Other,
}

/// What follows a record and the line ends after it, which are skipped.
fn what_follows(member: &mut impl Ahead, records: Records) -> io::Result<Next> {
    member.skip_line_ends()?;
    if member.ahead(1)?.is_empty() {
        return Ok(Next::Nothing);
    }
    Ok(match records.begin_at(member)? {
        true => Next::Record,
        false => Next::Other,
    })
}
