//! HTTP responses in records.

use flate2::read::{MultiGzDecoder, ZlibDecoder};
use std::io::Read;

/// A response: what is needed of its header, and its body, decoded.
pub(crate) struct Response {
    pub(crate) content_type: Option<String>,
    pub(crate) body: Vec<u8>,
    /// Why the body is not complete.
    pub(crate) reason: Option<String>,
}

impl Response {
    /// Reads a response. Its body has at most `limit` bytes after decoding.
    pub(crate) fn parse(mut block: Vec<u8>, limit: u64) -> Self {
        let (len, mut fields) = Fields::parse(&block);
        block.drain(..len);
        let mut response = Response {
            content_type: fields.content_type.take(),
            body: block,
            reason: None,
        };
        // Many archives have the decoded body under the original header, so a body that cannot be decoded is kept.
        if fields.is_chunked
            && let Some(body) = dechunked(&response.body)
        {
            response.body = body;
        }
        response.decode(fields.content_encoding.as_deref(), limit);
        response
    }

    fn decode(&mut self, encoding: Option<&str>, limit: u64) {
        let mut decoded = Vec::new();
        let result = match encoding {
            Some("gzip" | "x-gzip") if self.body.starts_with(&[0x1F, 0x8B]) => {
                MultiGzDecoder::new(&*self.body)
                    .take(limit)
                    .read_to_end(&mut decoded)
            }
            Some("deflate") => match ZlibDecoder::new(&*self.body)
                .take(limit)
                .read_to_end(&mut decoded)
            {
                Err(_) if decoded.is_empty() => return,
                result => result,
            },
            _ => return,
        };
        self.body = decoded;
        if let Err(error) = result {
            self.reason = Some(format!(
                "the content encoding of the response is broken: {error}"
            ));
        } else if self.body.len() as u64 == limit {
            self.reason = Some(format!("the page has {limit} bytes or more"));
        }
    }
}

/// The fields of a header that matter here.
#[derive(Default)]
struct Fields {
    content_type: Option<String>,
    content_encoding: Option<String>,
    is_chunked: bool,
}

impl Fields {
    /// Reads the header. Returns its length with the empty line; a block without one is all body.
    fn parse(block: &[u8]) -> (usize, Self) {
        let mut fields = Fields::default();
        if !block.starts_with(b"HTTP/") {
            return (0, fields);
        }
        let mut at = 0;
        while let Some(len) = memchr::memchr(b'\n', &block[at..]) {
            let line = trim(&block[at..at + len]);
            at += len + 1;
            if line.is_empty() {
                return (at, fields);
            }
            let Some(colon) = memchr::memchr(b':', line) else {
                continue;
            };
            let value = String::from_utf8_lossy(trim(&line[colon + 1..]));
            match line[..colon].to_ascii_lowercase().as_slice() {
                b"content-type" => fields.content_type = Some(value.into_owned()),
                b"content-encoding" => fields.content_encoding = Some(value.to_ascii_lowercase()),
                b"transfer-encoding" => fields.is_chunked = value.eq_ignore_ascii_case("chunked"),
                _ => {}
            }
        }
        (block.len(), fields)
    }
}

/// Joins the chunks of a body; `None` if it is not chunked.
fn dechunked(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::with_capacity(body.len());
    loop {
        let end = memchr::memchr(b'\n', body)?;
        let size = std::str::from_utf8(&body[..end]).ok()?;
        let size = size.split(';').next()?.trim();
        let size = usize::from_str_radix(size, 16).ok()?;
        body = &body[end + 1..];
        if size == 0 {
            return Some(joined);
        }
        joined.extend_from_slice(body.get(..size)?);
        body = body.get(size..)?;
        body = body.strip_prefix(b"\r\n").or(body.strip_prefix(b"\n"))?;
    }
}

pub(crate) fn trim(bytes: &[u8]) -> &[u8] {
    bytes.trim_ascii()
}

#[cfg(test)]
mod tests {
    use super::Response;
    use flate2::Compression;
    use flate2::read::GzEncoder;
    use std::io::Read;

    fn body(header: &str, body: &[u8]) -> (String, Option<String>) {
        let block = [b"HTTP/1.1 200 OK\r\n", header.as_bytes(), b"\r\n\r\n", body].concat();
        let response = Response::parse(block, 1000);
        (
            String::from_utf8(response.body).expect("UTF-8"),
            response.reason,
        )
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut compressed = Vec::new();
        let mut encoder = GzEncoder::new(text, Compression::fast());
        encoder.read_to_end(&mut compressed).expect("memory");
        compressed
    }

    #[test]
    fn bodies_are_decoded() {
        let expected = ("<p>a".to_owned(), None);
        assert_eq!(body("X: y", b"<p>a"), expected);
        assert_eq!(
            body(
                "Transfer-Encoding: chunked",
                b"3;x\r\n<p>\r\n1\r\na\r\n0\r\n\r\n"
            ),
            expected
        );
        assert_eq!(body("Transfer-Encoding: chunked", b"<p>a"), expected);
        assert_eq!(body("Content-Encoding: gzip", &gzip(b"<p>a")), expected);
        assert_eq!(body("Content-Encoding: gzip", b"<p>a"), expected);
        assert_eq!(body("Content-Encoding: deflate", b"<p>a"), expected);
    }

    #[test]
    fn a_body_is_not_decoded_beyond_the_limit() {
        let (text, reason) = body("Content-Encoding: gzip", &gzip(&b"a".repeat(5000)));
        assert_eq!(
            (text.len(), reason.as_deref()),
            (1000, Some("the page has 1000 bytes or more"))
        );
        let cut = &gzip(b"<p>a")[..14];
        assert!(
            body("Content-Encoding: gzip", cut)
                .1
                .expect("a reason")
                .contains("is broken")
        );
    }

    #[test]
    fn a_block_without_a_header_is_a_body() {
        let response = Response::parse(b"<p>a".to_vec(), 1000);
        assert_eq!(
            (response.body, response.content_type),
            (b"<p>a".to_vec(), None)
        );
    }
}
