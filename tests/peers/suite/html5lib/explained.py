"""Why html5lib differs: each explanation accounts for the whole difference."""


def still_at_the_start(test, expected, found):
    return test["input"].startswith("<!--") and [[kind, data.replace("\ufffd->", "\ufffd")] for kind, data in expected] == found


def nul_in_cdata(test, expected, found):
    return test["state"] == "CDATA section" and [[kind, data.replace("\0", "\ufffd")] for kind, data in expected] == found


EXPLANATIONS = [
    ("a NUL at the start of a comment leaves the tokenizer in the comment start state, where `->` ends the comment", still_at_the_start),
    ("a NUL in a CDATA section becomes U+FFFD", nul_in_cdata),
]
