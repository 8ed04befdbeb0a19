"""The command `python -m tokenwright_html`: columns of files, folders and WARC files, as Parquet."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from tokenwright_html import _inputs, extract
from tokenwright_html._progress import Progress


COLUMNS = ("text", "title", "blocks", "lang", "canonical", "robots", "json_ld", "markdown", "meta", "errors", "tokens")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns its exit status."""
    options = _parser().parse_args(arguments)
    request = {
        name: getattr(options, name)
        for name in ("links", "resources", "rel", "spans", "detect_encoding", "threads", *COLUMNS)
    }
    request["tags"] = options.tags.split(",") if options.tags else False
    if not any(request[name] for name in ("links", "tags", *COLUMNS)):
        request.update(links="resolved", text=True, title=True)
    try:
        files = _inputs.find(options.inputs)
        output = Path(options.output)
        _check(output, files)
        print(_write(files, output, request, ["wat"] if options.wat else []), file=sys.stderr)
    except (OSError, ValueError, pa.ArrowException) as error:
        print(f"tokenwright_html: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("tokenwright_html: interrupted; nothing was written", file=sys.stderr)
        return 130
    return 0


def _check(output: Path, files: list[Path]) -> None:
    """Refuse to replace what is no output."""
    if output.exists() and not output.is_file():
        raise ValueError(f"{output} is no file")
    if output.exists() and any(output.samefile(file) for file in files):
        raise ValueError(f"{output} is a file of the input")


def _write(files: list[Path], output: Path, request: dict[str, Any], wat: list[str]) -> str:
    """Write the columns of all pages. Returns a summary."""
    progress = Progress(sum(file.stat().st_size for file in files))
    partial = output.with_name(output.name + ".partial")
    writer = None
    read = 0
    skipped: dict[str, int] = {}
    try:
        for batch, length in _inputs.batches(files, skipped):
            columns = extract(batch, keep=["source", *_inputs.RECORD, "record_error", *wat], **request)
            if request["text"]:
                # The text of a WET file is known.
                text = pc.coalesce(columns["text"], batch.column("plain_text"))
                columns = columns.set_column(columns.schema.get_field_index("text"), "text", text)
            writer = writer or pq.ParquetWriter(partial, columns.schema)
            writer.write_table(columns)
            read += length
            progress.update(len(batch), batch.column("html").nbytes, read)
        if writer is None:
            raise ValueError("there are no pages in the input")
        writer.close()
        os.replace(partial, output)
    finally:
        figures = progress.finish()
        if writer is not None:
            writer.close()
        partial.unlink(missing_ok=True)
    others = ", ".join(f"{count:,} {reason}" for reason, count in skipped.items() if count)
    return f"{output}: {figures}" + (f"; skipped records: {others}" if others else "")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tokenwright_html",
        description="Write links, text and other columns of HTML pages to a Parquet file. "
        "Without a column, it writes resolved links, text and titles.",
    )
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="a file of HTML, an archive (WARC, ARC, WET, WAT), or a folder of them")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the Parquet file to write")
    parser.add_argument("--links", choices=["raw", "resolved", "both"], help="the links of `a` and `area`")
    parser.add_argument("--resources", action="store_true", help="links of other elements as well")
    parser.add_argument("--tags", metavar="NAMES", help="start tags with these names, separated by commas")
    for name, text in [
        ("text", "the visible text"),
        ("title", "the title"),
        ("blocks", "the visible text in blocks, with their headings"),
        ("lang", "the language of the page"),
        ("canonical", "the canonical URL"),
        ("robots", "what `meta` elements say to robots"),
        ("json-ld", "JSON-LD as it stands"),
        ("markdown", "the main content as Markdown"),
        ("rel", "`rel` and `hreflang` of links"),
        ("meta", "names and contents of `meta` elements"),
        ("errors", "parse errors"),
        ("tokens", "all tokens"),
        ("wat", "what WAT files say of pages: title, base, links, and where the page's record is"),
        ("spans", "where links, tags, errors and tokens begin and end"),
        ("detect-encoding", "guess the encoding of pages that declare none"),
    ]:
        parser.add_argument(f"--{name}", action="store_true", help=text)
    parser.add_argument("--threads", type=int, metavar="N", help="the number of threads; all cores by default")
    return parser


if __name__ == "__main__":
    sys.exit(main())
