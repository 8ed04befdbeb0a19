"""A job over a list of archives in S3: what it does for a part of an archive, and how it is committed. An engine runs it.

    OUTPUT/_plan.json        the parts, and the tags of the archives; written first, and used by every run that continues
    OUTPUT/_staging/N.parquet    the rows of part N, with digests of their pages
    OUTPUT/part-N.parquet    those rows of part N whose page no row before has
    OUTPUT/_SUCCESS          written last; until then, the rest does not count

An object appears whole or not at all, and what a part has depends on the plan alone. So a task that is repeated, by an engine whose worker was
killed or by a driver that was started again, writes what is there already, or finds it.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import s3fs

import tokenwright_html

SPLIT = int(os.environ.get("CRAWL_SPLIT", 64 << 20))
KEEP = ["offset", "url", "record_error", "digest", "place"]
PLACES = pa.schema([("digest", pa.string()), ("place", pa.int64())])
WRITTEN = pa.schema([("part", pa.int64()), ("rows", pa.int64())])
T = TypeVar("T")


def retrying(work: Callable[[], T], attempts: int = 5) -> T:
    """Do something that may fail for a while. s3fs repeats requests that S3 refuses for now, and not all others."""
    for attempt in range(attempts):
        try:
            return work()
        except FileNotFoundError:
            raise
        except OSError as error:
            if attempt == attempts - 1:
                raise
            print(f"once more in {2**attempt} s: {error}", file=sys.stderr)
            time.sleep(2**attempt)
    raise AssertionError("no attempts")


def _files() -> s3fs.S3FileSystem:
    return s3fs.S3FileSystem(use_listings_cache=False)


def _read(address: str) -> bytes | None:
    try:
        return retrying(lambda: _files().cat_file(address))
    except FileNotFoundError:
        return None


def _write(address: str, content: bytes) -> None:
    """Write an object as a whole: a file of s3fs that is closed after an error would be a half."""
    retrying(lambda: _files().pipe_file(address, content))


def plan(listing: str, output: str) -> list[dict[str, Any]]:
    """The parts of all archives that an object lists, one address a line. A plan that is there is followed."""
    addresses = (_read(listing) or b"").decode().split()
    if not addresses:
        raise SystemExit(f"{listing} lists no archive")
    tags = {address: retrying(lambda: _files().info(address))["ETag"] for address in addresses}
    before = _read(f"{output}/_plan.json")
    if before is not None:
        found = json.loads(before)
        if found["tags"] != tags:
            raise SystemExit(f"{output} is of other archives: name another place, or remove it")
        return found["parts"]
    parts = []
    for address in addresses:
        for start, end in retrying(lambda: tokenwright_html.warc_splits(address, SPLIT)):
            parts.append({"part": len(parts), "path": address, "start": start, "end": -1 if end is None else end})
    _write(f"{output}/_plan.json", json.dumps({"tags": tags, "parts": parts}).encode())
    return parts


def rows(path: str, start: int, end: int, part: int = 0) -> Iterator[pa.Table]:
    """The links and the text of a part of an archive. One thread: the engine runs as many workers as there are cores."""
    number = 0
    for batch in tokenwright_html.read_warc(path, start=start, end=None if end == -1 else end):
        places = range(part << 32 | number, (part << 32 | number) + len(batch))
        number += len(batch)
        pages = zip(batch["html"].to_pylist(), batch["record_error"].to_pylist(), places, strict=True)
        # A record with an error is no duplicate.
        digests = [hashlib.sha256(html or b"").hexdigest() if error is None else f"at {place}" for html, error, place in pages]
        batch = batch.append_column("digest", pa.array(digests, pa.string()))
        batch = batch.append_column("place", pa.array(places, pa.int64()))
        yield tokenwright_html.extract(batch, links="resolved", text=True, keep=KEEP, threads=1)


def stage(part: dict[str, Any], output: str) -> pa.Table:
    """Write the rows of a part, or find them. Returns the digests of their pages."""
    address = f"{output}/_staging/{part['part']:06}.parquet"
    content = _read(address)
    if content is None:
        tables = retrying(lambda: list(rows(part["path"], part["start"], part["end"], part["part"])))
        _die_once()
        content = _parquet(pa.concat_tables(tables)) if tables else b""
        _write(address, content)
    if not content:
        return PLACES.empty_table()
    return pq.read_table(pa.BufferReader(content), columns=PLACES.names).cast(PLACES)


def write(part: int, places: pa.ChunkedArray, output: str) -> pa.Table:
    """Write those rows of a part that come first. Returns how many they are."""
    staged = pq.read_table(pa.BufferReader(_read(f"{output}/_staging/{part:06}.parquet")))
    first = staged.filter(pc.is_in(staged["place"], pa.chunked_array(places).combine_chunks()))
    _write(f"{output}/part-{part:06}.parquet", _parquet(first.drop_columns(["digest", "place"])))
    return pa.table({"part": [part], "rows": [len(first)]}, WRITTEN)


def commit(written: list[dict[str, int]], output: str) -> str:
    """Say that all parts are there. Returns a summary."""
    written = sorted(written, key=lambda row: row["part"])
    _write(f"{output}/_SUCCESS", json.dumps(written).encode())
    return f"{sum(row['rows'] for row in written)} rows in {len(written)} parts"


def _parquet(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue().to_pybytes()


def _die_once() -> None:
    """Kill this worker in the middle of its work, the first time that it is asked to: `try_job.py` shows that nothing is lost."""
    marker = os.environ.get("CRAWL_KILL_WORKER")
    if marker and not os.path.exists(marker):
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
