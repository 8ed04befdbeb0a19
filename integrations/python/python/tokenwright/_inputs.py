"""The pages of files, folders and WARC files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa

from tokenwright._warc import read_warc

WARC = (".warc", ".warc.gz")
HTML = (".html", ".htm", ".xhtml")
BATCH_BYTES = 16 << 20

SCHEMA = pa.schema(
    [
        pa.field("source", pa.string(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
        ("url", pa.string()),
        ("content_type", pa.string()),
        pa.field("html", pa.binary(), nullable=False),
        ("record_error", pa.string()),
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


def batches(files: Iterable[Path]) -> Iterator[tuple[pa.RecordBatch, int]]:
    """Batches of pages, each with the length of the files that were read to get it, about."""
    pages: list[dict[str, object]] = []
    size = 0
    for file in files:
        if file.name.lower().endswith(WARC):
            length = file.stat().st_size
            for batch in read_warc(file, batch_bytes=BATCH_BYTES):
                sources = pa.array([str(file)] * len(batch), pa.string())
                columns = [sources, *batch.columns]
                yield pa.RecordBatch.from_arrays(columns, schema=SCHEMA), min(batch.nbytes, length)
            continue
        html = file.read_bytes()
        pages.append({"source": str(file), "offset": 0, "html": html})
        size += len(html)
        if size >= BATCH_BYTES:
            yield pa.RecordBatch.from_pylist(pages, SCHEMA), size
            pages, size = [], 0
    if pages:
        yield pa.RecordBatch.from_pylist(pages, SCHEMA), size
