"""Links, text, titles, tags, errors and tokens of HTML pages, as Arrow columns.

>>> import tokenwright_html
>>> pages = ["<title>One</title><p>Hello <a href=/two>there</a>", None]
>>> table = tokenwright_html.extract(pages, url=["https://example.org/one", None], links="resolved", text=True)
>>> table["text"].to_pylist()
['Hello there', None]
>>> table["links"].to_pylist()
[[{'url': 'https://example.org/two'}], None]

`extract` takes columns: anything of pyarrow, polars or pandas, or a list. `tokens` is for one page, `read_warc` reads
the pages of a WARC file. The interpreter's lock is released while pages are read.
"""

from tokenwright_html._columns import extract
from tokenwright_html._tokens import ParseError, Token, tokens
from tokenwright_html._tokenwright import __version__
from tokenwright_html._warc import read_warc, warc_splits

__all__ = ["ParseError", "Token", "__version__", "extract", "read_warc", "tokens", "warc_splits"]
