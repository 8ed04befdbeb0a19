"""What the examples share: the rows of a part of a WARC file, and the comparison with one process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import tokenwright_html

SPLIT = 1 << 20
KEEP = ["offset", "url", "record_error"]


def splits(warc: Path) -> list[dict[str, object]]:
    """The parts of a WARC file; an end of -1 is the end of the file."""
    parts = tokenwright_html.warc_splits(warc, SPLIT)
    return [{"path": str(warc), "start": start, "end": -1 if end is None else end} for start, end in parts]


def rows(path: str, start: int, end: int) -> Iterator[pa.RecordBatch]:
    """The links and the text of a part of a WARC file. One thread: the engine runs as many workers as there are cores."""
    last = None if end == -1 else end
    for batch in tokenwright_html.read_warc(path, start=start, end=last):
        table = tokenwright_html.extract(batch, links="resolved", text=True, keep=KEEP, threads=1)
        yield from table.combine_chunks().to_batches()


def die_once(marker: str, start: int) -> None:
    """Kill this worker in the middle of its work, the first time that it is asked to, to show that nothing is lost."""
    if marker and start > 0 and not os.path.exists(marker):
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)


def compare(warc: Path, output: Path, marker: Path) -> int:
    """Compare the output of an engine with the rows of one process. Returns an exit status."""
    expected = pa.Table.from_batches(list(rows(str(warc), 0, -1)))
    found = pq.read_table(output).cast(expected.schema).sort_by("offset")
    if not found.equals(expected.sort_by("offset")):
        print(f"the rows differ: {found.num_rows}, and {expected.num_rows} of one process", file=sys.stderr)
        return 1
    broken = expected["record_error"].length() - expected["record_error"].null_count
    killed = "a worker was killed" if marker.exists() else "no worker was killed"
    print(f"{found.num_rows} rows, the same as of one process; {broken} broken records; {killed}")
    return 0
