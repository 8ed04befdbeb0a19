//! The pages of a WARC file.
//!
//! Archives of the web have broken records, wrong lengths and false content types, and a crawl has millions of them. So a
//! broken record is a page with a reason and never an error of the reader, which stops only where the file itself cannot
//! be read. A record that is no page is counted and passed over without a copy of its block.

use super::chain::Chain;
use super::gzip::{WARC, is_broken};
use super::http::{Response, is_html};
use super::member::Member;
use super::record::Header;
use super::source::{Source, invalid};
use super::{kind, plain};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, Read, Seek};
use std::ops::Range;
use std::path::Path;

/// The most bytes that a record may have, by default.
const RECORD: u64 = 512 << 20;

/// How many bytes of a record are reserved before they are read, at most.
const RESERVED: u64 = 1 << 20;

/// An HTML page of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Where the record begins in the file, or the gzip member that it is in.
    pub offset: u64,
    /// The record's `WARC-Target-URI`.
    pub url: Option<String>,
    /// The `Content-Type` of the response.
    pub content_type: Option<String>,
    /// The page in its own encoding, without transfer codings and content encodings.
    pub html: Vec<u8>,
    /// Why the page is not complete, or may not be.
    pub reason: Option<String>,
}

/// How many records are no pages, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Records of other types than `response` and `resource`.
    pub other_types: u64,
    /// Responses of other protocols than HTTP, such as DNS.
    pub not_http: u64,
    /// Content that is not HTML.
    pub not_html: u64,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} responses that are no HTML, {} of other protocols than HTTP, {} records of other types",
            self.not_html, self.not_http, self.other_types
        )
    }
}

impl std::ops::AddAssign for Skipped {
    fn add_assign(&mut self, other: Self) {
        self.other_types += other.other_types;
        self.not_http += other.not_http;
        self.not_html += other.not_html;
    }
}

/// Reads the HTML pages of a WARC file: HTTP responses, and `resource` records, whose content type is HTML, or which have none and begin
/// as HTML. Other records are counted: see [`skipped`](Self::skipped).
///
/// A broken record is a page with a [`reason`](Page::reason), as far as it can be read. Reading continues with the next gzip
/// member, or in a plain file with the next line that begins with `WARC/`.
pub struct Reader<R> {
    /// `None` while a member is read, and after an error of the input.
    source: Option<Source<R>>,
    member: Option<Member<R>>,
    chain: Chain,
    /// Where the member begins.
    start: u64,
    /// Nothing is read that begins here or later.
    end: u64,
    is_gzip: bool,
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
        let mut reader = Reader::open(path)?;
        reader.end = range.end;
        if range.start > 0
            && let Some(source) = &mut reader.source
        {
            reader.is_whole = false;
            source.seek_to(range.start)?;
            let is_record = match reader.is_gzip {
                true => reader.chain.is_record(source)?,
                false => source.is_at(WARC)?,
            };
            if !is_record {
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
}

impl<R: Read + Seek> Reader<R> {
    /// Reads from the beginning of an input, which is gzip or plain. An error of the kind [`io::ErrorKind::Unsupported`] names another
    /// format.
    pub fn new(input: R) -> io::Result<Self> {
        let mut source = Source::new(input)?;
        let is_gzip = kind::check(&mut source)?;
        Ok(Reader {
            source: Some(source),
            member: None,
            chain: Chain::new(),
            start: 0,
            end: u64::MAX,
            is_gzip,
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
                    true => continue,
                    false => return Ok(None),
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
                        Member::Gzip(_) => self.end_member(member)?,
                    }
                    return Ok(Some(page));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Goes to the next member. Returns whether there is one.
    fn begin_member(&mut self) -> io::Result<bool> {
        let Some(mut source) = self.source.take() else {
            return Ok(false);
        };
        let found = match self.is_gzip {
            true => self.chain.follow(&mut source)?,
            // A plain file is one member, from where it is opened.
            false => self.is_first,
        };
        self.start = source.pos();
        self.is_first = true;
        if !found || self.start >= self.end {
            let is_other = !found && self.is_whole && source.pos() > 0;
            self.source = Some(source);
            self.is_whole = false;
            self.end = 0;
            return match is_other {
                true => Err(io::Error::other(
                    "the file is no WARC file: it has no records",
                )),
                false => Ok(false),
            };
        }
        self.is_whole = false;
        self.is_lost = false;
        self.member = Some(match self.is_gzip {
            true => Member::gzip(source),
            false => Member::Plain(source),
        });
        Ok(true)
    }

    /// Goes to the end of a member.
    fn end_member(&mut self, member: Member<R>) -> io::Result<()> {
        let mut inflater = match member {
            Member::Plain(source) => {
                self.source = Some(source);
                return Ok(());
            }
            Member::Gzip(inflater) => inflater.into_inner(),
        };
        let drained = inflater.drain();
        let (is_broken, reach) = (inflater.is_broken(), inflater.reach());
        let is_damaged = inflater.is_damaged();
        let mut source = inflater.into_inner();
        match drained {
            Err(_) if is_broken => {
                self.chain.recover(&mut source, self.start, reach)?;
            }
            Err(error) => return Err(error),
            Ok(()) if is_damaged => self.chain.damaged(self.start, reach),
            Ok(()) => {}
        }
        self.source = Some(source);
        Ok(())
    }

    /// Reads a record, the first of its member or another. If it is broken, the page has what was read of it.
    fn read_record(&mut self, member: &mut Member<R>, page: &mut Page) -> io::Result<Step> {
        let before = match Header::find(member)? {
            Ok(before) => before,
            // What follows a record was reported with it.
            Err(skipped) if skipped == 0 || !self.is_first => return Ok(Step::End),
            Err(skipped) => {
                return Err(invalid(format!("{skipped} bytes belong to no record")));
            }
        };
        self.is_lost |= before.skipped > 0 && !self.is_first;
        if let Member::Plain(source) = member {
            page.offset = source.pos() - before.line;
            if page.offset >= self.end {
                return Ok(Step::End);
            }
            if self.is_lost && page.offset >= self.lost_until {
                // Records of the file continue to its end, those of a body do not.
                let start = source.pos();
                source.seek_to(page.offset)?;
                self.is_lost = !plain::follow(source, |_| {})?;
                self.lost_until = source.pos();
                source.seek_to(start)?;
            }
        }
        let Some(header) = Header::read(member)? else {
            let message = "the file ends in the header of the record";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        };
        let has_page = matches!(header.kind.as_str(), "response" | "resource");
        let Some(len) = header.content_length else {
            page.url = header.url;
            return Err(invalid("the record has no `Content-Length`"));
        };
        // A wrong length must not cost memory.
        let mut block = Vec::with_capacity(usize::try_from(len.min(RESERVED)).unwrap_or(0));
        let read = match has_page {
            true => member
                .by_ref()
                .take(len.min(self.limit))
                .read_to_end(&mut block)
                .map(|read| read as u64),
            false => io::copy(&mut member.by_ref().take(len), &mut io::sink()),
        };
        let suspicion = self.suspicion();
        let kind = self.read_block(header, block, page);
        let read = read?;
        let wanted = match has_page {
            true => len.min(self.limit),
            false => len,
        };
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
        if skip_line_ends(member)? {
            self.is_lost = true;
            reason
                .get_or_insert_with(|| "the record is longer than its `Content-Length`".to_owned());
        }
        if let Some(why) = suspicion {
            reason.get_or_insert_with(|| {
                format!("it may be a part of the page of another record: {why}")
            });
        }
        Ok(kind)
    }

    /// Why a record may not be one of the file.
    fn suspicion(&self) -> Option<&'static str> {
        if self.is_gzip && self.chain.is_suspect(self.start) {
            return Some("a gzip member before is broken");
        }
        self.is_lost.then_some("a record before has a wrong length")
    }

    /// Reads the block of a record.
    fn read_block(&mut self, header: Header, block: Vec<u8>, page: &mut Page) -> Step {
        page.url = header.url;
        page.reason = header
            .truncated
            .map(|why| format!("the crawler cut off the record: {why}"));
        if header.is_segment {
            page.reason = Some("the record is one of several segments".to_owned());
        }
        let declared = header.content_type.as_deref().unwrap_or_default();
        let is_http = declared
            .to_ascii_lowercase()
            .starts_with("application/http");
        match header.kind.as_str() {
            "response" => match Response::parse(block, self.limit) {
                Ok(response) => {
                    if !response.is_html() {
                        self.skipped.not_html += 1;
                        return Step::Other;
                    }
                    page.content_type = response.content_type;
                    page.html = response.body;
                    // Why a body cannot be decoded may be that the record is not complete.
                    page.reason = page.reason.take().or(response.reason);
                }
                Err(_) if is_http => {
                    page.reason = Some("the record is no HTTP response".to_owned());
                }
                Err(_) => {
                    self.skipped.not_http += 1;
                    return Step::Other;
                }
            },
            "resource" if is_html(header.content_type.as_deref(), &block) => {
                page.content_type = header.content_type;
                page.html = block;
            }
            "resource" => {
                self.skipped.not_html += 1;
                return Step::Other;
            }
            _ => {
                self.skipped.other_types += 1;
                return Step::Other;
            }
        }
        Step::Page
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

/// Skips the line ends after a record. Returns whether anything but another record follows.
fn skip_line_ends(member: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let buffer = member.fill_buf()?;
        let len = buffer
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
            .count();
        if len < buffer.len() {
            let next = buffer[len];
            member.consume(len);
            return Ok(next != WARC[0]);
        }
        if len == 0 {
            return Ok(false);
        }
        member.consume(len);
    }
}
