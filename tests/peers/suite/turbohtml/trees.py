"""Trees of turbohtml, for trees.py."""

import sys
from itertools import groupby
from pathlib import Path

import turbohtml

sys.path.append(str(Path(__file__).resolve().parents[1]))
from outline import answer, qualified

# It has names with a colon, whether the attribute has a namespace or not; the standard's table says which have one.
WITH_NAMESPACE = {
    *(f"xlink:{name}" for name in ("actuate", "arcrole", "href", "role", "show", "title", "type")),
    "xml:lang",
    "xml:space",
    "xmlns",
    "xmlns:xlink",
}


def nodes(children):
    """The nodes, with adjacent texts in one."""
    found = []
    for kind, some in groupby(map(node_of, children), key=lambda node: node[0]):
        found += [(kind, "".join(text for _, text in some))] if kind == "text" else some
    return found


def node_of(node):
    if isinstance(node, turbohtml.Text):
        return "text", node.data
    if isinstance(node, turbohtml.Comment):
        return "comment", node.data
    if isinstance(node, turbohtml.ProcessingInstruction):
        return "instruction", node.target, node.data
    if isinstance(node, turbohtml.Doctype):
        return "doctype", node.name, node.public_id, node.system_id
    namespace = {"html": "html", "svg": "svg"}.get(node.namespace.value, "math")
    is_foreign = namespace != "html"
    attributes = [
        (qualified(name) if is_foreign and name in WITH_NAMESPACE else name, written(value))
        for name, value in node.attrs.items()
    ]
    children, contents = list(node.children), None
    if not is_foreign and node.tag == "template" and children and isinstance(children[0], turbohtml.DocumentFragment):
        contents = nodes(children[0].children)
        children = children[1:]
    return "element", namespace, node.tag, attributes, contents, nodes(children)


def written(value):
    """The value of an attribute, of which it splits some into lists."""
    return " ".join(value) if isinstance(value, (list, tuple)) else value or ""


def nodes_of(test):
    options = {"scripting": test["scripting"], "allow_declarative_shadow_roots": False}
    if test["context"] is None:
        return nodes(turbohtml.parse(test["document"], **options).children)
    try:
        context = turbohtml.parse_fragment(test["document"], test["context"], **options)
    except ValueError:
        return None
    children = list(context.children)
    if children and isinstance(children[0], turbohtml.DocumentFragment):
        children = list(children[0].children)
    return nodes(children)


answer(nodes_of)
