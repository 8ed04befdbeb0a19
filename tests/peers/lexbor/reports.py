"""Reproduces the report on lexbor in docs/peers-beyond-rust.md. Exit status 1 if lexbor does not do what it says."""

from __future__ import annotations

import sys

from selectolax.lexbor import LexborHTMLParser

BEFORE = "<!doctype html><body>"


def tree(html: str) -> str:
    """The document as lexbor serializes it, from its body on."""
    return LexborHTMLParser(BEFORE + html).html.split("<body>", 1)[1]


def main() -> int:
    title = "`<!` at the end of the file gives a comment with the text before it"
    expected = {
        "a<!": "a<!--a-->",
        "ab\r\ncd<!": "ab\ncd<!--ab\ncd-->",
        # These are read as the standard says.
        "a<!>": "a<!---->",
        "a<!--": "a<!---->",
        "a</3": "a<!--3-->",
    }
    found = {html: tree(html).removesuffix("</body></html>") for html in expected}
    if found == expected:
        print(f"reproduced: {title}")
        return 0
    print(f"not reproduced: {title}\n{found}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
