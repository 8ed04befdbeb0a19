"""Write a WARC file to try a pipeline with: some thousands of pages, and records that are broken."""

from __future__ import annotations

import gzip
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

WORDS = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split()


def make(path: Path, pages: int = 3000, large: int = 50_000_000, seed: int = 26, site: str = "http://example.org", broken: bool = True) -> None:
    """Write the file, the same for the same arguments."""
    chooser = random.Random(seed)
    corpus = [file.read_bytes() for file in sorted(_corpus().glob("*.html"))] if _corpus().is_dir() else []
    with path.open("wb") as file:
        for number in range(pages):
            url = f"{site}/{number}"
            if number % 200 == 50 and corpus:
                file.write(_member(url, corpus[number // 200 % len(corpus)], "text/html; charset=utf-8"))
            elif number == pages // 2:
                file.write(_member(url, _large(large), "text/html; charset=utf-8"))
            else:
                file.write(_some(url, number if broken else 0, chooser))


def _some(url: str, number: int, chooser: random.Random) -> bytes:
    """A page, or for some numbers a broken record."""
    page = "".join(_paragraphs(chooser))
    match number % 50:
        case 11:  # a gzip member that is cut off
            member = _member(url, page.encode(), "text/html; charset=utf-8")
            return member[: len(member) * 2 // 3]
        case 12:  # a length that is too large
            return _member(url, page.encode(), "text/html; charset=utf-8", too_long=99)
        case 13:  # a length that is too small
            return _member(url, page.encode(), "text/html; charset=utf-8", too_long=-9)
        case 14:  # no declaration of the encoding
            return _member(url, ("<p>café " + page).encode("latin-1"), "text/html")
        case 15:  # a declaration in the page
            return _member(url, ("<meta charset=windows-1251><p>Привет " + page).encode("cp1251"), "text/html")
        case 16:  # not a page
            return _member(url, b"%PDF-1.7", "application/pdf")
        case 17:
            return _member(url, b"", "text/html")
        case 18:  # bytes that are no member
            return b"\x00garbage" * 5
        case _:
            return _member(url, page.encode(), "text/html; charset=utf-8")


def _paragraphs(chooser: random.Random) -> Iterator[str]:
    yield f"<!doctype html><title>{chooser.choice(WORDS)}</title>"
    for _ in range(chooser.randrange(80)):
        words = " ".join(chooser.choices(WORDS, k=chooser.randrange(30)))
        yield f"<p class={chooser.choice(WORDS)}>{words} <a href='{chooser.choice(WORDS)}?a=1&amp;b'>{chooser.choice(WORDS)}</a>"


def _large(size: int) -> bytes:
    item = b"<li><a href=/item>item</a> of a list that is long"
    return b"<ul>" + item * (size // len(item))


def _member(url: str, html: bytes, content_type: str, too_long: int = 0) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: " + content_type.encode() + b"\r\n\r\n" + html
    header = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(block) + too_long}\r\n\r\n"
    return gzip.compress(header.encode() + block + b"\r\n\r\n", 6, mtime=0)


def _corpus() -> Path:
    """Real pages, which are not part of the repository."""
    root = Path(__file__).resolve().parents[3]
    return Path(os.environ.get("TOKENWRIGHT_SHARED", root.parent / "shared")) / "corpus"


if __name__ == "__main__":
    make(Path(sys.argv[1]), *map(int, sys.argv[2:]))
