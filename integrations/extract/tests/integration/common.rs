//! WARC files for tests.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

/// A record of a response, whose `Content-Length` is `extra` bytes off.
pub(crate) fn record(url: &str, body: &[u8], extra: i64) -> Vec<u8> {
    let block = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", body].concat();
    let len = i64::try_from(block.len()).expect("a short block") + extra;
    with_len(url, "application/http; msgtype=response", &block, len)
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
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// A gzip member without compression, which has its content as it is.
pub(crate) fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// A file of a member for each of some records.
pub(crate) fn crawl(pages: usize) -> Vec<u8> {
    let page = |n: usize| format!("<title>{n}</title><a href=x>{}</a>", "word ".repeat(n % 50));
    let members =
        (0..pages).map(|n| member(&record(&format!("http://e/{n}"), page(n).as_bytes(), 0)));
    members.collect::<Vec<_>>().concat()
}

/// Runs the command.
pub(crate) fn run(arguments: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_tokenwright-extract"))
        .args(arguments)
        .output();
    command.expect("the command")
}

/// Runs the command on an input, with lines of JSON as output and more arguments.
pub(crate) fn jsonl(input: &Path, output: &Path, more: &[&str]) -> Output {
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
