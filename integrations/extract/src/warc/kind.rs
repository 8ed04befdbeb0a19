//! What a file is, and files that are not read, by name.
//!
//! Names say little: a crawl, an extract of text and one of metadata may all end in `.warc.gz`. So the first bytes say how a file is
//! compressed, and its first records what it has.

use super::buffer::{Ahead, Buffer};
use super::format::{Content, Format, Packing, Records};
use super::gzip::GZIP;
use super::record::{Header, WARC};
use super::source::Source;
use super::unpacker::{Unpacker, is_broken};
use super::wat;
use super::zstd::{self, Decoders, ZSTD};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

/// How many records tell what a file has.
const RECORDS: usize = 4;

/// How many bytes are read for that, decompressed, at most.
const BYTES: u64 = 16 << 20;

/// Other formats: the first bytes, and what to do.
const OTHERS: [(&[u8], &str); 4] = [
    (
        b"BZh",
        "is compressed with bzip2, which is not read: decompress it with `bunzip2`",
    ),
    (
        b"\xFD7zXZ\0",
        "is compressed with xz, which is not read: decompress it with `unxz`",
    ),
    (
        b"PK\x03\x04",
        "is a ZIP archive, which is not read: extract it first",
    ),
    (b"PAR1", "is a Parquet file, not a WARC file"),
];

/// The first bytes of an ARC file.
const ARC: &[u8] = b"filedesc:";

const NO_RECORDS: &str = "is compressed, but no WARC file: it has no records";

/// How many bytes tell formats apart.
const FIRST: usize = 16;

/// Looks at the beginning of a file, and goes back to it. An error names a kind that is not read.
pub(crate) fn check<R: Read + Seek>(source: &mut Source<R>) -> io::Result<Format> {
    let first = source.ahead(4)?;
    let is_gzip = first.starts_with(&GZIP);
    let packing = match first.starts_with(&ZSTD) || zstd::is_skippable(first) {
        true => Some(Packing::Zstd(Decoders::of_file(source)?)),
        false => is_gzip.then_some(Packing::Gzip),
    };
    let mut survey = Survey::default();
    source.seek_to(0)?;
    let found = match &packing {
        Some(packing) => survey.members(source, packing),
        None => survey.plain(source.by_ref().take(BYTES)),
    };
    source.seek_to(0)?;
    match found {
        // What is broken gets a reason where it is read.
        Err(error) if !is_broken(&error) => return Err(error),
        _ => {}
    }
    if let Some(kind) = survey.refusal() {
        let message = format!("the file {kind}");
        return Err(io::Error::new(io::ErrorKind::Unsupported, message));
    }
    source.skip_line_ends()?;
    let is_plain = survey.records == Some(Records::Arc) || source.is_at(WARC)?;
    source.seek_to(0)?;
    Ok(Format {
        // What begins with neither may be gzip after some other bytes.
        packing: packing.unwrap_or(match is_plain {
            true => Packing::Plain,
            false => Packing::Gzip,
        }),
        records: survey.records.unwrap_or(Records::Warc),
        content: survey.content(),
    })
}

/// Whether a file is an archive by its first bytes, or of a kind that the reader refuses by name.
pub fn is_archive(path: &Path) -> io::Result<bool> {
    is_archive_of(&mut File::open(path)?)
}

/// Whether an input is an archive, as [`is_archive`] finds out of a file. What was read of it is not put back.
pub fn is_archive_of(input: &mut impl Read) -> io::Result<bool> {
    let mut first = Vec::new();
    input.take(FIRST as u64).read_to_end(&mut first)?;
    let first = &*first;
    let known: [&[u8]; 4] = [WARC, &GZIP, &ZSTD, ARC];
    Ok(known.iter().any(|magic| first.starts_with(magic))
        || zstd::is_skippable(first)
        || other(first).is_some())
}

/// What another format is.
fn other(first: &[u8]) -> Option<&'static str> {
    let other = OTHERS.iter().find(|(magic, _)| first.starts_with(magic));
    other.map(|(_, kind)| *kind)
}

/// What the first records are.
#[derive(Default)]
struct Survey {
    /// The number of complete members.
    members: usize,
    found: usize,
    conversions: usize,
    metadata: usize,
    /// Whether there is a record of an archive with responses.
    is_crawl: bool,
    records: Option<Records>,
    other: Option<&'static str>,
}

impl Survey {
    fn is_decided(&self) -> bool {
        self.is_crawl || self.other.is_some() || self.conversions + self.metadata >= RECORDS
    }

    fn content(&self) -> Content {
        match (self.conversions, self.metadata) {
            _ if self.is_crawl => Content::Crawl,
            (1.., 0) => Content::Text,
            (0, 1..) => Content::Metadata,
            _ => Content::Crawl,
        }
    }

    fn refusal(&self) -> Option<&'static str> {
        match () {
            () if self.is_crawl => None,
            () if self.other.is_some() => self.other,
            () if self.members > 0 && self.found == 0 => Some(NO_RECORDS),
            () => None,
        }
    }

    fn members<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
        packing: &Packing,
    ) -> io::Result<()> {
        let mut left = BYTES;
        while left > 0 && !self.is_decided() {
            if let Packing::Zstd(_) = packing {
                zstd::skip(source)?;
            }
            if !source.is_at(packing.magic())? {
                break;
            }
            let mut unpacker = Unpacker::new(&mut *source, packing, Records::Warc).take(left);
            self.plain(&mut unpacker)?;
            if self.is_decided() {
                break;
            }
            io::copy(&mut unpacker, &mut io::sink())?;
            self.members += usize::from(unpacker.limit() > 0);
            // A member without content takes time as well.
            left = unpacker.limit().saturating_sub(64);
        }
        Ok(())
    }

    fn plain(&mut self, input: impl Read) -> io::Result<()> {
        let input = &mut Buffer::new(input, 4 << 10);
        let first = input.ahead(FIRST)?;
        self.other = other(first);
        if self.found == 0 && first.starts_with(ARC) {
            self.records = Some(Records::Arc);
            self.is_crawl = true;
        }
        while !self.is_decided()
            && let Some(header) = Header::next(input, Records::Warc)?
        {
            self.found += 1;
            let content_type = header.content_type.as_deref().unwrap_or_default();
            let mut block = input.by_ref().take(header.content_length.unwrap_or(0));
            match header.kind.as_str() {
                "warcinfo" => {}
                "conversion" => self.conversions += 1,
                "metadata" if content_type.starts_with("application/json") => {
                    let mut json = Vec::new();
                    block.read_to_end(&mut json)?;
                    // Crawlers write JSON of their own.
                    self.metadata += usize::from(wat::is_about_record(&json));
                }
                _ => self.is_crawl = true,
            }
            if !self.is_decided() {
                io::copy(&mut block, &mut io::sink())?;
            }
        }
        Ok(())
    }
}
