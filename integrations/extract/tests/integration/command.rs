//! The command, as it is run.

use crate::common::{crawl, jsonl, lines, member, record, response, run, text};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name that a part has while it is written.
fn partial_of(part: &Path) -> PathBuf {
    let name = part.file_name().expect("a name").to_string_lossy();
    part.with_file_name(format!("_{name}.partial"))
}

#[test]
fn an_interrupted_run_is_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let warc = folder.path().join("crawl.warc.gz");
    // More than one part of 1 MiB.
    let noise = |n: u64| -> String {
        let numbers = (0..60u64).map(|at| {
            (n * 60 + at)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .to_string()
        });
        numbers.collect::<Vec<_>>().join(" ")
    };
    let records = (0..4000).map(|n| {
        let page = format!("<title>{n}</title>{}", noise(n));
        member(&record(&format!("http://e/{n}"), page.as_bytes(), 0))
    });
    std::fs::write(&warc, records.collect::<Vec<_>>().concat()).expect("a file");
    let output = folder.path().join("out");
    let arguments = [
        text(&warc),
        "-o",
        text(&output),
        "--title",
        "--format",
        "jsonl",
        "--split",
        "1",
    ];

    let first = run(&arguments);
    assert!(first.status.success(), "{first:?}");
    let expected = lines(&output);
    assert_eq!(expected.len(), 4000);
    let parts: Vec<_> = std::fs::read_dir(&output)
        .expect("a folder")
        .map(|file| file.expect("a file").path())
        .collect();
    assert!(parts.len() > 2, "{parts:?}");
    assert!(output.join("_SUCCESS").exists());

    // An interrupted run leaves some parts and a partial file.
    let part = parts.iter().find(|part| {
        part.extension()
            .is_some_and(|extension| extension == "jsonl")
    });
    let part = part.expect("a part");
    std::fs::rename(part, partial_of(part)).expect("a file");
    let second = run(&arguments);
    assert!(second.status.success(), "{second:?}");
    assert!(String::from_utf8_lossy(&second.stderr).contains("parts were there already"));
    assert_eq!(lines(&output), expected);

    // A part that cannot be written leaves the output incomplete.
    std::fs::remove_file(part).expect("a file");
    std::fs::create_dir(partial_of(part)).expect("a folder");
    let failed = run(&arguments);
    assert!(!failed.status.success(), "{failed:?}");
    assert!(!output.join("_SUCCESS").exists());
    std::fs::remove_dir(partial_of(part)).expect("a folder");
    assert!(run(&arguments).status.success());
    assert!(output.join("_SUCCESS").exists());
    assert_eq!(lines(&output), expected);

    let other = run(&[text(&warc), "-o", text(&output), "--text"]);
    assert!(!other.status.success());
    assert!(String::from_utf8_lossy(&other.stderr).contains("the output of another request"));
}

#[test]
fn warc_folders_and_parquet_have_the_same_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let warc = folder.path().join("crawl.warc.gz");
    std::fs::write(&warc, crawl(100)).expect("a file");
    // The tokens of one run are not pages of the next, but Parquet is read.
    let first = folder.path().join("first");
    let made = run(&[
        text(&warc),
        "-o",
        text(&first),
        "--links",
        "both",
        "--spans",
    ]);
    assert!(made.status.success(), "{made:?}");
    let again = folder.path().join("again");
    let arguments = [
        "-o",
        text(&again),
        "--format",
        "jsonl",
        "--text",
        "--html-column",
        "url",
        text(&first),
    ];
    let read = run(&arguments);
    assert!(read.status.success(), "{read:?}");
    let rows = lines(&again);
    assert_eq!(rows.len(), 100);
    assert!(
        rows.iter()
            .any(|row| row.contains(r#""text":"http://e/99""#)),
        "{}",
        rows[0]
    );

    let pages = folder.path().join("pages");
    std::fs::create_dir(&pages).expect("a folder");
    for n in 0..5 {
        std::fs::write(
            pages.join(format!("{n}.html")),
            format!("<title>{n}</title>"),
        )
        .expect("a file");
    }
    let titles = folder.path().join("titles");
    let read = jsonl(&pages, &titles, &["--title"]);
    assert!(read.status.success(), "{read:?}");
    assert_eq!(lines(&titles).len(), 5);
    assert!(lines(&titles)[3].contains(r#""title":"3""#));
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty");
    let full = folder.path().join("full");
    let parquet = folder.path().join("broken.parquet");
    std::fs::create_dir_all(&empty).expect("a folder");
    std::fs::create_dir_all(full.join("x")).expect("a folder");
    std::fs::write(&parquet, "no parquet").expect("a file");
    let page = folder.path().join("a.html");
    std::fs::write(&page, "<p>").expect("a file");
    let out = folder.path().join("out");
    let cases = BTreeMap::from([
        (
            "there is no WARC, HTML or Parquet file",
            vec![text(&empty), "-o", text(&out)],
        ),
        ("No such file", vec!["/absent", "-o", text(&out)]),
        ("broken.parquet: ", vec![text(&parquet), "-o", text(&out)]),
        (
            "the folder is not empty",
            vec![text(&page), "-o", text(&full)],
        ),
        (
            "an index is read from a file",
            vec![text(&page), "-o", text(&out), "--index", "s3://b/x.cdxj"],
        ),
        (
            "write it in lower case, `a`",
            vec![text(&page), "-o", text(&out), "--tags", "A"],
        ),
    ]);
    let zstd = folder.path().join("crawl.warc.zst");
    std::fs::write(&zstd, b"\x5D\x2A\x4D\x18\x04\0\0\0").expect("a file");
    // Neither the name of a file nor of one in a folder hides its kind.
    let renamed = folder.path().join("in/crawl.html");
    std::fs::create_dir(folder.path().join("in")).expect("a folder");
    std::fs::write(&renamed, b"BZh91AY&SY").expect("a file");
    let mut cases = cases;
    cases.insert(
        "ends in its zstd dictionary",
        vec![text(&zstd), "-o", text(&out)],
    );
    cases.insert(
        "compressed with bzip2",
        vec![text(renamed.parent().expect("a folder")), "-o", text(&out)],
    );
    for (message, arguments) in cases {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(1), "{message}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            error.starts_with("tokenwright-extract: ") && error.contains(message),
            "{error}"
        );
    }
}

#[test]
fn a_file_that_is_too_long_is_a_row_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("pages");
    std::fs::create_dir(&input).expect("a folder");
    std::fs::write(input.join("a.html"), vec![b'a'; (1 << 20) + 1]).expect("a file");
    std::fs::write(input.join("b.html"), "b").expect("a file");
    let output = folder.path().join("out");
    let ran = jsonl(&input, &output, &["--text", "--max-page", "1"]);
    assert!(ran.status.success(), "{ran:?}");
    let lines = lines(&output);
    let has = |line: usize, part: &str| assert!(lines[line].contains(part), "{lines:?}");
    has(
        0,
        r#""record_error":"the file has more than 1048576 bytes""#,
    );
    has(1, r#""text":"b""#);
    let ran = jsonl(&input, &output, &["--max-page", "17592186044416"]);
    assert!(!ran.status.success());
}

#[test]
fn what_is_skipped_is_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let warc = folder.path().join("crawl");
    let dns = response("dns:e.org", "text/dns", b"<p>");
    std::fs::write(&warc, [crawl(3), member(&dns)].concat()).expect("a file");
    let output = folder.path().join("out");
    let run = jsonl(&warc, &output, &["--title"]);
    assert!(run.status.success(), "{run:?}");
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    let skipped = "skipped 0 responses that are no HTML, 1 of other protocols than HTTP, 0 records of other types";
    assert!(
        message.contains("3 pages") && message.contains(skipped),
        "{message}"
    );
    assert_eq!(lines(&output).len(), 3);
}

#[test]
fn strings_of_parquet_that_are_not_utf8_are_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pages.parquet");
    // Strings of a file that nobody has looked at: the same bytes with the type of strings.
    let values = ["<title>a</title>", "<title>#</title>", "<title>b</title>"];
    let pages = StringArray::from(values.to_vec());
    let urls = StringArray::from(vec![Some("http://e/"), None, Some("##")]);
    let batch = RecordBatch::try_from_iter_with_nullable([
        ("html", Arc::new(pages) as ArrayRef, false),
        ("url", Arc::new(urls) as ArrayRef, true),
    ]);
    let batch = batch.expect("a batch");
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .build();
    let mut bytes = Vec::new();
    let mut writer =
        ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).expect("a file");
    writer.write(&batch).expect("a file");
    writer.close().expect("a file");
    for byte in &mut bytes {
        if *byte == b'#' {
            *byte = 0xFF;
        }
    }
    std::fs::write(&file, bytes).expect("a file");
    let output = folder.path().join("out");
    let made = jsonl(&file, &output, &["--title"]);
    assert!(made.status.success(), "{made:?}");
    let rows = lines(&output);
    assert!(rows[0].contains(r#""title":"a""#), "{}", rows[0]);
    assert!(
        rows[1].contains("the page is not UTF-8 at byte 7"),
        "{}",
        rows[1]
    );
    assert!(
        rows[2].contains("the URL is not UTF-8 at byte 0"),
        "{}",
        rows[2]
    );
}

#[test]
fn rows_have_what_is_known_of_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let warc = folder.path().join("crawl.warc.gz");
    let first = member(&record("http://e/0", b"<p>a", 0));
    std::fs::write(
        &warc,
        [&first[..], &member(&record("http://e/1", b"<p>b", 0))].concat(),
    )
    .expect("a file");
    let index = folder.path().join("crawl.cdxj");
    let line = |offset: usize| format!("e)/ 20260101000000 {{\"offset\": {offset}}}\n");
    std::fs::write(&index, format!("{}{}", line(0), line(first.len()))).expect("a file");
    let output = folder.path().join("out");
    let arguments = |index: &Path, output: &Path| {
        run(&[
            text(&warc),
            "-o",
            text(output),
            "--format",
            "jsonl",
            "--text",
            "--index",
            text(index),
        ])
    };
    let made = arguments(&index, &output);
    assert!(made.status.success(), "{made:?}");
    let rows = lines(&output);
    let expected = format!(
        r#""offset":0,"length":{},"status":200,"record_id":null,"date":null,"record_type":"response","url":"http://e/0","content_type":"text/html","media_type":"text/html","block_digest":null,"payload_digest":null,"truncated":null,"record_error":null,"reason":null,"encoding":"windows-1252","text":"a""#,
        first.len()
    );
    assert!(rows[0].contains(&expected), "{}", rows[0]);
    std::fs::write(&index, line(7)).expect("a file");
    let failed = arguments(&index, &folder.path().join("other"));
    let error = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert!(
        error.contains("crawl.cdxj: line 1: no record begins at byte 7"),
        "{error}"
    );
}

#[test]
fn a_wet_file_has_texts() {
    let folder = tempfile::tempdir().expect("a folder");
    let wet = folder.path().join("crawl.warc.wet.gz");
    let record = b"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://e/\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\na < b\r\n\r\n";
    std::fs::write(&wet, member(record)).expect("a file");
    for (argument, expected) in [
        ("--text", r#""text":"a < b""#),
        ("--title", r#""title":null"#),
    ] {
        let output = folder.path().join(argument);
        let made = run(&[
            text(&wet),
            "-o",
            text(&output),
            "--format",
            "jsonl",
            argument,
        ]);
        assert!(made.status.success(), "{made:?}");
        assert!(
            lines(&output)[0].contains(expected),
            "{}",
            lines(&output)[0]
        );
    }
}

#[test]
fn a_run_is_continued_by_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (
        folder.path().join("a/crawl.warc.gz"),
        folder.path().join("b/crawl.warc.gz"),
    );
    for path in [&one, &two] {
        std::fs::create_dir(path.parent().expect("a folder")).expect("a folder");
    }
    std::fs::write(&one, crawl(20)).expect("a file");
    let pages = folder.path().join("page.html");
    std::fs::write(&pages, "<title>page</title>").expect("a file");
    let output = folder.path().join("out");
    let run = |paths: &[&str]| {
        let options = ["-o", text(&output), "--format", "jsonl", "--title"];
        let run = run(&[paths, &options].concat());
        assert!(run.status.success(), "{run:?}");
        String::from_utf8(run.stderr).expect("UTF-8")
    };
    run(&[text(&one), text(&pages)]);
    assert_eq!(lines(&output).len(), 21);
    // Another way to write a path, and another place.
    let other = one.with_file_name("../a/./crawl.warc.gz");
    let html = pages.with_file_name("a/../page.html");
    assert!(run(&[text(&other), text(&html)]).contains("2 parts were there already"));
    std::fs::rename(&one, &two).expect("a file");
    assert!(run(&[text(&two), text(&pages)]).contains("2 parts were there already"));
    assert_eq!(lines(&output).len(), 21);
    // Another file in the same place.
    std::fs::write(&two, crawl(30)).expect("a file");
    assert!(run(&[text(&two), text(&pages)]).contains("1 parts were there already"));
    assert_eq!(lines(&output).len(), 51);
    // The same content twice is twice in the output.
    std::fs::write(&one, crawl(30)).expect("a file");
    run(&[text(&one), text(&two), text(&pages)]);
    assert_eq!(lines(&output).len(), 81);
}

#[test]
fn filters_leave_rows_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let warc = folder.path().join("crawl.warc");
    let record = |n: u32, status: u32, kind: &str, page: &str| {
        let http = format!("HTTP/1.1 {status} x\r\nContent-Type: {kind}\r\n\r\n{page}");
        response(
            &format!("http://e/{n}"),
            "application/http",
            http.as_bytes(),
        )
    };
    let records = [
        record(1, 200, "text/html", "<html lang=de-AT><title>1</title>"),
        record(2, 404, "text/html", "<html lang=DE><title>2</title>"),
        record(
            3,
            200,
            "application/xhtml+xml",
            "<html lang=den><title>3</title>",
        ),
        record(
            4,
            301,
            "Text/HTML; charset=utf-8",
            "<html lang=en><meta name=robots content='x, NoIndex'>",
        ),
        record(5, 200, "text/html", "<p>none"),
    ];
    std::fs::write(&warc, records.concat()).expect("a file");
    for (filters, expected) in [
        (&["--status", "200"][..], &[1, 3, 5][..]),
        (&["--status", "300-399,404"], &[2, 4]),
        (&["--media-type", "text/html"], &[1, 2, 4, 5]),
        (&["--language", "de"], &[1, 2]),
        (&["--language", "de-at,en", "--status", "200-301"], &[1, 4]),
        (&["--only-indexable"], &[1, 2, 3, 5]),
        (&["--only-indexable", "--language", "en"], &[]),
        (&[], &[1, 2, 3, 4, 5]),
    ] {
        let output = tempfile::tempdir().expect("a folder");
        let out = output.path().join("out");
        let arguments = [text(&warc), "-o", text(&out), "--format", "jsonl"];
        let made = run(&[&arguments[..], filters].concat());
        assert!(made.status.success(), "{made:?}");
        let rows = lines(&out);
        let has = |n: u32| {
            rows.iter()
                .any(|row| row.contains(&format!("\"url\":\"http://e/{n}\"")))
        };
        let found: Vec<u32> = (1..=5).filter(|n| has(*n)).collect();
        assert_eq!(found, expected, "{filters:?}");
        assert_eq!(rows.len(), expected.len(), "{filters:?}");
        let left_out = format!("{} left out by filters", 5 - expected.len());
        let message = String::from_utf8_lossy(&made.stderr).into_owned();
        assert_eq!(message.contains(&left_out), expected.len() < 5, "{message}");
    }
    let wrong = run(&[text(&warc), "-o", "out", "--status", "2xx"]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("`2xx` is no status"));
    let piped = run(&[text(&warc), "-o", "-"]);
    assert!(!piped.status.success());
    assert!(String::from_utf8_lossy(&piped.stderr).contains("-: the output is a folder"));
}
