//! HTTP responses in records.

use super::field::Field;
use super::{coding, digest};

/// The most bytes that a header may have.
const HEADER: usize = 1 << 20;

/// A response: what is needed of its header, and its body without transfer codings and content encodings.
pub(crate) struct Response {
    pub(crate) status: Option<u16>,
    pub(crate) content_type: Option<String>,
    pub(crate) body: Vec<u8>,
    /// Why the body is not complete.
    pub(crate) reason: Option<String>,
    /// That the body is not that of the digest.
    pub(crate) wrong_digest: Option<String>,
}

impl Response {
    /// Reads a response. Its body has at most `limit` bytes after decoding, and is compared with a digest. `Err` is a block that is
    /// no response.
    pub(crate) fn parse(
        mut block: Vec<u8>,
        payload_digest: Option<&str>,
        limit: u64,
    ) -> Result<Self, Vec<u8>> {
        if !block.starts_with(b"HTTP/") {
            return Err(block);
        }
        block.drain(..interim(&block));
        let header = &block[..block.len().min(HEADER)];
        let Some((len, fields)) = Fields::parse(header) else {
            let reason = match header.len() < block.len() {
                true => "the header of the response has more than 1 MiB",
                false => "the header of the response is not complete",
            };
            return Ok(Response {
                status: status(&block),
                content_type: None,
                body: Vec::new(),
                reason: Some(reason.to_owned()),
                wrong_digest: None,
            });
        };
        let status = status(&block);
        block.drain(..len);
        let wrong_digest = payload_digest.and_then(|digest| {
            let chunked = fields
                .transfer_codings
                .iter()
                .any(|coding| coding == "chunked");
            let wrong = |bytes: &[u8]| digest::mismatch("WARC-Payload-Digest", digest, bytes);
            // By the standard the payload has no chunks, but crawlers differ.
            wrong(&block).filter(|_| {
                !chunked
                    || coding::without_chunks(&block).is_none_or(|joined| wrong(&joined).is_some())
            })
        });
        // A message is transferred after it was encoded.
        let codings = [fields.content_encodings, fields.transfer_codings].concat();
        let decoded = coding::undo(block, &codings, limit);
        Ok(Response {
            status,
            wrong_digest,
            content_type: fields.content_type,
            body: decoded.body,
            reason: decoded.reason,
        })
    }

    /// Whether the response is a page: its type is HTML, or it has none and begins as HTML.
    pub(crate) fn is_html(&self) -> bool {
        is_html(self.content_type.as_deref(), &self.body)
    }
}

/// The length of the responses before the one with the page, such as 100 Continue (RFC 9110, 15.2).
fn interim(block: &[u8]) -> usize {
    let mut rest = block;
    while let Some(100 | 102..200) = status(rest)
        && let Some((len, _)) = Fields::parse(&rest[..rest.len().min(HEADER)])
        && rest[len..].starts_with(b"HTTP/")
    {
        rest = &rest[len..];
    }
    block.len() - rest.len()
}

/// The status of a response, from its first line.
fn status(block: &[u8]) -> Option<u16> {
    let line = block.split(|byte| *byte == b'\n').next()?;
    let line = std::str::from_utf8(line.get(..line.len().min(64))?).ok()?;
    let code = line.split_ascii_whitespace().nth(1)?;
    code.parse().ok().filter(|code| (100..1000).contains(code))
}

/// The type of a `Content-Type` without parameters, in lower case; of several, the last.
pub(crate) fn media_type(content_type: &str) -> Option<String> {
    // What is behind a comma in a quoted string is no type, nor is `*/*` (Fetch, "extract a MIME type").
    let is_type =
        |text: &&str| text.contains('/') && !text.contains(['"', ' ', '=']) && *text != "*/*";
    let types = content_type.rsplit(',');
    let mut types = types.map(|it| it.split(';').next().unwrap_or_default().trim());
    types.find(is_type).map(str::to_ascii_lowercase)
}

/// Whether content of a type is a page. Without a type, or with one that says nothing (MIME Sniffing Standard, 7), its beginning decides.
pub(crate) fn is_html(content_type: Option<&str>, body: &[u8]) -> bool {
    let essence =
        content_type.map(|found| media_type(found).unwrap_or_else(|| found.to_ascii_lowercase()));
    match essence.as_deref() {
        None | Some("*/*" | "application/unknown" | "unknown/unknown") => {
            body.is_empty() || begins_as_html(body)
        }
        Some(essence) => essence.contains("html"),
    }
}

/// Whether content without a type begins as HTML (MIME Sniffing Standard, 7.1).
fn begins_as_html(body: &[u8]) -> bool {
    const BEGINNINGS: [&[u8]; 18] = [
        b"<!doctype html",
        b"<html",
        b"<head",
        b"<script",
        b"<iframe",
        b"<h1",
        b"<div",
        b"<font",
        b"<table",
        b"<a",
        b"<style",
        b"<title",
        b"<b",
        b"<body",
        b"<br",
        b"<p",
        b"<meta",
        b"<!--",
    ];
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    let body = body.trim_ascii_start();
    BEGINNINGS.iter().any(|beginning| {
        body.get(..beginning.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(beginning))
            && (*beginning == b"<!--" || matches!(body.get(beginning.len()), Some(b' ' | b'>')))
    })
}

/// The fields of a header that matter here.
#[derive(Default)]
struct Fields {
    content_type: Option<String>,
    content_encodings: Vec<String>,
    transfer_codings: Vec<String>,
}

impl Fields {
    /// Reads the header. Returns its length with the empty line; `None` if that is not there.
    fn parse(block: &[u8]) -> Option<(usize, Self)> {
        let mut fields = Fields::default();
        let mut field = Field::default();
        let mut at = 0;
        while let Some(len) = memchr::memchr(b'\n', &block[at..]) {
            let line = &block[at..at + len];
            at += len + 1;
            if !field.add(line, |name, value| fields.set(name, value)) {
                return Some((at, fields));
            }
        }
        None
    }

    fn set(&mut self, name: &[u8], value: &[u8]) {
        let value = String::from_utf8_lossy(value);
        match name {
            b"content-type" if !value.is_empty() => match &mut self.content_type {
                // The last of several counts, with the charset of the same type before it.
                Some(before) => *before += &format!(", {value}"),
                None => self.content_type = Some(value.into_owned()),
            },
            b"content-encoding" => self.content_encodings.extend(names(&value)),
            b"transfer-encoding" => self.transfer_codings.extend(names(&value)),
            _ => {}
        }
    }
}

/// The names of a list of codings, without parameters.
fn names(list: &str) -> impl Iterator<Item = String> {
    let names = list
        .split(',')
        .map(|item| item.split(';').next().unwrap_or_default().trim());
    names
        .filter(|name| !name.is_empty())
        .map(str::to_ascii_lowercase)
}
