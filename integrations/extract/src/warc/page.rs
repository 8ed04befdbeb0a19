//! What the reader makes of records.

use super::wat::Wat;
use std::fmt;

/// How many bytes the columns of a row without values have, about.
const ROW: usize = 64;

/// An HTML page of a record, or the text of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// Where the record begins in the file as it is stored, or the gzip member or zstd frame that it is in, in bytes.
    pub offset: u64,
    /// How many bytes it has there, up to the next one. `None` if the member has other records as well, or is broken.
    pub length: Option<u64>,
    /// The record's `WARC-Record-ID`, without angle brackets.
    pub record_id: Option<String>,
    /// The record's `WARC-Date`, or the date of an ARC record in the same form: ISO 8601 in UTC.
    pub date: Option<String>,
    /// The record's `WARC-Type`: `response`, `resource`, `conversion`, or `metadata` in a WAT file; `None` if the header is broken.
    pub record_type: Option<String>,
    /// The record's `WARC-Target-URI`.
    pub url: Option<String>,
    /// The status of the response.
    pub status: Option<u16>,
    /// The `Content-Type` of the response, or of a record that is none. Of a field that is there twice, both values with a comma between.
    pub content_type: Option<String>,
    /// The record's `WARC-Block-Digest`. A wrong one is a [`reason`](Self::reason).
    pub block_digest: Option<String>,
    /// The record's `WARC-Payload-Digest`. A wrong one is a [`reason`](Self::reason).
    pub payload_digest: Option<String>,
    /// The record's `WARC-Truncated`: why the crawler cut it off.
    pub truncated: Option<String>,
    /// The page in its own encoding, without transfer codings and content encodings.
    pub html: Vec<u8>,
    /// The text of a page, of a `conversion` record of a WET file. Then there is no [`html`](Self::html).
    pub text: Option<String>,
    /// What the record of a WAT file says. Then there is neither [`html`](Self::html) nor [`text`](Self::text).
    pub wat: Option<Wat>,
    /// Why the page is not complete, or may not be.
    pub reason: Option<String>,
}

impl Page {
    /// The media type of the page: its content type without parameters, in lower case; of several, the last.
    pub fn media_type(&self) -> Option<String> {
        super::http::media_type(self.content_type.as_deref()?)
    }

    /// Whether the record is a page, which is in [`html`](Self::html), and not a text or what a WAT file says.
    pub fn has_html(&self) -> bool {
        self.text.is_none() && self.wat.is_none()
    }

    /// How many bytes the page or its text has, or what a WAT file says.
    pub fn bytes(&self) -> usize {
        let text = self.text.as_ref().map_or(0, String::len);
        self.html.len() + text + self.wat.as_ref().map_or(0, Wat::bytes)
    }

    /// How many bytes a row of it takes, about: those of the page, and what is known of its record. A URL alone can have a megabyte.
    pub fn row_bytes(&self) -> usize {
        let texts = [
            &self.record_id,
            &self.date,
            &self.record_type,
            &self.url,
            &self.content_type,
            &self.block_digest,
            &self.payload_digest,
            &self.truncated,
            &self.reason,
        ];
        let texts = texts.into_iter().flatten().map(String::len);
        ROW + self.bytes() + texts.sum::<usize>()
    }
}

/// How many records are no pages, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Records of other types than `response` and `resource`, than `conversion` in a WET file, and than those about responses in a WAT file.
    pub other_types: u64,
    /// Responses of other protocols than HTTP, such as DNS.
    pub not_http: u64,
    /// Content that is not HTML, nor text in a WET file.
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
