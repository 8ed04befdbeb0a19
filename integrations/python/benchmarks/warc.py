"""The reader of WARC files and fastwarc, in turns.

    pip install fastwarc
    python warc.py FILE [ROUNDS]

prints the pages, their bytes, and MB/s of processor time, the best of all rounds.
"""

from __future__ import annotations

import sys
import time

from fastwarc.warc import ArchiveIterator, WarcRecordType

import tokenwright_html


def ours(path: str) -> tuple[int, int]:
    pages = size = 0
    for batch in tokenwright_html.read_warc(path):
        pages += len(batch)
        size += batch.column("html").nbytes
    return pages, size


def fastwarc(path: str) -> tuple[int, int]:
    pages = size = 0
    with open(path, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            pages += 1
            size += len(record.reader.read())
    return pages, size


if __name__ == "__main__":
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    least = {ours: float("inf"), fastwarc: float("inf")}
    found = {}
    for _ in range(rounds):
        for read in least:
            start = time.process_time()
            found[read] = read(sys.argv[1])
            least[read] = min(least[read], time.process_time() - start)
    for read, seconds in least.items():
        pages, size = found[read]
        print(f"{read.__name__}: {pages} pages, {size / 1e6:.1f} MB, {size / 1e6 / seconds:,.0f} MB/s")
