//! Parts of files by an index.
//!
//! Indexes come from other programs, so most of the module is what an index can have wrong: each must be an error that names its line.
//! The right ones are those of several programs, which differ in fields and order.

use crate::common::{Folder, frame, member, numbered, parts_of, record, stored};
use std::path::PathBuf;
use tokenwright_extract::warc::indexed_splits;

/// A file with its index, in a folder that lives as long.
struct Crawl {
    folder: Folder,
    file: PathBuf,
    records: Vec<(u64, u64)>,
}

impl Crawl {
    fn new(pack: fn(&[u8]) -> Vec<u8>) -> Self {
        let mut file = Vec::new();
        let mut records = Vec::new();
        for n in 0..50 {
            let packed = pack(&numbered(n, "<p>"));
            records.push((file.len() as u64, packed.len() as u64));
            file.extend(packed);
        }
        let folder = Folder::new();
        let file = folder.write("a.warc.gz", file);
        Crawl {
            folder,
            file,
            records,
        }
    }

    /// The reason why a file is not divided by an index.
    fn error(&self, content: impl AsRef<[u8]>) -> String {
        let index = self.folder.write("index", content);
        let error = indexed_splits(&self.file, 1, &[&index]).expect_err("a wrong index");
        error.to_string()
    }

    fn cdxj(&self, line: impl Fn(u64, u64) -> String) -> String {
        self.records
            .iter()
            .map(|(offset, length)| line(*offset, *length))
            .collect()
    }
}

fn quoted(offset: u64, length: u64) -> String {
    format!(
        "e,org)/ 20260101000000 {{\"url\": \"http://e/ {{\", \"offset\": \"{offset}\", \"length\": \"{length}\", \"filename\": \"x/a.warc.gz\"}}\n"
    )
}

#[test]
fn parts_by_an_index_have_every_page_once() {
    for pack in [member, frame, <[u8]>::to_vec] {
        let crawl = Crawl::new(pack);
        let eleven = |offset, length| {
            format!(
                "e,org)/ 20260101000000 http://e/ text/html 200 ABC - - {length} {offset} a.warc.gz\n"
            )
        };
        let nine = |offset, _| {
            format!("e,org)/ 20260101000000 http://e/ text/html 200 ABC - {offset} a.warc.gz\n")
        };
        let number = |offset, length| {
            format!("e,org)/ 20260101000000 {{\"offset\": {offset}, \"length\": {length}}}\n")
        };
        let header = format!(
            " CDX a V g S\n{}",
            crawl.cdxj(|offset, length| format!("http://e/ {offset} /b/a.warc.gz {length}\n"))
        );
        let mut lines: Vec<String> = crawl.cdxj(quoted).lines().map(str::to_owned).collect();
        lines.reverse();
        let other = "e,org)/ 20260101000000 {\"offset\": \"7\", \"filename\": \"b.warc.gz\"}\n";
        for index in [
            crawl.cdxj(quoted).into_bytes(),
            crawl.cdxj(eleven).into_bytes(),
            crawl.cdxj(nine).into_bytes(),
            crawl.cdxj(number).into_bytes(),
            header.into_bytes(),
            format!("!meta\n\n{}\n{other}{}", lines.join("\r\n"), lines[3]).into_bytes(),
            member(crawl.cdxj(quoted).as_bytes()),
        ] {
            let index = crawl.folder.write("index", index);
            for bytes in [1, 1000, 1 << 20] {
                let splits = indexed_splits(&crawl.file, bytes, &[&index]).expect("an index");
                assert_eq!(splits.len() > 2, bytes < 1 << 20);
                let urls: Vec<_> = parts_of(&crawl.file, splits)
                    .into_iter()
                    .filter_map(|page| page.url)
                    .collect();
                assert_eq!(
                    urls,
                    (0..50).map(|n| format!("http://e/{n}")).collect::<Vec<_>>()
                );
            }
        }
    }
}

#[test]
fn a_wrong_index_is_an_error() {
    let crawl = Crawl::new(member);
    let (offset, length) = crawl.records[3];
    let len = std::fs::metadata(&crawl.file).expect("a file").len();
    for (index, message) in [
        (quoted(offset + 1, 5), "line 1: no record begins at byte"),
        (quoted(len, 1), "line 1: the record ends at byte"),
        (quoted(u64::MAX, 1), "line 1: the record ends at byte"),
        (quoted(offset, u64::MAX), "line 1: the record ends at byte"),
        (
            format!("{}{}", quoted(0, length + offset), quoted(offset, length)),
            "and the next begins at byte",
        ),
        (
            quoted(offset, length).replace("a.warc.gz", "b.warc.gz"),
            "no index has records of `a.warc.gz`",
        ),
        (String::new(), "no index has records of `a.warc.gz`"),
        ("<html>\n".to_owned(), "line 1: it is neither CDX nor CDXJ"),
        (
            "a b {\"offset\": -1}\n".to_owned(),
            "line 1: its offset is no number",
        ),
        (
            "a b {\"offset\": \"+1\"}\n".to_owned(),
            "line 1: its offset is no number",
        ),
        (
            "a b {\"offset\": [1]}\n".to_owned(),
            "line 1: its offset is no number",
        ),
        ("a b {}\n".to_owned(), "line 1: it has no offset"),
        ("\na b {\"offset\"\n".to_owned(), "line 2: it has no JSON"),
        (
            "a b {\"offset\": 0, \"length\": \"x\"}\n".to_owned(),
            "line 1: its length is no number",
        ),
        (" CDX N b a\n".to_owned(), "line 1: it names no offset"),
        (" CDX N V\nx\n".to_owned(), "line 2: it has no offset"),
        ("x".repeat(2 << 20), "line 1: it has more than 1 MiB"),
        (
            quoted(0, 1).repeat(10_000),
            "more records than the file can have",
        ),
    ] {
        let error = crawl.error(&index);
        assert!(error.contains(message), "{message}: {error}");
    }
    let error = crawl.error(b"\xFF\xFE\n");
    assert!(error.contains("line 1: it is not UTF-8"), "{error}");
    let error = crawl.error(member(&vec![b'a'; 64 << 20]));
    assert!(error.contains("more than 1 MiB"), "{error}");
}

#[test]
fn a_record_of_an_archive_in_a_page_is_none_of_the_file() {
    // Of a plain file, every beginning is known; of others, the index has to leave out the record with the page.
    let crawl = Crawl::new(|bytes| bytes.to_vec());
    let planted = record("http://planted/", b"<p>", 0);
    let carrier = record("http://e/", &planted, 0);
    let write = |warc: &[u8]| std::fs::write(&crawl.file, warc).expect("a file");
    write(&[&carrier[..], &numbered(1, "<p>")].concat());
    let within = (carrier.len() - planted.len() - 4) as u64;
    let error = crawl.error(quoted(within, 9));
    assert!(error.contains("no record begins at byte"), "{error}");
    let carrier = stored(&record(
        "http://e/",
        &[b"<p>", &*member(&planted)].concat(),
        0,
    ));
    write(&carrier);
    let within = carrier
        .windows(3)
        .skip(1)
        .position(|bytes| bytes == b"\x1F\x8B\x08")
        .expect("a member");
    let index = format!(
        "{}{}",
        quoted(0, carrier.len() as u64),
        quoted(within as u64 + 1, 9)
    );
    assert!(crawl.error(index).contains("and the next begins at byte"));
}
