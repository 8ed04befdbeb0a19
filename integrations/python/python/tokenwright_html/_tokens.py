"""The tokens of one page, as Python objects."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

from tokenwright_html._columns import extract

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")

Kind = Literal["doctype", "start-tag", "end-tag", "comment", "processing-instruction", "text"]


class Token(NamedTuple):
    """A token of a page."""

    kind: Kind
    """What it is."""
    name: str | None
    """The name of a tag or DOCTYPE in lower case, or the target of a processing instruction."""
    data: str | None
    """The text of text, a comment or a processing instruction, with character references decoded."""
    attributes: dict[str, str]
    """The attributes of a tag; the `public` and `system` identifiers of a DOCTYPE."""
    flag: bool
    """Whether a tag is self-closing, a DOCTYPE forces quirks mode, or text is in a CDATA section."""
    start: int
    """Where it begins in the page: characters of a `str`, bytes of `bytes`."""
    end: int
    """Where it ends."""


class ParseError(ValueError):
    """A parse error of the HTML standard, raised by `tokens` with `strict`."""

    def __init__(self, code: str, line: int, column: int, offset: int) -> None:
        super().__init__(f"{line}:{column}: {code}")
        self.code = code
        """The standard's code, such as `duplicate-attribute`."""
        self.line = line
        """The line, from 1."""
        self.column = column
        """The column, from 1, in UTF-16 code units."""
        self.offset = offset
        """Where it was detected: characters of a `str`, bytes of `bytes`."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.line, self.column, self.offset)


def tokens(html: str | bytes, *, content_type: str | None = None, strict: bool = False) -> list[Token]:
    """Return the tokens of a page.

    Bytes are decoded as the HTML standard says, with the `charset` of `content_type`. With `strict`, the first parse
    error is raised as `ParseError`; otherwise there are none, as the standard defines the tokens of every input.

    >>> from tokenwright_html import tokens
    >>> for token in tokens("<p class=x>Caf&eacute;"):
    ...     print(token.kind, token.name or token.data, token.attributes, token.start)
    start-tag p {'class': 'x'} 0
    text Café {} 11
    >>> tokens("<p a a>", strict=True)
    Traceback (most recent call last):
    ...
    tokenwright_html._tokens.ParseError: 1:7: duplicate-attribute
    """
    if not isinstance(html, (str, bytes)):
        raise TypeError(f"html is of type {type(html).__name__}: it must be str or bytes")
    row = _row(html, content_type, strict)
    offset = _Offsets(html)
    if strict and row["errors"]:
        error = row["errors"][0]
        raise ParseError(error["code"], error["line"], error["column"], offset(error["start"]))
    return [
        Token(
            token["kind"],
            token["name"],
            token["data"],
            {attribute["name"]: attribute["value"] for attribute in token["attributes"]},
            token["flag"],
            offset(token["start"]),
            offset(token["end"]),
        )
        for token in row["tokens"]
    ]


def _row(html: str | bytes, content_type: str | None, strict: bool) -> dict[str, Any]:
    types = None if content_type is None else [content_type]
    table = extract([html], content_type=types, tokens=True, errors=strict, spans=True, threads=1)
    row: dict[str, Any] = table.to_pylist()[0]
    return row


class _Offsets:
    """Maps offsets in UTF-8, which do not decrease by much, to offsets in a `str`."""

    def __init__(self, html: str | bytes) -> None:
        self._is_bytes = isinstance(html, bytes) or html.isascii()
        self._utf8 = b"" if isinstance(html, bytes) or self._is_bytes else _as_long(html)
        self._byte = 0
        self._char = 0

    def __call__(self, byte: int) -> int:
        if self._is_bytes:
            return byte
        if byte < self._byte:
            self._char -= _characters(self._utf8[byte : self._byte])
        else:
            self._char += _characters(self._utf8[self._byte : byte])
        self._byte = byte
        return self._char


def _as_long(html: str) -> bytes:
    """UTF-8 of as many bytes as the page has, in which each character of the `str` begins once.

    The page has one character of four bytes where the `str` has two surrogates.
    """
    return _PAIR.sub("\x80\x80", html).encode("utf-8", "surrogatepass")


def _characters(utf8: bytes) -> int:
    """The number of characters that begin in the bytes."""
    return len(utf8) if utf8.isascii() else sum(byte & 0xC0 != 0x80 for byte in utf8)
