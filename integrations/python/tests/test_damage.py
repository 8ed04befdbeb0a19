"""Columns that are damaged, and pages on which the program fails: a row or an exception, never the end of the interpreter."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tokenwright_html import _tokenwright, extract

VALUES = [b"<p>a", b"<p>b\xff", None, b"\xed\xa0\x80", b"<p>c\xc3", "<p>é".encode() * 9, b""]
REASONS = [
    None,
    "the page is not UTF-8 at byte 4",
    None,
    "the page is not UTF-8 at byte 0",
    "the page is not UTF-8 at byte 4",
    None,
    None,
]
STRINGS = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}


def strings(values: list[bytes | None], text: pa.DataType) -> pa.Array:
    """An array of strings as a file may have it, without a look at the values."""
    array = pa.array(values, STRINGS[text])
    return pa.Array.from_buffers(text, len(array), array.buffers(), array.null_count, array.offset)


def dictionary(values: list[bytes | None], text: pa.DataType) -> pa.Array:
    encoded = pa.array(values, pa.binary()).dictionary_encode()
    return pa.DictionaryArray.from_arrays(encoded.indices, strings(encoded.dictionary.to_pylist(), text))


SHAPES: dict[str, Callable[[pa.DataType], object]] = {
    "array": lambda text: strings(VALUES, text),
    "slice": lambda text: strings([b"\xff", *VALUES, b"\xff"], text).slice(1, len(VALUES)),
    "chunks": lambda text: pa.chunked_array([strings(VALUES[:2], text), strings(VALUES[2:], text)]),
    "empty chunks": lambda text: pa.chunked_array([strings([], text), strings(VALUES, text), strings([], text)]),
    "dictionary": lambda text: dictionary(VALUES, text),
    "slice of a dictionary": lambda text: dictionary([b"\xff", *VALUES], text).slice(1),
    "table": lambda text: pa.table({"html": strings(VALUES, text)}),
    "batch": lambda text: pa.record_batch({"html": strings(VALUES, text)}),
}


@pytest.mark.parametrize("text", STRINGS, ids=str)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_string_that_is_not_utf8_is_a_reason(text: pa.DataType, shape: str) -> None:
    table = extract(SHAPES[shape](text), text=True)
    assert table["reason"].to_pylist() == REASONS
    assert table["text"].to_pylist() == ["a", None, None, None, None, "\n".join(["é"] * 9), ""]
    assert table["encoding"].to_pylist() == [None] * 7


@pytest.mark.parametrize("text", STRINGS, ids=str)
@pytest.mark.parametrize(("column", "name"), [("url", "URL"), ("content_type", "content type")])
def test_other_columns_are_validated(text: pa.DataType, column: str, name: str) -> None:
    values = strings([b"http://e/", b"\xff", None], text)
    table = extract(["<a href=x>"] * 3, links="resolved", **{column: values})
    assert table["reason"].to_pylist() == [None, f"the {name} is not UTF-8 at byte 0", None]
    assert extract(pa.table({"html": ["a"] * 3, column: values}), text=True)["text"].to_pylist() == ["a", None, "a"]


def test_a_parquet_file_with_damaged_strings(tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    pq.write_table(pa.table({"html": strings(VALUES, pa.string())}), path)
    for columns in (None, ["html"]):
        table = extract(pq.read_table(path, read_dictionary=columns), text=True)
        assert table["reason"].to_pylist() == REASONS


def test_binary_values_are_decoded() -> None:
    for data_type in STRINGS.values():
        table = extract(pa.array(VALUES, data_type), text=True)
        assert table["reason"].to_pylist() == [None] * 7
        assert table["text"].to_pylist()[1] == "bÿ"


def int32(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *numbers)


def int64(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}q", *numbers)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("is_text", [False, True])
@pytest.mark.parametrize(
    "offsets", [(0, 5, 3, 6), (3, 2, 1, 0), (0, 100, 3, 6), (-1, 2, 3, 6), (0, -5, 3, 6), (0, 2**31 - 1, 2**31 - 1, 6)]
)
def test_offsets_out_of_order_are_an_exception(wide: bool, is_text: bool, offsets: tuple[int, ...]) -> None:
    types = (pa.large_string(), pa.large_binary()) if wide else (pa.string(), pa.binary())
    pack = int64 if wide else int32
    # pyarrow looks at an array when it is made, so the damage comes later.
    memory = bytearray(pack(0, 1, 3, 6))
    damaged = pa.Array.from_buffers(types[not is_text], 3, [None, pa.py_buffer(memory), pa.py_buffer(b"<p>abc")])
    every = (damaged, pa.chunked_array([damaged]), pa.table({"html": damaged}), pa.record_batch({"html": damaged}))
    memory[:] = pack(*offsets)
    for pages in every:
        with pytest.raises(ValueError, match="corrupt"):
            extract(pages, text=True)
    with pytest.raises(ValueError, match="corrupt"):
        extract(["a"] * 3, url=damaged, links="resolved")


def views(*lengths_and_places: tuple[int, int, int]) -> bytes:
    return b"".join(struct.pack("<i4sii", length, b"<p>a", buffer, offset) for length, buffer, offset in lengths_and_places)


@pytest.mark.parametrize("data_type", [pa.string_view(), pa.binary_view()], ids=str)
@pytest.mark.parametrize("place", [(20, 0, 100), (20, 7, 0), (20, -1, 0), (20, 0, -4), (-3, 0, 0), (2**31 - 1, 0, 0)])
def test_views_of_other_places_are_an_exception(data_type: pa.DataType, place: tuple[int, int, int]) -> None:
    memory = bytearray(views((20, 0, 0), (20, 0, 0)))
    damaged = pa.Array.from_buffers(data_type, 2, [None, pa.py_buffer(memory), pa.py_buffer(b"<p>a" * 10)])
    memory[:] = views((20, 0, 0), place)
    with pytest.raises(ValueError, match="corrupt"):
        extract(damaged, text=True)


def test_indices_of_no_value_are_an_exception() -> None:
    for indices in ([0, 5], [0, -1]):
        damaged = pa.DictionaryArray.from_arrays(pa.array(indices, pa.int8()), pa.array(["a"]), safe=False)
        with pytest.raises(ValueError, match="corrupt"):
            extract(damaged, text=True)


def test_a_wrong_number_of_nulls_changes_nothing() -> None:
    offsets, data = pa.py_buffer(int32(0, 1, 2, 3)), pa.py_buffer(b"abc")
    # With none, the bitmap need not be read.
    for nulls in (1, 2, 3):
        pages = pa.Array.from_buffers(pa.string(), 3, [pa.py_buffer(b"\x05"), offsets, data], nulls)
        assert extract(pages, text=True)["text"].to_pylist() == ["a", None, "c"]


def test_random_damage_ends_in_rows_or_an_exception() -> None:
    # In a process of its own, as it is about the end of the process.
    program = """
import random, sys
import pyarrow as pa
from tokenwright_html import extract
chooser = random.Random(int(sys.argv[1]))
counts = {"rows": 0, "errors": 0}
for text in [pa.string(), pa.binary(), pa.large_string(), pa.large_binary(), pa.string_view(), pa.binary_view()]:
    for _ in range(150):
        length = chooser.randrange(1, 12)
        good = pa.array(["<p>" + "x" * chooser.randrange(20) if chooser.random() < 0.9 else None for _ in range(length)]).cast(text)
        buffers = [None if buffer is None else bytearray(buffer.to_pybytes()) for buffer in good.buffers()]
        try:
            damaged = pa.Array.from_buffers(text, length, [None if b is None else pa.py_buffer(b) for b in buffers])
            for buffer in buffers:
                for _ in range(chooser.randrange(3)):
                    if buffer:
                        buffer[chooser.randrange(len(buffer))] = chooser.choice([0, 1, 127, 128, 255])
            table = extract(damaged, text=True, links="raw", url=damaged)
            assert table.num_rows == length
            counts["rows"] += 1
        except ValueError:
            counts["errors"] += 1
print(counts["rows"] > 100 and counts["errors"] > 100, counts)
"""
    done = subprocess.run([sys.executable, "-c", program, "26"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("True"), done.stdout


def test_a_panic_is_the_reason_of_its_row() -> None:
    columns = {"text": True, "links": {"raw": True}, "tokens": True, "panics_at": "boom"}
    extractor = _tokenwright.Extractor(json.dumps(columns))
    pages = pa.array([b"<p>a", b"<p>b<a href=x>boom", b"<p>c"])
    table = extractor.extract([(pages, None, None)], 2)
    assert table["text"].to_pylist() == ["a", None, "c"]
    assert table["reason"].to_pylist() == [None, "an error of the program, please report it: the page has `boom`", None]
    assert table["tokens"].to_pylist()[1] is None


def test_a_page_that_takes_too_long_is_a_reason() -> None:
    pages = ["<p>word " * 100_000, "<p>short"]
    table = extract(pages, text=True, max_page_seconds=0)
    assert table["reason"].to_pylist() == ["the page takes more than 0ns"] * 2
    table = extract(pages, text=True, max_page_seconds=600, max_page_bytes=1000)
    assert table["reason"].to_pylist() == ["the page has 800000 bytes, more than 1000", None]
    for seconds in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="max_page_seconds"):
            extract(pages, text=True, max_page_seconds=seconds)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("columns", ["text=True", "links='resolved'", "tokens=True"])
def test_an_interruption_ends_a_long_page(columns: str, threads: int) -> None:
    program = f"""
import os, signal, threading, time
import pyarrow as pa
from tokenwright_html import extract
page = pa.array(["<p>word <a href=x>y</a>" * (200_000_000 // 23)], pa.large_string())
pages = pa.chunked_array([page] * {threads})
sent = []
def interrupt():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
timer = threading.Timer(1, interrupt)
timer.start()
try:
    extract(pages, {columns}, threads={threads})
    print("not interrupted", len(sent))
except KeyboardInterrupt:
    print("interrupted after", time.monotonic() - sent[0])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.stdout.startswith("interrupted after"), done.stdout + done.stderr
    assert float(done.stdout.split()[-1]) < 0.5
