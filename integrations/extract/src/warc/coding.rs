//! Transfer codings and content encodings of HTTP.

use super::gzip::GZIP;
use super::source::invalid;
use super::zstd::{ZSTD, is_skippable};
use flate2::bufread::GzDecoder;
use flate2::read::{DeflateDecoder, ZlibDecoder};
use std::io::{self, Read};

/// How many codings of a body are undone, at most.
const CODINGS: usize = 8;

/// How many bytes of a body tell whether it is text.
const SNIFFED: usize = 1445;

/// A body after its codings were undone.
pub(crate) struct Decoded {
    pub(crate) body: Vec<u8>,
    /// Why the body is not complete.
    pub(crate) reason: Option<String>,
}

/// Undoes codings, the last of them first. A body has at most `limit` bytes after each.
///
/// Many archives have the decoded body under the original header, so text that is not in its coding is kept.
pub(crate) fn undo(body: Vec<u8>, codings: &[String], limit: u64) -> Decoded {
    let mut decoded = Decoded { body, reason: None };
    if codings.len() > CODINGS {
        decoded.fail(format!("the body has more than {CODINGS} codings"));
        return decoded;
    }
    for coding in codings.iter().rev() {
        if !decoded.undo(coding, limit) {
            break;
        }
    }
    decoded
}

impl Decoded {
    /// Undoes a coding. Returns whether there is a body to continue with.
    fn undo(&mut self, coding: &str, limit: u64) -> bool {
        let mut found = Vec::new();
        let result = match coding {
            "identity" => return true,
            "chunked" => match join_chunks(&self.body, &mut found) {
                Some(result) => result,
                // It has no chunks.
                None => return true,
            },
            _ => decode(coding, &self.body, limit.saturating_add(1), &mut found),
        };
        if let Err(error) = result {
            if coding != "chunked" && is_text(&self.body) {
                return true;
            }
            // Of several reasons the first one is the cause.
            self.reason.get_or_insert_with(|| {
                format!("the body cannot be decoded as `{coding}`: {error}")
            });
        }
        self.body = found;
        if self.body.len() as u64 > limit {
            self.body
                .truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            self.reason
                .get_or_insert_with(|| format!("the page has more than {limit} bytes"));
        }
        !self.body.is_empty()
    }

    fn fail(&mut self, reason: String) {
        self.reason.get_or_insert(reason);
        self.body.clear();
    }
}

/// Undoes a content encoding, up to `limit` bytes. What follows its end is left out, as browsers leave it out.
fn decode(coding: &str, mut body: &[u8], limit: u64, found: &mut Vec<u8>) -> io::Result<()> {
    let mut read = |decoder: &mut dyn Read| {
        let left = limit - found.len() as u64;
        decoder
            .take(left)
            .read_to_end(found)
            .map(|_| found.len() as u64 == limit)
    };
    match coding {
        "gzip" | "x-gzip" => loop {
            let mut member = GzDecoder::new(body);
            let is_long = read(&mut member)?;
            body = member.into_inner();
            if is_long || !body.starts_with(&GZIP) {
                return Ok(());
            }
        },
        "zstd" => loop {
            let mut frame = zstd::Decoder::with_buffer(body)?.single_frame();
            let is_long = read(&mut frame)?;
            body = frame.finish();
            if is_long || !(body.starts_with(&ZSTD) || is_skippable(body)) {
                return Ok(());
            }
        },
        // Some servers leave out the header of zlib.
        "deflate" if is_zlib(body) => read(&mut ZlibDecoder::new(body)).map(drop),
        "deflate" => read(&mut DeflateDecoder::new(body)).map(drop),
        "br" => read(&mut brotli_decompressor::Decompressor::new(body, 4096)).map(drop),
        _ => Err(invalid("it is not known")),
    }
}

/// Whether a body begins with the header of zlib (RFC 1950).
fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [first, second, ..] if first & 0x0F == 8 && (u16::from(*first) << 8 | u16::from(*second)) % 31 == 0)
}

/// Whether a body is text: it has no binary data bytes (MIME Sniffing Standard, 3), and begins with a tag or is UTF-8.
fn is_text(body: &[u8]) -> bool {
    let is_binary = |byte: &u8| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    let marks: [&[u8]; 2] = [b"\xFE\xFF", b"\xFF\xFE"];
    let first = &body[..body.len().min(SNIFFED)];
    let is_utf8 = match std::str::from_utf8(first) {
        Ok(_) => true,
        // The last character may be cut off.
        Err(error) => error.error_len().is_none(),
    };
    marks.iter().any(|mark| body.starts_with(mark))
        || !first.iter().any(is_binary) && (is_utf8 || first.trim_ascii_start().starts_with(b"<"))
}

/// A body without its chunks, if it has chunks that are as they must be.
pub(crate) fn without_chunks(body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::new();
    let result = join_chunks(body, &mut joined)?;
    result.is_ok().then_some(joined)
}

/// Joins the chunks of a body (RFC 9112, 7.1), as far as they go; `None` if there is none.
fn join_chunks(mut body: &[u8], joined: &mut Vec<u8>) -> Option<io::Result<()>> {
    let mut is_first = true;
    loop {
        let Some((size, rest)) = chunk_size(body) else {
            let message = match memchr::memchr(b'\n', body) {
                None => "it ends before the last chunk",
                Some(_) => "the size of a chunk is no number",
            };
            return (!is_first).then(|| Err(invalid(message)));
        };
        is_first = false;
        if size == 0 {
            // What follows are fields and the end.
            return Some(Ok(()));
        }
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        joined.extend_from_slice(&rest[..size.min(rest.len())]);
        if size > rest.len() {
            return Some(Err(invalid("it ends within a chunk")));
        }
        let rest = &rest[size..];
        body = match rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n")) {
            Some(rest) => rest,
            None if rest.is_empty() => return Some(Err(invalid("it ends before the last chunk"))),
            None => return Some(Err(invalid("a chunk is longer than its size"))),
        };
    }
}

/// The size of a chunk, and what follows the line.
fn chunk_size(body: &[u8]) -> Option<(u64, &[u8])> {
    let end = memchr::memchr(b'\n', body)?;
    let (line, rest) = (&body[..end], &body[end + 1..]);
    let digits = line.iter().take_while(|byte| byte.is_ascii_hexdigit());
    let (digits, extension) = line.split_at(digits.count());
    if !matches!(extension.trim_ascii(), [] | [b';', ..]) {
        return None;
    }
    let size = u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    Some((size, rest))
}
