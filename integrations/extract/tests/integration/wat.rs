//! WAT files.

use crate::common::{Folder, jsonl, lines, member, numbered, read, reader};
use serde_json::{Value, json};
use tokenwright_extract::warc::{Page, Wat};

fn metadata(url: &str, json: &str) -> Vec<u8> {
    format!("WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{json}\r\n\r\n", json.len()).into_bytes()
}

/// What Common Crawl's files have of a response.
fn response(content_type: &str) -> Value {
    json!({
        "Container": {"Filename": "crawl.warc.gz", "Compressed": true, "Offset": "1094", "Gzip-Metadata": {"Deflate-Length": "512"}},
        "Envelope": {
            "Format": "WARC",
            "WARC-Header-Metadata": {"WARC-Type": "response", "WARC-Date": "2026-01-01T00:00:00Z"},
            "Payload-Metadata": {"HTTP-Response-Metadata": {
                "Response-Message": {"Version": "HTTP/1.1", "Status": "404", "Reason": "Not Found"},
                "Headers": {"content-TYPE": content_type, "Server": "x"},
                "HTML-Metadata": {
                    "Head": {"Title": "A title", "Base": "http://e/base/", "Metas": [{"name": "a"}]},
                    "Links": [{"path": "A@/href", "url": "../x", "text": "X"}, {"path": "IMG@/src", "url": "y.png"}, {"path": "A@/href"}],
                },
            }},
        },
    })
}

fn rows(wat: &[u8]) -> (Vec<Page>, u64, u64) {
    let (pages, skipped) = read(reader(wat));
    (pages, skipped.other_types, skipped.not_html)
}

fn wat() -> Vec<Vec<u8>> {
    let request = json!({"Envelope": {"Payload-Metadata": {"HTTP-Request-Metadata": {}}}});
    vec![
        b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n".to_vec(),
        metadata("http://e/1", &request.to_string()),
        metadata("http://e/1", &response("text/html; charset=utf-8").to_string()),
        metadata("http://e/2", &response("image/png").to_string()),
        metadata("http://e/3", "{\"Envelope\": "),
        metadata("http://e/4", "{}"),
        metadata("http://e/5", &json!({"Envelope": {"Payload-Metadata": {"HTTP-Response-Metadata": {"HTML-Metadata": {"Links": "none", "Head": 1}, "Response-Message": {"Status": 200}}}}}).to_string()),
    ]
}

#[test]
fn a_wat_file_says_what_another_program_found() {
    let records = wat();
    let packed: Vec<u8> = records.iter().flat_map(|record| member(record)).collect();
    for (wat, is_packed) in [(records.concat(), false), (packed, true)] {
        let (pages, others, not_html) = rows(&wat);
        // The information and the request; the image.
        assert_eq!((pages.len(), others, not_html), (4, 2, 1));
        let page = &pages[0];
        assert_eq!(page.url.as_deref(), Some("http://e/1"));
        assert_eq!(page.record_id.as_deref(), Some("urn:uuid:1"));
        assert_eq!(page.date.as_deref(), Some("2026-01-02T03:04:05Z"));
        assert_eq!(page.record_type.as_deref(), Some("metadata"));
        assert_eq!(page.status, Some(404));
        assert_eq!(page.media_type().as_deref(), Some("text/html"));
        assert_eq!(page.reason, None);
        assert!(page.html.is_empty() && page.text.is_none() && !page.has_html());
        let (start, end) = (
            page.offset as usize,
            page.length.expect("one record") as usize,
        );
        assert!(wat[start..start + end].starts_with(if is_packed { b"\x1f\x8b" } else { b"WA" }));
        let said = page.wat.as_ref().expect("a WAT file");
        assert_eq!(said.title.as_deref(), Some("A title"));
        assert_eq!(said.base.as_deref(), Some("http://e/base/"));
        assert_eq!(said.date.as_deref(), Some("2026-01-01T00:00:00Z"));
        assert_eq!(
            (said.filename.as_deref(), said.offset, said.length),
            (Some("crawl.warc.gz"), Some(1094), Some(512))
        );
        let links = said.links.iter().map(|link| {
            (
                link.path.as_deref(),
                link.url.as_deref(),
                link.text.as_deref(),
            )
        });
        assert_eq!(
            links.collect::<Vec<_>>(),
            [
                (Some("A@/href"), Some("../x"), Some("X")),
                (Some("IMG@/src"), Some("y.png"), None),
                (Some("A@/href"), None, None)
            ]
        );
        let reasons: Vec<_> = pages[1..]
            .iter()
            .map(|page| page.reason.clone().unwrap_or_default())
            .collect();
        assert!(
            reasons[0].contains("the JSON of the record is wrong: EOF"),
            "{reasons:?}"
        );
        assert_eq!(
            reasons[1..],
            ["the JSON of the record has no `Envelope`", ""]
        );
        assert_eq!(pages[1].url.as_deref(), Some("http://e/3"));
        // Values of other types are not there.
        assert_eq!(pages[3].wat, Some(Wat::default()));
        assert_eq!(pages[3].status, Some(200));
    }
}

#[test]
fn an_offset_that_no_file_has_is_null() {
    let folder = Folder::new();
    for (offset, expected) in [
        (u64::MAX, Value::Null),
        (1 << 63, Value::Null),
        (i64::MAX as u64, json!(i64::MAX)),
    ] {
        let mut json = response("text/html");
        json["Container"]["Offset"] = json!(offset);
        json["Container"]["Gzip-Metadata"]["Deflate-Length"] = json!(offset.to_string());
        let wat = folder.write("a.wat", metadata("http://e/1", &json.to_string()));
        let output = folder.path(&offset.to_string());
        jsonl(&wat, &output, &["--wat"]);
        let row: Value = serde_json::from_str(&lines(&output)[0]).expect("JSON");
        let found = [&row["wat"]["offset"], &row["wat"]["length"]];
        assert_eq!(found, [&expected, &expected]);
    }
}

#[test]
fn json_of_a_crawler_makes_no_wat_file() {
    for json in [
        "{}",
        "{\"Container\": {\"Envelope\": {}}}",
        "[\"Envelope\"]",
        "1",
        "{}\n{}",
        "{",
    ] {
        for before in [1, 4, 40] {
            let mut records = vec![metadata("http://e/0", json); before];
            records.push(numbered(1, "<p>"));
            let packed: Vec<u8> = records.iter().flat_map(|record| member(record)).collect();
            for crawl in [records.concat(), packed] {
                let (pages, others, _) = rows(&crawl);
                assert_eq!((pages.len(), others), (1, before as u64), "{json}");
                assert_eq!(pages[0].html, b"<p>");
            }
            // Nor is a WAT file none for it.
            records.truncate(before);
            records.extend(wat());
            assert!(
                rows(&records.concat())
                    .0
                    .iter()
                    .any(|page| page.wat.is_some())
            );
        }
    }
}

#[test]
fn json_that_is_nested_deep_or_damaged_is_a_reason() {
    let deep = "[".repeat(100_000);
    let first = metadata("http://e/", &response("text/html").to_string());
    for json in [
        deep.as_str(),
        "{\"a\": \"\\ud800\"}",
        "null",
        "",
        "{\"Envelope\": 1}",
    ] {
        let (pages, ..) = rows(&[first.clone(), metadata("http://e/", json)].concat());
        let reason = pages[1].reason.as_deref().expect("a reason");
        assert!(reason.contains("JSON"), "{reason}");
        assert!(!pages[1].has_html());
    }
}

#[test]
fn of_too_many_links_the_first_are_kept() {
    let most = 1 << 20;
    let mut json = response("text/html");
    let html = &mut json["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"]["HTML-Metadata"];
    html["Links"] = json!(["LINKS"]);
    for (count, reason) in [
        (most, None),
        (most + 1, Some("the record has more than 1048576 links")),
    ] {
        let links = vec!["{}"; count].join(",");
        let json = json.to_string().replace("\"LINKS\"", &links);
        let (pages, ..) = rows(&metadata("http://e/", &json));
        assert_eq!(pages[0].reason.as_deref(), reason);
        let wat = pages[0].wat.as_ref().expect("what the file has");
        assert_eq!(wat.links.len(), most);
        assert_eq!(wat.title.as_deref(), Some("A title"));
    }
}

#[test]
fn rows_of_wat_files_have_no_columns_of_pages() {
    let folder = Folder::new();
    let packed: Vec<u8> = wat().iter().flat_map(|record| member(record)).collect();
    let file = folder.write("crawl.warc.wat.gz", packed);
    let output = folder.path("out");
    jsonl(&file, &output, &["--wat", "--links", "both", "--title"]);
    let rows: Vec<Value> = lines(&output)
        .iter()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let find = |url: &str| rows.iter().find(|row| row["url"] == url).expect("a row");
    let row = find("http://e/1");
    assert_eq!((&row["title"], &row["links"]), (&Value::Null, &Value::Null));
    assert_eq!(row["status"], 404);
    assert_eq!(
        row["wat"]["links"][1],
        json!({"path": "IMG@/src", "url": "y.png", "text": null})
    );
    assert_eq!(row["wat"]["offset"], 1094);
    let reason = find("http://e/3")["record_error"].as_str();
    assert!(reason.is_some_and(|reason| reason.contains("JSON")));
}
