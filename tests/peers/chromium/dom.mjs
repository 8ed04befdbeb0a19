// The trees that Chromium builds.
//
// A document without scripting is parsed by `DOMParser`, one with scripting is written to an iframe, where its scripts run. A
// fragment is the `innerHTML` of an element of a document that has a window, and so scripting, or of one that has none.

import { written } from "../../../integrations/js/test/trees.js";
import { browser } from "./browser.mjs";

/** The roots of the trees of records, as `written` takes them. Runs in the browser. */
function rootsOf(records) {
  const NAMESPACES = {
    "": "http://www.w3.org/1999/xhtml",
    svg: "http://www.w3.org/2000/svg",
    math: "http://www.w3.org/1998/Math/MathML",
  };
  const NAMES = {
    [NAMESPACES[""]]: "HTML", [NAMESPACES.svg]: "SVG", [NAMESPACES.math]: "MathML",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/XML/1998/namespace": "xml",
    "http://www.w3.org/2000/xmlns/": "xmlns",
  };
  const TYPES = {
    [Node.ELEMENT_NODE]: "Element", [Node.TEXT_NODE]: "Text", [Node.COMMENT_NODE]: "Comment",
    [Node.PROCESSING_INSTRUCTION_NODE]: "ProcessingInstruction", [Node.DOCUMENT_TYPE_NODE]: "DocumentType",
    [Node.DOCUMENT_NODE]: "Document", [Node.DOCUMENT_FRAGMENT_NODE]: "Fragment",
  };
  const inert = document.implementation.createHTMLDocument();
  const frame = document.querySelector("iframe") ?? document.body.appendChild(document.createElement("iframe"));

  const parsed = ({ document: text, context, scripting }) => {
    if (context !== null) {
      const [prefix, name] = context.includes(" ") ? context.split(" ") : ["", context];
      const element = (scripting ? document : inert).createElementNS(NAMESPACES[prefix], name);
      element.innerHTML = text;
      return element.content ?? element;
    }
    if (!scripting) {
      return new DOMParser().parseFromString(text, "text/html");
    }
    const page = frame.contentDocument;
    page.open();
    page.write(text);
    page.close();
    return page;
  };

  const attributeOf = ({ namespaceURI, localName: name, value }) => ({ namespace: NAMES[namespaceURI] ?? null, name, value });
  const isTemplate = ({ localName, namespaceURI }) => localName === "template" && namespaceURI === NAMESPACES[""];
  const nodeOf = (node) => ({
    type: TYPES[node.nodeType],
    name: node.localName ?? node.name, namespace: NAMES[node.namespaceURI],
    attributes: [...(node.attributes ?? [])].map(attributeOf),
    publicIdentifier: node.publicId, systemIdentifier: node.systemId,
    target: node.target, data: node.data,
    contents: isTemplate(node) ? nodeOf(node.content) : null,
    children: [...node.childNodes].map(nodeOf),
  });

  return records.map((record) => nodeOf(parsed(record)));
}

const page = await browser.newPage();
await page.setContent("<!doctype html>");

/** The trees of records, as html5lib's tests write them: a node or an attribute a line. */
export async function treesOf(records) {
  return (await page.evaluate(rootsOf, records)).map(written);
}
