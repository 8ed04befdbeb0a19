//! Parts of files, and archives that are made to deceive.

use crate::common::{
    all, crawl, damage_one, file, frame, http, is_planted, member, numbered, parts, reader, record,
    rows, stored, summary,
};
use fastrand::Rng;
use std::time::{Duration, Instant};
use tokenwright_extract::warc::{Page, Reader, is_archive, splits};

/// An archive of pages under another host's address.
fn planted(pages: usize) -> Vec<u8> {
    let page = |n: usize| member(&planted_record(n));
    (0..pages).map(page).collect::<Vec<_>>().concat()
}

fn planted_record(n: usize) -> Vec<u8> {
    record(&format!("http://planted/{n}"), b"<p>planted", 0)
}

fn honest(n: usize) -> Vec<u8> {
    member(&numbered(n, b"<p>honest"))
}

/// Ways in which a crawler may store a page whose body is an archive.
fn carriers(body: &[u8]) -> Vec<Vec<u8>> {
    let page = record("http://e/carrier", body, 0);
    let twice = member(&record("http://e/carrier", &stored(&page), 0));
    vec![stored(&page), member(&page), twice]
}

#[test]
fn an_archive_in_a_page_has_no_records() {
    for body in [
        planted(340),
        [b"<p>".repeat(7000), planted(340)].concat(),
        stored(&planted(340)),
    ] {
        for carrier in carriers(&body) {
            for warc in [
                [carrier.clone(), honest(1)].concat(),
                [honest(0), carrier.clone()].concat(),
                [crawl(50), carrier.clone(), crawl(50), carrier.clone()].concat(),
            ] {
                let pages = rows(&warc);
                assert!(!pages.iter().any(is_planted));
                assert!(pages.iter().all(|page| page.reason.is_none()));
            }
        }
    }
    // In a plain file, and in a member of many records.
    let lines: Vec<u8> = (0..100)
        .flat_map(|n| record(&format!("http://planted/{n}"), b"<p>", 0))
        .collect();
    let plain = [numbered(0, &lines), numbered(1, b"<p>")].concat();
    assert_eq!(rows(&plain).len(), 2);
    assert_eq!(rows(&stored(&plain)).len(), 2);
    assert_eq!(rows(&member(&plain)).len(), 2);
}

#[test]
fn a_part_begins_with_a_record() {
    let warc = [honest(0), honest(1)].concat();
    let second = honest(0).len() as u64;
    let plain = [numbered(0, b"<p>"), numbered(1, b"<p>")].concat();
    let plain_second = numbered(0, b"<p>").len() as u64;
    for (warc, second) in [(warc, second), (plain, plain_second)] {
        let file = file(&warc);
        for start in 1..warc.len() as u64 + 5 {
            let part = Reader::open_split(file.path(), start..u64::MAX);
            match part {
                Ok(reader) => {
                    assert_eq!(start, second);
                    assert_eq!(all(reader).len(), 1);
                }
                Err(error) => assert!(
                    error.to_string().contains(&format!("at byte {start}:")),
                    "{error}"
                ),
            }
        }
    }
}

#[test]
fn records_in_a_broken_page_have_a_reason() {
    // Each member is an archive of its own, so all that could be taken for the crawl's is marked.
    let page = [
        b"<p>".to_vec(),
        planted(40),
        b"<p>the end of the page".to_vec(),
    ]
    .concat();
    let carrier = stored(&record("http://e/carrier", &page, 0));
    let intact = [crawl(20), carrier.clone(), crawl(20)].concat();
    let start = crawl(20).len();
    let expected = rows(&intact);
    assert_eq!(expected.len(), 41);
    // Damage in the compressed data, and in the first block's header.
    for at in [start + 11, start + 12, start + 13, start + 14] {
        let mut damaged = intact.clone();
        damaged[at] ^= 0xFF;
        check(&rows(&damaged));
    }
    // A page that is cut off, though not between two of its members.
    for len in [200, 1000, 1001, 2000, 3333] {
        let warc = [&crawl(20), &carrier[..len], &*crawl(20)].concat();
        check(&rows(&warc));
    }

    fn check(pages: &[Page]) {
        for page in pages.iter().filter(|page| is_planted(page)) {
            assert!(page.reason.is_some(), "{page:?}");
        }
        let honest = pages
            .iter()
            .filter(|page| !is_planted(page) && page.reason.is_none());
        assert_eq!(honest.count(), 40, "{}", summary(pages));
    }
}

#[test]
fn records_in_a_page_with_a_wrong_length_have_a_reason() {
    let lines: Vec<u8> = (0..5)
        .flat_map(|n| record(&format!("http://planted/{n}"), b"<p>", 0))
        .collect();
    let body = [b"<p>more\r\n".to_vec(), lines, b"the end".to_vec()].concat();
    let cut = i64::try_from(body.len()).expect("short") - 3;
    let warc = [
        numbered(0, b"<p>"),
        record("http://e/1", &body, -cut),
        numbered(2, b"<p>"),
    ]
    .concat();
    for (warc, last) in [(member(&warc), false), (warc, true)] {
        let pages = rows(&warc);
        assert_eq!(pages.len(), 8);
        let mut planted = pages.iter().filter(|page| is_planted(page));
        assert!(planted.all(|page| page.reason.is_some()));
        assert_eq!(pages[0].reason, None);
        assert_eq!(pages[7].reason.is_none(), last, "{pages:#?}");
    }
}

#[test]
fn records_that_end_with_a_page_of_a_wrong_length_have_a_reason() {
    for planted in 1..4 {
        let lines = (0..planted).flat_map(planted_record).collect::<Vec<u8>>();
        let body = [&b"<p>more\r\n"[..], &lines].concat();
        let len = i64::try_from(body.len()).expect("short");
        // From no byte of the page to those just before the records in it.
        for extra in -len..9 - len {
            let carrier = record("http://e/carrier", &body, extra);
            for after in 0..3 {
                let after: Vec<u8> = (1..=after).flat_map(|n| numbered(n, b"<p>")).collect();
                let pages = rows(&[&numbered(0, b"<p>"), &carrier, &after[..]].concat());
                for page in &pages {
                    let is_right =
                        !is_planted(page) && page.url.as_deref() != Some("http://e/carrier");
                    // What ends where a record begins is right.
                    let is_hidden = extra >= 7 - len;
                    assert_eq!(
                        page.reason.is_none(),
                        is_right || is_hidden,
                        "{extra}: {}",
                        summary(&pages)
                    );
                }
            }
        }
    }
}

#[test]
fn damage_in_one_record_changes_no_other() {
    let members: Vec<Vec<u8>> = (0..12).map(honest).collect();
    // Some damage, as of the name of a file in a header, changes nothing.
    damage_one(&members, |page| page.html == b"<p>honest");
}

#[test]
fn broken_members_in_a_row_hide_no_other() {
    let mut numbers = Rng::with_seed(9);
    let mut text = |len| {
        (0..len)
            .map(|_| numbers.u8(b' '..b'~'))
            .collect::<Vec<u8>>()
    };
    for (len, members) in [(0, 40), (500, 40), (5000, 20), (50_000, 10)] {
        for pack in [member, stored, frame] {
            for cut in [1, 5, 20, 60] {
                let mut file = Vec::new();
                let mut starts = Vec::new();
                for n in 0..members {
                    let packed = pack(&numbered(n, text(len)));
                    starts.push(file.len() as u64);
                    file.extend(&packed[..packed.len() - cut]);
                }
                let real = [1000, 1001].map(|n| pack(&numbered(n, "<p>real")));
                starts.extend([file.len(), file.len() + real[0].len()].map(|at| at as u64));
                file.extend(real.concat());
                let pages = rows(&file);
                let mut found: Vec<u64> = pages.iter().map(|page| page.offset).collect();
                // What is wrong with a member after its record is a row as well.
                found.dedup();
                // Of a frame that was cut off, no block is known.
                if pack(b"").starts_with(b"\x1F\x8B") {
                    assert_eq!(found, starts, "{len} bytes, {cut} off: {}", summary(&pages));
                }
                let whole = pages.iter().filter(|page| page.html == b"<p>real");
                let whole = whole.filter(|page| page.reason.is_none()).count();
                assert_eq!(whole, 2, "{len} bytes, {cut} off: {}", summary(&pages));
            }
        }
    }
}

#[test]
fn a_broken_member_within_a_page_is_a_part_of_it() {
    let two = |n: usize| member(&[planted_record(n), planted_record(n + 1)].concat());
    let mut found = 0;
    for before in [vec![], planted(1), planted(3)] {
        let body = [&before, &two(7), &b"tail"[..]].concat();
        let carrier = stored(&record("http://e/carrier", &body, 0));
        let mut places = carrier.windows(4);
        let tail = places
            .position(|four| four == b"tail")
            .expect("it is stored");
        // The page is cut off in its last member.
        for cut in 1..20 {
            let end = tail - cut;
            let warc = [&honest(0), &carrier[..end], &honest(1), &honest(2)].concat();
            let pages = rows(&warc);
            found += pages.iter().filter(|page| is_planted(page)).count();
            for page in &pages {
                let is_honest = page.html == b"<p>honest";
                assert_eq!(
                    page.reason.is_none(),
                    is_honest,
                    "{cut}: {}",
                    summary(&pages)
                );
            }
        }
    }
    assert!(found > 20, "{found}");
}

/// Reads bytes, both ways; an error is fine.
fn exhaust(warc: &[u8]) -> usize {
    let file = file(warc);
    let Ok(mut reader) = Reader::open(file.path()) else {
        return 0;
    };
    let rows = std::iter::from_fn(|| reader.next_page().ok().flatten()).count();
    drop(splits(file.path(), 1000));
    rows
}

/// A gzip header with flags, and what follows it.
fn header(flags: u8, rest: &[u8]) -> Vec<u8> {
    [&[0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 3], rest].concat()
}

#[test]
fn time_is_linear_for_any_bytes() {
    let record = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 9\r\n\r\nHTTP/1.1 ";
    // A stored block with a record, then one that contains the same bytes again: each is a member up to the end of the file.
    let len = u16::try_from(record.len()).expect("short");
    let block =
        |last: u8, len: u16| [&[last][..], &len.to_le_bytes(), &(!len).to_le_bytes()].concat();
    let unit = [header(0, &block(0, len)), record.to_vec()].concat();
    let unit_len = unit.len() + 5;
    // The next block ends where one begins, `n` units further on.
    let next = u16::try_from((60_000 / unit_len) * unit_len - 5).expect("short");
    let nested = [unit, block(0, next)].concat();
    let patterns = [
        b"\x1F\x8B\x08".to_vec(),
        header(0, b""),
        header(8, b""),
        header(16, b"x"),
        header(4, b"\xFF\xFF"),
        header(0, &block(0, 0)),
        header(0, &block(0, len)),
        nested,
        b"\x1F\x8B\x08\0\0\0\0\0\0\x03WARC/".to_vec(),
        b"WARC/1.0\r\n".to_vec(),
        b"WARC/1.0\r\nContent-Length: 18446744073709551615\r\n\r\n".to_vec(),
        b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 1000000000\r\n\r\n".to_vec(),
        b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 1\r\n\r\n".to_vec(),
    ];
    let before = honest(0);
    let broken = &honest(1)[..40];
    let plain = numbered(0, b"<p>");
    for (number, pattern) in patterns.iter().enumerate() {
        for before in [&before[..], &[&before[..], broken].concat(), &plain, b""] {
            let input = |len: usize| [before, &pattern.repeat(len / pattern.len())].concat();
            // A quadratic time takes minutes.
            let start = Instant::now();
            exhaust(&input(150 << 10));
            let time = start.elapsed();
            assert!(time < Duration::from_secs(30), "pattern {number}: {time:?}");
        }
    }
}

#[test]
fn other_formats_are_refused_by_name() {
    let gz = |bytes: &[u8]| member(bytes);
    let text = |kind: &str, content_type: &str| {
        format!("WARC/1.0\r\nWARC-Type: {kind}\r\nContent-Type: {content_type}\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n").into_bytes()
    };
    let info = text("warcinfo", "application/warc-fields");
    let wet = [info.clone(), text("conversion", "text/plain")].concat();
    let wat = [
        info.clone(),
        text("metadata", "application/json"),
        text("metadata", "application/json"),
    ]
    .concat();
    for (name, bytes) in [
        ("bzip2", b"BZh91AY&SY".to_vec()),
        ("xz", b"\xFD7zXZ\0\0".to_vec()),
        ("ZIP", b"PK\x03\x04".to_vec()),
        ("no WARC file", gz(b"<p>a page")),
        ("no WARC file", frame(b"<p>a page")),
    ] {
        let file = file(&bytes);
        let error = Reader::open(file.path())
            .err()
            .unwrap_or_else(|| panic!("{name} is read"));
        assert_eq!(error.kind(), std::io::ErrorKind::Unsupported);
        assert!(error.to_string().contains(name), "{error}");
        assert_eq!(
            splits(file.path(), 10).expect_err(name).to_string(),
            error.to_string()
        );
        assert!(is_archive(file.path()).expect("a file"), "{name}");
    }
    // An ordinary file has such records as well.
    let response = http("http://e/", 200, "Content-Type: text/html", "<p>");
    for first in [&wet, &wat, &info] {
        assert_eq!(rows(&[&first[..], &response].concat()).len(), 1);
        assert_eq!(rows(&[gz(first), gz(&response)].concat()).len(), 1);
    }
}

#[test]
fn the_position_is_that_in_the_stored_file() {
    let pages = "<p>word".repeat(20_000);
    let records: Vec<u8> = (0..20)
        .flat_map(|n| record(&format!("http://e/{n}"), pages.as_bytes(), 0))
        .collect();
    for warc in [records.clone(), stored(&records)] {
        let len = warc.len() as u64;
        let mut reader = reader(warc);
        for n in 1..=20 {
            reader.next_page().expect("memory").expect("a page");
            let (least, most) = (len * n / 20 - len / 100, len * n / 20 + (192 << 10));
            assert!(
                (least..=most).contains(&reader.position()),
                "{n}: {}",
                reader.position()
            );
        }
    }
}

#[test]
fn offsets_are_those_of_records_in_a_plain_file() {
    let records = [b"<p>".as_slice(), b"<p>longer", b""].map(|body| record("http://e/", body, 0));
    let offsets: Vec<u64> = rows(&records.concat())
        .iter()
        .map(|page| page.offset)
        .collect();
    let first = records[0].len() as u64;
    assert_eq!(offsets, [0, first, first + records[1].len() as u64]);
}

/// A file of pages and carriers, of which some are damaged; no damage ends exactly where a member within a page does.
fn random_file(numbers: &mut Rng) -> Vec<u8> {
    let mut file = crawl(numbers.usize(..3));
    for n in 0..1 + numbers.usize(..12) {
        let body = [
            &b"<p>"[..],
            &planted(1 + numbers.usize(..6)),
            b"<p>the end of the page",
        ]
        .concat();
        let page = match numbers.usize(..4) {
            0 => b"<p>honest".to_vec(),
            1 => body,
            2 => stored(&body),
            _ => b"<p>word ".repeat(numbers.usize(..2000)),
        };
        let record = record(&format!("http://e/{n}"), &page, 0);
        let mut member = match numbers.usize(..3) {
            0 => member(&record),
            _ => stored(&record),
        };
        let at = numbers.usize(..member.len());
        match numbers.usize(..6) {
            0 => member[at] ^= 1 << numbers.usize(..8),
            1 => member.truncate(at),
            2 => member.extend(&b"garbage\x1F\x8B\x08\0\0\0"[..numbers.usize(..13)]),
            _ => {}
        }
        file.extend(member);
    }
    file
}

#[test]
fn random_files_have_the_same_rows_for_every_way_to_divide_them() {
    let mut numbers = Rng::with_seed(26);
    let mut found = 0;
    for _ in 0..400 {
        let warc = random_file(&mut numbers);
        let file = file(&warc);
        let Ok(mut reader) = Reader::open(file.path()) else {
            continue;
        };
        let Ok(first) = reader.next_page() else {
            continue;
        };
        let whole: Vec<Page> = first.into_iter().chain(all(reader)).collect();
        for bytes in [1, 500, 5000] {
            assert_eq!(parts(file.path(), bytes), whole, "parts of {bytes} bytes");
        }
        for page in whole.iter().filter(|page| is_planted(page)) {
            found += 1;
            assert!(page.reason.is_some(), "{page:?}");
        }
    }
    // Otherwise the test finds nothing.
    assert!(found > 100, "{found}");
}
