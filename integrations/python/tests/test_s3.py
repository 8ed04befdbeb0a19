"""Archives in S3, read by ranges: a server of moto on this machine, through s3fs and through pyarrow."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from archives import pages, record, splits
from conftest import S3

from tokenwright_html import extract, read_warc, warc_splits

s3fs = pytest.importorskip("s3fs", reason="s3fs is not installed: pip install './integrations/python[s3]'")

# Plain, so that its length is known.
ARCHIVE = b"".join(record(number) for number in range(1, 1500))
ADDRESS = "s3://crawl/a/crawl.warc"


@pytest.fixture(scope="module")
def archive(s3: S3) -> S3:
    """A server with the archive."""
    s3.client.create_bucket(Bucket="crawl")
    s3.client.put_object(Bucket="crawl", Key="a/crawl.warc", Body=ARCHIVE)
    return s3


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    path = tmp_path_factory.mktemp("archive") / "crawl.warc"
    path.write_bytes(ARCHIVE)
    rows = pages(path)
    assert len(rows) == 1499
    return rows


def test_an_address_has_the_pages_of_the_file(archive: S3, expected: list[dict[str, Any]]) -> None:
    assert pages(ADDRESS) == expected
    first = next(read_warc(ADDRESS, batch_bytes=1))
    assert extract(first, title=True)["title"].to_pylist() == ["1"]
    with pytest.raises(FileNotFoundError):
        pages("s3://crawl/none.warc")


def test_a_part_is_read_by_ranges(archive: S3, expected: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    ranges = []
    fetch = s3fs.S3File._fetch_range

    def counted(file: Any, start: int, end: int) -> bytes:
        ranges.append((start, end))
        return fetch(file, start, end)

    monkeypatch.setattr(s3fs.S3File, "_fetch_range", counted)
    at = expected[1400]["offset"]
    assert pages(ADDRESS, start=at, end=expected[1401]["offset"]) == expected[1400:1401]
    # A block at the beginning, which says what the file is, and one from the record on.
    assert len(ARCHIVE) > 20_000_000 and len(ranges) == 2
    assert sum(end - start for start, end in ranges) < 11_000_000
    assert ranges[1][0] <= at < ranges[1][1]


def test_parts_have_every_page_once(archive: S3, expected: list[dict[str, Any]]) -> None:
    parts = warc_splits(ADDRESS, 5_000_000)
    assert len(parts) >= 4
    chosen = Random(1).choice(parts)
    rows = pages(ADDRESS, start=chosen[0], end=chosen[1])
    assert rows and rows == [page for page in expected if chosen[0] <= page["offset"] < (chosen[1] or len(ARCHIVE))]
    assert splits(ADDRESS, 5_000_000) == expected


def test_a_file_of_pyarrow_has_the_pages(archive: S3, expected: list[dict[str, Any]]) -> None:
    with archive.files().open_input_file("crawl/a/crawl.warc") as file:
        at = expected[700]["offset"]
        assert pages(file, start=at) == expected[700:]
