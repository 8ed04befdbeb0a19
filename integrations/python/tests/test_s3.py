"""Archives in S3, read by ranges: a server of moto on this machine, through s3fs and through pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from test_objects import _record

from tokenwright_html import extract, read_warc, warc_splits

server = pytest.importorskip("moto.server", reason="moto is not installed: pip install './integrations/python[s3]'")
s3fs = pytest.importorskip("s3fs", reason="s3fs is not installed: pip install './integrations/python[s3]'")

# Plain, so that its length is known.
ARCHIVE = b"".join(_record(number) for number in range(1, 1500))
ADDRESS = "s3://crawl/a/crawl.warc"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server with the archive."""
    patch = pytest.MonkeyPatch()
    running = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    _, port = running.get_host_and_port()
    for name, value in {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        patch.setenv(name, value)
    files = s3fs.S3FileSystem(skip_instance_cache=True)
    files.mkdir("crawl")
    files.pipe("crawl/a/crawl.warc", ARCHIVE)
    yield port
    running.stop()
    patch.undo()


def _pages(path: Any, **options: Any) -> list[dict[str, Any]]:
    return [page for batch in read_warc(path, **options) for page in batch.to_pylist()]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    path = tmp_path_factory.mktemp("archive") / "crawl.warc"
    path.write_bytes(ARCHIVE)
    pages = _pages(path)
    assert len(pages) == 1499
    return pages


def test_an_address_has_the_pages_of_the_file(port: int, expected: list[dict[str, Any]]) -> None:
    assert _pages(ADDRESS) == expected
    first = next(read_warc(ADDRESS, batch_bytes=1))
    assert extract(first, title=True)["title"].to_pylist() == ["1"]
    with pytest.raises(FileNotFoundError):
        _pages("s3://crawl/none.warc")


def test_a_part_is_read_by_ranges(port: int, expected: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    ranges = []
    fetch = s3fs.S3File._fetch_range

    def counted(file: Any, start: int, end: int) -> bytes:
        ranges.append((start, end))
        return fetch(file, start, end)

    monkeypatch.setattr(s3fs.S3File, "_fetch_range", counted)
    at = expected[1400]["offset"]
    assert _pages(ADDRESS, start=at, end=expected[1401]["offset"]) == expected[1400:1401]
    # A block at the beginning, which says what the file is, and one from the record on.
    assert len(ARCHIVE) > 20_000_000 and len(ranges) == 2
    assert sum(end - start for start, end in ranges) < 11_000_000
    assert ranges[1][0] <= at < ranges[1][1]


def test_parts_have_every_page_once(port: int, expected: list[dict[str, Any]]) -> None:
    parts = warc_splits(ADDRESS, 5_000_000)
    assert len(parts) >= 4
    chosen = Random(1).choice(parts)
    pages = _pages(ADDRESS, start=chosen[0], end=chosen[1])
    assert pages and pages == [page for page in expected if chosen[0] <= page["offset"] < (chosen[1] or len(ARCHIVE))]
    assert [page for start, end in parts for page in _pages(ADDRESS, start=start, end=end)] == expected


def test_a_file_of_pyarrow_has_the_pages(port: int, expected: list[dict[str, Any]]) -> None:
    fs = pytest.importorskip("pyarrow.fs")
    files = fs.S3FileSystem(access_key="test", secret_key="test", endpoint_override=f"127.0.0.1:{port}", scheme="http")
    with files.open_input_file("crawl/a/crawl.warc") as file:
        at = expected[700]["offset"]
        assert _pages(file, start=at) == expected[700:]

