"""Tokens of html5lib, for compare.py: a JSON object a line in, a JSON object a line out."""

import io
import json
import sys

from html5lib._tokenizer import HTMLTokenizer
from html5lib.constants import tokenTypes

STATES = {
    "data": "dataState",
    "RCDATA": "rcdataState",
    "RAWTEXT": "rawtextState",
    "script data": "scriptDataState",
    "PLAINTEXT": "plaintextState",
    "CDATA section": "cdataSectionState",
}
NAMES = {number: name for name, number in tokenTypes.items()}


def tokens(test):
    tokenizer = HTMLTokenizer(io.StringIO(test["input"], newline=""))
    tokenizer.state = getattr(tokenizer, STATES[test["state"]])
    if test["lastStartTag"] is not None:
        tokenizer.currentToken = {"type": tokenTypes["StartTag"], "name": test["lastStartTag"]}
    for token in tokenizer:
        name = NAMES[token["type"]]
        if name in ("Characters", "SpaceCharacters"):
            yield ["Character", token["data"]]
        elif name in ("StartTag", "EmptyTag"):
            yield ["StartTag", token["name"], dict(token["data"]), token.get("selfClosing", False)]
        elif name == "EndTag":
            yield ["EndTag", token["name"]]
        elif name == "Comment":
            yield ["Comment", token["data"]]
        elif name == "Doctype":
            yield ["DOCTYPE", token["name"] or None, token["publicId"], token["systemId"], token["correct"]]


for line in sys.stdin:
    test = json.loads(line)
    known = test["state"] in STATES and not test["foreign"]
    print(json.dumps({"tokens": list(tokens(test))} if known else {"unsupported": True}))
