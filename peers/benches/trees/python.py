"""Times a parser of a Python package: the path of a page a line in, the nanoseconds of a run a line out.

`python3 python.py PACKAGE`; the first line out is the version. The Python object of the document is part of the time; those of
its nodes, which are made when they are asked for, are not.
"""

import gc
import importlib.metadata
import sys
import time


def parser(package):
    if package == "selectolax":
        from selectolax.lexbor import LexborHTMLParser

        return LexborHTMLParser
    import turbohtml

    return turbohtml.parse


def main():
    package = sys.argv[1]
    try:
        parse = parser(package)
    except ImportError:
        print("absent", flush=True)
        return
    print(importlib.metadata.version(package), flush=True)
    gc.disable()
    for line in sys.stdin:
        with open(line.rstrip("\n"), encoding="utf-8", newline="") as file:
            page = file.read()
        start = time.perf_counter_ns()
        document = parse(page)
        del document
        print(time.perf_counter_ns() - start, flush=True)


main()
