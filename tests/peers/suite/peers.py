"""The drivers here: how each is started and asked, the tests it gets, and how its answers differ."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent

# The revision that each follows.
REVISIONS = {
    "html5lib": "whatwg-2020-05-22",
    "go": "whatwg-2020-05-22",
    "parse5": "whatwg-2020-05-22",
    "lexbor": "whatwg-2026-07-19",
}


def command(name: str, program: str | None) -> list[str]:
    """The command of a driver; `program` is the compiled one of Go or of lexbor."""
    if name in ("go", "lexbor") and program is None:
        sys.exit(f"error: {name} needs the program that is compiled from tests/peers/suite/{name}")
    return {
        "html5lib": [sys.executable, "-u", str(HERE / "html5lib/driver.py")],
        "go": [program or ""],
        "parse5": ["node", str(HERE / "parse5/driver.mjs")],
        "lexbor": [sys.executable, "-u", str(HERE / "lexbor/driver.py"), program or ""],
    }[name]


# What a driver gets of a test.
KEYS = ("input", "state", "lastStartTag", "foreign")


class Peer:
    """A driver that runs."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def ask(self, test: dict[str, object]) -> dict[str, list]:
        """What it answers to a test, as the drivers write it."""
        self.process.stdin.write(json.dumps({key: test[key] for key in KEYS}) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"error: no answer to {test}")
        return json.loads(answer)


def answers_of(command: list[str], keys: tuple[str, ...], tests: list[dict]) -> list:
    """What a driver answers to each test, of which it gets some keys."""
    given = "".join(json.dumps({key: test[key] for key in keys}) + "\n" for test in tests)
    run = subprocess.run(command, input=given, stdout=subprocess.PIPE, text=True, check=True)
    answers = [json.loads(answer) for answer in run.stdout.splitlines()]
    if len(answers) != len(tests):
        sys.exit(f"error: {len(answers)} answers to {len(tests)} tests")
    return answers


def tests_of(suite: str | Path) -> Iterator[dict]:
    """The tests of a file whose input UTF-8 can write, one for each initial state."""
    read = json.loads(Path(suite).read_text(encoding="utf-8"))
    for key, foreign in (("tests", False), ("foreignContentTests", True)):
        for test in read.get(key, []):
            for state in test.get("initialStates", ["Data state"]):
                if not re.search("[\ud800-\udfff]", test["input"]):
                    last = test.get("lastStartTag")
                    yield test | {"state": state_of(state), "foreign": foreign, "lastStartTag": last}


def normal(tokens: list[list]) -> list[list]:
    """Tokens with adjacent text joined, attributes sorted, and the self-closing flag written."""
    found: list[list] = []
    for kind, *rest in tokens:
        if kind == "Character" and found and found[-1][0] == "Character":
            found[-1][1] += rest[0]
        elif kind == "Character" and rest[0] == "":
            continue
        elif kind == "StartTag":
            found.append([kind, rest[0], sorted([list(pair) for pair in rest[1].items()]), len(rest) > 2 and rest[2]])
        else:
            found.append([kind, *rest])
    return found


def shown(value: object) -> str:
    """A value as JSON in a cell of a table."""
    text = json.dumps(value, ensure_ascii=True).replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def without_flags(expected: list[list], found: list[list]) -> list[list]:
    """The expected tokens without what the peer's DOCTYPEs do not have: a tokenizer may leave the flags to its parser."""
    pairs = zip(expected, found)
    cut = [token[: len(other)] if token[0] == other[0] == "DOCTYPE" else token for token, other in pairs]
    return cut + expected[len(cut) :]


def difference(expected: dict[str, list], answer: dict[str, list], codes: set[str] | None = None) -> tuple[str, list, list] | None:
    """`tokens` or `errors`, whichever differ first, with both sides; None if nothing does, or if the peer cannot begin so.

    With codes, other errors of the peer do not count: a parser also reports those of tree construction."""
    if "unsupported" in answer:
        return None
    theirs = normal(answer["tokens"])
    ours = without_flags(normal(expected["output"]), theirs)
    if ours != theirs:
        return "tokens", ours, theirs
    if "errors" not in answer:
        return None
    places = sorted(places_of(expected))
    found = sorted(error for error in answer["errors"] if codes is None or error.split(" ")[0] in codes)
    return None if places == found else ("errors", places, found)


def places_of(test: dict[str, list]) -> list[str]:
    """The errors that a test expects, as drivers write them."""
    return [f"{error['code']} at {error['line']}:{error['col']}" for error in test.get("errors", [])]


def explanation(explanations: list, *differing: object) -> str:
    """A sentence about a difference, if there is one."""
    return next((sentence for sentence, accounts_for in explanations if accounts_for(*differing)), "unexplained")


def state_of(name: str) -> str:
    """The name of an initial state in the format as the drivers have it: `script data` for `Script data state`."""
    name = re.sub(" state$", "", name)
    return name[0].lower() + name[1:] if re.match(".[a-z]", name) else name


def state_in_format(name: str) -> str:
    """The same, the other way."""
    return f"{name[0].upper()}{name[1:]} state"
