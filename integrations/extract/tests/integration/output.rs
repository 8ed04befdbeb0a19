//! Output that is divided by columns, and without duplicates.

use crate::common::{Folder, fail, http, jsonl, member, record, run, text};
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

/// The number of different pages in the files of [`duplicated`].
const DIFFERENT: u64 = 1500;

/// Files with pages that others have as well, in a folder of the folder.
fn duplicated(folder: &Folder) -> PathBuf {
    for file in 0..4u64 {
        let records = (0..700u64).map(|at| {
            let page = page((file * 500 + at) % DIFFERENT);
            member(&record(&format!("http://{file}/{at}"), page.as_bytes(), 0))
        });
        let records = records.collect::<Vec<_>>().concat();
        folder.write(&format!("in/{file}.warc.gz"), records);
    }
    folder.path("in")
}

#[test]
fn the_first_of_each_page_is_kept_by_any_number_of_threads() {
    let folder = Folder::new();
    let input = duplicated(&folder);
    let mut made = Vec::new();
    for threads in ["1", "4"] {
        let output = folder.path(threads);
        let options = ["--title", "--dedup", "--split", "1", "--threads", threads];
        let message = jsonl(&input, &output, &options);
        assert!(message.contains("1,300 duplicates left out"), "{message}");
        made.push(contents(&output));
    }
    assert!(made[0].len() > 6, "{}", made[0].len());
    assert_eq!(made[0], made[1]);
    let rows = rows(&folder.path("1"));
    assert_eq!(rows.len() as u64, DIFFERENT);
    // The first file has all of its pages, the last those that no other has.
    let of = |file: &str| {
        rows.iter()
            .filter(|row| row["url"].as_str().is_some_and(|url| url.starts_with(file)))
            .count()
    };
    let counts = ["http://0/", "http://1/", "http://2/", "http://3/"].map(of);
    assert_eq!(counts, [700, 500, 300, 0]);
}

#[test]
fn a_run_without_duplicates_is_continued() {
    let folder = Folder::new();
    let input = duplicated(&folder);
    const OPTIONS: [&str; 4] = ["--title", "--dedup", "--split", "1"];
    let run_to = |output: &Path| jsonl(&input, output, &OPTIONS);
    let (whole, output) = (folder.path("whole"), folder.path("out"));
    run_to(&whole);
    run_to(&output);
    for (at, part) in files(&output).into_iter().enumerate() {
        if at % 2 == 0 {
            std::fs::remove_file(part).expect("a file");
        }
    }
    run_to(&output);
    assert_eq!(contents(&output), contents(&whole));
    // What was found is not there: it is found again.
    std::fs::remove_file(output.join("_duplicates.json")).expect("a file");
    std::fs::remove_file(files(&output).remove(0)).expect("a file");
    run_to(&output);
    assert_eq!(contents(&output), contents(&whole));
    // With another file before, other rows are the first.
    let first = input.join("3.warc.gz");
    let arguments = [text(&first), text(&input), "-o", text(&output)];
    let (_, message) = fail(&[&arguments[..], &["--format", "jsonl"], &OPTIONS].concat());
    assert!(
        message.contains("the output of another request"),
        "{message}"
    );
}

#[test]
fn what_has_an_error_or_is_filtered_hides_no_page() {
    let folder = Folder::new();
    const SAME: &str = "<title>same</title>";
    let with_status = |url: &str, status| http(url, status, "Content-Type: text/html", SAME);
    let wrong = with_status("http://wrong/", 200);
    let wrong = String::from_utf8(wrong).expect("UTF-8").replacen(
        "\r\n\r\n",
        "\r\nWARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n\r\n",
        1,
    );
    let fields = "Content-Type: text/html\r\nContent-Encoding: gzip";
    let gzipped = http("http://gzip/", 200, fields, member(SAME.as_bytes()));
    let records = [
        with_status("http://404/", 404),
        wrong.into_bytes(),
        with_status("http://first/", 200),
        gzipped,
        with_status("http://last/", 200),
    ];
    let warc = folder.write("crawl.warc", records.concat());
    let output = folder.path("out");
    jsonl(&warc, &output, &["--dedup", "--status", "200"]);
    let urls: Vec<_> = rows(&output)
        .iter()
        .map(|row| row["url"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(urls, ["http://wrong/", "http://first/"]);
}

#[test]
fn pages_of_files_and_of_parquet_have_duplicates_as_well() {
    let folder = Folder::new();
    for (name, page) in [("a", "<p>1"), ("b", "<p>2"), ("c", "<p>1")] {
        folder.write(&format!("pages/{name}.html"), page);
    }
    let (pages, one, two) = (
        folder.path("pages"),
        folder.path("out"),
        folder.path("again"),
    );
    let message = run(&[text(&pages), "-o", text(&one), "--dedup", "--text"]);
    assert!(message.contains("2 pages"), "{message}");
    let twice = [text(&one), text(&one), "-o", text(&two)];
    let options = ["--dedup", "--title", "--html-column", "text"];
    let message = run(&[twice, options].concat());
    assert!(message.contains("2 pages"), "{message}");
}

#[test]
fn the_first_row_is_that_of_the_first_input_of_any_kind() {
    let folder = Folder::new();
    let html = folder.write("z.html", "same");
    let warc = folder.write("y.warc", record("http://e/y", b"same", 0));
    let made = folder.path("x");
    run(&[text(&html), "-o", text(&made), "--text"]);
    let mut parquet = tokenwright_extract::files::below(&made, &["parquet"]).expect("a folder");
    let inputs = [html, warc, parquet.remove(0)];
    for first in 0..inputs.len() {
        for by in [1, 2] {
            let order = [0, by, 2 * by].map(|at| text(&inputs[(first + at) % 3]));
            let output = folder.path(&format!("out-{first}-{by}"));
            let options = ["-o", text(&output), "--dedup", "--format", "jsonl"];
            run(&[&order[..], &options, &["--html-column", "text"]].concat());
            let rows = rows(&output);
            let sources: Vec<_> = rows.iter().map(|row| row["source"].as_str()).collect();
            assert_eq!(sources, [Some(order[0])]);
        }
    }
}

/// A run that continues writes no row twice.
#[test]
fn an_archive_between_html_files_renames_no_part() {
    let folder = Folder::new();
    let [first, last] = ["a.html", "z.html"].map(|name| folder.write(name, name));
    let warc = folder.write("m.warc", record("http://e/m", b"<p>", 0));
    let output = folder.path("out");
    let options = ["-o", text(&output), "--format", "jsonl"];
    run(&[&[text(&first), text(&last)], &options[..]].concat());
    run(&[&[text(&first), text(&warc), text(&last)], &options[..]].concat());
    assert_eq!(rows(&output).len(), 3);
}

#[test]
fn more_partitions_than_files_may_be_open() {
    let folder = Folder::new();
    let record = |n: u64| {
        let url = format!("http://e/{n}");
        member(&http(url, 200 + n % 70, "Content-Type: text/html", page(n)))
    };
    // Batches of 4,096 rows, so that each of 70 partitions is written to again after others.
    let records: Vec<u8> = (0..9000).step_by(3).flat_map(record).collect();
    let warc = folder.write("crawl.warc.gz", records);
    let output = folder.path("out");
    let options = ["--title", "--partition-by", "status", "--split", "1"];
    jsonl(&warc, &output, &options);
    let before = contents(&output);
    let mut rows = 0;
    for (file, content) in &before {
        let folder = file.iter().next().expect("a folder").to_string_lossy();
        let status = folder.strip_prefix("status=");
        let status: u64 = status.and_then(|it| it.parse().ok()).expect("a status");
        for line in content.lines() {
            let row: Value = serde_json::from_str(line).expect("JSON");
            let title = row["title"].as_str();
            let n: u64 = title.and_then(|it| it.parse().ok()).expect("a number");
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
    jsonl(&warc, &output, &options);
    assert_eq!(contents(&output), before);
    assert!(output.join("_SUCCESS").exists());
}

#[test]
fn too_many_partitions_are_an_error() {
    let folder = Folder::new();
    let record = |n: usize| {
        let field = format!("Content-Type: text/html-{n}");
        http(format!("http://e/{n}"), 200, &field, "<p>")
    };
    let warc = folder.write(
        "crawl.warc",
        (0..1200).flat_map(record).collect::<Vec<u8>>(),
    );
    let output = folder.path("out");
    let columns = ["--partition-by", "media_type"];
    let (status, message) = fail(&[&[text(&warc), "-o", text(&output)], &columns[..]].concat());
    assert_eq!(status, Some(1));
    let expected = "more than 1000 partitions: divide by fewer columns";
    assert!(message.contains(expected), "{message}");
    assert!(!output.join("_SUCCESS").exists());
}
