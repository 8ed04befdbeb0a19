// `parse` and `parseFragment` as parse5 has them, by the tables of a revision of the standard.

import newest from "./revisions/newest.js";
import { withAncestors } from "./nodes.js";
import { copyInto, copyOf } from "./nodes-of-parse5.js";
import { Parser } from "./parser.js";
import { TokenPlaces } from "./token-places.js";
import { TreePlaces } from "./tree-places.js";

export { LimitExceeded } from "./limits.js";

/** Parses a document. */
export function parse(html, options) {
  const { parser, addresses } = run(html, options ?? {}, null, "normal");
  const document = copyOf(parser.document, undefined, addresses);
  copyInto(parser.document.children, document, addresses);
  return document;
}

/** Parses a fragment; the context, an element, may be omitted. */
export function parseFragment(context, html, options) {
  if (typeof context === "string") {
    if (typeof html === "string") {
      throw new TypeError("the context of a fragment is an element, such as { tagName: \"div\" }, and no string");
    }
    return parseFragment(null, context, html);
  }
  const { parser, addresses } = run(html, options ?? {}, context, "inert");
  const fragment = { nodeName: "#document-fragment", childNodes: [] };
  copyInto(parser.root.children, fragment, addresses);
  return fragment;
}

/** Runs a parser; `context` is an element, null for that of most contents, or undefined for a document. */
function run(html, options, context, scripting) {
  const { revision = newest, scriptingEnabled = true, onParseError = null, limits } = options;
  if (revision?.treeConstruction === undefined) {
    throw new TypeError("the option `revision` is no machine: import one of the folder `revisions`");
  }
  const rules = revision.treeConstruction;
  const isPlaced = options.sourceCodeLocationInfo === true || onParseError !== null;
  const observer = isPlaced ? new TreePlaces() : undefined;
  const parser = new Parser(revision, html, {
    context: scripting === "normal" ? undefined : contextOf(context ?? null, rules),
    scripting: scriptingEnabled ? scripting : "disabled",
    places: isPlaced ? new TokenPlaces(revision) : undefined,
    observer,
    errorsOnly: true,
    limits,
  }).run();
  observer?.finish(parser.builder);
  if (onParseError !== null) {
    parser.errors.forEach((error) => onParseError(errorOf(error)));
  }
  return { parser, addresses: new Map(rules.namespaces.map(({ name, address }) => [name, address])) };
}

/** The context of a fragment as the parser takes it. */
function contextOf(element, rules) {
  if (element === null) {
    // An element with contents of its own takes what other contexts ignore.
    if (rules.withTemplateContents.length === 0) {
      throw new TypeError("in this revision, a fragment needs a context element");
    }
    return { ...rules.withTemplateContents[0], attributes: [] };
  }
  const parentOf = ({ parentNode }) => (parentNode?.tagName === undefined ? undefined : parentNode);
  const contexts = withAncestors(element, parentOf).map((found) => elementOf(found, rules));
  contexts.forEach((context, at) => {
    context.parent = contexts[at + 1];
  });
  return contexts[0];
}

/** An element of a context, without its parent. */
function elementOf(element, rules) {
  const [html] = rules.namespaces;
  const { tagName: name, namespaceURI = html.address, attrs = [] } = element;
  const namespace = rules.namespaces.find(({ address }) => address === namespaceURI);
  if (typeof name !== "string" || namespace === undefined) {
    throw new TypeError("the context of a fragment is an element of a namespace that HTML knows");
  }
  const attributes = attrs.map(({ name, value }) => ({ name, value }));
  return { name, namespace: namespace.name, attributes };
}

/** An error in the form of parse5; one of the tokenizer is at a character. */
function errorOf({ code, line, col, offset, place }) {
  const point = { startLine: line, startCol: col, startOffset: offset, endLine: line, endCol: col, endOffset: offset };
  const { attrs, ...whole } = place ?? point;
  return { code, ...whole };
}
