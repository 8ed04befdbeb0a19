//! Output that is divided by columns, and without duplicates.

use crate::common::{jsonl, member, record, response, run, text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files below a folder whose names do not begin with `_`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let found = tokenwright_extract::files::below(folder, &["jsonl"]).expect("a folder");
    found
        .into_iter()
        .filter(|file| {
            file.strip_prefix(folder)
                .is_ok_and(|file| !file.to_string_lossy().contains("/_") && !file.starts_with("_"))
        })
        .collect()
}

/// The content of all output files.
fn contents(folder: &Path) -> BTreeMap<PathBuf, String> {
    let read = |file: PathBuf| {
        let content = std::fs::read_to_string(&file).expect("UTF-8");
        (
            file.strip_prefix(folder).expect("below").to_owned(),
            content,
        )
    };
    files(folder).into_iter().map(read).collect()
}

fn rows(folder: &Path) -> Vec<Value> {
    let contents = contents(folder);
    let lines = contents.values().flat_map(|content| content.lines());
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// A page that does not compress well.
fn page(number: u64) -> String {
    let mut chooser = fastrand::Rng::with_seed(number);
    let text: String = (0..2000).map(|_| chooser.alphanumeric()).collect();
    format!("<title>{number}</title>{text}")
}

/// Files with pages that others have as well. Returns how many differ.
fn duplicated(folder: &Path) -> usize {
    std::fs::create_dir_all(folder).expect("a folder");
    for file in 0..4u64 {
        let records = (0..700u64).map(|at| {
            let number = (file * 500 + at) % 1500;
            member(&record(
                &format!("http://{file}/{at}"),
                page(number).as_bytes(),
                0,
            ))
        });
        std::fs::write(
            folder.join(format!("{file}.warc.gz")),
            records.collect::<Vec<_>>().concat(),
        )
        .expect("a file");
    }
    1500
}

#[test]
fn the_first_of_each_page_is_kept_by_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("in");
    let different = duplicated(&input);
    let mut made = Vec::new();
    for threads in ["1", "4"] {
        let output = folder.path().join(threads);
        let run = jsonl(
            &input,
            &output,
            &["--title", "--dedup", "--split", "1", "--threads", threads],
        );
        assert!(run.status.success(), "{run:?}");
        assert!(
            String::from_utf8_lossy(&run.stderr).contains("1,300 duplicates left out"),
            "{run:?}"
        );
        made.push(contents(&output));
    }
    assert!(made[0].len() > 6, "{}", made[0].len());
    assert_eq!(made[0], made[1]);
    let rows = rows(&folder.path().join("1"));
    assert_eq!(rows.len(), different);
    // The first file has all of its pages, the last those that no other has.
    let of = |file: &str| {
        rows.iter()
            .filter(|row| row["url"].as_str().is_some_and(|url| url.starts_with(file)))
            .count()
    };
    assert_eq!(
        (
            of("http://0/"),
            of("http://1/"),
            of("http://2/"),
            of("http://3/")
        ),
        (700, 500, 300, 0)
    );
}

#[test]
fn a_run_without_duplicates_is_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("in");
    duplicated(&input);
    let run_to = |output: &Path, inputs: &[&str]| {
        let options = [
            "-o",
            text(output),
            "--format",
            "jsonl",
            "--title",
            "--dedup",
            "--split",
            "1",
        ];
        run(&[inputs, &options].concat())
    };
    let (whole, output) = (folder.path().join("whole"), folder.path().join("out"));
    assert!(run_to(&whole, &[text(&input)]).status.success());
    assert!(run_to(&output, &[text(&input)]).status.success());
    for (at, part) in files(&output).into_iter().enumerate() {
        if at % 2 == 0 {
            std::fs::remove_file(part).expect("a file");
        }
    }
    assert!(run_to(&output, &[text(&input)]).status.success());
    assert_eq!(contents(&output), contents(&whole));
    // What was found is not there: it is found again.
    std::fs::remove_file(output.join("_duplicates.json")).expect("a file");
    std::fs::remove_file(files(&output).remove(0)).expect("a file");
    assert!(run_to(&output, &[text(&input)]).status.success());
    assert_eq!(contents(&output), contents(&whole));
    // With another file before, other rows are the first.
    let other = run_to(&output, &[text(&input.join("3.warc.gz")), text(&input)]);
    assert!(
        String::from_utf8_lossy(&other.stderr).contains("the output of another request"),
        "{other:?}"
    );
}

#[test]
fn what_has_an_error_or_is_filtered_hides_no_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let warc = folder.path().join("crawl.warc");
    let with_status = |url: &str, status: u16| {
        let http =
            format!("HTTP/1.1 {status} x\r\nContent-Type: text/html\r\n\r\n<title>same</title>");
        response(url, "application/http", http.as_bytes())
    };
    let wrong = with_status("http://wrong/", 200);
    let wrong = String::from_utf8(wrong).expect("UTF-8").replacen(
        "\r\n\r\n",
        "\r\nWARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n\r\n",
        1,
    );
    let gzipped = {
        let body = member(b"<title>same</title>");
        let head = b"HTTP/1.1 200 x\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n";
        response(
            "http://gzip/",
            "application/http",
            &[&head[..], &body].concat(),
        )
    };
    let records = [
        with_status("http://404/", 404),
        wrong.into_bytes(),
        with_status("http://first/", 200),
        gzipped,
        with_status("http://last/", 200),
    ];
    std::fs::write(&warc, records.concat()).expect("a file");
    let output = folder.path().join("out");
    let made = jsonl(&warc, &output, &["--dedup", "--status", "200"]);
    assert!(made.status.success(), "{made:?}");
    let urls: Vec<_> = rows(&output)
        .iter()
        .map(|row| row["url"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(urls, ["http://wrong/", "http://first/"]);
}

#[test]
fn pages_of_files_and_of_parquet_have_duplicates_as_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("pages");
    std::fs::create_dir(&pages).expect("a folder");
    for (name, page) in [("a", "<p>1"), ("b", "<p>2"), ("c", "<p>1")] {
        std::fs::write(pages.join(format!("{name}.html")), page).expect("a file");
    }
    let output = folder.path().join("out");
    let made = run(&[text(&pages), "-o", text(&output), "--dedup", "--text"]);
    assert!(made.status.success(), "{made:?}");
    assert!(
        String::from_utf8_lossy(&made.stderr).contains("2 pages"),
        "{made:?}"
    );
    let (one, two) = (text(&output).to_owned(), folder.path().join("again"));
    let again = run(&[
        &one,
        &one,
        "-o",
        text(&two),
        "--dedup",
        "--title",
        "--html-column",
        "text",
    ]);
    assert!(again.status.success(), "{again:?}");
    assert!(
        String::from_utf8_lossy(&again.stderr).contains("2 pages"),
        "{again:?}"
    );
}

#[test]
fn more_partitions_than_files_may_be_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let warc = folder.path().join("crawl.warc.gz");
    let record = |n: u64| {
        let http = format!(
            "HTTP/1.1 {} x\r\nContent-Type: text/html\r\n\r\n{}",
            200 + n % 70,
            page(n)
        );
        member(&response(
            &format!("http://e/{n}"),
            "application/http",
            http.as_bytes(),
        ))
    };
    // Batches of 4,096 rows, so that each of 70 partitions is written to again after others.
    let records: Vec<u8> = (0..9000)
        .flat_map(|n| if n % 3 == 0 { record(n) } else { Vec::new() })
        .collect();
    std::fs::write(&warc, records).expect("a file");
    let output = folder.path().join("out");
    let arguments = [
        text(&warc),
        "-o",
        text(&output),
        "--format",
        "jsonl",
        "--title",
        "--partition-by",
        "status",
        "--split",
        "1",
    ];
    let made = run(&arguments);
    assert!(made.status.success(), "{made:?}");
    let before = contents(&output);
    let mut rows = 0;
    for (file, content) in &before {
        let folder = file
            .iter()
            .next()
            .expect("a folder")
            .to_string_lossy()
            .into_owned();
        let status: u64 = folder
            .strip_prefix("status=")
            .and_then(|status| status.parse().ok())
            .expect("a status");
        for line in content.lines() {
            let row: Value = serde_json::from_str(line).expect("JSON");
            let n: u64 = row["title"]
                .as_str()
                .and_then(|title| title.parse().ok())
                .expect("a number");
            assert_eq!(200 + n % 70, status);
            assert!(row.get("status").is_none());
            rows += 1;
        }
    }
    assert_eq!(rows, 3000);
    // The same files by a run that continues.
    let part = std::fs::read_dir(output.join("_parts"))
        .expect("a folder")
        .next()
        .expect("a part")
        .expect("a part");
    std::fs::remove_file(part.path()).expect("a file");
    assert!(run(&arguments).status.success());
    assert_eq!(contents(&output), before);
    assert!(output.join("_SUCCESS").exists());
}

#[test]
fn too_many_partitions_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let warc = folder.path().join("crawl.warc");
    let records: Vec<u8> = (0..1200)
        .flat_map(|n| {
            let http = format!("HTTP/1.1 200 x\r\nContent-Type: text/html-{n}\r\n\r\n<p>");
            response(
                &format!("http://e/{n}"),
                "application/http",
                http.as_bytes(),
            )
        })
        .collect();
    std::fs::write(&warc, records).expect("a file");
    let output = folder.path().join("out");
    let failed = run(&[
        text(&warc),
        "-o",
        text(&output),
        "--partition-by",
        "media_type",
    ]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&failed.stderr)
            .contains("more than 1000 partitions: divide by fewer columns"),
        "{failed:?}"
    );
    assert!(!output.join("_SUCCESS").exists());
}
