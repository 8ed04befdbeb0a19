//! What is known of a record, and digests.

use crate::common::{all, member, reader, response};
use tokenwright_extract::warc::Page;

const BODY: &str = "<p>digest";

/// The page of a record with some fields.
fn page(fields: &str, http: &str, body: impl AsRef<[u8]>) -> Page {
    page_of(fields, http, body).expect("a page")
}

/// The page of a record, if it has one.
fn page_of(fields: &str, http: &str, body: impl AsRef<[u8]>) -> Option<Page> {
    let head =
        format!("HTTP/1.1 404 Not Found\r\nContent-Type: Text/HTML; charset=utf-8\r\n{http}\r\n");
    let body = body.as_ref();
    let header = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: <http://e.org/>\r\n{fields}Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n{head}",
        head.len() + body.len()
    );
    let warc = [header.as_bytes(), body, b"\r\n\r\n"].concat();
    all(reader(member(&warc))).pop()
}

/// Of a field that is there twice, which servers also send as one, the last counts.
#[test]
fn of_several_media_types_the_last_counts() {
    for (field, expected) in [
        ("Content-Type: text/plain, a/html;c=\"d,e/f\"", "a/html"),
        ("Content-Type: */html; charset=\"a", "*/html"),
        ("Content-Type: , html", "text/html"),
        ("Content-Type: */*", "text/html"),
    ] {
        let page = page("", &format!("{field}\r\n"), BODY);
        assert_eq!(page.media_type().as_deref(), Some(expected), "{field}");
        let all = page.content_type.expect("a type");
        assert!(all.starts_with("Text/HTML; charset=utf-8, "), "{all}");
    }
    assert_eq!(page_of("", "Content-Type: text/plain\r\n", BODY), None);
}

#[test]
fn a_row_has_what_is_known_of_its_record() {
    let fields = "WARC-Record-ID: <urn:uuid:35f02b38>\r\nWARC-Date: 2026-11-27T10:00:00.123456Z\r\nWARC-Truncated: length\r\nWARC-Block-Digest: sha3:x\r\n";
    let page = page(fields, "", BODY);
    assert_eq!(page.record_id.as_deref(), Some("urn:uuid:35f02b38"));
    assert_eq!(page.date.as_deref(), Some("2026-11-27T10:00:00.123456Z"));
    assert_eq!(page.record_type.as_deref(), Some("response"));
    assert_eq!(page.status, Some(404));
    assert_eq!(page.media_type().as_deref(), Some("text/html"));
    assert_eq!(page.truncated.as_deref(), Some("length"));
    assert_eq!(page.block_digest.as_deref(), Some("sha3:x"));
    assert_eq!((page.payload_digest, page.offset), (None, 0));
    assert_eq!(
        page.reason.as_deref(),
        Some("the crawler cut off the record: length")
    );
}

/// Digests of `BODY`, as coreutils and Python's `base64` write them.
const DIGESTS: [&str; 6] = [
    "sha1:YRZYBWY7DPRRYACBA6NFQTGB6QVOIK2B",
    "sha1:c47380db1f1be31c0041079a584cc1f42ae42b41",
    "sha256:3822f1a97f88fde49d54d178bed13fb96b193aeabe2e792b19780116ee49cd51",
    "sha256:HARPDKL7RD66JHKU2F4L5UJ7XFVRSOXKXYXHSKYZPAARN3SJZVIQ====",
    "md5:d91b21895c50f56e70fb16466def5b9c",
    "sha512:955ba317a206541dc96a4951729e0e2eaeaf9b1ec3733f991071a46990888cc525cc33d794a19f09670933679b27212945dbfbec07545ebc731b669ecd113208",
];

/// The digest of `BODY` with its chunks.
const CHUNKED: &str = "sha1:b852cfbf0c317be15ada5501c43ef7e215f6fa6c";

#[test]
fn a_field_may_continue_on_the_next_line() {
    let fields = "WARC-Record-ID:\r\n\t<urn:uuid:35f02b38>\r\nWARC-Date : 2026-11-27T10:00:00Z\r\n";
    let encoded = member(BODY.as_bytes());
    for coding in ["Content-Encoding:\r\n gzip", "Content-Encoding \t: gzip"] {
        let http = format!("Content-Type: text/html;\r\n  charset=utf-8\r\n{coding}\r\n");
        let page = page(fields, &http, &encoded);
        assert_eq!(page.record_id.as_deref(), Some("urn:uuid:35f02b38"));
        assert_eq!(page.date.as_deref(), Some("2026-11-27T10:00:00Z"));
        assert_eq!(
            page.content_type.as_deref(),
            Some("Text/HTML; charset=utf-8, text/html; charset=utf-8")
        );
        assert_eq!((&*page.html, page.reason), (BODY.as_bytes(), None));
    }
}

#[test]
fn a_response_may_follow_interim_ones() {
    let interim =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nContent-Type: image/png\r\n\r\n";
    let last = "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n";
    for (block, expected) in [
        (format!("{interim}{last}{BODY}"), Some(404)),
        (format!("{last}{interim}{BODY}"), Some(404)),
        (
            "HTTP/1.1 103 Early Hints\r\nContent-Type: text/html\r\n\r\n".to_owned(),
            Some(103),
        ),
    ] {
        let record = response("http://e/", "application/http", block.as_bytes());
        let page = all(reader(record)).remove(0);
        assert_eq!((page.status, page.reason), (expected, None));
        assert!(block.as_bytes().ends_with(&page.html));
        assert!(!page.html.starts_with(b"HTTP/1.1 404"));
    }
}

#[test]
fn digests_are_compared() {
    for digest in DIGESTS {
        let field = format!("WARC-Payload-Digest: {digest}\r\n");
        assert_eq!(page(&field, "", BODY).reason, None, "{digest}");
        let other = page(&field, "", "<p>digesT");
        let expected = "the `WARC-Payload-Digest` of the record is that of other content";
        assert_eq!(other.reason.as_deref(), Some(expected), "{digest}");
        assert_eq!(other.payload_digest.as_deref(), Some(digest));
        assert_eq!(other.html, b"<p>digesT");
        let upper = format!("WARC-Payload-Digest: {}\r\n", digest.to_ascii_uppercase());
        assert_eq!(page(&upper, "", BODY).reason, None, "{digest}");
    }
    // With chunks or without: crawlers differ in what they take for the payload.
    let chunked = "9\r\n<p>digest\r\n0\r\n\r\n";
    let field = format!("WARC-Payload-Digest: {}\r\n", DIGESTS[0]);
    let found = page(&field, "Transfer-Encoding: chunked\r\n", chunked);
    assert_eq!((found.html, found.reason), (BODY.as_bytes().to_vec(), None));
    let field = format!("WARC-Payload-Digest: {CHUNKED}\r\n");
    assert_eq!(
        page(&field, "Transfer-Encoding: chunked\r\n", chunked).reason,
        None
    );
    for wrong in [
        "sha1:",
        "sha1:0",
        "md5:zz",
        "sha256:AAAA",
        "SHA1:----",
        "sha512:\u{1F600}",
    ] {
        let reason = page(&format!("WARC-Block-Digest: {wrong}\r\n"), "", BODY).reason;
        assert!(
            reason.is_some_and(|reason| reason.contains("of the record is no ")),
            "{wrong}"
        );
    }
    for unknown in ["", "x", "blake3:abc", ":"] {
        assert_eq!(
            page(&format!("WARC-Block-Digest: {unknown}\r\n"), "", BODY).reason,
            None
        );
    }
    let block = page(
        "WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n",
        "",
        BODY,
    );
    let expected = "the `WARC-Block-Digest` of the record is that of other content";
    assert_eq!(block.reason.as_deref(), Some(expected));
}
