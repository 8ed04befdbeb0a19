"""Archives that are not files: file objects, and addresses that fsspec opens."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import fsspec
import pytest
from archives import packed, pages

from tokenwright_html import warc_splits


ARCHIVE = packed(range(1, 200))


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    path = tmp_path_factory.mktemp("archive") / "crawl.warc.gz"
    path.write_bytes(ARCHIVE)
    rows = pages(path)
    assert [page["url"] for page in rows] == [f"http://e/{number}" for number in range(1, 200)]
    return rows


class Counted(io.BytesIO):
    """Counts what is read."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.bytes = 0

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self.bytes += len(data)
        return data


def test_a_file_object_has_the_pages_of_the_file(expected: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(ARCHIVE)
    with path.open("rb") as file:
        file.seek(100)
        assert pages(file) == expected
        # It is not closed, and can be read again, also in part.
        start = expected[150]["offset"]
        assert pages(file, start=start) == expected[150:]
    counted = Counted(ARCHIVE)
    assert pages(counted, batch_bytes=1000) == expected
    assert counted.bytes < 2 * len(ARCHIVE)
    counted.bytes = 0
    assert pages(counted, start=start, end=expected[151]["offset"]) == expected[150:151]
    # A buffer before the part, and one after it.
    assert counted.bytes < 4 * (128 << 10) < len(ARCHIVE)


def test_an_address_is_opened_by_fsspec(expected: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fsspec.open("memory://crawl.warc.gz", "wb") as file:
        file.write(ARCHIVE)
    assert pages("memory://crawl.warc.gz") == expected
    with pytest.raises(FileNotFoundError):
        pages("memory://none.warc.gz")
    # A file whose name looks like an address.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "memory:").mkdir()
    (tmp_path / "memory:" / "here.warc.gz").write_bytes(ARCHIVE)
    assert pages("memory://here.warc.gz") == expected


def test_without_fsspec_an_address_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec", None)
    with pytest.raises(ImportError, match="pip install fsspec"):
        pages("s3://bucket/crawl.warc.gz")


def test_what_is_no_file_is_divided_as_the_file_is(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(ARCHIVE)
    parts = warc_splits(path, 100_000)
    assert len(parts) > 5
    with fsspec.open("memory://folder/crawl.warc.gz", "wb") as file:
        file.write(ARCHIVE)
    assert warc_splits("memory://folder/crawl.warc.gz", 100_000) == parts
    assert warc_splits(io.BytesIO(ARCHIVE), 100_000) == parts
    index = tmp_path / "index.cdxj"
    lines = [f'e,{at} 20260101000000 {{"offset": "{start}", "filename": "crawl.warc.gz"}}' for at, (start, _) in enumerate(parts)]
    index.write_text("\n".join(lines))
    assert warc_splits("memory://folder/crawl.warc.gz", 1, index=index) == parts
    with path.open("rb") as opened:
        assert warc_splits(opened, 1, index=index) == parts
    with pytest.raises(ValueError, match="has no name"):
        warc_splits(io.BytesIO(ARCHIVE), 1, index=index)


class Failing(io.BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        if self.tell() > 0:
            raise ConnectionResetError("the other side is gone")
        return super().read(1000)


class TooMuch(io.BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        return super().read(-1) * 10


class NotSeekable(io.BytesIO):
    def seek(self, offset: int, whence: int = 0) -> int:
        raise io.UnsupportedOperation("not seekable")


@pytest.mark.parametrize(
    ("file", "error"),
    [
        (Failing(ARCHIVE), ConnectionResetError),
        (TooMuch(ARCHIVE), OSError),
        (NotSeekable(ARCHIVE), io.UnsupportedOperation),
        (io.StringIO("WARC/1.0"), (TypeError, io.UnsupportedOperation)),
    ],
    ids=["failing", "too much", "not seekable", "text"],
)
def test_an_object_that_fails_is_an_exception(file: Any, error: Any) -> None:
    with pytest.raises(error):
        pages(file)
