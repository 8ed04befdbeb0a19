//! Files that are no WARC files with HTTP responses, by name.

use super::gzip::{GZIP, Inflater, WARC, is_broken};
use super::record::Header;
use super::source::{Source, read_up_to};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::Path;

/// How many records tell what a file has.
const RECORDS: usize = 4;

/// How many bytes are read for that, decompressed, at most.
const BYTES: u64 = 16 << 20;

/// Other formats: the first bytes, and what to do.
const OTHERS: [(&[u8], &str); 6] = [
    (
        b"\x28\xB5\x2F\xFD",
        "is compressed with zstd, which is not read: decompress it with `zstd -d`",
    ),
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
    (
        b"filedesc:",
        "is an ARC file, which is not read: convert it to WARC first",
    ),
];

/// A file of zstd with a dictionary, as `.warc.zst` has it, begins with a frame that decoders skip.
const SKIPPABLE: &[u8] = b"\x2A\x4D\x18";

const WET: &str = "is a WET file, whose records are text: there is no HTML to read";
const WAT: &str = "is a WAT file, whose records are metadata: there is no HTML to read";

const NO_RECORDS: &str = "is gzip, but no WARC file: it has no records";

/// Looks at the beginning of a file, and goes back to it. Returns whether it is gzip; an error names a kind that is not read.
pub(crate) fn check<R: Read + Seek>(source: &mut Source<R>) -> io::Result<bool> {
    let is_gzip = source.is_at(&GZIP)?;
    let mut survey = Survey::default();
    let found = match is_gzip {
        true => survey.members(source),
        false => survey.records(&mut source.by_ref().take(BYTES)),
    };
    source.seek_to(0)?;
    match found {
        // What is broken gets a reason where it is read.
        Err(error) if !is_broken(&error) => Err(error),
        _ => match survey.kind() {
            Some(kind) => Err(io::Error::new(
                io::ErrorKind::Unsupported,
                format!("the file {kind}"),
            )),
            None => Ok(is_gzip || !source.is_at(WARC)?),
        },
    }
}

/// Whether a file is a WARC file by its first bytes, or of a kind that the reader refuses by name.
pub fn is_archive(path: &Path) -> io::Result<bool> {
    let mut first = [0; 16];
    let read = read_up_to(&mut File::open(path)?, &mut first)?;
    let first = &first[..read];
    Ok(first.starts_with(WARC) || first.starts_with(&GZIP) || other(first).is_some())
}

/// What another format is.
fn other(first: &[u8]) -> Option<&'static str> {
    match first {
        [0x50..=0x5F, rest @ ..] if rest.starts_with(SKIPPABLE) => Some(OTHERS[0].1),
        _ => OTHERS
            .iter()
            .find(|(magic, _)| first.starts_with(magic))
            .map(|(_, kind)| *kind),
    }
}

/// What the first records are.
#[derive(Default)]
struct Survey {
    /// The number of complete gzip members.
    members: usize,
    records: usize,
    conversions: usize,
    metadata: usize,
    /// Whether there is a record of a WARC file with responses.
    is_crawl: bool,
    other: Option<&'static str>,
}

impl Survey {
    fn is_decided(&self) -> bool {
        self.is_crawl || self.other.is_some() || self.conversions + self.metadata >= RECORDS
    }

    fn kind(&self) -> Option<&'static str> {
        match (self.conversions, self.metadata) {
            _ if self.is_crawl => None,
            _ if self.other.is_some() => self.other,
            (1.., 0) => Some(WET),
            (0, 1..) => Some(WAT),
            _ if self.members > 0 && self.records == 0 => Some(NO_RECORDS),
            _ => None,
        }
    }

    fn members<R: Read + Seek>(&mut self, source: &mut Source<R>) -> io::Result<()> {
        let mut left = BYTES;
        while left > 0 && !self.is_decided() && source.is_at(&GZIP)? {
            let mut inflater = Inflater::new(&mut *source).take(left);
            self.records(&mut BufReader::new(&mut inflater))?;
            if self.is_decided() {
                break;
            }
            io::copy(&mut inflater, &mut io::sink())?;
            self.members += usize::from(inflater.limit() > 0);
            // A member without content takes time as well.
            left = inflater.limit().saturating_sub(64);
        }
        Ok(())
    }

    fn records(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        self.other = other(input.fill_buf()?);
        while !self.is_decided()
            && Header::find(input)?.is_ok()
            && let Some(header) = Header::read(input)?
        {
            self.records += 1;
            let content_type = header.content_type.as_deref().unwrap_or_default();
            match header.kind.as_str() {
                "warcinfo" => {}
                "conversion" => self.conversions += 1,
                "metadata" if content_type.starts_with("application/json") => self.metadata += 1,
                _ => self.is_crawl = true,
            }
            if !self.is_decided() {
                let len = header.content_length.unwrap_or(0);
                io::copy(&mut input.by_ref().take(len), &mut io::sink())?;
            }
        }
        Ok(())
    }
}
