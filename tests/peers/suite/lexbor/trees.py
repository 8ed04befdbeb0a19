"""Trees of lexbor, for ../trees.py.

usage: trees.py PROGRAM

PROGRAM is trees.c, compiled with lexbor; `build` does that.
"""

import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from outline import answer, qualified

program = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def text(digits):
    return bytes.fromhex(digits[1:]).decode("utf-8", "replace")


def children(written, depth):
    """Takes the nodes of a depth, with what is in them."""
    found = []
    while written and int(written[0][0]) == depth:
        _, kind, *parts = written.pop(0)
        if kind == "element":
            namespace, name, *rest = parts
            attributes = [
                (qualified(text(key)) if has_namespace == "1" else text(key), text(value))
                for key, value, has_namespace in zip(rest[::3], rest[1::3], rest[2::3])
            ]
            contents = None
            if written and written[0] == [str(depth + 1), "content"]:
                written.pop(0)
                contents = children(written, depth + 2)
            found.append((kind, namespace, text(name), attributes, contents, children(written, depth + 1)))
        else:
            found.append((kind, *map(text, parts)))
    return found


def nodes_of(test):
    namespace, _, name = (test["context"] or "").rpartition(" ")
    program.stdin.write(f"{namespace}\t{name}\t{int(test['scripting'])}\t{test['document'].encode().hex()}\n")
    program.stdin.flush()
    line = program.stdout.readline()
    if not line:
        sys.exit(f"error: lexbor gave no answer to {test}")
    return children([one.split(" ") for one in line.rstrip("\n").split("\t") if one], 0)


answer(nodes_of)
