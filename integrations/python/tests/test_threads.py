"""Threads of Python that share the module, a table and an iterator. A free-threaded Python runs them at the same time."""

from __future__ import annotations

import io
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from archives import packed, pages

from tokenwright_html import extract, read_warc, tokens

THREADS = 8


def together(work: Callable[[int], Any]) -> list[Any]:
    """What the work gives on some threads that begin at once."""
    begin = threading.Barrier(THREADS)

    def run(number: int) -> Any:
        begin.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def test_a_free_threaded_python_stays_so() -> None:
    program = "import sys, tokenwright_html; print(getattr(sys, '_is_gil_enabled', lambda: True)())"
    run = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True)
    is_free = sysconfig.get_config_var("Py_GIL_DISABLED") == 1
    assert (run.stdout, run.stderr) == (f"{not is_free}\n", "")


def test_threads_share_a_table_and_the_module() -> None:
    html = [f"<title>{n}</title><p lang=en>a <a href=/{n}>{n}</a>" + "<b>x</b>" * (n % 50) for n in range(500)]
    table = pa.table({"html": html, "url": [f"http://e/{n}" for n in range(500)]})
    options: dict[str, Any] = {"links": "both", "text": True, "title": True, "tags": True, "markdown": True}
    expected = extract(table, **options)
    expected_tokens = tokens(html[7])

    def work(number: int) -> list[Any]:
        counted: list[int] = []
        found = extract(table, threads=1 + number % 3, progress=counted.append, **options)
        return [found.equals(expected), sum(counted), tokens(html[7]) == expected_tokens]

    for _ in range(3):
        assert together(work) == [[True, 500, True]] * THREADS


@pytest.mark.parametrize("opened", [False, True], ids=["path", "file object"])
def test_threads_share_an_iterator_of_batches(opened: bool, tmp_path: Path) -> None:
    archive = packed(range(300))
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(archive)
    expected = pages(path)
    for _ in range(3):
        skipped: dict[str, int] = {}
        batches = read_warc(io.BytesIO(archive) if opened else path, batch_bytes=1, skipped=skipped)
        parts = together(lambda _: [page for batch in batches for page in batch.to_pylist()])
        for part in parts:
            # Of one thread they are in the order of the file.
            assert part == sorted(part, key=lambda page: page["offset"])
        rows = sorted((page for part in parts for page in part), key=lambda page: page["offset"])
        assert rows == expected
        assert skipped == {"not HTML": 0, "not HTTP": 0, "other types": 0}


def test_an_exception_ends_an_iterator_for_all_threads() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if self.tell() > len(archive) // 2:
                raise RuntimeError("it is gone")
            return super().read(size)

    archive = packed(range(300))
    batches = read_warc(Failing(archive), batch_bytes=1)

    def work(_: int) -> str:
        try:
            return "end" if all(len(batch) == 1 for batch in batches) else "other rows"
        except RuntimeError as error:
            return str(error)

    assert sorted(together(work)) == ["end"] * (THREADS - 1) + ["it is gone"]


def test_a_file_object_that_asks_for_a_batch_is_refused() -> None:
    class Asking(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            next(batches)
            return super().read(size)

    batches = read_warc(Asking(packed(range(3))))
    with pytest.raises(ValueError, match="generator already executing"):
        next(batches)
