"""From columns of pages to columns of what they contain."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import pyarrow as pa

from tokenwright_html._arguments import count
from tokenwright_html._tokenwright import Extractor

Links = Literal["raw", "resolved", "both"]
"""The fields of a link: `raw`, `url` or both."""


def extract(
    pages: Any,
    *,
    html: str = "html",
    url: Any = None,
    content_type: Any = None,
    links: Links | None = None,
    resources: bool = False,
    rel: bool = False,
    text: bool = False,
    title: bool = False,
    blocks: bool = False,
    lang: bool = False,
    canonical: bool = False,
    robots: bool = False,
    json_ld: bool = False,
    markdown: bool = False,
    meta: bool = False,
    tags: bool | Iterable[str] = False,
    errors: bool = False,
    tokens: bool = False,
    spans: bool = False,
    detect_encoding: bool = False,
    keep: Sequence[str] = (),
    max_page_bytes: int | None = None,
    max_page_seconds: float | None = None,
    max_output_bytes: int | None = None,
    max_token_bytes: int | None = None,
    max_attributes: int | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> pa.Table:
    """Extract what is asked for from a column of pages.

    `pages` is a table or data frame with the column `html`, or a column: of pyarrow, polars or pandas, or any other
    object with the Arrow C interface, or a list. Values are all `str` or all `bytes`; bytes are decoded as the HTML standard says.
    The page text is not copied, so no other thread may change its memory meanwhile.

    `url` and `content_type` are names of columns or columns. The columns `url` and `content_type` of a table are used
    if they are there. Links are resolved against `url`.

    The result has a row for each page: `reason`, why a page was not read or not to its end, `encoding`, and

    - `links`: a list of `url` (resolved, null if that fails), `raw` (as written) or both; with `resources` not only of `a` and `area`,
      and with `rel` the attributes `rel` and `hreflang`
    - `text`: the visible text
    - `title`: of the first `title` element
    - `blocks`: a list of the parts of the visible text that headings divide it into: `level`, `heading` and `text`
    - `lang`: of the `html` element
    - `canonical`: the URL of the first `link` with that relation
    - `robots`: the contents of `meta` elements with that name, with commas between them
    - `json_ld`: a list of `text`, as it stands
    - `markdown`: the main content as Markdown; `docs/crawl.md` says what is left out
    - `meta`: a list of `name` and `content`
    - `tags`: a list of start tags with `name` and `attributes`; of some names, or of all
    - `errors`: a list of parse errors with `code`, `line` and `column`
    - `tokens`: a list of all tokens

    With `spans`, items have `start` and `end`, in bytes of the page. `keep` names columns of a table to copy to the result.

    A page that is null has null in every column. A page that exceeds a limit is a row with a `reason`; so is a row whose page,
    URL or content type is a string that is not UTF-8. A column that is corrupt, as its offsets are out of order, raises
    `ValueError`.

    `max_page_bytes` and `max_page_seconds` are for each page. A longer page is not read, and one that takes longer is cut off, as is one
    with more output than 1 MiB and 64 times its length, or than `max_output_bytes`. Ctrl-C ends
    the extraction, also within a page.

    `progress` is called with a number of pages, for example `tqdm(total=len(pages)).update`. What it raises stops the
    extraction and is raised here. `threads` is the number of cores by default.

    >>> import pyarrow as pa
    >>> from tokenwright_html import extract
    >>> pages = pa.table({"html": [b"<title>Caf\\xe9</title>"], "content_type": ["text/html; charset=latin1"]})
    >>> extract(pages, title=True).to_pylist()
    [{'reason': None, 'encoding': 'windows-1252', 'title': 'Café'}]
    """
    request: dict[str, Any] = {
        "links": _links(links, resources, rel),
        "text": text,
        "title": title,
        "blocks": blocks,
        "lang": lang,
        "canonical": canonical,
        "robots": robots,
        "json_ld": json_ld,
        "markdown": markdown,
        "meta": meta,
        "tags": _tags(tags),
        "errors": errors,
        "tokens": tokens,
        "spans": spans,
        "detect_encoding": detect_encoding,
        "limits": _limits(max_page_bytes, max_page_seconds, max_output_bytes, max_token_bytes, max_attributes),
    }
    extractor = Extractor(json.dumps(request))
    if threads is not None and count("threads", threads) < 1:
        raise ValueError(f"threads is {threads}: it must be 1 or more")
    table = _as_table(pages, html)
    _check_kept(keep, table)
    is_text = _is_text(table.column(html).type)
    columns = [
        _as_column(table.column(html)),
        _column(table, url, "url", "url"),
        _column(table, content_type, "content_type", "content_type"),
    ]
    result = extractor.extract(_chunks(columns), threads or _cores(), progress, is_text=is_text)
    for at, name in enumerate(keep):
        if name in result.column_names:
            raise ValueError(f"the result has two columns `{name}`: give the one of keep= another name")
        result = result.add_column(at, table.schema.field(name), table.column(name))
    return result


def _links(links: str | None, resources: bool, rel: bool) -> dict[str, bool] | None:
    if links is None:
        if rel:
            raise ValueError('rel is a field of links: ask for links="raw", "resolved" or "both"')
        if resources:
            raise ValueError('resources are links: ask for links="raw", "resolved" or "both"')
        return None
    if links not in ("raw", "resolved", "both"):
        raise ValueError(f'links is {links!r}: it must be "raw", "resolved" or "both"')
    return {
        "raw": links in ("raw", "both"),
        "resolved": links in ("resolved", "both"),
        "resources": resources,
        "rel": rel,
    }


def _tags(tags: bool | Iterable[str]) -> dict[str, list[str]] | None:
    if isinstance(tags, str):
        raise TypeError(f"tags is a string: it must be a list of names, [{tags!r}], or True for all")
    if tags is True:
        return {"names": []}
    if tags is False:
        return None
    names = list(tags)
    if not names:
        raise ValueError("tags is empty: name some, or ask for all with True")
    return {"names": names}


def _check_kept(keep: Sequence[str], table: pa.Table) -> None:
    if isinstance(keep, str):
        raise TypeError(f"keep is a string: it must be a list of names, [{keep!r}]")
    for name in keep:
        if name not in table.column_names:
            raise KeyError(f"there is no column `{name}`: keep= must be of {table.column_names}")


def _limits(
    page_bytes: int | None, page_seconds: float | None, output_bytes: int | None, token_bytes: int | None, attributes: int | None
) -> dict[str, Any]:
    def given(**limits: Any) -> dict[str, Any]:
        return {name: count(f"max_{name}", limit) for name, limit in limits.items() if limit is not None}

    tokenizer = given(token_bytes=token_bytes, attributes=attributes)
    page_time = None
    if page_seconds is not None:
        if not 0 <= page_seconds < 1e9:
            raise ValueError(f"max_page_seconds is {page_seconds}: it must be 0 or more, and less than 1e9")
        nanoseconds = round(page_seconds * 1e9)
        page_time = {"secs": nanoseconds // 10**9, "nanos": nanoseconds % 10**9}
    time = {} if page_time is None else {"page_time": page_time}
    return {**given(page_bytes=page_bytes, output_bytes=output_bytes), **time, "tokenizer": tokenizer}


def _as_table(pages: Any, html: str) -> pa.Table:
    """The pages as a table, without a copy."""
    if isinstance(pages, pa.Table):
        table = pages
    elif isinstance(pages, pa.RecordBatch):
        table = pa.Table.from_batches([pages])
    elif hasattr(pages, "__dataframe__") or hasattr(type(pages), "columns"):
        table = _frame(pages)
    else:
        values = _as_values(pages)
        with _named():
            # Batches that come through Arrow's C interface are structs.
            if not pa.types.is_struct(values.type):
                return pa.table({html: values})
            table = pa.Table.from_arrays(values.flatten(), schema=pa.schema(list(values.type)))
    if html not in table.column_names:
        raise KeyError(f"there is no column `{html}`: name the column of pages with html=, one of {table.column_names}")
    return table


def _frame(frame: Any) -> pa.Table:
    """A data frame of polars, pandas or others."""
    if hasattr(frame, "__arrow_c_stream__"):
        return pa.table(frame)
    if hasattr(frame, "collect"):
        raise TypeError(f"pages is a {type(frame).__name__}, which has no rows yet: collect them")
    return pa.Table.from_pandas(frame, preserve_index=False)


def _as_column(values: Any) -> pa.ChunkedArray:
    """A column of binary values that are valid, without a copy if it has strings or binary values."""
    column = _as_values(values)
    if pa.types.is_null(column.type):
        return column.cast(pa.binary())
    with _named():
        chunks = [_checked(chunk) for chunk in column.chunks]
    return pa.chunked_array(chunks) if chunks else pa.chunked_array([], _binary(_values(column.type)))


@contextmanager
def _named() -> Iterator[None]:
    """Say of pyarrow's exceptions what they mean."""
    try:
        yield
    except (pa.ArrowException, IndexError) as error:
        raise ValueError(f"a column is corrupt: {error}") from error


def _as_values(values: Any) -> pa.ChunkedArray:
    """A column of any type, without a copy if it is one."""
    if isinstance(values, pa.ChunkedArray):
        column = values
    elif isinstance(values, pa.Array):
        column = pa.chunked_array([values])
    elif hasattr(values, "__arrow_c_stream__"):
        column = pa.chunked_array(values)
    elif hasattr(values, "__arrow_c_array__"):
        column = pa.chunked_array([pa.array(values)])
    elif isinstance(values, (str, bytes)):
        raise TypeError("pages is one page: give a list of pages, or use `tokens`")
    elif isinstance(values, Mapping):
        raise TypeError("pages is a mapping: give a table, as pyarrow.table makes one of columns")
    else:
        column = _from_list(list(values))
    # pyarrow takes an empty slice of views from the C interface for a corrupt array.
    return column if len(column) else pa.chunked_array([], column.type)


def _values(data_type: pa.DataType) -> pa.DataType:
    """The type of a column's values."""
    if isinstance(data_type, pa.BaseExtensionType):
        return _values(data_type.storage_type)
    return data_type.value_type if pa.types.is_dictionary(data_type) else data_type


def _is_text(data_type: pa.DataType) -> bool:
    return _binary(_values(data_type)) != _values(data_type)


def _binary(data_type: pa.DataType) -> pa.DataType:
    """The type with the same layout for values that need not be UTF-8."""
    if pa.types.is_string(data_type):
        return pa.binary()
    if pa.types.is_large_string(data_type):
        return pa.large_binary()
    if data_type == pa.string_view():
        return pa.binary_view()
    return data_type


def _checked(array: pa.Array) -> pa.Array:
    """The same values as binary, without a copy. A file or another program may have damaged them, which nobody has looked at.

    An array that is corrupt raises an exception of pyarrow. Text that is not UTF-8 is left to its row.
    """
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    data_type = array.type
    if pa.types.is_dictionary(data_type):
        buffers = array.buffers()[:2]
        # The number of nulls is computed, as that of the array may be wrong.
        indices = pa.Array.from_buffers(data_type.index_type, len(array), buffers, -1, array.offset)
        values = _checked(array.dictionary)
        if values.type in (pa.binary(), pa.binary_view()):
            # All rows together may need more than 2 GiB, and pyarrow has no cast to views.
            values = values.cast(pa.large_binary())
        encoded = pa.DictionaryArray.from_arrays(indices, values, safe=False)
        encoded.validate(full=True)
        return encoded.cast(values.type)
    if _binary(data_type) != data_type:
        array = pa.Array.from_buffers(_binary(data_type), len(array), array.buffers(), -1, array.offset)
    array.validate(full=True)
    return array


def _from_list(values: list[Any]) -> pa.ChunkedArray:
    """Values in Python's memory. A column of more than 2 GiB needs large offsets."""
    is_bytes = any(isinstance(value, (bytes, bytearray, memoryview)) for value in values)
    if not is_bytes:
        try:
            return pa.chunked_array([pa.array(values, pa.large_string())])
        except UnicodeEncodeError:
            values = [scalars(value) if isinstance(value, str) else value for value in values]
            return pa.chunked_array([pa.array(values, pa.large_string())])
    if any(isinstance(value, str) for value in values):
        # They would be decoded as bytes are.
        raise TypeError("a list has both str and bytes: give two lists")
    return pa.chunked_array([pa.array(values, pa.large_binary())])


def scalars(text: str) -> str:
    """Replace lone surrogates, which are no characters of a page, by U+FFFD, as browsers do."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _column(table: pa.Table, given: Any, name: str, argument: str) -> pa.ChunkedArray | None:
    """The column that is given, or that the table has by default."""
    if given is None:
        return _as_column(table.column(name)) if name in table.column_names else None
    if isinstance(given, str):
        if given not in table.column_names:
            raise KeyError(f"there is no column `{given}`: {argument}= must be one of {table.column_names}")
        return _as_column(table.column(given))
    column = _as_column(given)
    if len(column) != table.num_rows:
        raise ValueError(f"{argument} has {len(column)} rows, and there are {table.num_rows} pages")
    return column


def _chunks(columns: list[pa.ChunkedArray | None]) -> list[tuple[Any, Any, Any]]:
    """The columns in pieces that begin and end together."""
    present = {str(at): column for at, column in enumerate(columns) if column is not None}
    batches = pa.table(present).to_batches()
    return [tuple(_array(batch, str(at)) for at in range(len(columns))) for batch in batches]


def _array(batch: pa.RecordBatch, name: str) -> pa.Array | None:
    return batch.column(name) if name in batch.schema.names else None


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
