// The trees that parse5 builds.

import { defaultTreeAdapter, html, parse, parseFragment } from "parse5";
import { contextOf, written } from "../../../integrations/js/test/trees.js";

/** The namespaces as `written` names them. */
const NAMESPACES = {
  [html.NS.HTML]: "HTML", [html.NS.SVG]: "SVG", [html.NS.MATHML]: "MathML",
  [html.NS.XLINK]: "xlink", [html.NS.XML]: "xml", [html.NS.XMLNS]: "xmlns",
};
const OF_CONTEXTS = { SVG: html.NS.SVG, MathML: html.NS.MATHML };
const TYPES = { "#document": "Document", "#documentType": "DocumentType", "#text": "Text", "#comment": "Comment" };

function parsed({ document, context, scripting }) {
  const options = { scriptingEnabled: scripting };
  if (context === null) {
    return parse(document, options);
  }
  const { name, namespace } = contextOf(context);
  const element = defaultTreeAdapter.createElement(name, OF_CONTEXTS[namespace] ?? html.NS.HTML, []);
  return parseFragment(element, document, options);
}

/** A node as `written` takes it. */
function nodeOf(node) {
  const attributeOf = ({ namespace, name, value }) => ({ namespace: NAMESPACES[namespace] ?? null, name, value });
  return {
    type: TYPES[node.nodeName] ?? "Element",
    name: node.tagName ?? node.name, namespace: NAMESPACES[node.namespaceURI],
    attributes: (node.attrs ?? []).map(attributeOf),
    publicIdentifier: node.publicId, systemIdentifier: node.systemId,
    data: node.value ?? node.data,
    contents: node.content && { type: "Fragment", children: node.content.childNodes.map(nodeOf) },
    children: (node.childNodes ?? []).map(nodeOf),
  };
}

/** The trees of records, as html5lib's tests write them: a node or an attribute a line. */
export function treesOf(records) {
  return records.map((record) => written(nodeOf(parsed(record))));
}
