"""Columns in, columns out."""

from __future__ import annotations

import importlib.metadata
import itertools
import pickle
import threading

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from tqdm import tqdm

import tokenwright_html
from tokenwright_html import ParseError, extract, tokens

PAGES = ["<title>A</title><a href=b>c</a>", None, "", "<p>é"]
TEXTS = ["c", None, "", "é"]


@pytest.mark.parametrize(
    "pages",
    [
        PAGES,
        tuple(PAGES),
        pa.array(PAGES),
        pa.array(PAGES, pa.large_string()),
        pa.array(PAGES, pa.string_view()),
        pa.array(PAGES).dictionary_encode(),
        pa.chunked_array([PAGES[:1], PAGES[1:]]),
        pa.table({"html": PAGES}),
        pa.record_batch({"html": PAGES}),
        pa.array([{"html": page} for page in PAGES]),
        pl.Series(PAGES),
        pl.DataFrame({"html": PAGES}),
        pd.Series(PAGES, dtype="str"),
        pd.DataFrame({"html": PAGES}),
        [page if page is None else page.encode() for page in PAGES],
    ],
    ids=lambda pages: f"{type(pages).__module__}.{type(pages).__name__}",
)
def test_every_container_gives_the_same_rows(pages: object) -> None:
    table = extract(pages, text=True, links="raw", content_type=["text/html; charset=utf-8"] * 4)
    assert table["text"].to_pylist() == TEXTS
    assert table["links"].to_pylist() == [[{"raw": "b"}], None, [], []]


def test_batches_are_read_through_the_interface_of_arrow() -> None:
    batch = pa.record_batch({"html": PAGES, "url": ["http://e/"] * 4})
    reader = pa.RecordBatchReader.from_batches(batch.schema, [batch, batch[:0], batch])
    table = extract(reader, text=True, links="resolved", keep=["url"])
    assert table["text"].to_pylist() == TEXTS * 2
    assert table["links"][0].as_py() == [{"url": "http://e/b"}]


def test_columns_of_a_table_are_used_and_kept() -> None:
    pages = pa.table({"html": [b"<a href=x>\xe9"], "url": ["http://e/d/"], "content_type": ["text/html; charset=latin1"], "id": [7]})
    row = extract(pages, links="both", text=True, spans=True, keep=["id"]).to_pylist()[0]
    assert row == {
        "id": 7,
        "reason": None,
        "encoding": "windows-1252",
        "links": [{"url": "http://e/d/x", "raw": "x", "start": 8, "end": 9}],
        "text": "é",
    }


def test_columns_can_have_other_names_and_other_chunks() -> None:
    pages = pa.table({"body": pa.chunked_array([["<a href=x>"], ["<a href=y>", "<a href=z>"]])})
    url = pa.chunked_array([["http://a/", "http://b/"], ["http://c/"]])
    table = extract(pages, html="body", url=url, links="resolved")
    assert [row[0]["url"] for row in table["links"].to_pylist()] == ["http://a/x", "http://b/y", "http://c/z"]


def test_every_column_can_be_asked_for() -> None:
    html = "<!doctype html><meta name=a content=b><img src=i alt='x &amp; y'></p/>"
    table = extract([html], links="raw", resources=True, meta=True, tags=["img"], errors=True, tokens=True, title=True)
    row = table.to_pylist()[0]
    assert row["title"] is None
    assert row["links"] == [{"raw": "i", "element": "img", "attribute": "src"}]
    assert row["meta"] == [{"name": "a", "content": "b"}]
    attributes = [{"name": "src", "value": "i"}, {"name": "alt", "value": "x & y"}]
    assert row["tags"] == [{"name": "img", "attributes": attributes}]
    assert row["errors"] == [{"code": "end-tag-with-trailing-solidus", "line": 1, "column": 70}]
    assert [token["kind"] for token in row["tokens"]] == ["doctype", "start-tag", "start-tag", "end-tag"]


def test_a_page_that_exceeds_a_limit_is_a_row() -> None:
    table = extract(["<p>a", "<p>b" * 10, None], text=True, max_page_bytes=10)
    assert table["reason"].to_pylist() == [None, "the page has 40 bytes, more than 10", None]
    assert table["text"].to_pylist() == ["a", None, None]


def test_batches_of_any_size_have_the_same_rows() -> None:
    pages = [f"<p>{n}<a href={n}>" * (n % 7) for n in range(10_000)]
    together = extract(pages, text=True, links="raw")
    apart = pa.concat_tables(extract([page], text=True, links="raw") for page in pages[:300])
    assert together.slice(0, 300).to_pylist() == apart.to_pylist()
    tiny = pa.chunked_array([[page] for page in pages])
    assert extract(tiny, text=True, links="raw").to_pylist() == together.to_pylist()
    assert extract(pages, text=True, links="raw", threads=1).to_pylist() == together.to_pylist()
    assert extract(tiny, text=True).column("text").num_chunks < 10


def test_a_large_page_in_the_middle() -> None:
    large = "<p>x<a href=y>z</a>" * (200_000_000 // 19)
    table = extract(["<p>a", large, "<p>b"], links="raw")
    assert pc.list_value_length(table["links"]).to_pylist() == [0, 200_000_000 // 19, 0]
    assert table["reason"].null_count == 3


def test_no_pages_have_a_schema() -> None:
    table = extract(pa.array([], pa.string()), text=True)
    assert table.num_rows == 0
    assert table.schema == extract(["a"], text=True).schema
    assert extract([None], text=True).to_pylist() == [{"reason": None, "encoding": None, "text": None}]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({}, ValueError, "nothing to extract"),
        ({"resources": True}, ValueError, "resources are links"),
        ({"links": "all"}, ValueError, 'must be "raw", "resolved" or "both"'),
        ({"tags": "a"}, TypeError, r"\['a'\]"),
        ({"tags": []}, ValueError, "tags is empty"),
        ({"tags": ["A"]}, ValueError, "write it in lower case, `a`"),
        ({"text": True, "url": "http://e/"}, KeyError, "there is no column"),
        ({"text": True, "url": []}, ValueError, "url has 0 rows"),
        ({"text": True, "content_type": [1]}, TypeError, "Expected bytes"),
        ({"text": True, "threads": -1}, ValueError, "threads is -1"),
        ({"text": True, "threads": "x"}, TypeError, "threads is 'x': it must be an integer"),
        ({"text": True, "max_page_bytes": -1}, ValueError, "max_page_bytes is -1: it must be 0 or more"),
        ({"text": True, "max_output_bytes": 2**63}, ValueError, "max_output_bytes is 9223372036854775808"),
        ({"text": True, "max_token_bytes": 1.5}, TypeError, r"max_token_bytes is 1\.5: it must be an integer"),
        ({"text": True, "max_attributes": "x"}, TypeError, "max_attributes is 'x': it must be an integer"),
        ({"text": True, "keep": "html"}, TypeError, r"keep is a string: it must be a list of names, \['html'\]"),
        ({"text": True, "keep": ["id"]}, KeyError, r"there is no column `id`: keep= must be of \['html'\]"),
        ({"text": True, "html": "text", "keep": ["text"]}, ValueError, "the result has two columns `text`"),
        ({"text": True, "html": "id", "keep": ["id", "id"]}, ValueError, "the result has two columns `id`"),
    ],
)
def test_what_is_wrong_is_said(arguments: dict, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        extract(["<p>"], **arguments)


def test_wrong_columns_are_named() -> None:
    with pytest.raises(TypeError, match="column of pages has values of type Int64"):
        extract(pa.array([1]), text=True)
    with pytest.raises(KeyError, match=r"name the column of pages with html=, one of \['body'\]"):
        extract(pa.table({"body": ["a"]}), text=True)
    with pytest.raises(TypeError, match="pages is one page"):
        extract("<p>", text=True)
    with pytest.raises(TypeError, match="pages is a mapping"):
        extract({"html": ["<p>"]}, text=True)
    with pytest.raises(TypeError, match="both str and bytes"):
        extract(["<p>é", b"<p>"], text=True)
    with pytest.raises(TypeError, match="pages is a LazyFrame, which has no rows yet"):
        extract(pl.LazyFrame({"html": ["<p>"]}), text=True)


def test_progress_counts_pages() -> None:
    pages = ["<p>"] * 20_000
    with tqdm(total=len(pages), disable=False, file=open("/dev/null", "w")) as bar:
        extract(pages, text=True, progress=bar.update)
        assert bar.n == len(pages)


def test_an_exception_of_progress_stops() -> None:
    calls = []

    def progress(pages: int) -> None:
        calls.append(pages)
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        extract(["<p>"] * 50_000, text=True, progress=progress)
    assert len(calls) == 1


def test_other_threads_run_meanwhile() -> None:
    pages = pa.array(["<p>x" * 1000] * 2000)
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    extract(pages, text=True, errors=True, threads=1)
    done.set()
    thread.join()
    assert counted > 1000


def test_tokens_are_objects() -> None:
    found = tokens("<!doctype html>é<a HREF='&lt;'/><!--x-->")
    assert [(token.kind, token.name, token.data) for token in found] == [
        ("doctype", "html", None),
        ("text", None, "é"),
        ("start-tag", "a", None),
        ("comment", None, "x"),
    ]
    assert found[2].attributes == {"href": "<"}
    assert found[2].flag
    # Offsets of a str are characters, those of bytes are bytes.
    html = "é𝄞<b>ü</b>"
    assert [html[token.start : token.end] for token in tokens(html)] == ["é𝄞", "<b>", "ü", "</b>"]
    utf8 = html.encode()
    spans = [utf8[token.start : token.end] for token in tokens(utf8, content_type="text/html; charset=utf-8")]
    assert spans == ["é𝄞".encode(), b"<b>", "ü".encode(), b"</b>"]


def test_strict_tokens_raise_errors() -> None:
    with pytest.raises(ParseError) as caught:
        tokens("é\n<a b b>", strict=True)
    error = caught.value
    assert (error.code, error.line, error.column, error.offset) == ("duplicate-attribute", 2, 7, 8)
    assert pickle.loads(pickle.dumps(error)).args == error.args
    assert tokens("<!doctype html><p>", strict=True)[1].name == "p"


def test_surrogates_are_replaced() -> None:
    assert tokens("a\ud800b")[0].data == "a\ufffdb"
    assert extract(["a\ud800b", None, "c"], text=True)["text"].to_pylist() == ["a\ufffdb", None, "c"]
    with pytest.raises(TypeError, match="str or bytes"):
        tokens(1)  # type: ignore[arg-type]


def test_offsets_are_characters_of_a_str_with_surrogates() -> None:
    parts = ["\ud83d", "\ude00", "\ud83d\ude00", "\U0001f600", "é", "a", "\u20ac"]
    for before in itertools.product(parts, repeat=3):
        text = "".join(before)
        page = f"{text}<b>{text}</b>"
        starts = [0, len(text), len(text) + 3, 2 * len(text) + 3]
        assert [token.start for token in tokens(page)] == starts, ascii(page)
        assert [token.end for token in tokens(page)] == [*starts[1:], len(page)], ascii(page)
        with pytest.raises(ParseError, match="duplicate-attribute") as raised:
            tokens(f"<!doctype html>{text}<b a a>", strict=True)
        assert raised.value.offset == len(text) + 21, ascii(page)


def test_the_package_says_what_it_has() -> None:
    assert set(tokenwright_html.__all__) <= set(dir(tokenwright_html))
    assert tokenwright_html.__version__ == importlib.metadata.version("tokenwright-html")
