"""Writes docs/upstream: for each project, the reports and tests that its maintainers can use, from what the comparisons found.

The comparisons write docs/peers.md, docs/peers-beyond-rust.md and the files below `tests/peers`; `tests/peers/upstream --all`
renews those first. So the peers themselves are not needed here: `suite/smallest.py` has left in `smallest.json` where each differs in its tokens.
What the standard expects is never copied from a peer: tokens are those of the command-line tool, and trees those of tokenwright-tree.

usage: upstream.py TOKENWRIGHT TREE [--check]

TOKENWRIGHT is the command-line tool, and TREE the program `tree` of tokenwright-examples. With --check nothing is written, and the exit status is 1 if
a file is out of date.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/peers/suite"))
from peers import places_of, shown, state_in_format  # noqa: E402

DOCS = ROOT / "docs"

# The project, where it is reported, its section in docs/peers.md and in docs/peers-beyond-rust.md, the edits of the tables that
# give its trees, documents whose trees show something else, and the folder below `suite` that has its reports and its smallest inputs.
PROJECTS = [
    ("html5ever", "https://github.com/servo/html5ever", "html5ever", "html5ever", "integrations/html5ever/tests/deviations.toml", None, None),
    ("html5gum", "https://github.com/untitaker/html5gum", "html5gum", None, None, None, None),
    ("lol-html", "https://github.com/cloudflare/lol-html", "lol_html", None, None, None, None),
    ("html5tokenizer", "https://crates.io/crates/html5tokenizer", "html5tokenizer", None, None, None, None),
    ("parse5", "https://github.com/inikulin/parse5", None, "parse5", "tests/peers/parse5/trees.toml", "tests/peers/parse5/also.toml", "parse5"),
    ("chromium", "https://issues.chromium.org", None, "Chromium", "tests/peers/chromium/trees.toml", "tests/peers/chromium/also.toml", None),
    ("lexbor", "https://github.com/lexbor/lexbor", None, "lexbor", None, None, "lexbor"),
    ("html5lib-python", "https://github.com/html5lib/html5lib-python", None, None, None, None, "html5lib"),
    ("x-net-html", "https://go.dev/issue", None, None, None, None, "go"),
    ("turbohtml", "https://pypi.org/project/turbohtml", None, None, None, None, "turbohtml"),
]

# Where `suite/trees.py` has left one test for each row behind a difference, for projects whose trees no edits of the tables describe.
WITH_SUITE_OF_TREES = ("lexbor", "html5lib-python", "x-net-html", "turbohtml")


def sections(page: str, level: str) -> dict[str, str]:
    """The sections of a level by their headings."""
    parts = re.split(rf"(?m)^{level} (.+)$", page)
    return dict(zip(parts[1::2], parts[2::2]))


def unescaped(cell: str) -> str:
    """The text that a cell of docs/peers.md shows as Rust does."""
    named = {"t": "\t", "n": "\n", "r": "\r", "0": "\0"}

    def one(found: re.Match[str]) -> str:
        code, name = found.groups()
        return chr(int(code, 16)) if code else named.get(name, name)

    return re.sub(r"\\(?:u\{([0-9a-f]+)\}|(.))", one, cell)


class Row:
    """A disagreement in docs/peers.md."""

    def __init__(self, line: str) -> None:
        cells = [cell.strip() for cell in re.split(r"(?<!\\) \| ", line.strip().strip("|"))]
        self.shown, self.standard, self.peer, self.decided = cells[0].removeprefix("† "), *cells[1:4]
        found = re.fullmatch(r"`(.*?)`(?: in the (.+) state)?(?: after `<(.+)>`)?", self.shown)
        if found is None:
            sys.exit(f"error: docs/peers.md: an input of another form: {self.shown}")
        self.input = unescaped(found[1].replace("\\|", "|"))
        self.state = {"rcdata": "RCDATA", "rawtext": "RAWTEXT", "plaintext": "PLAINTEXT"}.get(found[2], found[2])
        self.last = found[3]

    @property
    def switches(self) -> bool:
        """Whether an element switches the state, which tests of the tokenizer cannot say."""
        return self.state is None and re.match(r"<(script|noframes|title|style|textarea)\b", self.input) is not None


def rows(section: str) -> list[Row]:
    """The rows of a section, without those that an older revision explains."""
    tables = sections(section, "###")
    return [
        Row(line)
        for title, table in tables.items()
        if not title.startswith("Agreement with") and "split into" not in title
        for line in table.splitlines()
        if line.startswith(("| `", "| †"))
    ]


def run(command: list[str], text: str) -> str:
    return subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout.decode()


def token_test(tool: str, description: str, state: str | None, last: str | None, text: str) -> dict[str, object]:
    """A test in html5lib's form, with what the standard's output is."""
    command = [tool, "--format", "html5lib"]
    test: dict[str, object] = {"description": description}
    if state not in (None, "data"):
        command += ["--initial-state", state]
        test["initialStates"] = [state_in_format(state)]
    if last:
        command += ["--last-start-tag", last]
        test["lastStartTag"] = last
    return test | {"input": text} | json.loads(run(command, text))


def suite_of(tests: list[dict[str, object]]) -> str:
    return json.dumps({"tests": tests}, indent=1, ensure_ascii=True) + "\n"


def smallest_table(found: list[dict], tests: list[dict]) -> str:
    """The smallest inputs as a table, with the output of the standard, which the tests have, and of the peer."""

    def listed(values: list) -> str:
        return ", ".join(map(shown, values)) or "nothing"

    lines = ["One input for each row behind a difference.", "", "| row | tests | input | the standard | here |", "|---|--:|---|---|---|"]
    for one, test in zip(found, tests):
        state = "" if one["state"] == "data" else f" in the {one['state']} state"
        last = f" after the start tag {shown(one['lastStartTag'])}" if one["lastStartTag"] else ""
        ours = test["output"] if one["differs"] == "tokens" else places_of(test)
        lines.append(f"| {one['row']} | {one['tests']} | {shown(one['input'])}{state}{last} | {listed(ours)} | {listed(one['peer'])} |")
    return "\n".join(lines)


def tree_test(tool: str, document: str, context: str | None, why: str) -> str:
    tree = run([tool, *([context] if context else [])], document)
    fragment = f"#document-fragment\n{context}\n" if context else ""
    return f"#data\n{document}\n#errors\n({why})\n#script-off\n{fragment}#document\n{tree.rstrip(chr(10))}\n"


def version_of(name: str, peers: dict[str, str], beyond: str, suite: str) -> str:
    """The version that a project was last tried with."""
    if name in ("html5ever", "html5gum", "lol-html", "html5tokenizer"):
        [title] = [it for it in peers if it.startswith(name.replace("-", "_") + " ") and "own" not in it]
        return title.split(" ", 1)[1]
    if name in ("html5lib-python", "x-net-html", "turbohtml"):
        title = {"html5lib-python": "html5lib ", "x-net-html": "golang.org/x/net/html", "turbohtml": "turbohtml "}[name]
        [found] = [it for it in sections(suite, "##") if it.startswith(title)]
        return found.removeprefix(title).strip(", ")
    label = {"parse5": "parse5", "chromium": "Chromium", "lexbor": "lexbor"}[name]
    found = re.findall(rf"(?m)^\| {label},? ([^|]+?) \|", beyond)
    return ", ".join(dict.fromkeys(found))


def left_by_suite(suite: str | None, file: str) -> dict | None:
    """What a comparison on a suite has left in the folder of a peer, if there is one."""
    path = ROOT / "tests/peers/suite" / (suite or "") / file
    return json.loads(path.read_text()) if suite and path.exists() else None


def page(project: tuple, tools: tuple[str, str]) -> dict[str, str]:
    """The files of a project."""
    name, address, rust, other, deviations, also, suite = project
    peers = sections((DOCS / "peers.md").read_text(), "##")
    beyond = (DOCS / "peers-beyond-rust.md").read_text()
    version = version_of(name, peers, beyond, (DOCS / "peers-suite.md").read_text())
    files: dict[str, str] = {}
    reports, trees = [], []
    if other:
        for title, text in sections(sections(beyond, "##")[other], "###").items():
            if title.startswith("Report: "):
                reports.append((title.removeprefix("Report: "), text.strip()))
    report = ROOT / "tests/peers/suite" / suite / "report.md" if suite else None
    if report and report.exists():
        for title, quoted in sections(report.read_text(), "####").items():
            lines = [line for line in quoted.splitlines() if line.startswith(">")]
            reports.append((title.removeprefix("Report: "), "\n".join(lines)))
    smallest = left_by_suite(suite, "smallest.json")
    smallest_tests = [
        token_test(tools[0], one["row"], one["state"], one["lastStartTag"], one["input"])
        for one in (smallest["found"] if smallest else [])
    ]
    if smallest_tests:
        files["tokens.test"] = suite_of(smallest_tests)
    if rust:
        [section] = [text for title, text in peers.items() if title.startswith(f"{rust} ") and "own" not in title]
        found = rows(section)
        for row in found:
            quoted = f"> With {rust} {version}, {row.shown} gives {row.peer}. The standard gives {row.standard}.\n> The row that decides: {row.decided}."
            reports.append((f"{row.shown}", quoted))
        tokens = [
            token_test(tools[0], row.decided.split(" – ")[0].replace("\\", ""), row.state, row.last, row.input)
            for row in found
            if not row.switches
        ]
        if tokens:
            files["tokens.test"] = suite_of(tokens)
        trees += [tree_test(tools[1], row.input, None, row.decided.split(" – ")[0]) for row in found if row.switches]
    listed = []
    for path, key in ((also, "test"), (deviations, "deviation")):
        for one in tomllib.loads((ROOT / path).read_text())[key] if path else []:
            context = one.get("context")
            shown = one["document"].replace("\0", "␀").replace("\n", "␊").replace("\r", "␍")
            listed.append(f"- `{shown}`{f' in `{context}`' if context else ''}: {one['why']}")
            trees.append(tree_test(tools[1], one["document"], context, one["why"]))
    of_suite = left_by_suite(suite, "trees.json") if name in WITH_SUITE_OF_TREES else None
    for one in of_suite["found"] if of_suite else []:
        if one["scripting"]:
            continue
        shown = json.dumps(one["document"])
        listed.append(f"- `{shown}`{f' in `{context}`' if (context := one['context']) else ''}: {one['row']}")
        trees.append(tree_test(tools[1], one["document"], one["context"], one["row"]))
    if trees:
        files["trees.dat"] = "\n".join(trees)
    parts = [f"# For {name}", f"Last tried: {version}. Report at <{address}>."]
    if name == "chromium":
        parts.append("It shows no tokens, only trees, so what its tokenizer does otherwise is in tests of trees, too.")
    agrees = any(title.startswith(f"{rust} ") and "Agreement with the previous revision" in text for title, text in peers.items())
    if agrees or (smallest and smallest["about"]["older"]):
        parts.append("It follows the standard before processing instructions: [`processing-instructions.test`](../processing-instructions.test) has their tests.")
    if "tokens.test" in files:
        parts.append("[`tokens.test`](tokens.test) has the inputs below as tests of html5lib's tokenizer.")
    if smallest:
        about = smallest["about"]
        differ = sum(one["tests"] for one in smallest["found"])
        older = ", besides those of processing instructions" if about["older"] else ""
        parts.append(f"Of {about['compared']} inputs, which are those of `cargo xtask suite` and of the reports, {differ} differ{older}.")
    if of_suite:
        about = of_suite["about"]
        parts.append(f"Of {about['compared']} trees of [the suite of trees](../../peers-tree-suite.md), {about['differ']} differ.")
    if "trees.dat" in files:
        parts.append("[`trees.dat`](trees.dat) has tests of trees in html5lib's form, without scripting.")
    parts += [f"## {title}\n\n{text}" for title, text in reports]
    if smallest_tests:
        parts.append(f"## Tokens\n\n{smallest_table(smallest['found'], smallest_tests)}")
    if listed:
        parts.append("## Trees\n\nOther trees than the standard's, each with the first document that shows it:\n\n" + "\n".join(listed))
    files["README.md"] = "\n\n".join(parts) + "\n"
    return {f"{name}/{file}": text for file, text in files.items()}


def main() -> int:
    arguments = [it for it in sys.argv[1:] if it != "--check"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    tools = (arguments[0], arguments[1])
    files: dict[str, str] = {}
    for project in PROJECTS:
        files |= page(project, tools)
    folder = DOCS / "upstream"
    old = {str(path.relative_to(folder)) for path in folder.glob("*/*")}
    stale = sorted(old - files.keys())
    for file, text in files.items():
        path = folder / file
        # A test may contain a CR, which is not a line ending here.
        if not path.exists() or path.read_bytes() != text.encode():
            stale.append(file)
            if "--check" not in sys.argv:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
    if "--check" not in sys.argv:
        for file in old - files.keys():
            (folder / file).unlink()
    for file in stale:
        print(f"docs/upstream/{file}: {'out of date' if '--check' in sys.argv else 'written'}")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
