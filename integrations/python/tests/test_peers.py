"""Links, titles and text against html5lib and the standard library's parser."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import html5lib

from tokenwright_html import extract

HIDDEN = {"script", "style", "title", "template", "iframe", "noembed", "noframes"}
HIDDEN |= {"audio", "video", "canvas", "object", "datalist"}


def _html5lib_links(html: str) -> list[str]:
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    return [node.get("href") for node in tree.iter() if node.tag in ("a", "area") and node.get("href") is not None]


def test_links_are_those_of_html5lib(corpus: dict[str, str]) -> None:
    # html5lib takes half a minute for all pages.
    for name in ("03-site-cloudflare.html", "07-spec-htmlparsing.html", "11-ja-debref.html"):
        html = corpus[name]
        links = [link["raw"] for link in extract([html], links="raw")["links"].to_pylist()[0]]
        assert sorted(links) == sorted(_html5lib_links(html)), name


def test_text_is_that_of_html5lib(corpus: dict[str, str]) -> None:
    def visible(node: object, parts: list[str]) -> None:
        if isinstance(node.tag, str) and node.tag not in HIDDEN and node.get("hidden") is None:
            parts.append(node.text or "")
            for child in node:
                visible(child, parts)
                parts.append(child.tail or "")

    for name in ("03-site-cloudflare.html", "11-ja-debref.html"):
        tree = html5lib.parse(corpus[name], namespaceHTMLElements=False)
        parts: list[str] = []
        visible(tree, parts)
        text = extract([corpus[name]], text=True)["text"].to_pylist()[0]
        # The two separate blocks differently, so only other characters are compared.
        assert re.sub(r"[ \t\n\f\r]", "", text) == re.sub(r"[ \t\n\f\r]", "", "".join(parts)), name


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
        links = [link["raw"] for link in extract([html], links="raw")["links"].to_pylist()[0]]
        assert links == parser.links, name


def test_tags_in_a_text_area_are_text() -> None:
    # Tree construction switches the tokenizer. html.parser of older versions of Python finds both links.
    html = "<svg><title><a href=1></a></title></svg><textarea><a href=2></textarea>"
    assert [link["raw"] for link in extract([html], links="raw")["links"].to_pylist()[0]] == ["1"]
    assert _html5lib_links(html) == ["1"]
