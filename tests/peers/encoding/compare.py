"""Compares the encodings that we find with those of html5lib and turbohtml.

usage: compare.py SNIFF [COUNT [SEED]]

SNIFF is the example `sniff` of tokenwright-encoding.
Needs the packages in requirements.txt. Exit status 1 if a difference is not explained below.
"""

import collections
import random
import re
import subprocess
import sys

import turbohtml
from html5lib._inputstream import HTMLBinaryInputStream

PIECES = [
    b"<meta ", b"<META/", b"<meta", b"charset", b"=", b" = ", b"koi8-r", b"'windows-1251'", b'"shift_jis"', b"utf-16",
    b"x-user-defined", b"nothing", b" ", b"\n", b">", b"/>", b"<!--", b"-->", b"<!-->", b"--", b"<p ", b"</p ", b"title='",
    b"'", b'"', b"http-equiv", b"=content-type ", b"content", b"='text/html; charset=euc-jp'", b"<?xml ", b"?>", b"<!doctype>",
    b"<meta charset=koi8-r>", b"<meta http-equiv=Content-Type content='text/html; charset=big5'>", b"encoding='iso-8859-2'",
]
STARTS = [b""] * 12 + [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"<?xml version='1.0' encoding='windows-1250'?>"]


def documents(count, seed):
    choose = random.Random(seed)
    for _ in range(count):
        length = choose.randrange(14)
        yield choose.choice(STARTS) + b"".join(choose.choices(PIECES, k=length))


def ours(sniff, pages):
    lines = "".join(page.hex() + "\n" for page in pages)
    run = subprocess.run([sniff], input=lines, capture_output=True, text=True, check=True)
    return run.stdout.split("\n")[:-1]


def html5lib(page):
    return HTMLBinaryInputStream(page, default_encoding="windows-1252").charEncoding[0].name


PEERS = {"html5lib": html5lib, "turbohtml": lambda page: turbohtml.parse(page).encoding.lower()}

# The peers that differ, why, and the documents in which they may.
EXPLANATIONS = [
    (
        PEERS,
        "the step \"get an XML encoding\" is missing",
        lambda page: page.startswith(b"<?xml"),
    ),
    (
        ["html5lib"],
        "the dashes of a comment's end may not be those of its beginning",
        lambda page: b"<!-->" in page or b"<!--->" in page,
    ),
    (
        ["html5lib"],
        "<meta> needs no white space after its name, and a slash there does not count",
        lambda page: re.search(rb"<meta(?![\t\n\f\r ])", page, re.IGNORECASE),
    ),
    (
        ["html5lib"],
        "an attribute counts again when it is repeated",
        lambda page: re.search(rb"charset[^>]*charset", page),
    ),
    (
        ["html5lib"],
        "an end tag with a name of one letter ends at its first `>`, also inside quotation marks",
        lambda page: re.search(rb"</[a-z][^a-z]", page),
    ),
    (
        ["turbohtml"],
        "an empty charset counts as none",
        lambda page: re.search(rb"charset[\t\n\f\r />]", page),
    ),
]


def explanation(peer, page):
    """Why a peer may differ in a document; `None` if there is no reason."""
    reasons = [why for peers, why, has in EXPLANATIONS if peer in peers and has(page)]
    return reasons[0] if reasons else None


def main():
    sniff = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    pages = list(documents(count, seed))
    found = ours(sniff, pages)
    unexplained = 0
    for name, peer in PEERS.items():
        differences = collections.defaultdict(list)
        for page, encoding in zip(pages, found, strict=True):
            theirs = peer(page)
            if theirs != encoding:
                why = explanation(name, page)
                unexplained += why is None
                differences[why or "no explanation"].append((page, encoding, theirs))
        total = sum(map(len, differences.values()))
        print(f"{name}: {total} of {count} documents differ")
        for why, different in differences.items():
            page, encoding, theirs = min(different, key=lambda difference: len(difference[0]))
            print(f"  {len(different)}: {why}; for example {page!r}: ours {encoding}, theirs {theirs}")
    return 1 if unexplained else 0


sys.exit(main())
