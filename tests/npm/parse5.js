// parse5 as the judge of a tree with its locations, and of the errors of the tokenizer.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import * as parse5 from "parse5";
import { differingPlaces, unlike } from "./differences.js";
import { explanation } from "./explained.js";

const { NS } = parse5.html;
const NAMESPACES = { SVG: NS.SVG, MathML: NS.MATHML };

/** A context of parse5; `context` is one of html5lib's tests. */
function contextOf(context) {
  return parse5.defaultTreeAdapter.createElement(context.name, NAMESPACES[context.namespace] ?? NS.HTML, []);
}

/** The tree of a document or a fragment, by parse5 or by this package. */
export function treeOf({ parse, parseFragment }, { document, context }, options) {
  return context ? parseFragment(contextOf(context), document, options) : parse(document, options);
}

/** Compares trees with those of parse5, and counts why locations differ. */
export class Judge {
  /** How many trees were alike with all locations. */
  same = 0;

  /** `reasons` gets how often there was each reason for a location that is not. */
  constructor(ours, reasons) {
    this.ours = ours;
    this.reasons = reasons;
  }

  /** Why the trees of a case differ, as both nodes; null if they are alike. Then all locations have to be explained. */
  difference(case_, options) {
    const all = { sourceCodeLocationInfo: true, ...options };
    const [tree, wanted] = [this.ours, parse5].map((parser) => treeOf(parser, case_, all));
    if (isDeepStrictEqual(tree, wanted)) {
      this.same += 1;
      return null;
    }
    const found = unlike(tree, wanted);
    if (found !== null) {
      return found;
    }
    let number = 0;
    for (const place of differingPlaces(tree, wanted)) {
      const why = explanation(place, case_.document);
      const { node, member, ours, theirs } = place;
      assert.notEqual(why, null, JSON.stringify({ ...case_, name: node.nodeName, member, ours, theirs }));
      why.forEach((reason) => this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1));
      number += 1;
    }
    assert.ok(number > 0, `the trees differ in something that is not compared: ${JSON.stringify(case_)}`);
    return null;
  }
}

/** The codes of errors that the states and the input stream of a machine report. */
export function codesOf({ states, inputStream }) {
  const found = JSON.stringify([states, inputStream]).matchAll(/"(?:code|error)":"([a-z-]+)"/g);
  return new Set([...found].map(([, code]) => code));
}

/** The errors with these codes, with their places; in order of these, as parse5 reports some when it reads ahead. */
export function errorsOf({ parse }, document, options, codes) {
  const found = [];
  const onParseError = ({ code, startLine, startCol, startOffset, endLine, endCol, endOffset }) =>
    found.push([code, startLine, startCol, startOffset, endLine, endCol, endOffset].join(" "));
  parse(document, { ...options, onParseError });
  return found.filter((error) => codes.has(error.split(" ")[0])).sort();
}
