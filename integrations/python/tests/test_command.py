"""WARC files and the command."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tokenwright_html import _inputs, read_warc, warc_splits
from tokenwright_html.__main__ import main


def record(url: str, body: bytes, content_type: str = "text/html", extra: int = 0) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: " + content_type.encode() + b"\r\n\r\n" + body
    header = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(block) + extra}\r\n\r\n"
    return header.encode() + block + b"\r\n\r\n"


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    path = tmp_path / "crawl.warc.gz"
    members = [gzip.compress(record(f"http://e/{n}", b"<p>%d<a href=x>" % n)) for n in range(500)]
    members[7] = members[7][:60]
    members[9] = gzip.compress(record("http://e/9", b"<p>9", extra=9))
    members[11] = gzip.compress(record("http://e/11", b"%PDF", "application/pdf"))
    path.write_bytes(b"".join(members))
    return path


def test_broken_records_are_rows(warc: Path) -> None:
    pages = [page for batch in read_warc(warc) for page in batch.to_pylist()]
    assert len(pages) == 499
    broken = {page["url"]: page["record_error"] for page in pages if page["record_error"]}
    assert broken["http://e/9"] == "the record ends 5 bytes early"
    assert len(broken) == 2
    assert {f"http://e/{n}" for n in range(500)} - {page["url"] for page in pages} <= {"http://e/7", "http://e/11"}


@pytest.mark.parametrize("size", [1, 100, 3000, 1 << 20])
def test_splits_have_every_page_once(warc: Path, size: int) -> None:
    whole = [page for batch in read_warc(warc) for page in batch.to_pylist()]
    parts = [
        page
        for start, end in warc_splits(warc, size)
        for batch in read_warc(warc, start=start, end=end, batch_bytes=1000)
        for page in batch.to_pylist()
    ]
    assert parts == whole


def planted(pages: int) -> bytes:
    return b"".join(gzip.compress(record(f"http://planted/{n}", b"<p>")) for n in range(pages))


@pytest.mark.parametrize("level", [0, 6])
def test_an_archive_in_a_page_has_no_records(tmp_path: Path, level: int) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(gzip.compress(record("http://e/0", planted(340)), level) + gzip.compress(record("http://e/1", b"<p>")))
    for size in (1, 50, 1000, 20_000, 1 << 20):
        parts = [read_warc(path, start=start, end=end) for start, end in warc_splits(path, size)]
        pages = [page for part in parts for batch in part for page in batch.to_pylist()]
        assert [page["url"] for page in pages] == ["http://e/0", "http://e/1"]
        assert [page["record_error"] for page in pages] == [None, None]


def test_a_part_begins_with_a_record(warc: Path) -> None:
    with pytest.raises(ValueError, match="no record begins at byte 5"):
        list(read_warc(warc, start=5))


def test_other_records_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    dns = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: dns:e\r\nContent-Type: text/dns\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n"
    request = b"WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n"
    path.write_bytes(dns + request + record("http://e/", b"%PDF", "application/pdf") + record("http://e/", b"<p>"))
    skipped: dict[str, int] = {"other types": 10}
    assert sum(len(batch) for batch in read_warc(path, skipped=skipped)) == 1
    assert skipped == {"not HTML": 1, "not HTTP": 1, "other types": 11}


WET = b"WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\na\r\n\r\n"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("crawl.warc.zst", b"\x28\xb5\x2f\xfd", "zstd"),
        ("crawl.warc.zst", b"\x5d\x2a\x4d\x18", "zstd"),
        ("crawl.html", b"filedesc://a", "ARC"),
        ("crawl.arc.gz", gzip.compress(b"filedesc://a"), "ARC"),
        ("crawl.warc.wet.gz", gzip.compress(WET), "WET"),
        ("crawl.wet", WET, "WET"),
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
    with pytest.raises(OSError, match=message):
        list(read_warc(path))
    assert [file.name for file in tmp_path.iterdir()] == ["in"]


def test_progress_is_that_in_the_stored_file(tmp_path: Path) -> None:
    # Pages that compress to a hundredth of their length.
    records = [record(f"http://e/{n}", b"<p>word" * 20_000) for n in range(300)]
    for name, content in {
        "members.warc.gz": b"".join(map(gzip.compress, records)),
        "one.warc.gz": gzip.compress(b"".join(records)),
        "plain.warc": b"".join(records),
    }.items():
        path = tmp_path / name
        path.write_bytes(content)
        pages, read = 0, 0
        for batch, length in _inputs.batches([path], {}):
            pages += len(batch)
            read += length
            # What is read ahead of a batch is a buffer.
            assert abs(read - len(content) * pages / 300) < (256 << 10) + len(content) / 50, name
        assert (pages, read) == (300, len(content))


@pytest.mark.parametrize("kind", ["plain", "one member", "members"])
def test_the_program_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    readme = (Path(__file__).resolve().parents[1] / "README.md").read_text()
    program = readme.split("```python\n")[1].split("```")[0]
    records = [record(f"http://e/{n}", b"<p>%d<a href=x>" % n + b"word " * 20_000) for n in range(780)]
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
