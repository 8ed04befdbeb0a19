"""Tokens of lexbor, for compare.py: a JSON object a line in, a JSON object a line out.

usage: driver.py PROGRAM

PROGRAM is driver.c, compiled with lexbor; `build` does that.
"""

import json
import subprocess
import sys

STATES = {"data", "RCDATA", "RAWTEXT", "script data", "PLAINTEXT", "CDATA section"}


def text(digits):
    return None if digits == "-" else bytes.fromhex(digits[1:]).decode("utf-8", "replace")


def token(written):
    kind, *parts = written.split(" ")
    if kind == "StartTag":
        texts = [text(part) for part in parts[2:]]
        return [kind, text(parts[0]), dict(zip(texts[::2], texts[1::2])), parts[1] == "1"]
    if kind == "DOCTYPE":
        return [kind, *map(text, parts[:3]), parts[3] == "1"]
    return [kind, *map(text, parts)]


def main():
    program = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line in sys.stdin:
        test = json.loads(line)
        if test["state"] not in STATES or test["foreign"]:
            print(json.dumps({"unsupported": True}), flush=True)
            continue
        program.stdin.write(f"{test['state']}\t{test['lastStartTag'] or ''}\t{test['input'].encode().hex()}\n")
        program.stdin.flush()
        answer = program.stdout.readline()
        if not answer:
            sys.exit("error: lexbor gave no answer")
        print(json.dumps({"tokens": [token(one) for one in answer.rstrip("\n").split("\t") if one]}), flush=True)


main()
