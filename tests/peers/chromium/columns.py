"""Writes tag soup with the columns that the Python package has of it, one JSON object a line, for `columns.mjs`.

    python columns.py COUNT [SEED]

Each link has an address of its own, so that copies of an element in a tree are known as such. A text has one, too, so that
what moves is seen.
"""

from __future__ import annotations

import json
import random
import sys

from tokenwright_html import extract

PAGE = "http://page.example/a/"

BLOCKS = "p div ul ol li dl dt dd h1 h3 section article blockquote form fieldset legend address center details summary main nav pre".split()
LINES = "a a a b i em font nobr span code label small u strong abbr x-y ruby rt button".split()
TABLES = "table table tr tr td td th tbody thead tfoot caption colgroup col".split()
OTHERS = (
    "select option optgroup input textarea template noscript object video audio canvas datalist dialog marquee title base area img br hr"
    " svg math g desc foreignobject mi iframe style script noframes xmp listing html head body frameset image meta link"
).split()
ATTRIBUTES = [" hidden", " open", " class=x", " lang=de", " type=hidden", " id='a b'", " color=red", "/"]
SPACES = ["", "", "", " ", "\n", "\t ", "\r\n", "&nbsp;"]
EXTRAS = ["<!-- c -->", "<!>", "</>", "<?pi x?>", "&lt;", "&eacute;", "]]>", "<![CDATA[c]]>", "<", "é"]


class Soup:
    """One document: elements of few names, nested as they should be with a probability of its own."""

    def __init__(self, chooser: random.Random) -> None:
        self.chooser = chooser
        self.number = 0
        self.parts: list[str] = []
        self.open: list[str] = []
        kinds = chooser.choices([BLOCKS, LINES, TABLES, OTHERS], weights=[4, 4, 3, 2], k=chooser.randrange(2, 14))
        self.names = [chooser.choice(kind) for kind in kinds]
        self.order = chooser.random()

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def start(self) -> None:
        name = self.chooser.choice(self.names)
        attributes = ""
        if name in ("a", "area"):
            attributes = f" href={self.chooser.choice(['', '/', '../'])}{self.next_number()}"
        elif name == "base":
            attributes = f" href=http://base{self.next_number()}.example/"
        if self.chooser.random() < 0.1:
            attributes += " " + self.chooser.choice(ATTRIBUTES)
        self.parts.append(f"<{name}{attributes}>")
        self.open.append(name)

    def end(self) -> None:
        name = self.chooser.choice(self.names)
        if self.open and self.chooser.random() < self.order:
            name = self.open.pop()
        self.parts.append(f"</{name}>")

    def text(self) -> None:
        space = self.chooser.choice(SPACES)
        self.parts.append(f"{space}t{self.next_number()}{self.chooser.choice(SPACES)}")

    def write(self) -> str:
        if self.chooser.random() < 0.5:
            self.parts.append("<!DOCTYPE html>")
        if self.chooser.random() < 0.3:
            self.parts.append(f"<title>t{self.next_number()}</title>")
        for _ in range(self.chooser.randrange(1, 40)):
            step = self.chooser.choices([self.start, self.end, self.text, self.extra], weights=[40, 28, 30, 2])[0]
            step()
        return "".join(self.parts)

    def extra(self) -> None:
        self.parts.append(self.chooser.choice(EXTRAS))


def main() -> None:
    count = int(sys.argv[1])
    chooser = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    done = 0
    while done < count:
        pages = [Soup(chooser).write() for _ in range(min(2000, count - done))]
        table = extract(pages, url=[PAGE] * len(pages), links="resolved", text=True, title=True)
        for html, row in zip(pages, table.to_pylist()):
            if row["reason"] is not None:
                sys.exit(f"not read: {row['reason']}: {html!r}")
            links = [link["url"] for link in row["links"]]
            print(json.dumps({"html": html, "page": PAGE, "text": row["text"], "title": row["title"], "links": links}))
        done += len(pages)


if __name__ == "__main__":
    main()
