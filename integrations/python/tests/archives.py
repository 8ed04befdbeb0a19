"""Archives that several tests read, and what reads them."""

from __future__ import annotations

import gzip
from random import Random
from typing import Any

from tokenwright_html import read_warc, warc_splits


def record(
    number: int | str, page: bytes | None = None, fields: str = "", content_type: str = "text/html", too_long: int = 0
) -> bytes:
    """A record of a response, whose page is titled by its number and does not compress well."""
    body = f"<title>{number}</title>".encode() + b"<p>" + Random(number).randbytes(8000).hex().encode() if page is None else page
    http = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode() + body
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e/{number}\r\nContent-Type: application/http; msgtype=response\r\n{fields}"
    return head.encode() + f"Content-Length: {len(http) + too_long}\r\n\r\n".encode() + http + b"\r\n\r\n"


def packed(numbers: range) -> bytes:
    """An archive of a gzip member for each record."""
    return b"".join(gzip.compress(record(number), mtime=0) for number in numbers)


def splits(path: Any, *given: Any, **options: Any) -> list[dict[str, Any]]:
    """The rows of the parts of an archive, which `warc_splits` makes."""
    return [page for start, end in warc_splits(path, *given, **options) for page in pages(path, start=start, end=end)]


def pages(path: Any, **options: Any) -> list[dict[str, Any]]:
    """The rows of an archive."""
    return [page for batch in read_warc(path, **options) for page in batch.to_pylist()]
