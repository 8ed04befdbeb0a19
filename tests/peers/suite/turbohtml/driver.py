"""Tokens and errors of turbohtml, for compare.py: a JSON object a line in, a JSON object a line out.

Its tokenizer starts in the data state, and has no errors; those are the parser's, which has others as well.
"""

import json
import sys

import turbohtml
from turbohtml import TokenType


def tokens(text):
    for token in turbohtml.tokenize(text):
        if token.type == TokenType.TEXT:
            yield ["Character", token.data]
        elif token.type == TokenType.START_TAG:
            yield ["StartTag", token.tag, {name: value or "" for name, value in token.attrs}, token.self_closing]
        elif token.type == TokenType.END_TAG:
            yield ["EndTag", token.tag]
        elif token.type == TokenType.COMMENT:
            yield ["Comment", token.data]
        elif token.type == TokenType.PROCESSING_INSTRUCTION:
            yield ["ProcessingInstruction", token.target, token.data]
        else:
            yield ["DOCTYPE", token.name, token.public_id, token.system_id, not token.force_quirks]


def errors(text):
    # Its columns count from 0.
    return [f"{error.code} at {error.line}:{error.col + 1}" for error in turbohtml.parse(text).errors]


for line in sys.stdin:
    test = json.loads(line)
    known = test["state"] == "data" and not test["foreign"]
    text = test["input"]
    print(json.dumps({"tokens": list(tokens(text)), "errors": errors(text)} if known else {"unsupported": True}))
