"""The pages of files, folders and WARC files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa

from tokenwright_html import _tokenwright
from tokenwright_html._warc import _read

# Those that are not read are refused by name.
WARC = (".warc", ".gz", ".zst", ".arc", ".wet", ".wat")
HTML = (".html", ".htm", ".xhtml")
BATCH_BYTES = 16 << 20
RECORD_BYTES = 512 << 20

# The columns of `read_warc` before the page.
RECORD = ["offset", "length", "status", "record_id", "date", "record_type", "url", "content_type", "media_type"]
RECORD += ["block_digest", "payload_digest", "truncated"]

# What a WAT file says.
LINK = pa.struct([("path", pa.string()), ("url", pa.string()), ("text", pa.string())])
WAT = pa.struct(
    [
        ("title", pa.string()),
        ("base", pa.string()),
        ("links", pa.list_(pa.field("item", LINK, nullable=False))),
        ("date", pa.string()),
        ("filename", pa.string()),
        ("offset", pa.int64()),
        ("length", pa.int64()),
    ]
)

SCHEMA = pa.schema(
    [
        pa.field("source", pa.string(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
        ("length", pa.int64()),
        ("status", pa.int32()),
        *((name, pa.string()) for name in RECORD[3:]),
        ("html", pa.binary()),
        ("plain_text", pa.string()),
        ("record_error", pa.string()),
        ("wat", WAT),
    ]
)


def find(inputs: Iterable[str]) -> list[Path]:
    """The files that are named, and the HTML and WARC files in the folders that are named."""
    files: list[Path] = []
    for name in inputs:
        path = Path(name)
        if path.is_dir():
            below = (Path(folder, file) for folder, _, names in os.walk(path) for file in names)
            found = sorted(file for file in below if file.name.lower().endswith(WARC + HTML))
            if not found:
                raise FileNotFoundError(f"there is no HTML or WARC file in {name}")
            files += found
        elif path.exists():
            files.append(path)
        else:
            raise FileNotFoundError(f"there is no file {name}")
    return files


def batches(files: Iterable[Path], skipped: dict[str, int]) -> Iterator[tuple[pa.RecordBatch, int]]:
    """Batches of pages, each with how many bytes of the files, as they are stored, were read to get it. Counts other records."""
    pages: list[dict[str, object]] = []
    size = 0
    for file in files:
        if file.name.lower().endswith(WARC) or _tokenwright.is_archive(os.fspath(file)):
            read = 0
            for batch, position in _read(file, 0, None, BATCH_BYTES, RECORD_BYTES, skipped):
                sources = pa.array([str(file)] * len(batch), pa.string())
                columns = [sources, *batch.columns]
                yield pa.RecordBatch.from_arrays(columns, schema=SCHEMA), position - read
                read = position
            continue
        size += (length := file.stat().st_size)
        row: dict[str, object] = {"source": str(file), "offset": 0}
        if length <= RECORD_BYTES:
            row["html"] = file.read_bytes()
        else:
            row["record_error"] = f"the file has {length} bytes, more than {RECORD_BYTES}"
        pages.append(row)
        if size >= BATCH_BYTES:
            yield pa.RecordBatch.from_pylist(pages, SCHEMA), size
            pages, size = [], 0
    if pages:
        yield pa.RecordBatch.from_pylist(pages, SCHEMA), size
