"""Runs a tokenizer of another language on a suite that `cargo xtask suite` has made from the tables.

usage: compare.py SUITE EXPLAINED COMMAND...

The command reads a test a line and writes its tokens a line, and its errors if it has names for them. Prints the
disagreements by explanation and by row, with the shortest test of each, in Markdown. EXPLAINED is a Python file with the
explanations. Exit status 1 if a disagreement has none, or if nothing was compared.
"""

import re
import runpy
import sys

from peers import KEYS, answers_of, difference, explanation, shown, tests_of


def row_of(description):
    """The row that a test was made for: its description without the number."""
    return re.sub(r" \[[0-9]+\]$", "", description)


def line(tokens):
    return "no tokens" if not tokens else ", ".join(shown(token) for token in tokens)


def main():
    path, explained, *command = sys.argv[1:]
    all_tests = list(tests_of(path))
    answers = answers_of(command, KEYS, all_tests)
    compared = sum("unsupported" not in answer for answer in answers)
    explanations = runpy.run_path(explained)["EXPLANATIONS"]
    codes = {error["code"] for test in all_tests for error in test.get("errors", [])}
    kinds = {}
    for test, answer in zip(all_tests, answers):
        if differing := difference(test, answer, codes):
            _, *sides = differing
            kinds.setdefault(explanation(explanations, test, *sides), []).append((test, *sides))
    differ = sum(map(len, kinds.values()))
    print(f"{compared} tests compared, {differ} differ. The tokenizer cannot be started for {len(all_tests) - compared} others.")
    for why, found in kinds.items():
        rows = {}
        for one in found:
            rows.setdefault(row_of(one[0]["description"]), []).append(one)
        print(f"\n### {why[0].upper()}{why[1:]}\n\n{len(found)} tests of {len(rows)} rows.\n")
        print("| row | tests | shortest | the standard | the peer |\n|---|--:|---|---|---|")
        for row, members in rows.items():
            test, expected, other = min(members, key=lambda one: (len(one[0]["input"]), one[0]["input"]))
            state = "" if test["state"] == "data" else f" in the {test['state']} state"
            print(f"| {row} | {len(members)} | {shown(test['input'])}{state} | {line(expected)} | {line(other)} |")
    sys.exit(compared == 0 or "unexplained" in kinds)


main()
