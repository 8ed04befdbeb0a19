"""Archives that other projects ship with their tests, which `.ci/archives` fetches, against two other readers of archives."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest
from archives import pages, splits

from tokenwright_html import warc_splits

FOLDER = os.environ.get("TOKENWRIGHT_ARCHIVES")
pytestmark = pytest.mark.skipif(not FOLDER, reason="name the folder that .ci/archives makes in TOKENWRIGHT_ARCHIVES")

HTML = ("text/html", "application/xhtml+xml")


class Page(NamedTuple):
    """What readers agree on."""

    offset: int
    url: str
    status: str
    content: bytes


def _files(*suffixes: str) -> list[Path]:
    files = sorted(Path(FOLDER).rglob("*")) if FOLDER else []
    return [file for file in files if file.name.lower().endswith(suffixes)]


ARCHIVES = _files(".warc", ".warc.gz", ".arc", ".arc.gz", ".bad")
INDEXES = _files(".cdx", ".cdxj", ".cdx.gz")


def _name(file: Path) -> str:
    return file.relative_to(FOLDER or "").as_posix()


def _is_html(content_type: str | None) -> bool:
    return (content_type or "").partition(";")[0].strip().lower() in HTML


def _by_warcio(file: Path) -> list[Page]:
    from warcio.archiveiterator import ArchiveIterator

    found = []
    with file.open("rb") as stream:
        records = ArchiveIterator(stream)
        for record in records:
            http = record.http_headers
            # It reads other protocols as HTTP.
            if record.rec_type == "response" and http and http.protocol.startswith("HTTP/") and _is_html(http.get_header("Content-Type")):
                # The offset is known after the content.
                content = record.content_stream().read()
                url = record.rec_headers.get_header("WARC-Target-URI") or record.rec_headers.get_header("uri")
                found.append(Page(records.get_record_offset(), url, http.get_statuscode(), content))
    return found


def _by_fastwarc(file: Path) -> list[Page]:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    found = []
    with file.open("rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response, auto_decode="all"):
            http = record.http_headers
            if http is not None and _is_html(record.http_content_type):
                url = record.headers.get("WARC-Target-URI")
                found.append(Page(record.stream_pos, url, str(http.status_code), record.reader.read()))
    return found


def _ours(file: Path) -> list[Page]:
    """Without what only this package reads: pages without a type, pages that were not fetched by HTTP, and responses with a broken header."""
    rows = [row for row in pages(file) if row["record_type"] == "response" and row["status"] is not None and row["content_type"] is not None]
    return [Page(row["offset"], row["url"], str(row["status"]), row["html"]) for row in rows]


@pytest.mark.parametrize("file", ARCHIVES, ids=_name)
def test_pages_are_those_of_another_reader(file: Path) -> None:
    from warcio.exceptions import ArchiveLoadFailed

    ours = _ours(file)
    try:
        theirs = _by_warcio(file)
    except ArchiveLoadFailed:
        # Records in one gzip member, where fastwarc counts offsets otherwise.
        assert {page.offset for page in ours} == {0}
        ours, theirs = ([page._replace(offset=0) for page in found] for found in (ours, _by_fastwarc(file)))
        assert ours
    assert ours == theirs


@pytest.mark.parametrize("file", ARCHIVES, ids=_name)
def test_every_way_to_split_gives_the_same_rows(file: Path) -> None:
    whole = pages(file)
    for size in (1, 1000, 20_000):
        assert splits(file, size) == whole, size


@pytest.mark.parametrize("index", INDEXES, ids=_name)
def test_an_index_gives_the_same_rows(index: Path) -> None:
    if "zipnum-sample" in index.name:
        # A line feed is missing there.
        with pytest.raises(ValueError, match="line 5: it is neither CDX nor CDXJ"):
            warc_splits(ARCHIVES[0], index=index)
        return
    used = 0
    for file in ARCHIVES:
        if file.parents[1] != index.parents[1]:
            continue
        try:
            rows = splits(file, 1, index=index)
        except ValueError as error:
            assert "no index has records of" in str(error)
            continue
        used += 1
        assert rows == pages(file), file.name
    # One is of a file that is not there.
    assert used or index.name == "example.cdx.gz"


def test_what_only_this_package_reads_has_a_type_or_a_reason() -> None:
    found = [(file.name, row) for file in ARCHIVES for row in pages(file) if row["status"] is None or row["content_type"] is None]
    reasons = {name: row["record_error"] for name, row in found if row["record_error"]}
    assert reasons == {
        "bad.arc": "the record is no HTTP response",
        # A request whose host was replaced by a longer one.
        "example.warc": "the record is longer than its `Content-Length`",
        "example-extra.warc": "the record is no HTTP response",
        "missing-status-text.warc": "the header of the response is not complete",
    }
    others = {name: (row["record_type"], row["media_type"]) for name, row in found if not row["record_error"]}
    assert others == {"dupes.warc.gz": ("response", None), "example-resource.warc.gz": ("resource", "text/html")}
