//! The reader of WARC files.

use crate::common::{all, crawl, member, numbered, reader, record, rows, stored};
use tokenwright_extract::warc::Page;

fn pages(warc: Vec<u8>) -> Vec<Page> {
    all(reader(warc))
}

/// The path of each URL, the length of its page and its reason.
fn summary(pages: &[Page]) -> Vec<(&str, usize, Option<&str>)> {
    let url = |page| Option::as_deref(page).map_or("", |url: &str| &url["http://e/".len()..]);
    pages
        .iter()
        .map(|page| (url(&page.url), page.html.len(), page.reason.as_deref()))
        .collect()
}

#[test]
fn plain_files_and_members_of_many_records_are_read() {
    let records: Vec<u8> = (0..3).flat_map(|n| numbered(n, b"<p>")).collect();
    let expected = [("0", 3, None), ("1", 3, None), ("2", 3, None)];
    assert_eq!(summary(&pages(records.clone())), expected);
    assert_eq!(summary(&pages(member(&records))), expected);
    let after_lines = [b"\r\n\n", &records[..]].concat();
    assert_eq!(summary(&pages(member(&after_lines))), expected);
    assert_eq!(summary(&pages(after_lines)), expected);
    assert_eq!(pages(Vec::new()), []);
}

#[test]
fn a_broken_record_does_not_stop_the_reading() {
    let good = |n| member(&numbered(n, b"<p>abcdefgh"));
    let cut = good(1)[..60].to_vec();
    let mut flipped = good(2);
    let at = flipped.len() - 20;
    flipped[at] ^= 0xFF;
    let long = member(&record("http://e/3", b"<p>", 9));
    let short = member(&record("http://e/4", b"<p>abcd", -4));
    let no_length =
        member(b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e/6\r\n\r\n<p>");
    let wrong_length =
        member(b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 1 MB\r\n\r\n<p>");
    let warc = |garbage: &[u8]| {
        [
            &good(0)[..],
            &cut,
            &good(1),
            &flipped,
            &long,
            &short,
            garbage,
            &no_length,
            &wrong_length,
            &good(7),
        ]
        .concat()
    };
    // What is no member tells nothing from the end of the page that was cut off, so its members may precede it.
    let suspicion =
        "it may be a part of the page of another record: a gzip member before is broken";
    assert_eq!(summary(&pages(warc(b"no member")))[2].2, Some(suspicion));
    let found = pages(warc(b""));
    let reasons: Vec<_> = found.iter().map(|page| page.reason.is_some()).collect();
    assert_eq!(
        reasons,
        [false, true, false, true, true, true, true, true, false],
        "{found:#?}"
    );
    let found = summary(&found);
    assert_eq!(found[0], ("0", 11, None));
    assert_eq!(found[2], ("1", 11, None));
    assert_eq!(found[4].0, "3");
    assert_eq!(found[4].2, Some("the record ends 5 bytes early"));
    assert_eq!(
        found[5],
        (
            "4",
            3,
            Some("the record is longer than its `Content-Length`")
        )
    );
    assert_eq!(
        found[6],
        (
            "6",
            0,
            Some("the record is broken: the record has no `Content-Length`")
        )
    );
    let wrong =
        "the record is broken: the `Content-Length` of the record is no number of bytes: \"1 MB\"";
    assert_eq!(found[7].2, Some(wrong));
    assert_eq!(found[8], ("7", 11, None));
}

#[test]
fn a_plain_file_continues_after_a_wrong_length() {
    let warc = [
        record("http://e/0", b"<p>", -2),
        numbered(1, b"<p>"),
        record("http://e/2", b"<p>", 1000),
    ]
    .concat();
    let found = pages(warc);
    let reasons = summary(&found);
    assert_eq!(
        reasons[0],
        (
            "0",
            1,
            Some("the record is longer than its `Content-Length`")
        )
    );
    // The records do not continue to the end of the file, so the second may be a part of the first one's page.
    let suspicion =
        "it may be a part of the page of another record: a record before has a wrong length";
    assert_eq!(reasons[1], ("1", 3, Some(suspicion)));
    assert_eq!(reasons[2].2, Some("the record ends 996 bytes early"));
    let warc = [record("http://e/0", b"<p>", -2), numbered(1, b"<p>")].concat();
    assert_eq!(summary(&pages(warc))[1], ("1", 3, None));
}

#[test]
fn what_follows_a_record_does_not_depend_on_where_a_buffer_ends() {
    const RESPONSE: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let first = numbered(1, b"<p>");
    // A record whose block ends at `end`, before more than its length says.
    let until = |end: usize, rest: &[u8]| {
        let len = end - first.len() - (numbered(2, b"").len() - RESPONSE.len()) - 6;
        let body = [&b" ".repeat(len), rest].concat();
        let extra = i64::try_from(rest.len()).expect("short");
        record("http://e/2", &body, -extra)
    };
    for end in [32 << 10, 64 << 10, 128 << 10] {
        for near in end - 24..end + 12 {
            for (rest, is_wrong) in [(&b""[..], false), (b"WARN", true), (b"WARNING <p>", true)] {
                let plain = [&first, &until(near, rest), &numbered(3, b"<p>")[..]].concat();
                for warc in [plain.clone(), stored(&plain)] {
                    let pages = pages(warc);
                    let wrong = pages.iter().map(|page| page.reason.is_some());
                    // Of a member, records after one with a wrong length may be parts of it.
                    let wrong: Vec<bool> = wrong.take(2).collect();
                    assert_eq!(
                        (pages.len(), &*wrong),
                        (3, &[false, is_wrong][..]),
                        "{near}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_record_that_is_no_page_and_has_a_wrong_length_is_a_row() {
    let request = |len: usize| {
        format!(
            "WARC/1.0\r\nWARC-Type: request\r\nWARC-Target-URI: http://e/1\r\nContent-Length: {len}\r\n\r\nGET / HTTP/1.0\r\n\r\n\r\n\r\n"
        )
    };
    let image = |len: usize| {
        format!(
            "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://e/1\r\nContent-Type: image/png\r\nContent-Length: {len}\r\n\r\nbinary\r\n\r\n"
        )
    };
    let page = |n| numbered(n, b"<p>");
    let rest = page(2).len();
    for (whole, record) in [(18, &request as &dyn Fn(usize) -> String), (6, &image)] {
        let read = |len| pages([&page(0)[..], record(len).as_bytes(), &page(2)].concat());
        assert_eq!(summary(&read(whole)), [("0", 3, None), ("2", 3, None)]);
        let long = Some("the record is longer than its `Content-Length`");
        assert_eq!(
            summary(&read(whole - 5))[..2],
            [("0", 3, None), ("1", 0, long)]
        );
        let early = Some("the record ends 7 bytes early");
        assert_eq!(
            summary(&read(whole + 4 + rest + 7)),
            [("0", 3, None), ("1", 0, early)]
        );
        // Here the next record has begun, and a field of it begins as a record does.
        let field = whole + 4 + "WARC/1.0\r\n".len();
        assert_eq!(summary(&read(field)), [("0", 3, None), ("1", 0, long)]);
    }
}

#[test]
fn a_record_is_not_decompressed_beyond_the_limit() {
    let bomb = member(&record("http://e/0", &vec![b'a'; 10_000_000], 0));
    let warc = [bomb, member(&numbered(1, b"<p>"))].concat();
    let found = all(reader(warc).limit(1000));
    assert!(found[0].html.len() < 1000);
    assert!(
        found[0]
            .reason
            .as_deref()
            .is_some_and(|reason| reason.ends_with("more than 1000"))
    );
    assert_eq!(summary(&found)[1], ("1", 3, None));
}

#[test]
fn cutting_or_changing_any_byte_ends_in_pages_or_reasons() {
    let warc = crawl(3);
    for at in 0..warc.len() {
        // What is left has no more records than before; a file without the first of them is no WARC file.
        let mut reader = reader(&warc[..at]);
        let left = std::iter::from_fn(|| reader.next_page().ok().flatten()).count();
        assert!(left <= 3, "{at}: {left} pages");
        let mut changed = warc.clone();
        changed[at] ^= 0x55;
        let found = pages(changed);
        // One byte is in one record; a broken header may hide it.
        assert!((2..=4).contains(&found.len()), "{at}: {found:#?}");
    }
}

fn strays(len: usize) -> String {
    format!("the record is broken: {len} bytes belong to no record")
}

#[test]
fn bytes_between_members_are_a_row() {
    let good = |n| member(&numbered(n, b"<p>"));
    let mut nameless = good(1);
    nameless[0] = 0xFF;
    for stray in [nameless, numbered(1, b"<p>"), b"x".to_vec()] {
        let message = strays(stray.len());
        let row = ("", 0, Some(&*message));
        let before = pages([&stray[..], &good(0)].concat());
        // A file that begins as a plain one is one.
        if !stray.starts_with(b"WARC/") {
            assert_eq!(summary(&before), [row, ("0", 3, None)]);
        }
        let between = pages([&good(0)[..], &stray, &[0; 9], &good(2)].concat());
        assert_eq!(between[1].offset, good(0).len() as u64);
        let padded = strays(stray.len() + 9);
        assert_eq!(
            summary(&between),
            [("0", 3, None), ("", 0, Some(&*padded)), ("2", 3, None)]
        );
        let after = pages([&good(0)[..], &stray].concat());
        assert_eq!(summary(&after), [("0", 3, None), row]);
    }
    let padded = pages([&good(0)[..], &[0; 9], &good(1), &[0; 9]].concat());
    assert_eq!(summary(&padded), [("0", 3, None), ("1", 3, None)]);
}

#[test]
fn the_beginning_of_a_member_at_the_end_is_a_row() {
    for end in [&b"\x1F"[..], b"\x1F\x8B", b"\x1F\x8B\x08"] {
        let warc = [&member(&numbered(0, b"<p>")), b"x".as_slice(), end].concat();
        let message = strays(1 + end.len());
        assert_eq!(
            summary(&pages(warc)),
            [("0", 3, None), ("", 0, Some(&*message))]
        );
    }
}

#[test]
fn other_files_are_an_error() {
    let mut reader = reader(b"<p>no WARC file");
    let error = reader.next_page().expect_err("no records");
    assert_eq!(
        error.to_string(),
        "the file is no WARC file: it has no records"
    );
    assert_eq!(reader.next_page().expect("the end"), None);
}

#[test]
fn splits_have_every_page_once() {
    assert_eq!(rows(&crawl(200)).len(), 200);
}
