"""WARC files and the command."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from archives import pages, record, splits

from tokenwright_html import _inputs, read_warc, warc_splits
from tokenwright_html.__main__ import main


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    path = tmp_path / "crawl.warc.gz"
    members = [gzip.compress(record(n, b"<p>%d<a href=x>" % n)) for n in range(500)]
    members[7] = members[7][:60]
    members[9] = gzip.compress(record(9, b"<p>9", too_long=9))
    members[11] = gzip.compress(record(11, b"%PDF", content_type="application/pdf"))
    path.write_bytes(b"".join(members))
    return path


def test_a_batch_has_room_for_what_is_known_of_records(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(record(f"{n}/{'x' * 400_000}", b"<p>") for n in range(10)))
    assert [len(batch) for batch in read_warc(path, batch_bytes=1_000_000)] == [3, 3, 3, 1]
    with pytest.raises(ValueError, match="max_record_bytes is 2147483648: a column has no room"):
        next(read_warc(path, max_record_bytes=2**31))
    # Whatever is asked for, what comes fits into the columns.
    assert [len(batch) for batch in read_warc(path, batch_bytes=2**40, max_record_bytes=2**31 - 1)] == [1] * 10
    assert [len(batch) for batch in read_warc(path, batch_bytes=2**40)] == [10]


def test_a_file_that_is_too_long_is_a_row_with_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_inputs, "RECORD_BYTES", 5)
    (tmp_path / "a.html").write_bytes(b"<p>abc")
    (tmp_path / "b.html").write_bytes(b"<p>ab")
    assert main([str(tmp_path), "-o", str(tmp_path / "out.parquet"), "--text"]) == 0
    rows = pq.read_table(tmp_path / "out.parquet").select(["text", "record_error"]).to_pylist()
    assert rows == [{"text": None, "record_error": "the file has 6 bytes, more than 5"}, {"text": "ab", "record_error": None}]


def test_broken_records_are_rows(warc: Path) -> None:
    found = pages(warc)
    assert len(found) == 499
    broken = {page["url"]: page["record_error"] for page in found if page["record_error"]}
    assert broken["http://e/9"] == "the record ends 5 bytes early"
    assert len(broken) == 2
    assert {f"http://e/{n}" for n in range(500)} - {page["url"] for page in found} <= {"http://e/7", "http://e/11"}


@pytest.mark.parametrize("size", [1, 100, 3000, 1 << 20])
def test_splits_have_every_page_once(warc: Path, size: int) -> None:
    parts = warc_splits(warc, size)
    found = [page for start, end in parts for page in pages(warc, start=start, end=end, batch_bytes=1000)]
    assert found == pages(warc)


def planted(pages: int) -> bytes:
    return b"".join(gzip.compress(record(f"planted/{n}", b"<p>")) for n in range(pages))


@pytest.mark.parametrize("level", [0, 6])
def test_an_archive_in_a_page_has_no_records(tmp_path: Path, level: int) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(gzip.compress(record(0, planted(340)), level) + gzip.compress(record(1, b"<p>")))
    for size in (1, 50, 1000, 20_000, 1 << 20):
        found = splits(path, size)
        assert [page["url"] for page in found] == ["http://e/0", "http://e/1"]
        assert [page["record_error"] for page in found] == [None, None]


def test_a_part_begins_with_a_record(warc: Path) -> None:
    with pytest.raises(ValueError, match="no record begins at byte 5"):
        list(read_warc(warc, start=5))
    with pytest.raises(ValueError, match="start is -1: it must be 0 or more"):
        read_warc(warc, start=-1)
    with pytest.raises(ValueError, match="size is -1: it must be 0 or more"):
        warc_splits(warc, -1)
    with pytest.raises(FileNotFoundError, match=f"{warc}.absent: No such file"):
        list(read_warc(f"{warc}.absent"))


def test_other_records_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    dns = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: dns:e\r\nContent-Type: text/dns\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n"
    request = b"WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n"
    path.write_bytes(dns + request + record(1, b"%PDF", content_type="application/pdf") + record(2, b"<p>"))
    skipped: dict[str, int] = {"other types": 10}
    assert sum(len(batch) for batch in read_warc(path, skipped=skipped)) == 1
    assert skipped == {"not HTML": 1, "not HTTP": 1, "other types": 11}


WET = (
    b"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://e/\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n"
    b"a < b\r\n\r\n"
)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("crawl.warc.zst", b"\x5d\x2a\x4d\x18\x04\0\0\0", "the file ends in its zstd dictionary"),
        ("crawl.html", b"BZh91AY&SY", "bzip2"),
        ("page.html.gz", gzip.compress(b"<p>"), "no WARC file"),
        ("crawl.warc", b"<p>", "no WARC file"),
    ],
)
def test_other_formats_are_refused_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes, message: str
) -> None:
    path = tmp_path / "in" / name
    path.parent.mkdir()
    path.write_bytes(content)
    for given in (path, path.parent):
        assert main([str(given), "-o", str(tmp_path / "out.parquet")]) == 1
        assert message in capsys.readouterr().err
    with pytest.raises(OSError, match=f"{path}: .*{message}"):
        list(read_warc(path))
    assert [file.name for file in tmp_path.iterdir()] == ["in"]


def test_a_wat_file_says_what_another_program_found(tmp_path: Path) -> None:
    html = {"Head": {"Title": "A", "Base": "/b/"}, "Links": [{"path": "A@/href", "url": "../x"}]}
    response = {"Response-Message": {"Status": "404"}, "Headers": {"Content-Type": ["text/plain", "text/html"]}, "HTML-Metadata": html}
    about = {"Container": {"Filename": "crawl.warc.gz", "Offset": "9"}, "Envelope": {"Payload-Metadata": {"HTTP-Response-Metadata": response}}}
    path = tmp_path / "crawl.warc.wat.gz"
    with gzip.open(path, "wb") as file:
        for text in (json.dumps(about), "{"):
            head = "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: http://e/\r\nContent-Type: application/json\r\n"
            file.write(f"{head}Content-Length: {len(text)}\r\n\r\n{text}\r\n\r\n".encode())
    [batch] = read_warc(path)
    said, broken = batch.to_pylist()
    links = [{"path": "A@/href", "url": "../x", "text": None}]
    where = {"date": None, "filename": "crawl.warc.gz", "offset": 9, "length": None}
    assert said["wat"] == {"title": "A", "base": "/b/", "links": links, **where}
    assert (said["status"], said["media_type"], said["html"], said["plain_text"]) == (404, "text/html", None, None)
    assert "JSON" in broken["record_error"]
    assert main([str(path), "-o", str(tmp_path / "out.parquet"), "--title", "--wat"]) == 0
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert (rows[0]["title"], rows[0]["wat"]["title"]) == (None, "A")


def test_rows_have_what_is_known_of_records(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    block = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>digest"
    digest = base64.b32encode(hashlib.sha1(b"<p>digest").digest()).decode()

    def with_digest(digest: str) -> bytes:
        header = (
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-11-27T10:00:00Z\r\n"
            f"WARC-Payload-Digest: sha1:{digest}\r\nWARC-Block-Digest: md5:{hashlib.md5(block).hexdigest()}\r\n"
            f"WARC-Truncated: length\r\nContent-Type: application/http\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        return header.encode() + block + b"\r\n\r\n"

    first = with_digest(digest)
    path.write_bytes(first + with_digest("A" * 32).replace(b"WARC-Truncated: length\r\n", b""))
    rows = pages(path)
    assert rows[0] == {
        "offset": 0,
        "length": len(first),
        "status": 404,
        "record_id": "urn:uuid:1",
        "date": "2026-11-27T10:00:00Z",
        "record_type": "response",
        "url": None,
        "content_type": "text/html; charset=utf-8",
        "media_type": "text/html",
        "block_digest": f"md5:{hashlib.md5(block).hexdigest()}",
        "payload_digest": f"sha1:{digest}",
        "truncated": "length",
        "html": b"<p>digest",
        "plain_text": None,
        "record_error": "the crawler cut off the record: length",
        "wat": None,
    }
    assert rows[1]["offset"] == len(first)
    assert rows[1]["record_error"] == "the `WARC-Payload-Digest` of the record is that of other content"


def test_the_columns_are_documented() -> None:
    documented = (Path(__file__).resolve().parents[3] / "docs/crawl.md").read_text()
    table = documented.split("| column | type | unit | null when |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \|", table, re.MULTILINE)
    path_columns = [(field.name, str(field.type).partition("<")[0]) for field in _inputs.SCHEMA if field.name != "source"]
    assert rows == path_columns


def test_a_wet_file_has_texts(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.wet.gz"
    path.write_bytes(gzip.compress(WET))
    (batch,) = read_warc(path)
    assert (batch["html"].to_pylist(), batch["plain_text"].to_pylist()) == ([None], ["a < b"])
    output = tmp_path / "out.parquet"
    assert main([str(path), "-o", str(output), "--text", "--title"]) == 0
    row = pq.read_table(output).to_pylist()[0]
    assert (row["text"], row["title"], row["record_type"]) == ("a < b", None, "conversion")


def test_splits_by_an_index(warc: Path) -> None:
    rows = pages(warc)
    good = [row for row in rows if row["record_error"] is None]
    index = warc.with_name("crawl.cdxj")

    def write(*entries: dict[str, object]) -> None:
        index.write_text("".join(f"e)/ 20260101000000 {json.dumps(entry)}\n" for entry in entries))

    write(*({"offset": row["offset"], "length": str(row["length"]), "filename": warc.name} for row in good))
    assert len(warc_splits(warc, 1000, index=index)) > 10
    assert [row["url"] for row in splits(warc, 1000, index=index)] == [row["url"] for row in rows]
    write({"offset": 5})
    with pytest.raises(ValueError, match="crawl.cdxj: line 1: no record begins at byte 5"):
        warc_splits(warc, index=[index])
    write({"offset": 0, "filename": "other"})
    with pytest.raises(ValueError, match="no index has records"):
        warc_splits(warc, index=str(index))
    with pytest.raises(FileNotFoundError):
        warc_splits(warc, index=warc.with_name("absent"))
    with pytest.raises(ValueError, match="index is empty"):
        warc_splits(warc, index=[])


def test_progress_is_that_in_the_stored_file(tmp_path: Path) -> None:
    # Pages that compress to a hundredth of their length.
    records = [record(n, b"<p>word" * 20_000) for n in range(300)]
    for name, content in {
        "members.warc.gz": b"".join(map(gzip.compress, records)),
        "one.warc.gz": gzip.compress(b"".join(records)),
        "plain.warc": b"".join(records),
    }.items():
        path = tmp_path / name
        path.write_bytes(content)
        count, read = 0, 0
        for batch, length in _inputs.batches([path], {}):
            count += len(batch)
            read += length
            # What is read ahead of a batch is a buffer.
            assert abs(read - len(content) * count / 300) < (256 << 10) + len(content) / 50, name
        assert (count, read) == (300, len(content))


@pytest.mark.parametrize("kind", ["plain", "one member", "members"])
def test_the_program_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    readme = (Path(__file__).resolve().parents[1] / "README.md").read_text()
    program = readme.split("```python\n")[1].split("```")[0]
    records = [record(n, b"<p>%d<a href=x>" % n + b"word " * 20_000) for n in range(780)]
    together = b"".join(records)
    compressed = {"plain": lambda: together, "one member": lambda: gzip.compress(together, 1)}
    content = compressed.get(kind, lambda: b"".join(gzip.compress(record, 1) for record in records))()
    (tmp_path / "crawl.warc.gz").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "README.md", "exec"), {})
    files = sorted(tmp_path.glob("*.parquet"))
    assert len(files) > 3
    urls = [url for file in files for url in pq.read_table(file)["url"].to_pylist()]
    assert urls == [f"http://e/{n}" for n in range(780)]


def test_the_command_writes_parquet(warc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/page.html").write_bytes(b"<title>File</title>")
    output = tmp_path / "out.parquet"
    assert main([str(warc), str(tmp_path / "folder"), "-o", str(output)]) == 0
    assert "500 pages" in capsys.readouterr().err
    rows = pq.read_table(output).to_pylist()
    assert rows[0]["links"] == [{"url": "http://e/x"}]
    assert rows[0]["text"] == "0"
    assert (rows[-1]["title"], rows[-1]["source"]) == ("File", str(tmp_path / "folder/page.html"))
    assert [file.name for file in tmp_path.glob("*.partial")] == []


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "absent"), "-o", str(tmp_path / "o")]) == 1
    assert "there is no file" in capsys.readouterr().err
    assert main([str(tmp_path), "-o", str(tmp_path / "o")]) == 1
    assert "there is no HTML or WARC file" in capsys.readouterr().err
    assert not (tmp_path / "o").exists()


def test_the_command_replaces_no_input(warc: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = warc.read_bytes()
    assert main([str(warc), "-o", str(warc)]) == 1
    assert f"{warc} is a file of the input" in capsys.readouterr().err
    assert warc.read_bytes() == content
    assert main([str(warc), "-o", str(warc.parent)]) == 1
    assert f"{warc.parent} is no file" in capsys.readouterr().err
