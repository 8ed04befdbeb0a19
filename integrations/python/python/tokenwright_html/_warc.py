"""WARC files."""

from __future__ import annotations

import os
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, BinaryIO

import pyarrow as pa

from tokenwright_html import _tokenwright
from tokenwright_html._arguments import count

# How many bytes are fetched at once from where fsspec reads.
BLOCK = 8 << 20


def read_warc(
    path: str | os.PathLike[str] | BinaryIO,
    *,
    start: int = 0,
    end: int | None = None,
    batch_bytes: int = 16 << 20,
    max_record_bytes: int = 512 << 20,
    skipped: dict[str, int] | None = None,
) -> Iterator[pa.RecordBatch]:
    """Read the HTML pages of an archive in batches: WARC, ARC, WET or WAT, plain, gzip or zstd.

    `path` is a path, a file object that was opened for bytes and can seek, which is read from its beginning, or an address that fsspec opens,
    such as `s3://bucket/crawl.warc.gz`: that takes the package fsspec, and one for the protocol.

    A batch has the columns of `docs/crawl.md`: where the record is in the file (`offset`, `length`), what is known of it
    (`record_id`, `date`, `record_type`, `url`, `status`, `content_type`, `media_type`, `block_digest`, `payload_digest`, `truncated`),
    `html` in the page's own encoding, without content encodings, and `record_error`: why a page is not complete, is not what its digest
    says, or may not be one of the crawl. A broken record does not stop the reading.

    Pages are HTTP responses whose type is HTML. The rows of a WET file have no `html`; their `plain_text` is the text of the record.
    The rows of a WAT file have neither; `wat` is what the file says of the page, and null for other files. Other records are skipped, and `skipped` counts them by reason: "not HTML", "not HTTP", and "other types" of records;
    one with a wrong length, which may hide pages, is a row. A file of another format (bzip2, xz, ZIP) raises `OSError`.

    A batch ends with the page with which its rows have `batch_bytes`. A record has at most `max_record_bytes`, decompressed, and a page as many without its
    content encodings; what is longer is cut off, and has a `record_error`. A large page is in memory twice while it becomes a
    batch.

    `start` and `end` are one of `warc_splits`, or from an index of the file: only records that begin there are read. An
    offset where no record begins raises `ValueError`. Threads may share the iterator: each batch goes to one of them.

    >>> from tokenwright_html import extract, read_warc
    >>> for batch in read_warc("crawl.warc.gz"):  # doctest: +SKIP
    ...     table = extract(batch, links="resolved", keep=["url", "offset"])
    """
    start, batch_bytes = count("start", start), count("batch_bytes", batch_bytes)
    end = None if end is None else count("end", end)
    return _Batches(_read(path, start, end, batch_bytes, count("max_record_bytes", max_record_bytes), skipped))


class _Batches(Iterator[pa.RecordBatch]):
    """An iterator for several threads, which a generator is not: each batch goes to one of them."""

    def __init__(self, read: Generator[tuple[pa.RecordBatch, int], None, None]) -> None:
        self._read = read
        # A file object that asks for a batch while it is read gets the generator's exception.
        self._lock = threading.RLock()

    def __next__(self) -> pa.RecordBatch:
        with self._lock:
            batch, _ = next(self._read)
        return batch

    def close(self) -> None:
        """Stop the reading, and close what was opened for it."""
        with self._lock:
            self._read.close()


@contextmanager
def _named(path: str | os.PathLike[str] | BinaryIO) -> Iterator[None]:
    """Say of errors which file they are about."""
    try:
        yield
    except OSError as error:
        # Those of Python and of fsspec know it, and an error of an object is the object's.
        if hasattr(path, "read") or len(error.args) != 1 or os.fspath(path) in str(error):
            raise
        raise type(error)(f"{os.fspath(path)}: {error}") from error


def _opened(path: str | os.PathLike[str] | BinaryIO) -> AbstractContextManager[Any]:
    """What the reader takes, which is closed after it if it was opened here."""
    if hasattr(path, "read"):
        return nullcontext(path)
    name = os.fspath(path)
    if "://" not in name or os.path.exists(name):
        return nullcontext(name)
    try:
        import fsspec
    except ImportError as error:
        raise ImportError(f"to read {name}, install fsspec: pip install fsspec") from error
    # By its own measure, s3fs would fetch 50 MiB for each part.
    files, path_there = fsspec.core.url_to_fs(name)
    return files.open(path_there, "rb", block_size=BLOCK)


def _read(
    path: str | os.PathLike[str] | BinaryIO,
    start: int,
    end: int | None,
    batch_bytes: int,
    max_record_bytes: int,
    skipped: dict[str, int] | None = None,
) -> Generator[tuple[pa.RecordBatch, int], None, None]:
    """Read batches, each with how far the file has been read."""
    with _named(path), _opened(path) as opened:
        reader = _tokenwright.WarcReader(opened, start, end, max_record_bytes)
        before = dict(skipped or {})
        while True:
            batch, position, counts = reader.read_batch(batch_bytes)
            if skipped is not None:
                skipped.update({reason: before.get(reason, 0) + count for reason, count in counts.items()})
            if batch is None:
                return
            yield batch, position


def warc_splits(
    path: str | os.PathLike[str] | BinaryIO,
    size: int = 64 << 20,
    *,
    index: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
) -> list[tuple[int, int | None]]:
    """Divide an archive into parts of about `size` bytes that can be read alone, by `read_warc(path, start=, end=)`.

    Every record is in exactly one part. A part begins only where a record of the file begins, never within a page that is an
    archive itself: as gzip members do not say how long they are, the file is inflated once to find that out. A file that is
    a single gzip member has one part. `path` is what `read_warc` takes.

    With `index`, one or more files of CDX or CDXJ, plain or gzip, only the beginnings of records are read. Lines about files with other names
    are left out. A line that does not say where a record begins raises `ValueError`.
    """
    indexes = [] if index is None else [index] if isinstance(index, (str, os.PathLike)) else list(index)
    if index is not None and not indexes:
        raise ValueError("index is empty: name a file, or give none")
    name = _file_name(path) if indexes else ""
    with _named(path), _opened(path) as opened:
        return _tokenwright.warc_splits(opened, name, count("size", size), [os.fspath(file) for file in indexes])


def _file_name(path: str | os.PathLike[str] | BinaryIO) -> str:
    """The name that an index has a file under, without folders."""
    name = getattr(path, "name", None) or getattr(path, "path", None) if hasattr(path, "read") else os.fspath(path)
    if not isinstance(name, str):
        raise ValueError("the file object has no name to find in the index: give its path or address")
    return name.replace(os.sep, "/").rpartition("/")[2]
