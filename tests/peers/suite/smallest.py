"""Finds the smallest inputs at which a tokenizer of another language differs from the standard: one for each row behind a difference.

usage: smallest.py PEER SUITE TOKENWRIGHT WORKBENCH VERSION [PROGRAM]

PEER is a folder here, SUITE a suite of the newest revision that `cargo xtask suite` has made, TOKENWRIGHT the command-line tool, WORKBENCH the
program tokenwright-workbench, VERSION that of the peer, and PROGRAM its compiled driver. Writes PEER/smallest.json, which tests/peers/upstream
reads. PEER/inputs.json has texts of other comparisons, which the suite has not.

As in docs/peers.md, the row behind a difference is one that the tables run at the first character after which the two differ, whatever follows
(one next character may make them agree again): of several, the last that does more than pass the character on, or the first if only errors
differ. If the peer omits an error, it is the row that reports that one. Only differences with one explanation of PEER/explained.py are compared with each
other. What the revision that the peer follows has otherwise is no difference, and is counted.
"""

from __future__ import annotations

import functools
import json
import re
import runpy
import subprocess
import sys
import tomllib
from typing import NamedTuple

from peers import HERE, REVISIONS, Peer, command, difference, explanation, normal, tests_of

ROOT = HERE.parents[2]
NEWEST = "whatwg-2026-07-19"
SECTION = "13.2.5"

# As in peers/src/disagreements/decide.rs.
NEXT = ["a", " ", ">", "/", '"', "-"]
CONTINUATIONS = ["", ">", "<a>", "</a>", '">', "'>", ">a", "><a>", "-->", "--!>", "]]>", ";", "=a>", "&amp;", "\0", "]]><a>"]


class Start(NamedTuple):
    """Where a test begins: a state and a last start tag."""

    state: str
    last: str | None

    @property
    def options(self) -> list[str]:
        return ([] if self.state == "data" else ["--initial-state", self.state]) + (["--last-start-tag", self.last] if self.last else [])

    def test(self, text: str) -> dict[str, object]:
        return {"input": text, "state": self.state, "lastStartTag": self.last, "foreign": False}


class Judge:
    """Asks the tables and the peer, and remembers what they say."""

    def __init__(self, tool: str, peer: Peer, follows: str, explanations: list) -> None:
        self.tool, self.peer, self.follows, self.explanations = tool, peer, follows, explanations

    @functools.cache
    def standard(self, start: Start, text: str, revision: str = NEWEST) -> dict[str, list]:
        line = [self.tool, "--format", "html5lib", "--revision", revision, *start.options]
        return json.loads(subprocess.run(line, input=text.encode(), capture_output=True, check=True).stdout)

    @functools.cache
    def answer(self, start: Start, text: str) -> dict[str, list]:
        return self.peer.ask(start.test(text))

    @functools.cache
    def kind(self, start: Start, text: str) -> str | None:
        """What differs, `tokens` or `errors`, and why; `older` if the peer agrees with the revision that it follows; or nothing."""
        found = difference(self.standard(start, text), self.answer(start, text))
        if found is None:
            return None
        if self.follows != NEWEST and difference(self.standard(start, text, self.follows), self.answer(start, text)) is None:
            return "older"
        kind, *sides = found
        return f"{kind}: {explanation(self.explanations, start.test(text), *sides)}"


class Traced:
    """The rows that the tables run over an input: where each is, whether it does more than pass its character on, and its errors."""

    def __init__(self, workbench: str, start: Start, text: str) -> None:
        line = [workbench, "trace", "--revision", NEWEST, *start.options]
        out = subprocess.run(line, input=text.encode(), capture_output=True, check=True, cwd=ROOT).stdout.decode()
        self.rows: list[dict] = []
        state, at = None, 0
        for line in out.splitlines():
            depth, words = len(line) - len(line.lstrip()), line.strip()
            if depth == 0:
                state = words
            elif found := re.fullmatch(r".* at byte ([0-9]+)", words) if depth == 4 else None:
                at = int(found[1])
            elif depth == 4 and words.startswith("on "):
                self.rows.append({"name": f"{state}: {words.removeprefix('on ')}", "at": at, "acts": False, "errors": []})
            elif depth == 8 and words.startswith("leaving ") and words.endswith(":"):
                # A rule, whose steps are deeper.
                self.rows.append({"name": words.removesuffix(":"), "at": at, "acts": False, "errors": []})
            elif words.startswith("=> error "):
                self.rows[-1]["errors"].append(words.removeprefix("=> error "))
            elif self.rows and not words.startswith(("=>", "reconsume in ")):
                self.rows[-1]["acts"] = True


@functools.cache
def numbers() -> dict[str, str]:
    """The section of each state."""
    states = []
    for path in sorted((ROOT / "spec" / NEWEST).glob("[0-9]*.toml")):
        states += [one["name"] for one in tomllib.loads(path.read_text()).get("state", [])]
    return {f"{name} state": f"{SECTION}.{at + 1}" for at, name in enumerate(states)}


def numbered(row: str) -> str:
    state = row.split(":")[0]
    return f"{numbers().get(state, SECTION)} {row}"


class Decider:
    """Finds the row behind a difference."""

    def __init__(self, judge: Judge, workbench: str) -> None:
        self.judge, self.workbench = judge, workbench

    @functools.cache
    def parted(self, kind: str, start: Start, prefix: str) -> bool:
        """Whether a difference shows after every next character but one."""
        # Two of the peers have other tokens for U+0000, wherever it is.
        rests = [rest for rest in CONTINUATIONS if rest != "\0" or kind.startswith("errors")]
        agreeing = 0
        for following in NEXT:
            agreeing += not any(self.judge.kind(start, prefix + following + rest) == kind for rest in rests)
            if agreeing > 1:
                return False
        return True

    @functools.cache
    def traced(self, start: Start, text: str) -> Traced:
        return Traced(self.workbench, start, text)

    def row(self, kind: str, start: Start, text: str) -> str:
        rows = self.traced(start, text).rows
        only_errors = kind.startswith("errors")
        if only_errors:
            answer = list(self.judge.answer(start, text)["errors"])
            missing = []
            for row in rows:
                for error in row["errors"]:
                    if error in answer:
                        answer.remove(error)
                    else:
                        missing.append(row)
            if not answer and missing:
                return numbered(missing[0]["name"])
        if self.parted(kind, start, ""):
            # Some characters differ wherever the state is that of the beginning: the first that does, and the last row that it runs.
            end = next(end for end in range(1, len(text) + 1) if end == len(text) or self.judge.kind(start, text[:end]) == kind)
            before = len(text[: end - 1].encode())
            acting = [row for row in rows if row["at"] == before and row["acts"]]
            return numbered((acting or rows)[-1]["name"])
        parts = next((end for end in range(1, len(text) + 1) if self.parted(kind, start, text[:end])), None)
        at = len(text.encode()) if parts is None else len(text[: parts - 1].encode())
        later = [row for row in rows if row["at"] >= at] or rows[-1:]
        here = [row for row in later if row["at"] == later[0]["at"]]
        acting = [row for row in here if row["acts"]] or [row for row in later if row["acts"]][:1] or here
        return numbered(acting[0 if only_errors else -1]["name"])


def size(start: Start, text: str) -> tuple:
    return (start.state != "data", len(text), text)


def shorter(start: Start, text: str) -> list[str]:
    """The text without some of its neighbours, and with an `a` for one."""
    cut = [text[:at] + text[at + width :] for width in (4, 3, 2, 1) for at in range(len(text) - width + 1)]
    plain = [text[:at] + "a" + text[at + 1 :] for at, char in enumerate(text) if char != "a" and char.isalnum()]
    return [one for one in cut + plain if size(start, one) < size(start, text)]


def reduced(decider: Decider, kind: str, row: str, start: Start, text: str) -> str:
    """A text without what is not needed for a difference at the row."""
    for one in shorter(start, text):
        if decider.judge.kind(start, one) == kind and decider.row(kind, start, one) == row:
            return reduced(decider, kind, row, start, one)
    return text


def main() -> None:
    name, suite, tool, workbench, version, *rest = sys.argv[1:]
    peer = Peer(command(name, rest[0] if rest else None))
    explanations = runpy.run_path(str(HERE / name / "explained.py"))["EXPLANATIONS"]
    judge = Judge(tool, peer, REVISIONS[name], explanations)
    decider = Decider(judge, workbench)
    rows: dict[tuple[str, str], list[tuple[Start, str]]] = {}
    compared = older = 0
    more = HERE / name / "inputs.json"
    all_tests = [(Start(test["state"], test["lastStartTag"]), test["input"]) for test in tests_of(suite) if not test["foreign"]]
    all_tests += [(Start("data", None), text) for text in (json.loads(more.read_text()) if more.exists() else [])]
    for start, text in all_tests:
        answer = judge.answer(start, text)
        compared += "unsupported" not in answer
        kind = judge.kind(start, text)
        older += kind == "older"
        if kind not in (None, "older"):
            rows.setdefault((kind, decider.row(kind, start, text)), []).append((start, text))
    found = []
    for (kind, row), members in rows.items():
        start, text = min(members, key=lambda one: size(*one))
        text = reduced(decider, kind, row, start, text)
        answer = judge.answer(start, text)
        differs, why = kind.split(": ", 1)
        theirs = normal(answer["tokens"]) if differs == "tokens" else sorted(answer["errors"])
        one = start.test(text) | {"row": row, "differs": differs, "why": why, "peer": theirs, "tests": len(members)}
        found.append(one)
    found.sort(key=lambda one: ([int(part) for part in re.findall("[0-9]+", one["row"].split(" ")[0])], one["row"], one["differs"]))
    about = {"version": version, "follows": REVISIONS[name], "compared": compared, "older": older}
    lines = ",\n".join(f"  {json.dumps(one)}" for one in found)
    text = f'{{\n "about": {json.dumps(about)},\n "found": [\n{lines}\n ]\n}}\n'
    (HERE / name / "smallest.json").write_text(text)
    differ = sum(map(len, rows.values()))
    print(f"{name} {version}: {compared} tests compared, {differ} differ, at {len(found)} rows; {older} more are as in {REVISIONS[name]}")


main()
