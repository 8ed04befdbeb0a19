"""Compares our decoded references and escaped strings with Python's `html.unescape`.

Reads lines of `decoded` from standard input. Exit status 1 if a disagreement is not explained below.
"""

import html
import json
import re
import sys

REFERENCE = re.compile("&#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?")


def drops_invalid_numbers(source, ours, theirs):
    """Python drops the numbers of control characters and noncharacters, which the standard keeps."""

    def replace(reference):
        hexadecimal, decimal = reference.groups()
        code = int(hexadecimal, 16) if hexadecimal else int(decimal)
        is_control = code < 0x20 and code not in (0, 0x9, 0xA, 0xC, 0xD) or 0x7F <= code < 0xA0
        is_noncharacter = 0xFDD0 <= code <= 0xFDEF or code <= 0x10FFFF and code & 0xFFFE == 0xFFFE
        return "" if is_control or is_noncharacter else reference.group()

    return theirs == html.unescape(REFERENCE.sub(replace, source)) and ours != theirs


# Each explanation accounts for the whole difference.
EXPLANATIONS = [("the number of a control character or a noncharacter gives nothing", drops_invalid_numbers)]


def main():
    disagreements = {}
    lines = 0

    def compare(what, source, ours, theirs):
        if ours != theirs:
            accounts = [name for name, accounts_for in EXPLANATIONS if accounts_for(source, ours, theirs)]
            name = accounts[0] if accounts else f"unexplained: {what}"
            disagreements.setdefault(name, []).append((source, ours, theirs))

    for line in sys.stdin:
        record = json.loads(line)
        lines += 1
        if "source" in record:
            compare("text", record["source"], record["text"], html.unescape(record["source"]))
            continue
        for form in ("text", "double", "single"):
            compare(f"escaped {form}", record["string"], record["string"], html.unescape(record[form]))
    unexplained = 0
    for name, found in disagreements.items():
        unexplained += len(found) if name.startswith("unexplained") else 0
        source, ours, theirs = min(found, key=lambda one: len(one[0]))
        print(f"{len(found)} × {name}")
        print(f"  {source!r}: ours {ours!r}, Python {theirs!r}")
    print(f"{lines} lines, {unexplained} disagreements unexplained")
    return 0 if lines > 0 and unexplained == 0 else 1


sys.exit(main())
