"""Random columns through Arrow's C interface: rows with reasons or an exception, never the end of the interpreter.

TOKENWRIGHT_ROUNDS sets the number of columns, and TOKENWRIGHT_SEED where they begin.
"""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = r'''
import random
import sys

import pyarrow as pa

from tokenwright_html import extract

SEED, ROUNDS = int(sys.argv[1]), int(sys.argv[2])
TEXT = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}
TYPES = [*TEXT, *TEXT.values()]
PARTS = [b"<p>", b"x", b" ", b"<a href=y>", b"\xff", b"\xc3", "é".encode(), b"\0", b"<title>", b"<table>", b"</p>", b"\xed\xa0\x80"]
PARTS += [b"<meta charset=utf-16>", b"&amp;", b"<base href=http://b/>", b"long text that is not inline in a view"]
OTHERS = [pa.array([1]), pa.array([1.5]), pa.array([[1]]), pa.array([["a"]]), pa.array([{"a": 1}]), pa.array([True]), pa.nulls(3)]
OTHERS += [pa.array([b"ab"], pa.binary(2)), pa.array([1], pa.timestamp("s")), pa.array(["a"]).dictionary_encode()]
OTHERS += [pa.RunEndEncodedArray.from_arrays([2, 3], ["a", "b"]), pa.array([["a"]], pa.list_(pa.string(), 1))]


class Interface:
    """An array of which only the C interface is known."""

    def __init__(self, array):
        self.array = array

    def __arrow_c_array__(self, requested_schema=None):
        return self.array.__arrow_c_array__(requested_schema)


class Stream:
    """A chunked array of which only the C interface is known."""

    def __init__(self, array):
        self.array = pa.chunked_array([array])

    def __arrow_c_stream__(self, requested_schema=None):
        return self.array.__arrow_c_stream__(requested_schema)


def is_utf8(value):
    try:
        value.decode()
        return True
    except UnicodeDecodeError:
        return False


def values_of(chooser):
    rows = range(chooser.randrange(12))
    return [None if chooser.random() < 0.1 else b"".join(chooser.choices(PARTS, k=chooser.randrange(8))) for _ in rows]


def column(chooser):
    """An array, its values, and the memory of its buffers."""
    data_type = chooser.choice(TYPES)
    values = values_of(chooser)
    stored = pa.array(values, TEXT.get(data_type, data_type))
    memory = [None if buffer is None else bytearray(buffer.to_pybytes()) for buffer in stored.buffers()]
    buffers = [None if part is None else pa.py_buffer(part) for part in memory]
    array = pa.Array.from_buffers(data_type, len(values), buffers, chooser.choice([-1, stored.null_count]))
    if values and chooser.random() < 0.4:
        start = chooser.randrange(len(values))
        length = chooser.randrange(len(values) - start + 1)
        return array.slice(start, length), values[start : start + length], memory
    return array, values, memory


def damage(chooser, memory):
    """Changes bytes, of offsets and views more often than of values."""
    for buffer in memory:
        for _ in range(chooser.randrange(3) if buffer else 0):
            buffer[chooser.randrange(len(buffer))] = chooser.choice([0, 1, 7, 127, 128, 255, chooser.randrange(256)])


def keep_last(array, offsets, good):
    """The last offset is all that the C interface says of the length of the values, so nobody can see that it is wrong."""
    width = {pa.string(): 4, pa.binary(): 4, pa.large_string(): 8, pa.large_binary(): 8}.get(array.type)
    if width is not None:
        last = width * (array.offset + len(array))
        offsets[last : last + width] = good[last : last + width]


counts = dict.fromkeys(["rows", "reasons", "exceptions", "other types"], 0)
for seed in range(SEED, SEED + ROUNDS):
    # The last line of a process that ends says which one it was.
    print(seed, flush=True)
    chooser = random.Random(seed)
    if chooser.random() < 0.1:
        other = chooser.choice(OTHERS)
        pages = chooser.choice([other, Interface(other), Stream(other), pa.table({"html": other})])
        try:
            table = extract(pages, text=True)
            assert table.num_rows in (1, 3), table
        except (TypeError, ValueError):
            counts["other types"] += 1
        except KeyError:
            # Structs are the rows of a batch, which has no column of pages.
            assert pa.types.is_struct(other.type), other.type
            counts["other types"] += 1
        continue
    array, values, memory = column(chooser)
    pages = chooser.choice([array, Interface(array), Stream(array), pa.table({"html": array}), pa.chunked_array([array, array])])
    if isinstance(pages, pa.ChunkedArray):
        values = values * 2
    others = {}
    if not isinstance(pages, pa.ChunkedArray) and chooser.random() < 0.3:
        others[chooser.choice(["url", "content_type"])] = array
    # pyarrow looks at what it wraps, so the damage comes after that.
    is_damaged = chooser.random() < 0.5
    if is_damaged:
        good = None if memory[1] is None else bytes(memory[1])
        damage(chooser, memory)
        if isinstance(pages, (Interface, Stream)) and good is not None:
            keep_last(array, memory[1], good)
    try:
        table = extract(pages, text=True, title=True, links="resolved", blocks=True, spans=True, threads=chooser.randrange(1, 4), **others)
    except ValueError:
        assert is_damaged, f"an array that is not damaged was refused: {array.type}"
        counts["exceptions"] += 1
        continue
    assert table.num_rows == len(values)
    reasons = table["reason"].to_pylist()
    counts["rows"] += len(reasons)
    counts["reasons"] += sum(reason is not None for reason in reasons)
    if not is_damaged:
        is_text = array.type in TEXT
        for value, reason, text in zip(values, reasons, table["text"].to_pylist()):
            is_wrong = value is not None and not is_utf8(value) and (is_text or bool(others))
            assert (reason is not None) == is_wrong, (value, reason)
            assert (text is None) == (value is None or reason is not None), (value, reason, text)
print(counts)
assert min(counts.values()) >= ROUNDS // 50, counts
'''


def test_no_column_ends_the_interpreter() -> None:
    rounds = os.environ.get("TOKENWRIGHT_ROUNDS", "3000")
    seed = os.environ.get("TOKENWRIGHT_SEED", "1")
    # In a process of its own, as it is about the end of the process.
    command = [sys.executable, "-c", PROGRAM, seed, rounds]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60 + int(rounds) / 20)
    end = "\n".join(done.stdout.splitlines()[-2:])
    assert done.returncode == 0, f"status {done.returncode} after seed {end}\n{done.stderr[-3000:]}"
