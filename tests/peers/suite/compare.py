"""Runs a tokenizer of another language on a suite that `cargo xtask suite` has made from the tables.

usage: compare.py SUITE EXPLAINED COMMAND...

The command reads a test a line and writes its tokens a line, and its errors if it has names for them. Prints the
disagreements by explanation and by row, with the shortest test of each, in Markdown. EXPLAINED is a Python file with the
explanations. Exit status 1 if a disagreement has none, or if nothing was compared.
"""

import json
import re
import runpy
import subprocess
import sys

from peers import normal, shown, state_of, without_flags


def tests(suite):
    """The tests of a suite, one for each initial state."""
    for key, foreign in (("tests", False), ("foreignContentTests", True)):
        for test in suite.get(key, []):
            for state in test.get("initialStates", ["Data state"]):
                yield {**test, "state": state_of(state), "foreign": foreign, "lastStartTag": test.get("lastStartTag")}


def row_of(description):
    """The row that a test was made for: its description without the number."""
    return re.sub(r" \[[0-9]+\]$", "", description)


def is_text(test):
    """Whether UTF-8 can write the input."""
    return not re.search("[\ud800-\udfff]", test["input"])


def line(tokens):
    return "no tokens" if not tokens else ", ".join(shown(token) for token in tokens)


def explanation(explanations, test, expected, found):
    """A sentence about the difference; None if there is none."""
    return next((sentence for sentence, accounts_for in explanations if accounts_for(test, expected, found)), None)


def answers_of(command, all_tests):
    """What the tokenizer answers to each test."""
    keys = ("input", "state", "lastStartTag", "foreign")
    given = "".join(json.dumps({key: test[key] for key in keys}) + "\n" for test in all_tests)
    run = subprocess.run(command, input=given, stdout=subprocess.PIPE, text=True, check=True)
    answers = [json.loads(answer) for answer in run.stdout.splitlines()]
    if len(answers) != len(all_tests):
        sys.exit(f"error: {len(answers)} answers to {len(all_tests)} tests")
    return answers


def differences(all_tests, answers):
    """The tests of which the tokenizer gives other tokens or errors: each with what differs of both."""
    codes = {error["code"] for test in all_tests for error in test.get("errors", [])}
    for test, answer in zip(all_tests, answers):
        if "unsupported" in answer:
            continue
        found = normal(answer["tokens"])
        expected = without_flags(normal(test["output"]), found)
        if expected != found:
            yield test, expected, found
        elif "errors" in answer:
            # A parser also reports errors of tree construction.
            own = sorted(f"{error['code']} at {error['line']}:{error['col']}" for error in test.get("errors", []))
            other = sorted(error for error in answer["errors"] if error.split(" ")[0] in codes)
            if own != other:
                yield test, own, other


def main():
    path, explained, *command = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        all_tests = [test for test in tests(json.load(file)) if is_text(test)]
    answers = answers_of(command, all_tests)
    compared = sum("unsupported" not in answer for answer in answers)
    explanations = runpy.run_path(explained)["EXPLANATIONS"]
    kinds = {}
    for test, expected, found in differences(all_tests, answers):
        why = explanation(explanations, test, expected, found) or "unexplained"
        kinds.setdefault(why, []).append((test, expected, found))
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
