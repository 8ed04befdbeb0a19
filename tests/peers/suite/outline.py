"""Trees as html5lib's tests write them, for the drivers in Python: a node or an attribute a line."""

import json
import sys

PREFIXES = {"html": "", "svg": "svg ", "math": "math "}


def write(node, depth, lines):
    """Writes a node: a tuple of its kind and what it has."""

    def line(text, deeper=0):
        lines.append(f"| {'  ' * (depth + deeper)}{text}\n")

    kind, *parts = node
    if kind == "doctype":
        name, public, system = parts
        identifiers = f' "{public or ""}" "{system or ""}"' if public or system else ""
        line(f"<!DOCTYPE {name or ''}{identifiers}>")
    elif kind == "text":
        line(f'"{parts[0]}"')
    elif kind == "comment":
        line(f"<!-- {parts[0]} -->")
    elif kind == "instruction":
        line(f"<?{parts[0]} {parts[1]}>")
    else:
        namespace, name, attributes, contents, children = parts
        line(f"<{PREFIXES[namespace]}{name}>")
        for name, value in sorted(attributes, key=lambda it: it[0].encode("utf-16-be")):
            line(f'{name}="{value}"', 1)
        if contents is not None:
            line("content", 1)
            for child in contents:
                write(child, depth + 2, lines)
        for child in children:
            write(child, depth + 1, lines)


def qualified(name):
    """An attribute with a namespace, as the tests write it: `xlink href`, `xmlns xmlns`."""
    prefix, _, local = name.partition(":")
    return f"{prefix} {local or prefix}"


def answer(nodes_of):
    """Answers each test of standard input, JSON in lines, with its tree, or with null if `nodes_of` gives no nodes."""
    for line in sys.stdin:
        nodes = nodes_of(json.loads(line))
        lines = []
        for node in nodes or []:
            write(node, 0, lines)
        print(json.dumps(None if nodes is None else "".join(lines)), flush=True)
