"""Compares our tokens with the trees of lexbor, by way of selectolax.

Reads documents from standard input, one JSON object a line, as `documents` writes them. Documents in which tree construction
has a say are left out and counted. Prints each kind of disagreement with its count and its shortest document. Exit status 1
if one is not explained below.
"""

import json
import sys
from importlib.metadata import version

from selectolax.lexbor import LexborHTMLParser

# The elements of the documents that have no special rules.
ORDINARY = {"x", "y-z", "textarea"}


def joined(parts):
    found = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part != "":
            found.append(part)
    return found


def expected(tokens):
    """Our tokens as a list of tags, text and comments; None if a tree would not show them unchanged."""
    found = []
    for before, token in zip([None, *tokens], tokens):
        kind = token["kind"]
        if kind == "text":
            if "\0" in token["data"]:
                return None
            is_first = before is not None and before["kind"] == "startTag" and before["name"] == "textarea"
            data = token["data"]
            found.append(data[1:] if is_first and data.startswith("\n") else data)
        elif kind == "comment":
            found.append({"comment": token["data"]})
        elif kind in ("startTag", "endTag") and token["name"] in ORDINARY:
            if kind == "startTag":
                found.append([token["name"], *([one["name"], one["value"]] for one in token["attributes"])])
        else:
            return None
    return joined(found)


def shown(text):
    """The tree of a document in the same form."""
    body = LexborHTMLParser(f"<!doctype html><body>{text}").body
    found = []
    for node in body.traverse(include_text=True):
        if node.is_comment_node:
            # `comment_content` has no spaces at its ends.
            found.append({"comment": node.html[len("<!--") : -len("-->")]})
        elif node.is_text_node:
            found.append(node.text_content or "")
        else:
            found.append([node.tag, *([name, value or ""] for name, value in node.attributes.items())])
    return joined(found[1:])


def text_in_comment(document, ours, theirs):
    """Whether an empty comment at the end has the text before it."""
    text = ours[-2] if len(ours) > 1 and isinstance(ours[-2], str) else ""
    return document.endswith("<!") and text.endswith(theirs[-1].get("comment", "-")) and [*ours[:-1], theirs[-1]] == theirs


EXPLANATIONS = [
    ("the comment of `<!` at the end of the file has the text before it; the standard's is empty", text_in_comment),
]


def main():
    compared, left, kinds = 0, 0, {}
    for line in sys.stdin:
        record = json.loads(line)
        ours = expected(record["tokens"]) if record["state"] == "data" and not record["foreign"] else None
        if ours is None:
            left += 1
            continue
        compared += 1
        document = record["document"]
        theirs = shown(document)
        if ours != theirs:
            why = next((name for name, accounts_for in EXPLANATIONS if accounts_for(document, ours, theirs)), "unexplained")
            kinds.setdefault(why, []).append((document, ours, theirs))
    print(f"selectolax {version('selectolax')}")
    for why, found in kinds.items():
        document, ours, theirs = min(found, key=lambda one: len(one[0]))
        print(f"{len(found)} × {why}\n  {json.dumps(document)}\n  ours {json.dumps(ours)}\n  lexbor {json.dumps(theirs)}")
    unexplained = len(kinds.get("unexplained", []))
    print(f"{compared} documents compared, {left} left out, {unexplained} disagreements unexplained")
    sys.exit(compared == 0 or unexplained > 0)


main()
