"""Links, text, blocks and what pages say about themselves, against html5lib's trees and the standard library's parser."""

from __future__ import annotations

import random
import re
from html.parser import HTMLParser
from typing import Any

import html5lib
import pytest

from tokenwright_html import extract

HEADINGS = {f"h{level}": level for level in range(1, 7)}
HIDDEN = {"script", "style", "title", "template", "iframe", "noembed", "noframes"}
HIDDEN |= {"audio", "video", "canvas", "object", "datalist"}
COLUMNS = ("lang", "canonical", "robots", "json_ld")


def _expected(html: str) -> dict[str, Any]:
    """What a tree has, without the resolution of URLs."""
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    found: dict[str, Any] = {"lang": tree.get("lang"), "canonical": None, "robots": None, "json_ld": [], "links": []}
    for node in tree.iter():
        if node.tag == "link" and found["canonical"] is None and "canonical" in (node.get("rel") or "").lower().split():
            found["canonical"] = node.get("href")
        elif node.tag == "meta" and (node.get("name") or "").strip().lower() == "robots" and node.get("content") is not None:
            found["robots"] = ", ".join(filter(None, [found["robots"], node.get("content")]))
        elif node.tag == "script" and (node.get("type") or "").split(";")[0].strip().lower() == "application/ld+json":
            found["json_ld"].append({"text": node.text or ""})
        elif isinstance(node.tag, str) and node.tag.split("}")[-1] in ("a", "area") and node.get("href") is not None:
            found["links"].append({"raw": node.get("href"), "rel": node.get("rel"), "hreflang": node.get("hreflang")})
    return found


def _found(html: str) -> dict[str, Any]:
    columns = {name: True for name in COLUMNS}
    row = extract([html], links="raw", rel=True, **columns).to_pylist()[0]
    assert row["reason"] is None
    return {name: row[name] for name in (*COLUMNS, "links")}


def test_pages_say_what_their_trees_say(corpus: dict[str, str]) -> None:
    # html5lib takes half a minute for all pages.
    names = ("03-site-cloudflare.html", "07-spec-htmlparsing.html", "11-ja-debref.html")
    said = 0
    for name in names:
        found, expected = _found(corpus[name]), _expected(corpus[name])
        for side in (found, expected):
            side["links"].sort(key=repr)
        said += sum(bool(expected[column]) for column in COLUMNS)
        assert found == expected, name
    assert said > 2


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("a", "area"):
            # Of attributes with the same name, the first counts; html.parser has them all.
            hrefs = [value or "" for name, value in attrs if name == "href"]
            self.links += hrefs[:1]


def test_links_are_those_of_the_standard_library(corpus: dict[str, str]) -> None:
    for name, html in corpus.items():
        parser = _Links()
        parser.feed(html)
        links = [link["raw"] for link in _found(html)["links"]]
        assert links == parser.links, name


def test_tags_in_a_text_area_are_text() -> None:
    # Tree construction switches the tokenizer. html.parser of older versions of Python finds both links.
    html = "<svg><title><a href=1></a></title></svg><textarea><a href=2></textarea>"
    assert [link["raw"] for link in _found(html)["links"]] == ["1"]
    assert _found(html) == _expected(html)


# Without end tags of elements that contain SVG or MathML, which end them only in a tree.
PARTS = [
    "<html lang=de>",
    "<html LANG='' class=x>",
    "<body lang=fr>",
    "<link rel='x CANONICAL' href='http://e/c'>",
    "<link rel=canonical>",
    "<link rel=alternate href=http://e/a>",
    "<link rel=canonical href=http://e/second>",
    "<meta name=ROBOTS content='noindex'>",
    "<meta name=' robots ' content='nofollow, none'>",
    "<meta name=googlebot content=all>",
    "<meta name=robots>",
    "<script type='application/ld+json'>{\"a\": \"<b>&amp;\"}</script>",
    "<script type='Application/LD+JSON; charset=utf-8'>\n[1] <!-- </script>",
    "<script type=application/ld+json></script>",
    "<script>not json</script>",
    "<a href=x rel='nofollow ugc' hreflang=de>x</a>",
    "<a href=y rel>y</a>",
    "<area href=z hreflang=''>",
    "<svg>",
    "<svg/>",
    "</svg>",
    "<math>",
    "</math>",
    "<p>text",
    "<title>t <link rel=canonical href=http://e/no></title>",
    "<textarea><meta name=robots content=no></textarea>",
    "<!-- <meta name=robots content=no> -->",
    "<style><html lang=no></style>",
]


@pytest.mark.parametrize("seed", range(20))
def test_soup_says_what_its_tree_says(seed: int) -> None:
    chooser = random.Random(seed)
    for _ in range(20):
        html = "<!DOCTYPE html>" + "".join(chooser.choices(PARTS, k=chooser.randrange(1, 14)))
        assert _found(html) == _expected(html), html


def test_a_canonical_url_is_resolved() -> None:
    pages = ["<link rel=canonical href=a><base href=/b/>", "<link rel=canonical href='http://['>", "<link rel=canonical href=a>"]
    table = extract(pages, url=["http://e/x", "http://e/", None], canonical=True)
    assert table["canonical"].to_pylist() == ["http://e/b/a", None, None]


def test_markdown_is_the_main_content() -> None:
    html = "<nav>no</nav><main><h1>A <em>b</em></h1><ul><li><a href=x>c</a>*</ul></main>"
    rows = extract([html, None, "<div>*" * 600], url=["http://e/", None, None], markdown=True).to_pylist()
    assert rows[0] == {"reason": None, "encoding": None, "markdown": "# A _b_\n\n- [c](http://e/x)\\*"}
    assert rows[1]["markdown"] is None and rows[1]["reason"] is None
    assert rows[2]["markdown"] == "\n\n".join(["\\*"] * 600) and "has no tree" in rows[2]["reason"]


def test_a_template_says_nothing() -> None:
    html = "<template><html lang=no><link rel=canonical href=http://no/><meta name=robots content=no>"
    html += "<script type=application/ld+json>1</script></template>"
    assert _found(html) == {"lang": None, "canonical": None, "robots": None, "json_ld": [], "links": []}


def _blocks(html: str) -> list[tuple[int | None, str, str]]:
    """Level, heading and text of each block of a tree, without white space."""
    blocks: list[tuple[int | None, list[str], list[str]]] = [(None, [], [])]

    def walk(node: Any, out: list[str] | None) -> None:
        if not isinstance(node.tag, str) or node.tag in HIDDEN or node.get("hidden") is not None:
            return
        if node.tag in HEADINGS:
            blocks.append((HEADINGS[node.tag], [], []))
            out = blocks[-1][1]
        (blocks[-1][2] if out is None else out).append(node.text or "")
        for child in node:
            walk(child, out)
            (blocks[-1][2] if out is None else out).append(child.tail or "")

    walk(html5lib.parse(html, namespaceHTMLElements=False), None)
    joined = [(level, _bare("".join(heading)), _bare("".join(text))) for level, heading, text in blocks]
    return [block for block in joined if block[0] is not None or block[2]]


def _bare(text: str | None) -> str:
    return re.sub(r"[ \t\n\f\r]", "", text or "")


def _found_blocks(html: str) -> list[tuple[int | None, str, str]]:
    (blocks,) = extract([html], blocks=True)["blocks"].to_pylist()
    assert all((block["heading"] is None) == (block["level"] is None) for block in blocks)
    return [(block["level"], _bare(block["heading"]), _bare(block["text"])) for block in blocks]


def test_blocks_and_text_are_those_of_a_tree(corpus: dict[str, str]) -> None:
    for name in ("03-site-cloudflare.html", "11-ja-debref.html"):
        found = _found_blocks(corpus[name])
        assert found == _blocks(corpus[name]), name
        # The text separates blocks otherwise, so only other characters are compared.
        (text,) = extract([corpus[name]], text=True)["text"].to_pylist()
        assert _bare(text) == "".join(heading + text for _, heading, text in found), name
        assert sum(level is not None for level, _, _ in found) > 2, name


BLOCKS = ["<h1>one</h1>", "<h2>two <b>bold</b></h2>", "<h3>three</h4>", "<p>text", "<div>", "</div>", "<section><h4>four</section>"]
BLOCKS += ["<h5 hidden>no</h5>", "<div hidden><h6>no</h6>no</div>", "<h6></h6>", "words", "<ul><li>item</ul>", "<pre> kept </pre>"]


@pytest.mark.parametrize("seed", range(10))
def test_blocks_of_soup_are_those_of_a_tree(seed: int) -> None:
    chooser = random.Random(seed)
    for _ in range(20):
        html = "<!DOCTYPE html><body>" + "".join(chooser.choices(BLOCKS, k=chooser.randrange(1, 12)))
        assert _found_blocks(html) == _blocks(html), html


def test_blocks_are_parts_of_the_text() -> None:
    html = "<p>before<h1>A<br>B</h1><p>one<p>two<h2>C</h2>"
    row = extract([html, None], blocks=True, text=True).to_pylist()[0]
    assert row["text"] == "before\nA\nB\none\ntwo\nC"
    assert row["blocks"] == [
        {"level": None, "heading": None, "text": "before"},
        {"level": 1, "heading": "A\nB", "text": "one\ntwo"},
        {"level": 2, "heading": "C", "text": ""},
    ]
    # Without the column of the text, and over several pages.
    alone = extract([html, None, html], blocks=True)
    assert alone.column_names == ["reason", "encoding", "blocks"]
    assert alone["blocks"].to_pylist() == [row["blocks"], None, row["blocks"]]
