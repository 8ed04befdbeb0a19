"""WARC files."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pyarrow as pa

from tokenwright import _tokenwright


def read_warc(
    path: str | os.PathLike[str],
    *,
    start: int = 0,
    end: int | None = None,
    batch_bytes: int = 16 << 20,
    max_record_bytes: int = 512 << 20,
) -> Iterator[pa.RecordBatch]:
    """Read the HTML pages of a WARC file, gzip or plain, in batches.

    A batch has the columns `offset` (of the record's gzip member in the file), `url`, `content_type`, `html` in the
    page's own encoding, and `record_error`: why a page is not complete, or may not be. A broken record does not stop
    the reading.

    `start` and `end` are one of `warc_splits`: only records that begin there are read.

    >>> from tokenwright import extract, read_warc
    >>> for batch in read_warc("crawl.warc.gz"):  # doctest: +SKIP
    ...     table = extract(batch, links="resolved", keep=["url", "offset"])
    """
    reader = _tokenwright.WarcReader(os.fspath(path), start, end, max_record_bytes)
    while (batch := reader.read_batch(batch_bytes)) is not None:
        yield batch


def warc_splits(path: str | os.PathLike[str], size: int = 64 << 20) -> list[tuple[int, int | None]]:
    """Divide a WARC file into parts of about `size` bytes that can be read alone, by `read_warc(path, start=, end=)`.

    Every record is in exactly one part. Only a file of one gzip member for each record, as crawlers write it, has
    more than one.
    """
    return _tokenwright.warc_splits(os.fspath(path), size)
