//! The command, as it is run.

use crate::common::{
    Folder, crawl, fail, http, jsonl, lines, member, numbered, response, run, text,
};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name that a part has while it is written.
fn partial_of(part: &Path) -> PathBuf {
    let name = part.file_name().expect("a name").to_string_lossy();
    part.with_file_name(format!("_{name}.partial"))
}

#[test]
fn an_interrupted_run_is_continued() {
    let folder = Folder::new();
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
        let page = format!("<title>{n}</title>{}", noise(n as u64));
        member(&numbered(n, page))
    });
    let warc = folder.write("crawl.warc.gz", records.collect::<Vec<_>>().concat());
    let output = folder.path("out");
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

    run(&arguments);
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
    assert!(run(&arguments).contains("parts were there already"));
    assert_eq!(lines(&output), expected);

    // A part that cannot be written leaves the output incomplete.
    std::fs::remove_file(part).expect("a file");
    std::fs::create_dir(partial_of(part)).expect("a folder");
    fail(&arguments);
    assert!(!output.join("_SUCCESS").exists());
    std::fs::remove_dir(partial_of(part)).expect("a folder");
    run(&arguments);
    assert!(output.join("_SUCCESS").exists());
    assert_eq!(lines(&output), expected);

    let (_, message) = fail(&[text(&warc), "-o", text(&output), "--text"]);
    assert!(
        message.contains("the output of another request"),
        "{message}"
    );
}

#[test]
fn warc_folders_and_parquet_have_the_same_rows() {
    let folder = Folder::new();
    let warc = folder.write("crawl.warc.gz", crawl(100));
    // The tokens of one run are not pages of the next, but Parquet is read.
    let first = folder.path("first");
    let columns = ["--links", "both", "--spans"];
    run(&[&[text(&warc), "-o", text(&first)], &columns[..]].concat());
    let again = folder.path("again");
    jsonl(&first, &again, &["--text", "--html-column", "url"]);
    let rows = lines(&again);
    assert_eq!(rows.len(), 100);
    let mut rows = rows.iter();
    assert!(rows.any(|row| row.contains(r#""text":"http://e/99""#)));

    for n in 0..5 {
        folder.write(&format!("pages/{n}.html"), format!("<title>{n}</title>"));
    }
    let titles = folder.path("titles");
    jsonl(&folder.path("pages"), &titles, &["--title"]);
    assert_eq!(lines(&titles).len(), 5);
    assert!(lines(&titles)[3].contains(r#""title":"3""#));
}

#[test]
fn what_is_wrong_is_said() {
    let folder = Folder::new();
    let (empty, full, out) = (
        folder.path("empty"),
        folder.path("full"),
        folder.path("out"),
    );
    std::fs::create_dir(&empty).expect("a folder");
    folder.write("full/x/y", "");
    let parquet = folder.write("broken.parquet", "no parquet");
    let page = folder.write("a.html", "<p>");
    let zstd = folder.write("crawl.warc.zst", b"\x5D\x2A\x4D\x18\x04\0\0\0");
    // Neither the name of a file nor of one in a folder hides its kind.
    folder.write("in/crawl.html", b"BZh91AY&SY");
    let renamed = folder.path("in");
    let index = ["--index", "s3://b/x.cdxj"];
    for (message, input, output, more) in [
        (
            "there is no WARC, HTML or Parquet file",
            &empty,
            &out,
            &[][..],
        ),
        ("No such file", &folder.path("absent"), &out, &[]),
        ("broken.parquet: ", &parquet, &out, &[]),
        ("the folder is not empty", &page, &full, &[]),
        ("an index is read from a file", &page, &out, &index),
        ("write it in lower case, `a`", &page, &out, &["--tags", "A"]),
        ("ends in its zstd dictionary", &zstd, &out, &[]),
        ("compressed with bzip2", &renamed, &out, &[]),
    ] {
        let arguments = [&[text(input), "-o", text(output)], more].concat();
        let (status, error) = fail(&arguments);
        assert_eq!(status, Some(1), "{message}");
        assert!(
            error.starts_with("tokenwright-extract: ") && error.contains(message),
            "{error}"
        );
    }
}

#[test]
fn a_file_that_is_too_long_is_a_row_with_a_reason() {
    let folder = Folder::new();
    folder.write("pages/a.html", vec![b'a'; (1 << 20) + 1]);
    folder.write("pages/b.html", "b");
    let (input, output) = (folder.path("pages"), folder.path("out"));
    jsonl(&input, &output, &["--text", "--max-page", "1"]);
    let lines = lines(&output);
    let has = |line: usize, part: &str| assert!(lines[line].contains(part), "{lines:?}");
    has(
        0,
        r#""record_error":"the file has more than 1048576 bytes""#,
    );
    has(1, r#""text":"b""#);
    let huge = ["--max-page", "17592186044416"];
    fail(&[&[text(&input), "-o", text(&output)], &huge[..]].concat());
}

#[test]
fn what_is_skipped_is_counted() {
    let folder = Folder::new();
    let dns = response("dns:e.org", "text/dns", b"<p>");
    let warc = folder.write("crawl", [crawl(3), member(&dns)].concat());
    let output = folder.path("out");
    let message = jsonl(&warc, &output, &["--title"]);
    let skipped = "skipped 0 responses that are no HTML, 1 of other protocols than HTTP, 0 records of other types";
    assert!(
        message.contains("3 pages") && message.contains(skipped),
        "{message}"
    );
    assert_eq!(lines(&output).len(), 3);
}

#[test]
fn strings_of_parquet_that_are_not_utf8_are_rows() {
    let folder = Folder::new();
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
    let file = folder.write("pages.parquet", bytes);
    let output = folder.path("out");
    jsonl(&file, &output, &["--title"]);
    let rows = lines(&output);
    assert_eq!(rows.len(), 3);
    for (row, part) in rows.iter().zip([
        r#""title":"a""#,
        "the page is not UTF-8 at byte 7",
        "the URL is not UTF-8 at byte 0",
    ]) {
        assert!(row.contains(part), "{row}");
    }
}

#[test]
fn rows_have_what_is_known_of_records() {
    let folder = Folder::new();
    let [first, second] = [(0, "<p>a"), (1, "<p>b")].map(|(n, page)| member(&numbered(n, page)));
    let warc = folder.write("crawl.warc.gz", [&first[..], &second].concat());
    let line = |offset: usize| format!("e)/ 20260101000000 {{\"offset\": {offset}}}\n");
    let index = folder.write("crawl.cdxj", line(0) + &line(first.len()));
    let output = folder.path("out");
    jsonl(&warc, &output, &["--text", "--index", text(&index)]);
    let rows = lines(&output);
    let expected = format!(
        r#""offset":0,"length":{},"status":200,"record_id":null,"date":null,"record_type":"response","url":"http://e/0","content_type":"text/html","media_type":"text/html","block_digest":null,"payload_digest":null,"truncated":null,"record_error":null,"reason":null,"encoding":"windows-1252","text":"a""#,
        first.len()
    );
    assert!(rows[0].contains(&expected), "{}", rows[0]);
    std::fs::write(&index, line(7)).expect("a file");
    let other = folder.path("other");
    let (_, error) = fail(&[text(&warc), "-o", text(&other), "--index", text(&index)]);
    assert!(
        error.contains("crawl.cdxj: line 1: no record begins at byte 7"),
        "{error}"
    );
}

#[test]
fn a_wet_file_has_texts() {
    let folder = Folder::new();
    let record = b"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://e/\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\na < b\r\n\r\n";
    let wet = folder.write("crawl.warc.wet.gz", member(record));
    for (argument, expected) in [
        ("--text", r#""text":"a < b""#),
        ("--title", r#""title":null"#),
    ] {
        let output = folder.path(argument);
        jsonl(&wet, &output, &[argument]);
        let row = lines(&output).remove(0);
        assert!(row.contains(expected), "{row}");
    }
}

#[test]
fn a_run_is_continued_by_content() {
    let folder = Folder::new();
    let one = folder.write("a/crawl.warc.gz", crawl(20));
    let two = folder.write("b/crawl.warc.gz", "");
    let pages = folder.write("page.html", "<title>page</title>");
    let output = folder.path("out");
    let run = |paths: &[&str]| {
        let options = ["-o", text(&output), "--format", "jsonl", "--title"];
        run(&[paths, &options].concat())
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
    let folder = Folder::new();
    let record = |n: u32, status: u64, kind: &str, page: &str| {
        let field = format!("Content-Type: {kind}");
        http(format!("http://e/{n}"), status, &field, page)
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
    let warc = folder.write("crawl.warc", records.concat());
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
        let other = Folder::new();
        let output = other.path("out");
        let message = jsonl(&warc, &output, filters);
        let rows = lines(&output);
        let has = |n: u32| {
            rows.iter()
                .any(|row| row.contains(&format!("\"url\":\"http://e/{n}\"")))
        };
        let found: Vec<u32> = (1..=5).filter(|n| has(*n)).collect();
        assert_eq!(found, expected, "{filters:?}");
        assert_eq!(rows.len(), expected.len(), "{filters:?}");
        let left_out = format!("{} left out by filters", 5 - expected.len());
        assert_eq!(message.contains(&left_out), expected.len() < 5, "{message}");
    }
    let (_, wrong) = fail(&[text(&warc), "-o", "out", "--status", "2xx"]);
    assert!(wrong.contains("`2xx` is no status"), "{wrong}");
    let (_, piped) = fail(&[text(&warc), "-o", "-"]);
    assert!(piped.contains("-: the output is a folder"), "{piped}");
}

#[test]
fn names_of_inputs_may_be_as_long_as_file_systems_have_them() {
    let folder = Folder::new();
    let record = numbered(1, "<title>1</title>");
    for (number, name) in [
        "w".repeat(250),
        "\u{20AC}".repeat(83),
        "x\u{20AC}".repeat(62),
    ]
    .iter()
    .enumerate()
    {
        let warc = folder.write(&format!("{name}.warc"), &record);
        let html = folder.write(&format!("{name}.html"), "<title>2</title>");
        for (kind, more) in [("one", &[][..]), ("many", &["--partition-by", "status"])] {
            let output = folder.path(&format!("{kind}-{number}"));
            let arguments = [text(&warc), text(&html), "-o", text(&output), "--title"];
            let message = run(&[&arguments, more].concat());
            assert!(message.contains("2 pages"), "{message}");
        }
    }
}

#[test]
fn a_part_may_be_of_any_length() {
    let folder = Folder::new();
    let warc = folder.write("crawl.warc.gz", crawl(20));
    let [one, most] = ["1", "17592186044416"].map(|split| {
        let output = folder.path(split);
        jsonl(&warc, &output, &["--title", "--split", split]);
        lines(&output)
    });
    assert_eq!(one, most);
    let parts = std::fs::read_dir(folder.path("17592186044416")).expect("a folder");
    let parts = parts.filter(|part| {
        let name = part.as_ref().expect("a file").file_name();
        name.to_string_lossy().ends_with(".jsonl")
    });
    assert_eq!(parts.count(), 1);
}
