"""Compares the trees of another parser with those of a suite that `cargo xtask suite --tree` has made from the tables.

usage: trees.py RECORDS SMALLEST COMMAND...

RECORDS are the tests as `cargo xtask cover --tree --records` writes them. The command reads a test a line and writes its tree a line, both as
JSON, or null for a test that it cannot run. Prints in Markdown how many trees differ, and the rows behind them: of the rows that the
differing tests run, the one whose tests differ most often, until no test is left. Writes the shortest test of each to SMALLEST, for
tests/peers/upstream. Exit status 1 if nothing was compared.
"""

import json
import sys
from collections import defaultdict

from peers import answers_of, shown

KEYS = ("document", "context", "scripting")

# Below this share, the tests of a row that differ are too few for it to be the cause.
FEW = 0.2

# So many tests are listed that no row explains.
MOST = 12


def rows_behind(records, differing):
    """Rows with the tests that run them, and those among them that differ and run no row before; last, without a row, those of which none is left."""
    tests = defaultdict(set)
    for at, record in enumerate(records):
        for row in record["rows"]:
            tests[tuple(row)].add(at)
    left = set(differing)
    while left:
        rows = [row for row in tests if tests[row] & left and share(tests[row], differing) >= FEW]
        if not rows:
            yield None, set(), left
            return
        row = max(rows, key=lambda row: (share(tests[row], differing), len(tests[row] & left), row))
        yield row, tests[row], tests[row] & left
        left -= tests[row]


def share(tests, differing):
    return len(tests & differing) / len(tests)


def plainest(records, tests):
    """The shortest test; scripting is left out where it makes no difference."""
    return min(tests, key=lambda at: (records[at]["scripting"], len(records[at]["document"]), at))


def written(record):
    how = [f"in `{record['context']}`"] if record["context"] else []
    how += ["with scripting"] if record["scripting"] else []
    return " ".join([shown(record["document"]), ", ".join(how)]).strip()


def main(file, smallest, *command):
    with open(file, encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    trees = answers_of(command, KEYS, records)
    compared = [at for at, tree in enumerate(trees) if tree is not None]
    if not compared:
        sys.exit("error: nothing was compared")
    differing = {at for at in compared if trees[at] != records[at]["tree"]}
    skipped = len(records) - len(compared)
    lacking = f"; {skipped} tests have a context that it lacks" if skipped else ""
    print(f"{len(compared)} tests compared, {len(differing)} trees differ{lacking}.")
    if differing:
        print("\n| row | tests that run it | of them differ | the shortest that no row above explains |\n|---|--:|--:|---|")
    found = []
    for row, tests, new in rows_behind(records, differing):
        if row is None:
            chosen = {}
            for at in sorted(new, key=lambda at: (records[at]["scripting"], len(records[at]["document"]), at)):
                chosen.setdefault((records[at]["document"], records[at]["context"]), at)
            chosen = list(chosen.values())
            named, counts = "no row alone", " | "
        else:
            chosen = [plainest(records, new)]
            named, counts = f"{row[0]}: {row[1]}", f"{len(tests)} | {len(tests & differing)}"
        cell = named.replace("|", "\\|").replace("<", "&lt;")
        for at in chosen[:MOST]:
            print(f"| {cell} | {counts} | {written(records[at])} |")
            found.append({"row": named, **{key: records[at][key] for key in KEYS}})
        if len(chosen) > MOST:
            print(f"| {cell} | {counts} | and {len(chosen) - MOST} others |")
    about = {"compared": len(compared), "differ": len(differing)}
    with open(smallest, "w", encoding="utf-8") as out:
        out.write(json.dumps({"about": about, "found": found}, indent=1) + "\n")


main(*sys.argv[1:])
