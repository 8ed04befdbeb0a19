"""Trees of html5lib, for trees.py. It has no context in another namespace."""

import sys
from pathlib import Path

import html5lib
from html5lib.constants import namespaces, prefixes

sys.path.append(str(Path(__file__).resolve().parents[1]))
from outline import answer  # noqa: E402

KINDS = {namespaces["html"]: "html", namespaces["svg"]: "svg", namespaces["mathml"]: "math"}


def node_of(node):
    if node.nodeType == node.TEXT_NODE:
        return "text", node.data
    if node.nodeType == node.COMMENT_NODE:
        return "comment", node.data
    if node.nodeType == node.DOCUMENT_TYPE_NODE:
        return "doctype", node.name, node.publicId, node.systemId
    written = [
        (f"{prefixes[one.namespaceURI]} {one.localName}" if one.namespaceURI in prefixes else one.name, one.value)
        for one in (node.attributes.item(at) for at in range(node.attributes.length))
    ]
    return "element", KINDS[node.namespaceURI], node.localName or node.tagName, written, None, list(map(node_of, joined(node)))


def joined(node):
    """The children, with adjacent texts in one."""
    node.normalize()
    return node.childNodes


def nodes_of(test):
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("dom"))
    context = test["context"]
    if context is None:
        document = parser.parse(test["document"], scripting=test["scripting"])
    elif " " in context:
        return None
    else:
        document = parser.parseFragment(test["document"], container=context, scripting=test["scripting"])
    return list(map(node_of, joined(document)))


answer(nodes_of)
