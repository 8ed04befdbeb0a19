//! Archives of every kind: WARC, ARC and WET, plain, gzip and zstd, with and without a dictionary.
//!
//! Every file is read as a whole and in parts of several lengths, and must have the same rows. Long, as each kind has damage of its own:
//! frames that lie about the lengths of their blocks, dictionaries of other files, forged lengths in the lines of ARC.

use crate::common::{
    all, damage_one, frame as zstd, is_planted, member, numbered, read, reader, record, rows,
};
use std::io::{Cursor, Write};
use tokenwright_extract::warc::{Page, Reader};

fn page(n: usize) -> Vec<u8> {
    numbered(n, format!("<p>{n}{}", "word ".repeat(n % 50)))
}

/// The number of each page, by its URL.
fn numbers(pages: &[Page]) -> Vec<usize> {
    let number = |page: &Page| page.url.as_deref()?.strip_prefix("http://e/")?.parse().ok();
    pages.iter().filter_map(number).collect()
}

fn arc_record(url: &str, body: &[u8]) -> Vec<u8> {
    let header = format!("{url} 192.0.2.1 20080430204825 text/html {}\n", body.len());
    [header.as_bytes(), body, b"\n"].concat()
}

fn version_block(version: u8) -> Vec<u8> {
    let block = format!(
        "{version} 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n"
    );
    let fields = match version {
        1 => "text/plain",
        _ => "text/plain 200 - - 0 a.arc",
    };
    let header = format!(
        "filedesc://a.arc 0.0.0.0 20080430204825 {fields} {}\n",
        block.len()
    );
    [header.as_bytes(), block.as_bytes(), b"\n"].concat()
}

const RESPONSE: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=UTF-8\r\n\r\n<p>arc";

#[test]
fn every_packing_has_the_same_pages() {
    let records: Vec<Vec<u8>> = (0..60).map(page).collect();
    let each = |pack: fn(&[u8]) -> Vec<u8>| {
        records
            .iter()
            .flat_map(|record| pack(record))
            .collect::<Vec<_>>()
    };
    let together = records.concat();
    let expected: Vec<_> = (0..60).collect();
    for (name, warc) in [
        ("plain", together.clone()),
        ("members", each(member)),
        ("one member", member(&together)),
        ("frames", each(zstd)),
        ("one frame", zstd(&together)),
    ] {
        let pages = rows(&warc);
        assert_eq!(numbers(&pages), expected, "{name}");
        assert!(pages.iter().all(|page| page.reason.is_none()), "{name}");
        // Offsets and lengths are those in the file as it is stored.
        let is_divided = !name.starts_with("one");
        let mut end = 0;
        for page in &pages {
            assert_eq!(page.length.is_some(), is_divided, "{name}");
            assert_eq!(page.offset, end, "{name}");
            end += page.length.unwrap_or(0);
        }
        assert!(!is_divided || end == warc.len() as u64, "{name}");
    }
}

/// A `.warc.zst` file.
fn with_dictionary(records: &[Vec<u8>], is_packed: bool) -> Vec<u8> {
    let dictionary = zstd::dict::from_samples(records, 4 << 10).expect("enough samples");
    let stored = match is_packed {
        true => zstd(&dictionary),
        false => dictionary.clone(),
    };
    let len = u32::try_from(stored.len()).expect("short").to_le_bytes();
    let mut file = [&b"\x5D\x2A\x4D\x18"[..], &len, &stored].concat();
    for record in records {
        let mut encoder =
            zstd::Encoder::with_dictionary(Vec::new(), 3, &dictionary).expect("memory");
        encoder.include_checksum(true).expect("memory");
        encoder.write_all(record).expect("memory");
        file.extend(encoder.finish().expect("memory"));
    }
    file
}

#[test]
fn a_dictionary_is_that_of_the_file() {
    let records: Vec<Vec<u8>> = (0..400).map(page).collect();
    let expected: Vec<_> = (0..400).collect();
    for is_packed in [false, true] {
        let file = with_dictionary(&records, is_packed);
        let pages = rows(&file);
        assert_eq!(numbers(&pages), expected);
        assert!(pages.iter().all(|page| page.reason.is_none()));
    }
    // Without it, nothing can be read.
    let file = with_dictionary(&records, false);
    let len = u32::from_le_bytes(file[4..8].try_into().expect("4 bytes")) as usize;
    let message = |bytes: &[u8]| {
        Reader::new(Cursor::new(bytes))
            .err()
            .map(|error| error.to_string())
    };
    let absent = message(&file[8 + len..]).expect("an error");
    assert!(absent.contains("which it does not have"), "{absent}");
    let cut = message(&file[..100]).expect("an error");
    assert_eq!(cut, "the file ends in its zstd dictionary");
    let huge = [&b"\x5D\x2A\x4D\x18\xFF\xFF\xFF\xFF"[..], &file[8..]].concat();
    assert!(message(&huge).expect("an error").contains("more than"));
    let none = [&b"\x5D\x2A\x4D\x18\x04\0\0\0dict"[..], &file[8 + len..]].concat();
    assert_eq!(
        message(&none).as_deref(),
        Some("the zstd dictionary of the file is none")
    );
    // A dictionary that expands to gigabytes.
    let bomb = zstd(&vec![0; 64 << 20]);
    let bomb_len = u32::try_from(bomb.len()).expect("short").to_le_bytes();
    let bomb = [&b"\x5D\x2A\x4D\x18"[..], &bomb_len, &bomb, &file[8 + len..]].concat();
    assert!(message(&bomb).is_some());
    // The dictionary of another file: each record has a reason, or cannot be read.
    let others: Vec<Vec<u8>> = (0..400)
        .map(|n: usize| {
            record(
                &format!("http://other/{n}"),
                "another text ".repeat(1 + n % 9).as_bytes(),
                0,
            )
        })
        .collect();
    let other = with_dictionary(&others, false);
    let other_len = u32::from_le_bytes(other[4..8].try_into().expect("4 bytes")) as usize;
    let mixed = [&other[..8 + other_len], &file[8 + len..]].concat();
    let pages = all(reader(&mixed));
    assert_eq!(pages.len(), 400);
    assert!(
        pages.iter().all(|page| page.reason.is_some()),
        "{:?}",
        pages[0]
    );
}

#[test]
fn frames_that_are_to_be_skipped_are_no_records() {
    let skippable = b"\x50\x2A\x4D\x18\x05\0\0\0WARC/";
    let frames: Vec<u8> = (0..20)
        .flat_map(|n| [skippable.to_vec(), zstd(&page(n))].concat())
        .collect();
    assert_eq!(numbers(&rows(&frames)), (0..20).collect::<Vec<_>>());
}

#[test]
fn damage_of_one_frame_changes_no_other() {
    let frames: Vec<Vec<u8>> = (0..12)
        .map(|n| {
            let mut encoder = zstd::Encoder::new(Vec::new(), 3).expect("memory");
            encoder.include_checksum(true).expect("memory");
            encoder.write_all(&page(n + 20)).expect("memory");
            encoder.finish().expect("memory")
        })
        .collect();
    damage_one(&frames, |_| true);
}

#[test]
fn an_archive_in_a_page_of_zstd_has_no_records() {
    // The bodies cannot be compressed further, so the frames of the planted archive are in the file as they are.
    let planted: Vec<u8> = (0..40)
        .flat_map(|n| zstd(&record(&format!("http://planted/{n}"), b"<p>planted", 0)))
        .collect();
    let carrier = numbered(1, [&b"<p>"[..], &planted, b"<p>the end"].concat());
    let raw = raw_frame(&carrier);
    let file = [zstd(&page(0)), raw.clone(), zstd(&page(2))].concat();
    assert_eq!(numbers(&rows(&file)), [0, 1, 2]);
    assert_eq!(rows(&file).len(), 3);
    // Cut off: what is found within it has a reason.
    for len in [200, 1000, raw.len() - 3] {
        let file = [zstd(&page(0)), raw[..len].to_vec(), zstd(&page(2))].concat();
        let pages = rows(&file);
        let mut planted = pages.iter().filter(|page| is_planted(page));
        assert!(planted.all(|page| page.reason.is_some()));
        let last = pages.last().expect("a page");
        assert_eq!(
            (last.url.as_deref(), &last.reason),
            (Some("http://e/2"), &None)
        );
    }
}

/// A frame of blocks that are not compressed.
fn raw_frame(bytes: &[u8]) -> Vec<u8> {
    let mut frame = b"\x28\xB5\x2F\xFD\x00\x58".to_vec();
    let blocks: Vec<&[u8]> = bytes.chunks(1000).collect();
    for (at, block) in blocks.iter().enumerate() {
        let is_last = u32::from(at + 1 == blocks.len());
        let header = u32::try_from(block.len()).expect("short") << 3 | is_last;
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(*block);
    }
    frame
}

#[test]
fn arc_files_are_read() {
    let records = [
        version_block(1),
        arc_record("http://e/0", RESPONSE),
        arc_record("dns:e.org", b"20080430204825\ne.org. 1 IN A 192.0.2.1\n"),
        arc_record(
            "http://e/1",
            b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nPNG",
        ),
        arc_record("http://e/2 with spaces", RESPONSE),
        arc_record("http://e/3", b"<p>no response"),
        arc_record("http://e/4", RESPONSE),
    ];
    let members: Vec<u8> = records.iter().flat_map(|record| member(record)).collect();
    let frames: Vec<u8> = records.iter().flat_map(|record| zstd(record)).collect();
    for arc in [records.concat(), members, member(&records.concat()), frames] {
        let pages = rows(&arc);
        let urls: Vec<_> = pages
            .iter()
            .map(|page| page.url.as_deref().expect("a URL"))
            .collect();
        assert_eq!(
            urls,
            [
                "http://e/0",
                "http://e/2 with spaces",
                "http://e/3",
                "http://e/4"
            ]
        );
        assert_eq!(pages[0].html, b"<p>arc");
        assert_eq!(pages[0].reason, None);
        assert_eq!(pages[0].status, Some(200));
        assert_eq!(pages[0].date.as_deref(), Some("2008-04-30T20:48:25Z"));
        assert_eq!(pages[0].media_type().as_deref(), Some("text/html"));
        assert_eq!(
            pages[2].reason.as_deref(),
            Some("the record is no HTTP response")
        );
        let (_, skipped) = read(reader(&arc));
        assert_eq!(
            (skipped.other_types, skipped.not_http, skipped.not_html),
            (1, 1, 1)
        );
    }
    // Version 2, whose header has more fields.
    let second = b"http://e/9 192.0.2.1 20080430204825 text/html 200 abc - 42 a.arc 65\n";
    let arc = [&version_block(2)[..], second, RESPONSE, b"\n"].concat();
    let pages = rows(&arc);
    assert_eq!(
        (pages.len(), &*pages[0].html, &pages[0].reason),
        (1, &b"<p>arc"[..], &None)
    );
}

#[test]
fn lengths_of_arc_records_may_be_forged() {
    let planted = arc_record("http://planted/0", RESPONSE);
    let body = [RESPONSE, b"\n", &planted, b"the end"].concat();
    let forged = |len: usize| {
        let header = format!("http://e/1 192.0.2.1 20080430204825 text/html {len}\n");
        [header.as_bytes(), &body, b"\n"].concat()
    };
    let first = [version_block(1), arc_record("http://e/0", RESPONSE)].concat();
    for len in [
        0,
        RESPONSE.len(),
        body.len() - 3,
        body.len(),
        body.len() + 3,
        usize::MAX,
    ] {
        let pages = rows(&[&first[..], &forged(len)].concat());
        assert_eq!(
            (&pages[0].url, &pages[0].reason),
            (&Some("http://e/0".to_owned()), &None)
        );
        let planted = pages
            .iter()
            .filter(|page| page.url.as_deref() == Some("http://planted/0"));
        assert!(
            planted.clone().all(|page| page.reason.is_some()),
            "{len}: {pages:#?}"
        );
        assert_eq!(planted.count(), usize::from(len < body.len() - 3), "{len}");
        // A record that ends where another begins is right.
        let is_right = len == body.len() || len == RESPONSE.len();
        assert_eq!(pages[1].reason.is_none(), is_right, "{len}");
    }
    for len in ["-1", "18446744073709551616", "1e3", "", "x"] {
        let line = format!("http://e/1 192.0.2.1 20080430204825 text/html {len}\n<p>");
        let pages = all(reader([&first[..], line.as_bytes()].concat()));
        assert_eq!(pages.len(), 1);
        assert!(pages[0].reason.is_some(), "{len}");
    }
}

#[test]
fn a_row_of_a_wet_file_is_a_text() {
    let text = |n: usize, text: &[u8]| {
        let header = format!(
            "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://e/{n}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Refers-To: <urn:uuid:1>\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n",
            text.len()
        );
        [header.as_bytes(), text, b"\r\n\r\n"].concat()
    };
    let info = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 2\r\n\r\na:\r\n\r\n".to_vec();
    let records = [
        info,
        text(0, "1 < 2 & <p>\n\u{e9}".as_bytes()),
        text(1, b"\xFF"),
        text(2, b""),
    ];
    let members: Vec<u8> = records.iter().flat_map(|record| member(record)).collect();
    for wet in [records.concat(), members, zstd(&records.concat())] {
        let pages = rows(&wet);
        assert_eq!(numbers(&pages), [0, 1, 2]);
        assert_eq!(pages[0].text.as_deref(), Some("1 < 2 & <p>\n\u{e9}"));
        assert_eq!((&*pages[0].html, &pages[0].reason), (&b""[..], &None));
        assert_eq!(pages[0].record_type.as_deref(), Some("conversion"));
        assert_eq!(
            pages[1].reason.as_deref(),
            Some("the text is not UTF-8 at byte 0")
        );
        assert_eq!(pages[2].text.as_deref(), Some(""));
        assert_eq!(read(reader(&wet)).1.other_types, 1);
    }
    // U+FFFD has three bytes.
    let broken = text(0, &[b"ab".as_slice(), &[0xFF; 18]].concat());
    let page = all(reader(broken).limit(20)).remove(0);
    let expected = format!("ab{}", "\u{FFFD}".repeat(6));
    assert_eq!(page.text, Some(expected));
    let reason = "the text is not UTF-8 at byte 2, and has more than 20 bytes";
    assert_eq!(page.reason.as_deref(), Some(reason));
}

#[test]
fn time_is_linear_for_any_frames() {
    let raw = |bytes: &[u8]| raw_frame(bytes);
    let begun = b"\x28\xB5\x2F\xFD\x00\x58\x00\x00\x10".to_vec();
    let rle = b"\x28\xB5\x2F\xFD\x00\x58\x02\x00\x10W".to_vec();
    let long = b"\x28\xB5\x2F\xFD\xA4\xFF\xFF\xFF\x07".to_vec();
    let nested = [raw(b"WARC/1.0\r\nWARC-Type: response\r\n"), begun.clone()].concat();
    let arc_line = b"http://e/1 192.0.2.1 20080430204825 text/html 0\n".to_vec();
    let patterns = [
        b"\x28\xB5\x2F\xFD".to_vec(),
        begun,
        rle,
        long,
        nested,
        raw(b"WARC/"),
        raw(b""),
        b"\x50\x2A\x4D\x18\0\0\0\0".to_vec(),
        b"\x50\x2A\x4D\x18\xFF\xFF\xFF\x7F".to_vec(),
        arc_line,
        b"http://e/1 192.0.2.1 20080430204825 text/html 1000000000\n".to_vec(),
    ];
    for (number, pattern) in patterns.iter().enumerate() {
        for before in [
            zstd(&page(0)),
            [zstd(&page(0)), zstd(&page(1))[..40].to_vec()].concat(),
            version_block(1),
            Vec::new(),
        ] {
            let input = [&before[..], &pattern.repeat((300 << 10) / pattern.len())].concat();
            let start = std::time::Instant::now();
            if let Ok(mut reader) = Reader::new(Cursor::new(&input)) {
                while let Ok(Some(_)) = reader.next_page() {}
            }
            let time = start.elapsed();
            assert!(
                time < std::time::Duration::from_secs(30),
                "pattern {number}: {time:?}"
            );
        }
    }
}
