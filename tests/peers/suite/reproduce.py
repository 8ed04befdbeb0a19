"""Reproduces the tests of tokens in docs/upstream: runs a tokenizer on each, and prints those that it passes, which are mended or were never true.

usage: reproduce.py PEER [PROGRAM]

PEER is a folder here, and PROGRAM its compiled driver. Exit status 1 if the tokenizer passes a test, or if there is none.
"""

from __future__ import annotations

import json
import sys

from peers import HERE, Peer, command, difference, tests_of

FOLDERS = {"html5lib": "html5lib-python", "go": "x-net-html", "parse5": "parse5", "lexbor": "lexbor"}


def main() -> int:
    name, *program = sys.argv[1:]
    path = HERE.parents[2] / "docs/upstream" / FOLDERS[name] / "tokens.test"
    peer = Peer(command(name, program[0] if program else None))
    tests = list(tests_of(path))
    reproduced = 0
    for test in tests:
        if difference(test, peer.ask(test)):
            reproduced += 1
        else:
            print(f"not reproduced: {json.dumps(test['input'])}: {test['description']}")
    print(f"{name}: {reproduced} of {len(tests)} tests of tokens reproduced")
    return 0 if reproduced == len(tests) > 0 else 1


sys.exit(main())
