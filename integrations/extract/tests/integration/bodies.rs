//! Transfer codings and content encodings, through the reader.

use crate::common::{self, frame, http, member, reader, response};
use flate2::Compression;
use flate2::read::{DeflateEncoder, ZlibEncoder};
use std::io::Read;
use tokenwright_extract::warc::{Page, Skipped};

const PAGE: &[u8] = b"<p>Stra\xC3\x9Fe, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// The pages of a response with some fields and a body, with at most 1,000 bytes.
fn read(fields: &str, body: &[u8]) -> (Vec<Page>, Skipped) {
    common::read(reader(member(&http("http://e/", 200, fields, body))).limit(1000))
}

fn page(coding: &str, body: &[u8]) -> (Vec<u8>, Option<String>) {
    let (mut pages, _) = read(&format!("Content-Type: text/html\r\n{coding}"), body);
    let page = pages.pop().expect("a page");
    (page.html, page.reason)
}

fn all(mut encoder: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    encoder.read_to_end(&mut bytes).expect("memory");
    bytes
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    all(ZlibEncoder::new(bytes, Compression::fast()))
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    all(DeflateEncoder::new(bytes, Compression::fast()))
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    all(brotli::CompressorReader::new(bytes, 4096, 5, 20))
}

/// Chunks of 7 bytes, with extensions and a trailer.
fn chunked(bytes: &[u8]) -> Vec<u8> {
    let chunk = |chunk: &[u8]| {
        [
            format!("{:X} ; a=\"b\"\r\n", chunk.len()).as_bytes(),
            chunk,
            b"\r\n",
        ]
        .concat()
    };
    let chunks = bytes.chunks(7).map(chunk).collect::<Vec<_>>().concat();
    [&chunks, &b"0\r\nX: y\r\n\r\n"[..]].concat()
}

type Encode = fn(&[u8]) -> Vec<u8>;

const ENCODINGS: [(&str, Encode); 6] = [
    ("gzip", member),
    ("X-GZIP", member),
    ("deflate", zlib),
    ("deflate", deflate),
    ("br", brotli),
    ("zstd", frame),
];

#[test]
fn every_coding_is_undone() {
    let expected = (PAGE.to_vec(), None);
    for (name, encode) in ENCODINGS {
        let field = format!("Content-Encoding: {name}");
        assert_eq!(page(&field, &encode(PAGE)), expected, "{name}");
        let both = format!("{field}\r\nTransfer-Encoding: chunked");
        assert_eq!(page(&both, &chunked(&encode(PAGE))), expected, "{both}");
        let transfer = format!("Transfer-Encoding: {name}, chunked");
        assert_eq!(
            page(&transfer, &chunked(&encode(PAGE))),
            expected,
            "{transfer}"
        );
        for (outer, encode_again) in ENCODINGS {
            let body = encode_again(&encode(PAGE));
            let one = format!("Content-Encoding: {name} , {outer}");
            assert_eq!(page(&one, &body), expected, "{one}");
            let two = format!("{field}\r\nContent-Encoding:{outer}");
            assert_eq!(page(&two, &body), expected, "{two}");
        }
    }
    assert_eq!(page("Transfer-Encoding: chunked", &chunked(PAGE)), expected);
    assert_eq!(page("Content-Encoding: identity", PAGE), expected);
}

#[test]
fn what_follows_the_end_of_a_coding_is_left_out() {
    let expected = (PAGE.to_vec(), None);
    for (name, encode) in ENCODINGS {
        let field = format!("Content-Encoding: {name}");
        for rest in [&b"\n"[..], &[0; 20], b"more than a header of gzip"] {
            let body = [&encode(PAGE), rest].concat();
            assert_eq!(page(&field, &body), expected, "{name}, {rest:?}");
        }
        if ["gzip", "zstd"].contains(&name) {
            let (first, second) = PAGE.split_at(7);
            let skipped: &[u8] = match name {
                "zstd" => b"\x50\x2A\x4D\x18\x01\0\0\0x",
                _ => b"",
            };
            let body = [&encode(first), skipped, &encode(second)].concat();
            assert_eq!(page(&field, &body), expected, "{name}");
            let (html, reason) = page(&field, &body[..body.len() - 9]);
            assert!(PAGE.starts_with(&html) && reason.is_some(), "{name}");
        }
    }
}

#[test]
fn text_that_was_decoded_by_the_crawler_is_kept() {
    for coding in [
        "gzip", "deflate", "br", "zstd", "gzip, br", "none", "utf-8", "compress",
    ] {
        let field = format!("Content-Encoding: {coding}");
        assert_eq!(page(&field, PAGE), (PAGE.to_vec(), None), "{coding}");
        assert_eq!(page(&field, b""), (Vec::new(), None), "{coding}");
    }
    let field = "Transfer-Encoding: chunked\r\nContent-Encoding: br";
    assert_eq!(page(field, PAGE), (PAGE.to_vec(), None));
    // The body is without chunks, but still encoded.
    assert_eq!(page(field, &brotli(PAGE)), (PAGE.to_vec(), None));
}

#[test]
fn what_cannot_be_decoded_is_no_page() {
    let noise: Vec<u8> = (0..600_u32).map(|n| (n * n / 7 + n) as u8).collect();
    for (name, encode) in ENCODINGS {
        let field = format!("Content-Encoding: {name}");
        let encoded = encode(&noise);
        // Fewer bytes may be text as well.
        for len in [9, 20, encoded.len() / 2, encoded.len() - 1] {
            let (html, reason) = page(&field, &encoded[..len]);
            assert!(noise.starts_with(&html), "{name}, {len} bytes");
            let reason =
                reason.unwrap_or_else(|| panic!("{name}, {len} bytes: {:?}", &encoded[..len]));
            assert!(reason.contains("cannot be decoded"), "{reason}");
        }
    }
    for coding in ["compress", "sdch", "gzip, aws-chunked", "\u{1F600}"] {
        let (html, reason) = page(&format!("Content-Encoding: {coding}"), &noise);
        assert_eq!(html, b"", "{coding}");
        assert!(reason.is_some(), "{coding}");
    }
    let many = ["gzip"; 9].join(",");
    let (html, reason) = page(&format!("Content-Encoding: {many}"), &noise);
    assert_eq!(html, b"");
    assert_eq!(reason.as_deref(), Some("the body has more than 8 codings"));
}

#[test]
fn chunks_that_are_cut_off_or_wrong_are_a_reason() {
    let body = chunked(PAGE);
    for len in 1..body.len() {
        let (html, reason) = page("Transfer-Encoding: chunked", &body[..len]);
        // Before the first line ends there is no chunk to tell the body from text, and after the last the fields do not matter.
        let is_text = !body[..len].contains(&b'\n');
        let is_whole = body[..len].windows(3).any(|end| end == b"\n0\r") && len + 8 >= body.len();
        if !is_text {
            assert!(PAGE.starts_with(&html), "{len} bytes: {html:?}");
            assert!(reason.is_some() || is_whole, "{len} bytes");
        }
    }
    for (body, html) in [
        (&b"3\r\n<p>\r\nzz\r\n"[..], &b"<p>"[..]),
        (b"3\r\n<p>a\r\n0\r\n\r\n", b"<p>"),
        (b"FFFFFFFFFFFFFFFF\r\n<p>", b"<p>"),
        (b"3\r\n<p>\r\n10000000000000000\r\n<p>", b"<p>"),
    ] {
        let (found, reason) = page("Transfer-Encoding: chunked", body);
        assert_eq!(found, html);
        assert!(reason.is_some_and(|reason| reason.contains("`chunked`")));
    }
}

#[test]
fn a_body_is_not_decoded_beyond_the_limit() {
    let long = b"a".repeat(20_000);
    for (name, encode) in ENCODINGS {
        let (html, reason) = page(&format!("Content-Encoding: {name}"), &encode(&long));
        assert_eq!(html.len(), 1000, "{name}");
        assert_eq!(reason.as_deref(), Some("the page has more than 1000 bytes"));
        let exact = encode(&long[..1000]);
        let (html, reason) = page(&format!("Content-Encoding: {name}"), &exact);
        assert_eq!((html.len(), reason), (1000, None), "{name}");
    }
}

#[test]
fn a_long_header_of_a_response_is_a_reason() {
    let long = format!("X: {}\r\nContent-Type: text/html", "x".repeat(1 << 20));
    let page = common::all(reader(http("http://e/", 200, &long, "<p>"))).remove(0);
    let reason = "the header of the response has more than 1 MiB";
    assert_eq!(page.reason.as_deref(), Some(reason));
    assert_eq!((page.status, page.html.len()), (Some(200), 0));
}

#[test]
fn what_is_no_page_is_counted() {
    let not_html = Skipped {
        not_html: 1,
        ..Skipped::default()
    };
    for (fields, body) in [
        ("Content-Type: application/pdf", &b"<p>"[..]),
        ("Content-Type: text/plain", b"<p>"),
        ("X: y", b"%PDF-1.7"),
        ("Content-Type: ", b"{\"a\": 1}"),
        ("X: y", b"just text"),
        ("Content-Type: */*", b"just text"),
    ] {
        assert_eq!(read(fields, body), (Vec::new(), not_html), "{fields}");
    }
    for body in [
        &b"<!DOCTYPE HTML>"[..],
        b"\xEF\xBB\xBF \n<html lang=de>",
        b"<!-- -->",
        b"",
    ] {
        for fields in ["X: y", "Content-Type: */*", "Content-Type: unknown/unknown"] {
            assert_eq!(read(fields, body).0.len(), 1, "{fields}");
        }
    }
    let dns = response(
        "dns:e.org",
        "text/dns",
        b"20261124\ne.org. 3600 IN A 192.0.2.1\n",
    );
    let ftp = response("ftp://e.org/a", "application/octet-stream", b"<html>");
    let request = b"WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
    let broken = response("http://e/b", "application/http", b"<p>no header");
    let cut = response(
        "http://e/c",
        "application/http",
        b"HTTP/1.1 200 OK\r\nContent-Ty",
    );
    let warc = [dns, ftp, request.to_vec(), broken, cut].concat();
    for warc in [member(&warc), warc] {
        let (pages, skipped) = common::read(reader(warc));
        let reason = |page: &Page| (page.html.len(), page.reason.clone());
        let reasons: Vec<_> = pages.iter().map(reason).collect();
        let expected = |reason: &str| (0, Some(reason.to_owned()));
        assert_eq!(
            reasons,
            [
                expected("the record is no HTTP response"),
                expected("the header of the response is not complete"),
            ]
        );
        assert_eq!(
            (skipped.not_http, skipped.other_types, skipped.not_html),
            (2, 1, 0)
        );
    }
}

#[test]
fn what_the_crawler_cut_off_is_a_reason() {
    for (field, expected) in [
        (
            "WARC-Truncated: length",
            "the crawler cut off the record: length",
        ),
        (
            "WARC-Segment-Number: 1",
            "the record is one of several segments",
        ),
    ] {
        let block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
        let len = block.len();
        let record = format!(
            "WARC/1.1\r\nWARC-Type: response\r\n{field}\r\nContent-Length: {len}\r\n\r\n{block}\r\n\r\n"
        );
        let page = common::all(reader(record)).remove(0);
        assert_eq!(
            (&*page.html, page.reason.as_deref()),
            (&b"<p>"[..], Some(expected))
        );
    }
}
