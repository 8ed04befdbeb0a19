//! The pages of a WARC file.

use super::http::Response;
use super::member::{GZIP, Member, WARC, find_member};
use super::record::Header;
use super::source::Source;
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
    /// Where the record, or the gzip member that it is in, begins in the file.
    pub offset: u64,
    /// The record's `WARC-Target-URI`.
    pub url: Option<String>,
    /// The `Content-Type` of the response.
    pub content_type: Option<String>,
    /// The page in its own encoding, without transfer and content encodings.
    pub html: Vec<u8>,
    /// Why the page is not complete, or may not be.
    pub reason: Option<String>,
}

/// Reads the HTML pages of a WARC file: `response` and `resource` records whose content type is HTML, or unknown.
///
/// A broken record is a page with a [`reason`](Page::reason), as far as it can be read. Reading continues with the next gzip
/// member, or in a plain file with the next line that begins with `WARC/`.
pub struct Reader<R> {
    /// `None` while a member is read, and after an error of the input.
    source: Option<Source<R>>,
    member: Option<Member<R>>,
    /// Where the member begins.
    start: u64,
    /// No member is read that begins here or later.
    end: u64,
    is_gzip: bool,
    /// Whether nothing was found yet, from the beginning of the file on.
    is_whole: bool,
    /// Whether no record of the member was read yet.
    is_first: bool,
    limit: u64,
}

impl Reader<File> {
    /// Opens a file.
    pub fn open(path: &Path) -> io::Result<Self> {
        Reader::new(File::open(path)?)
    }

    /// Opens the part of a file with the members that begin in a range: one of [`splits`](super::splits).
    pub fn open_split(path: &Path, range: Range<u64>) -> io::Result<Self> {
        let mut reader = Reader::open(path)?;
        reader.end = range.end;
        if range.start > 0
            && let Some(source) = &mut reader.source
        {
            reader.is_whole = false;
            source.seek_to(range.start)?;
            find_member(source, range.end)?;
        }
        Ok(reader)
    }
}

impl<R: Read + Seek> Reader<R> {
    /// Reads from the beginning of an input, which is gzip or plain.
    pub fn new(input: R) -> io::Result<Self> {
        let mut source = Source::new(input);
        let is_gzip = !source.is_at(WARC)?;
        Ok(Reader {
            source: Some(source),
            member: None,
            start: 0,
            end: u64::MAX,
            is_gzip,
            is_first: true,
            is_whole: true,
            limit: RECORD,
        })
    }

    /// Sets the most bytes that a record may have, decompressed; 512 MiB by default.
    #[must_use]
    pub fn limit(mut self, bytes: u64) -> Self {
        self.limit = bytes;
        self
    }

    /// How far the file has been read, in bytes; the start of the member that is being read.
    pub fn position(&self) -> u64 {
        self.source.as_ref().map_or(self.start, Source::pos)
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
            let is_first = std::mem::take(&mut self.is_first);
            let step = read_record(&mut member, is_first, self.limit, &mut page);
            match step {
                Ok(Step::End) => self.source = Some(member.into_source()),
                Ok(step) => {
                    self.member = Some(member);
                    if step == Step::Page {
                        return Ok(Some(page));
                    }
                }
                Err(error) if is_broken(&error) => {
                    self.recover(member)?;
                    page.reason = Some(format!("the record is broken: {error}"));
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
            true => source.is_at(&GZIP)? || find_member(&mut source, self.end)?,
            // A plain file is one member.
            false => source.pos() == 0,
        };
        self.start = source.pos();
        self.is_first = true;
        if !found || self.start >= self.end {
            let is_other = self.is_whole && source.pos() > 0;
            self.source = Some(source);
            self.is_whole = false;
            return match is_other {
                true => Err(io::Error::other(
                    "the file is no WARC file: it has no records",
                )),
                false => Ok(false),
            };
        }
        self.is_whole = false;
        self.member = Some(match self.is_gzip {
            true => Member::gzip(source),
            false => Member::Plain(source),
        });
        Ok(true)
    }

    /// Continues after a broken record.
    fn recover(&mut self, member: Member<R>) -> io::Result<()> {
        match member {
            Member::Plain(_) => self.member = Some(member),
            Member::Gzip(_) => {
                let mut source = member.into_source();
                source.seek_to(self.start + 1)?;
                find_member(&mut source, self.end)?;
                self.source = Some(source);
            }
        }
        Ok(())
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

/// Reads a record, the first of its member or another. If it is broken, the page has what was read of it.
fn read_record(
    member: &mut impl BufRead,
    is_first: bool,
    limit: u64,
    page: &mut Page,
) -> io::Result<Step> {
    let skipped = match Header::find(member)? {
        Ok(skipped) => skipped,
        // What follows a record was reported with it.
        Err(skipped) if skipped == 0 || !is_first => return Ok(Step::End),
        Err(skipped) => {
            let message = format!("{skipped} bytes belong to no record");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
    };
    let Some(header) = Header::read(member)? else {
        let message = "the file ends in the header of the record";
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
    };
    let has_page = matches!(header.kind.as_str(), "response" | "resource");
    let Some(len) = header.content_length else {
        page.url = header.url;
        let message = "the record has no `Content-Length`";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    };
    // A wrong length must not cost memory.
    let mut block = Vec::with_capacity(usize::try_from(len.min(RESERVED)).unwrap_or(0));
    let read = member.by_ref().take(len.min(limit)).read_to_end(&mut block);
    let read_len = block.len() as u64;
    if has_page {
        page.url = header.url;
        let response = Response::parse(block, limit);
        page.content_type = match header.kind.as_str() {
            "resource" => header.content_type,
            _ => response.content_type,
        };
        page.html = response.body;
        page.reason = response.reason;
    }
    read?;
    if read_len < len.min(limit) {
        page.reason = Some(format!("the record ends {} bytes early", len - read_len));
    } else if len > limit {
        page.reason = Some(format!("the record has {len} bytes, more than {limit}"));
        io::copy(&mut member.by_ref().take(len - limit), &mut io::sink())?;
    } else if skipped > 0 && is_first && page.reason.is_none() {
        page.reason = Some(format!("{skipped} bytes before the record belong to none"));
    }
    if skip_line_ends(member)? {
        page.reason
            .get_or_insert_with(|| "the record is longer than its `Content-Length`".to_owned());
    }
    let is_html = page
        .content_type
        .as_deref()
        .is_none_or(|kind| kind.to_ascii_lowercase().contains("html"));
    Ok(match has_page && is_html {
        true => Step::Page,
        false => Step::Other,
    })
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

/// Whether an error comes from the content of the file.
fn is_broken(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}
