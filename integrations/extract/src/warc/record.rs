//! The header of a record.

use super::http::trim;
use std::io::{self, BufRead, Read};

/// The most bytes that a header may have.
const HEADER: u64 = 1 << 20;

/// The fields of a record that matter here.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Header {
    pub(crate) kind: String,
    pub(crate) url: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) content_length: Option<u64>,
}

/// Reads a line without its end, which is LF or CR LF. `None` at the end of the input.
fn line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = input.by_ref().take(HEADER).read_until(b'\n', &mut line)?;
    if line.pop_if(|byte| *byte == b'\n').is_some() {
        line.pop_if(|byte| *byte == b'\r');
    }
    Ok((read > 0).then_some(line))
}

impl Header {
    /// Reads a header, from the line after `WARC/1.0` to the empty line. The outer `None` is the end of the input.
    pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut header = Header::default();
        let mut len = 0;
        loop {
            let Some(line) = line(input)? else {
                return Ok(None);
            };
            len += line.len() as u64;
            if line.is_empty() {
                return Ok(Some(header));
            }
            if len > HEADER {
                let message = "the header of the record has more than 1 MiB";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            let Some(colon) = memchr::memchr(b':', &line) else {
                continue;
            };
            let (name, value) = (&line[..colon], trim(&line[colon + 1..]));
            let text = || String::from_utf8_lossy(value).into_owned();
            match name.to_ascii_lowercase().as_slice() {
                b"warc-type" => header.kind = text().to_ascii_lowercase(),
                // Some crawlers put the URL in angle brackets.
                b"warc-target-uri" => {
                    header.url = Some(text().trim_matches(['<', '>']).to_owned());
                }
                b"content-type" => header.content_type = Some(text()),
                b"content-length" => header.content_length = text().parse().ok(),
                _ => {}
            }
        }
    }

    /// Goes to the next record. Returns how many bytes other than line ends precede it; `Err` with them if there is none.
    pub(crate) fn find(input: &mut impl BufRead) -> io::Result<Result<u64, u64>> {
        let mut skipped = 0;
        while let Some(line) = line(input)? {
            if line.starts_with(super::member::WARC) {
                return Ok(Ok(skipped));
            }
            skipped += line.len() as u64;
        }
        Ok(Err(skipped))
    }
}
