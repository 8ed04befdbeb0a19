//! The header of a record.

use super::arc;
use super::field::Field;
use super::format::Records;
use super::source::invalid;
use std::io::{self, BufRead, Read};

/// The first bytes of a record.
pub(crate) const WARC: &[u8] = b"WARC/";

/// The most bytes that a header may have.
pub(crate) const HEADER: usize = 1 << 20;

/// The fields of a record that matter here.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Header {
    pub(crate) kind: String,
    pub(crate) url: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) content_length: Option<u64>,
    /// What is in place of a length.
    pub(crate) wrong_length: Option<String>,
    /// Why the crawler cut off the block.
    pub(crate) truncated: Option<String>,
    /// Whether the block is only the first of several segments.
    pub(crate) is_segment: bool,
    /// Whether the block is a message of HTTP.
    pub(crate) is_http: bool,
    pub(crate) id: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) block_digest: Option<String>,
    pub(crate) payload_digest: Option<String>,
}

/// Reads a line with its end, up to a limit. It is empty at the end of the input.
pub(crate) fn line(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input
        .by_ref()
        .take(HEADER as u64)
        .read_until(b'\n', &mut line)?;
    Ok(line)
}

/// What precedes a record.
pub(crate) struct Before {
    /// How many bytes other than white space.
    pub(crate) skipped: u64,
    /// The record's first line, which was read.
    pub(crate) line: Vec<u8>,
}

impl Header {
    /// Goes to the next record and reads its header; `None` if there is no complete one.
    pub(crate) fn next(input: &mut impl BufRead, records: Records) -> io::Result<Option<Self>> {
        match Header::find(input, records)? {
            Ok(before) => Header::read(input, &before, records),
            Err(_) => Ok(None),
        }
    }

    /// Reads a header after its first line; `None` is the end of the input.
    pub(crate) fn read(
        input: &mut impl BufRead,
        before: &Before,
        records: Records,
    ) -> io::Result<Option<Self>> {
        match records {
            Records::Warc => Header::read_fields(input),
            Records::Arc => Ok(arc::header(&before.line)),
        }
    }

    /// Reads from the line after `WARC/1.0` to the empty line.
    fn read_fields(input: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut header = Header::default();
        let mut field = Field::default();
        let mut len = 0;
        loop {
            let line = line(input)?;
            len += line.len();
            if line.is_empty() {
                return Ok(None);
            }
            if len > HEADER {
                return Err(invalid("the header of the record has more than 1 MiB"));
            }
            if !field.add(&line, |name, value| header.set(name, value)) {
                return Ok(Some(header));
            }
        }
    }

    fn set(&mut self, name: &[u8], value: &[u8]) {
        let text = || String::from_utf8_lossy(value).into_owned();
        match name {
            b"warc-type" => self.kind = text().to_ascii_lowercase(),
            // Some crawlers put the URL in angle brackets.
            b"warc-target-uri" => self.url = Some(text().trim_matches(['<', '>']).to_owned()),
            b"content-type" => {
                self.is_http = text().to_ascii_lowercase().starts_with("application/http");
                self.content_type = Some(text());
            }
            b"warc-record-id" => self.id = Some(text().trim_matches(['<', '>']).to_owned()),
            b"warc-date" => self.date = Some(text()),
            b"warc-block-digest" => self.block_digest = Some(text()),
            b"warc-payload-digest" => self.payload_digest = Some(text()),
            b"content-length" => {
                self.content_length = text().parse().ok();
                self.wrong_length = self.content_length.is_none().then(text);
            }
            b"warc-truncated" => self.truncated = Some(text()),
            b"warc-segment-number" => self.is_segment = true,
            _ => {}
        }
    }

    /// Goes to the next record, after its first line. `Err` is the length of what is there if there is none.
    pub(crate) fn find(
        input: &mut impl BufRead,
        records: Records,
    ) -> io::Result<Result<Before, u64>> {
        let mut skipped = 0;
        let mut is_start = true;
        loop {
            let line = line(input)?;
            if line.is_empty() {
                return Ok(Err(skipped));
            }
            if is_start && records.begin_with(&line) {
                return Ok(Ok(Before { skipped, line }));
            }
            is_start = line.ends_with(b"\n");
            skipped += line.trim_ascii().len() as u64;
        }
    }
}
