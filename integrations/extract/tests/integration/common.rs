//! WARC files for tests: records, members of gzip and crawls, in memory and in temporary folders.
//!
//! What is read from them and what the command prints comes in forms that can be compared as a whole.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt::Display;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::{NamedTempFile, TempDir};
use tokenwright_extract::warc::{Page, Reader, Skipped, is_archive, splits};

/// A temporary folder.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, in a folder that is made if need be.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, content).expect("a file");
        path
    }
}

/// A temporary file.
pub(crate) fn file(content: impl AsRef<[u8]>) -> NamedTempFile {
    let file = NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), content).expect("a file");
    file
}

pub(crate) fn reader<B: AsRef<[u8]>>(warc: B) -> Reader<Cursor<B>> {
    Reader::new(Cursor::new(warc)).expect("an archive")
}

/// The pages of a reader, and what it has skipped.
pub(crate) fn read<R: Read + Seek>(mut reader: Reader<R>) -> (Vec<Page>, Skipped) {
    let pages = std::iter::from_fn(|| reader.next_page().expect("input")).collect();
    (pages, reader.skipped())
}

/// The pages of a reader.
pub(crate) fn all<R: Read + Seek>(reader: Reader<R>) -> Vec<Page> {
    read(reader).0
}

/// Input that gives a byte at a time.
struct Slow<R>(R);

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(1);
        self.0.read(&mut buffer[..len])
    }
}

impl<R: Seek> Seek for Slow<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

/// The pages of a file, which are the same for every way to read and to divide it.
pub(crate) fn rows(warc: &[u8]) -> Vec<Page> {
    let file = file(warc);
    assert!(warc.is_empty() || is_archive(file.path()).expect("a file"));
    let whole = all(Reader::open(file.path()).expect("a file"));
    assert_eq!(all(reader(warc)), whole, "in memory");
    let slow = Reader::new(Slow(Cursor::new(warc))).expect("an archive");
    assert_eq!(all(slow), whole, "a byte at a time");
    for bytes in [1, 2, 7, 50, 64, 100, 333, 1000, 4096, 20_000, 1 << 20] {
        assert_eq!(parts(file.path(), bytes), whole, "parts of {bytes} bytes");
    }
    whole
}

/// The pages of the parts of a file.
pub(crate) fn parts(path: &Path, bytes: u64) -> Vec<Page> {
    let splits = splits(path, bytes).expect("a file");
    let ends = (splits[0].start, splits.last().map(|last| last.end));
    assert_eq!(ends, (0, Some(u64::MAX)));
    let mut pairs = splits.windows(2);
    assert!(pairs.all(|two| two[0].end == two[1].start && two[0].start < two[0].end));
    parts_of(path, splits)
}

/// The pages of some parts of a file.
pub(crate) fn parts_of(path: &Path, splits: Vec<Range<u64>>) -> Vec<Page> {
    let part = |range| all(Reader::open_split(path, range).expect("a part"));
    splits.into_iter().flat_map(part).collect()
}

/// What is wrong with some pages.
pub(crate) fn summary(pages: &[Page]) -> String {
    let pages = pages.iter();
    let pages = pages.map(|page| (page.offset, &page.url, &page.reason));
    format!("{:#?}", pages.collect::<Vec<_>>())
}

/// Changes each byte of the sixth of twelve stored records, and cuts it off there. All others are whole.
pub(crate) fn damage_one(records: &[Vec<u8>], is_whole: impl Fn(&Page) -> bool) {
    let (start, end) = (records[..5].concat().len(), records[..6].concat().len());
    let file = records.concat();
    for at in start..end {
        let mut changed = file.clone();
        changed[at] ^= 0x55;
        let cut = [&file[..at], &file[end..]].concat();
        for damaged in [changed, cut] {
            let pages = rows(&damaged);
            let whole = pages.iter().filter(|page| page.reason.is_none());
            let whole = whole.filter(|page| is_whole(page)).count();
            let at = at - start;
            assert!((11..=12).contains(&whole), "{at}: {}", summary(&pages));
        }
    }
}

/// Whether a page is one of an archive in a page.
pub(crate) fn is_planted(page: &Page) -> bool {
    let url = page.url.as_deref();
    url.is_some_and(|url| url.contains("planted"))
}

/// A record of a response, whose `Content-Length` is `extra` bytes off.
pub(crate) fn record(url: &str, body: &[u8], extra: i64) -> Vec<u8> {
    let block = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", body].concat();
    let len = i64::try_from(block.len()).expect("a short block") + extra;
    with_len(url, "application/http; msgtype=response", &block, len)
}

/// A record of the page with a number.
pub(crate) fn numbered(n: usize, body: impl AsRef<[u8]>) -> Vec<u8> {
    record(&format!("http://e/{n}"), body.as_ref(), 0)
}

/// A record of a response with a status, fields and a body.
pub(crate) fn http(
    url: impl Display,
    status: u64,
    fields: &str,
    body: impl AsRef<[u8]>,
) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status} x\r\n{fields}\r\n\r\n");
    let block = [head.as_bytes(), body.as_ref()].concat();
    response(&url.to_string(), "application/http", &block)
}

/// A record of a response with any block.
pub(crate) fn response(url: &str, content_type: &str, block: &[u8]) -> Vec<u8> {
    let len = i64::try_from(block.len()).expect("a short block");
    with_len(url, content_type, block, len)
}

fn with_len(url: &str, content_type: &str, block: &[u8], len: i64) -> Vec<u8> {
    let header = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: {content_type}\r\nContent-Length: {len}\r\n\r\n"
    );
    [header.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// A gzip member.
pub(crate) fn member(bytes: &[u8]) -> Vec<u8> {
    packed(bytes, Compression::fast())
}

/// A gzip member without compression, which has its content as it is.
pub(crate) fn stored(bytes: &[u8]) -> Vec<u8> {
    packed(bytes, Compression::none())
}

/// A zstd frame.
pub(crate) fn frame(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).expect("memory")
}

fn packed(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// A file of a member for each of some records.
pub(crate) fn crawl(pages: usize) -> Vec<u8> {
    let page = |n: usize| format!("<title>{n}</title><a href=x>{}</a>", "word ".repeat(n % 50));
    let members = (0..pages).map(|n| member(&numbered(n, page(n))));
    members.collect::<Vec<_>>().concat()
}

fn output(arguments: &[&str]) -> (Output, String) {
    let command = Command::new(env!("CARGO_BIN_EXE_tokenwright-extract"))
        .args(arguments)
        .output();
    let output = command.expect("the command");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, messages)
}

/// Runs the command. Returns what it says.
pub(crate) fn run(arguments: &[&str]) -> String {
    let (output, messages) = output(arguments);
    assert!(output.status.success(), "{output:?}");
    messages
}

/// Runs the command, which fails. Returns its exit status and what it says.
pub(crate) fn fail(arguments: &[&str]) -> (Option<i32>, String) {
    let (output, messages) = output(arguments);
    assert!(!output.status.success(), "{output:?}");
    (output.status.code(), messages)
}

/// Runs the command on an input, with lines of JSON as output and more arguments.
pub(crate) fn jsonl(input: &Path, output: &Path, more: &[&str]) -> String {
    let arguments = [text(input), "-o", text(output), "--format", "jsonl"];
    run(&[&arguments, more].concat())
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The lines of all output files, sorted.
pub(crate) fn lines(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|file| file.expect("a file").path());
    let files = files.filter(|file| {
        file.extension()
            .is_some_and(|extension| extension == "jsonl")
    });
    let read = |file| std::fs::read_to_string(file).expect("UTF-8");
    let mut lines: Vec<String> = files
        .flat_map(|file| read(file).lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    lines.sort();
    lines
}
