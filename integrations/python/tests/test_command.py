"""WARC files and the command."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tokenwright import read_warc, warc_splits
from tokenwright.__main__ import main


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
