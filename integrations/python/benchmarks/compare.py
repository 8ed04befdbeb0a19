"""Links and text of real pages: Tokenwright and other packages, in one interleaved run.

    pip install resiliparse selectolax turbohtml lxml
    python compare.py FOLDER [ROUNDS]

reads the HTML files of the folder. Times are processor time, the least of all rounds; the packages take turns in each round.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import lxml.html
import pyarrow as pa
import pyarrow.compute as pc
import turbohtml
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree
from selectolax.lexbor import LexborHTMLParser

import tokenwright_html

Task = Callable[[str], int]
HIDDEN = ("script", "style", "title", "template", "noscript", "iframe")


def text_length(text: str) -> int:
    """Characters other than white space, which the packages treat differently."""
    return len("".join(text.split()))


def resiliparse_links(html: str) -> int:
    # A walk, as iterating over `get_elements_by_tag_name` takes time that grows with the square of its length.
    nodes = HTMLTree.parse(html).document
    return sum(node.tag == "a" and node.getattr("href") is not None for node in nodes)


def resiliparse_text(html: str) -> int:
    return text_length(extract_plain_text(html, preserve_formatting=False, list_bullets=False, alt_texts=False))


def selectolax_links(html: str) -> int:
    return sum("href" in node.attributes for node in LexborHTMLParser(html).css("a"))


def selectolax_text(html: str) -> int:
    tree = LexborHTMLParser(html)
    tree.strip_tags(list(HIDDEN))
    return text_length(tree.text())


def turbohtml_links(html: str) -> int:
    return sum("href" in a.attrs for a in turbohtml.parse(html).find_all("a"))


def turbohtml_token_links(html: str) -> int:
    start = turbohtml.TokenType.START_TAG
    tokens = (token for token in turbohtml.tokenize(html) if token.type == start and token.tag == "a")
    return sum(any(name == "href" for name, _ in token.attrs) for token in tokens)


def turbohtml_text(html: str) -> int:
    tree = turbohtml.parse(html)
    for hidden in tree.find_all(list(HIDDEN)):
        hidden.decompose()
    return text_length(tree.text)


def lxml_links(html: str) -> int:
    return sum("href" in a.attrib for a in lxml.html.document_fromstring(html.encode()).iter("a"))


def lxml_text(html: str) -> int:
    tree = lxml.html.document_fromstring(html.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    lxml.etree.strip_elements(tree, lxml.etree.Comment, lxml.etree.PI, *HIDDEN, with_tail=False)
    return text_length(tree.text_content())


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links = 0
        self.hidden = 0
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += tag == "a" and any(name == "href" for name, _ in attrs)
        self.hidden += tag in HIDDEN

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in HIDDEN

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(data)


def parser_links(html: str) -> int:
    parser = _Parser()
    parser.feed(html)
    return parser.links


def parser_text(html: str) -> int:
    parser = _Parser()
    parser.feed(html)
    return text_length("".join(parser.parts))


LINKS: dict[str, Task] = {
    "resiliparse": resiliparse_links,
    "selectolax": selectolax_links,
    "turbohtml, tree": turbohtml_links,
    "turbohtml, tokens": turbohtml_token_links,
    "lxml": lxml_links,
    "html.parser": parser_links,
}
TEXT: dict[str, Task] = {
    "resiliparse": resiliparse_text,
    "selectolax": selectolax_text,
    "turbohtml, tree": turbohtml_text,
    "lxml": lxml_text,
    "html.parser": parser_text,
}


def _each(task: Task) -> Callable[[list[str]], int]:
    return lambda pages: sum(map(task, pages))


def _our_links(pages: object) -> int:
    table = tokenwright_html.extract(pages, links="raw", threads=1)
    return pc.sum(pc.list_value_length(table["links"])).as_py()


def _our_text(pages: object) -> int:
    table = tokenwright_html.extract(pages, text=True, threads=1)
    return sum(text_length(text) for text in table["text"].to_pylist())


def _our_both(pages: object) -> int:
    return tokenwright_html.extract(pages, links="raw", text=True, threads=1).num_rows


def compare(pages: list[str], rounds: int) -> None:
    """Print the least processor time of each package as MB/s, with what it counted."""
    size = sum(len(page.encode()) for page in pages)
    column = pa.array(pages, pa.large_string())
    runs: dict[tuple[str, str], tuple[Callable, object]] = {
        ("links", "tokenwright, Arrow column"): (_our_links, column),
        ("links", "tokenwright, list of str"): (_our_links, pages),
        ("text", "tokenwright, Arrow column"): (_our_text, column),
        ("both", "tokenwright, Arrow column"): (_our_both, column),
    }
    runs |= {("links", name): (_each(task), pages) for name, task in LINKS.items()}
    runs |= {("text", name): (_each(task), pages) for name, task in TEXT.items()}
    least = dict.fromkeys(runs, float("inf"))
    counts = {}
    for _ in range(rounds):
        for key, (run, argument) in runs.items():
            start = time.process_time()
            counts[key] = run(argument)
            least[key] = min(least[key], time.process_time() - start)
    print(f"{len(pages)} pages, {size / 1e6:.1f} MB, {rounds} rounds")
    print("| task | package | MB/s | counted |\n|---|---|--:|--:|")
    for (task, name), seconds in least.items():
        print(f"| {task} | {name} | {size / 1e6 / seconds:,.0f} | {counts[task, name]:,} |")


def layer(pages: list[str], rounds: int) -> None:
    """Print the share of the Python layer: all of `extract` against the compiled part alone."""
    from tokenwright_html import _columns

    for name, copies in [("large pages", 20), ("pages of 10 KB", 1)]:
        texts = pages * copies if copies > 1 else [page[at : at + 10_000] for page in pages for at in range(0, len(page), 10_000)]
        column = pa.array(texts, pa.large_string())
        compiled = _columns.Extractor('{"links": {"raw": true}}')
        chunks = _columns._chunks([pa.chunked_array([column]), None, None])
        least = [float("inf")] * 2
        for _ in range(rounds * 3):
            for at, run in enumerate(
                [lambda: tokenwright_html.extract(column, links="raw", threads=1), lambda: compiled.extract(chunks, 1, None)]
            ):
                start = time.process_time()
                run()
                least[at] = min(least[at], time.process_time() - start)
        print(f"{name}: extract {least[0] * 1e3:.2f} ms, its compiled part {least[1] * 1e3:.2f} ms")


def cores(pages: list[str], rounds: int) -> None:
    """Print wall-clock and processor time with one thread and with two.

    On a machine that does other work, only the processor time says something: two threads that take no more of it than
    one, and share it evenly, take half the time on two free cores.
    """
    column = pa.array(pages * 40, pa.large_string())
    size = column.nbytes / 1e6
    wall = {1: float("inf"), 2: float("inf")}
    processor = dict(wall)
    for _ in range(rounds * 2):
        for threads in wall:
            start, used = time.perf_counter(), time.process_time()
            tokenwright_html.extract(column, links="raw", text=True, threads=threads)
            wall[threads] = min(wall[threads], time.perf_counter() - start)
            processor[threads] = min(processor[threads], time.process_time() - used)
    print("| threads | MB/s | processor time |\n|--:|--:|--:|")
    for threads in wall:
        print(f"| {threads} | {size / wall[threads]:,.0f} | {processor[threads]:.3f} s |")
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")


def _peak(name: str, pages: list[str]) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    {"tokenwright": _our_links, **{name: _each(task) for name, task in LINKS.items()}}[name](pages)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"| {name} | {(after - before) / 1024:,.0f} |")


def memory(pages: list[str]) -> None:
    """Print how much each package adds to the largest memory of its process, for links."""
    print("| package | MiB |\n|---|--:|", flush=True)
    context = multiprocessing.get_context("fork")
    for name in ["tokenwright", *LINKS]:
        process = context.Process(target=_peak, args=(name, pages))
        process.start()
        process.join()


if __name__ == "__main__":
    files = sorted(Path(sys.argv[1]).glob("*.html"))
    PAGES = [file.read_text(encoding="utf-8") for file in files]
    ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    memory(PAGES)
    compare(PAGES, ROUNDS)
    layer(PAGES, ROUNDS)
    cores(PAGES, ROUNDS)
